// Friction and shapes know no direction of space, and what contacts give bodies is what bodies get.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "forces/gravity.hpp"
#include "geometry/pose.hpp"
#include "support/shapes.hpp"

using namespace floc;

namespace {

constexpr double g = 9.81;

Vec3 any(std::mt19937& random, double size) {
  std::normal_distribution<double> normal;
  Vec3 x;
  for (int k = 0; k < 3; ++k) x[k] = size * normal(random);
  return x;
}

const std::vector<ShapePtr>& kinds() {
  static const std::vector<ShapePtr> all{make_box({{1, 0.8, 0.6}}), make_ellipsoid({{0.6, 0.4, 0.35}}),
                                         make_capsule(0.7, 0.3, 3), make_sphere(0.5, 3),
                                         make_superellipsoid({{0.5, 0.5, 0.4}}, 4, 4)};
  return all;
}

// Bodies of all shapes that fall into a corner, all of it turned by q.
Setup heap(const Quaternion& q, FrictionScheme scheme) {
  Setup setup;
  setup.bodies = test::empty(3);
  std::mt19937 random(3);
  for (int k = 0; k < 10; ++k) {
    const Vec3 x{{1.6 * (k % 2) + 0.8, 1.6 * (k / 2 % 2) + 0.8, 1.6 * (k / 4) + 0.8}};
    const Vec3 v = any(random, 0.5), spin = any(random, 1), turn = any(random, 1);
    const std::size_t i =
        test::add_shape(setup, kinds()[static_cast<std::size_t>(k) % kinds().size()], to_world(q, x), to_world(q, v));
    to_world(q, spin).store(&setup.bodies.spin[3 * i]);
    turned(q * rotation(turn), {}).store(&setup.bodies.orientation[4 * i]);
  }
  std::vector<SurfacePtr> walls;
  for (int k = 0; k < 3; ++k) {
    Vec3 normal;
    normal[k] = 1;
    walls.push_back(half_space({}, to_world(q, normal)));
  }
  setup.obstacles = Obstacles({test::obstacle(std::move(walls))});
  setup.forces = {gravity(to_world(q, {{-2, -3, -g}}))};
  setup.friction = std::make_shared<Friction>(0.4, scheme);
  setup.h = 2e-3;
  setup.tolerance = 1e-9;
  return setup;
}

}  // namespace

TEST_CASE("a heap of all shapes, turned with its walls and its weight, does the same, turned") {
  const Quaternion q = rotation({{0.7, -0.4, 1.1}});
  for (const FrictionScheme scheme : {FrictionScheme::convex, FrictionScheme::exact}) {
    Simulation plain(heap({}, scheme), 1), other(heap(q, scheme), 1);
    std::int64_t contacts = 0;
    for (int k = 0; k < 250; ++k) {
      const StepReport a = plain.advance(), b = other.advance();
      REQUIRE(a.converged);
      REQUIRE(b.converged);
      contacts += a.active;
    }
    CHECK(contacts > 500);
    const Bodies &a = plain.bodies(), &b = other.bodies();
    for (std::size_t i = 0; i < a.size(); ++i) {
      CHECK(norm(to_world(q, Vec3::load(a.x(i))) - Vec3::load(b.x(i))) < 1e-5);
      CHECK(norm(to_world(q, Vec3::load(a.v(i))) - Vec3::load(b.v(i))) < 1e-3);
    }
  }
}

TEST_CASE("a block thrown along a floor in any direction goes straight and stops after v²/2μg") {
  for (const double azimuth : {0.0, 0.3, 1.0, 2.2}) {
    CAPTURE(azimuth);
    Setup setup;
    setup.bodies = test::empty(3);
    const Vec3 along{{std::cos(azimuth), std::sin(azimuth), 0}};
    test::add_shape(setup, make_box({{0.6, 0.6, 0.1}}), {{0, 0, 0.05}}, 2.0 * along);
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 0, 1}})})});
    setup.forces = {gravity({{0, 0, -g}})};
    setup.friction = std::make_shared<Friction>(0.5, FrictionScheme::exact);
    setup.h = 1e-3;
    setup.tolerance = 1e-8;
    Simulation s(std::move(setup), 1);
    for (int k = 0; k < 500; ++k) REQUIRE(s.advance().converged);
    const Vec3 x = Vec3::load(s.bodies().x(0));
    CHECK(dot(x, along) == doctest::Approx(4 / (2 * 0.5 * g)).epsilon(3e-3));  // of first order in h
    CHECK(norm(x - dot(x, along) * along - Vec3{{0, 0, 0.05}}) < 1e-6);
    CHECK(norm(Vec3::load(s.bodies().v(0))) < 1e-5);
  }
}

TEST_CASE("every body of a heap gets the forces and the torques of its contacts, to rounding") {
  Simulation s(heap({}, FrictionScheme::convex), 1);
  int looked = 0;
  for (int k = 0; k < 600; ++k) {
    const Bodies before = s.bodies();
    const StepReport report = s.advance();
    REQUIRE(report.converged);
    if (report.projections != 1) continue;  // relinearised rows have other levers
    ++looked;
    const Bodies& b = s.bodies();
    const Contacts& c = s.contacts();
    std::vector<Vec3> force(b.size()), torque(b.size());
    for (std::size_t i = 0; i < b.size(); ++i) force[i] = b.mass[i] * Vec3{{-2, -3, -g}};
    for (std::size_t r = 0; r < c.size(); ++r) {
      const Vec3 e = Vec3::load(&c.normal[3 * r]), t = Vec3::load(&c.tangential[3 * r]), f = c.multiplier[r] * e + t;
      CHECK(norm(t) <= 0.4 * c.multiplier[r] * (1 + 1e-9) + 1e-12);
      CHECK(std::abs(dot(t, e)) <= 1e-9 * (1 + norm(t)));
      const auto i = static_cast<std::size_t>(c.first[r]);
      force[i] += f;
      torque[i] += cross(Vec3::load(&c.lever_first[3 * r]), f);
      if (c.second[r] < 0) continue;
      const auto j = static_cast<std::size_t>(c.second[r]);
      force[j] = force[j] - f;
      torque[j] = torque[j] - cross(Vec3::load(&c.lever_second[3 * r]), f);
    }
    const double h = s.setup().h;
    for (std::size_t i = 0; i < b.size(); ++i) {
      const Vec3 gained = b.mass[i] * (Vec3::load(b.v(i)) - Vec3::load(before.v(i)));
      CHECK(norm(gained - h * force[i]) < 1e-12);
      const auto momentum = [&](const Bodies& of) {
        const Quaternion q = Quaternion::load(&of.orientation[4 * i]);
        Vec3 own = to_body(q, Vec3::load(&of.spin[3 * i]));
        for (int m = 0; m < 3; ++m) own[m] *= of.inertia[3 * i + static_cast<std::size_t>(m)];
        return to_world(q, own);
      };
      CHECK(norm(momentum(b) - momentum(before) - h * torque[i]) < 1e-12);
    }
  }
  CHECK(looked > 100);
}
