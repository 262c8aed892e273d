// Friction and shapes know no direction of space, and what contacts give bodies is what bodies get.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "forces/gravity.hpp"
#include "geometry/clump.hpp"
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

// Convex bodies in space; bodies of flat sides and clumps, of which some are joined; bodies of the plane.
struct Kinds {
  int dimension;
  std::vector<ShapePtr> shapes;
  bool joined;
};

const Kinds& convex() {
  static const Kinds all{3,
                         {make_box({{1, 0.8, 0.6}}), make_ellipsoid({{0.6, 0.4, 0.35}}), make_capsule(0.7, 0.3, 3),
                          make_sphere(0.5, 3), make_superellipsoid({{0.5, 0.5, 0.4}}, 4, 4)},
                         false};
  return all;
}

ShapePtr dumbbell(int dimension) {
  Pose left, right;
  left.position = {{-0.4, 0, 0}};
  right.position = {{0.3, 0.1, 0}};
  return make_clump({{make_sphere(0.3, dimension), left}, {make_sphere(0.25, dimension), right}}).shape;
}

const Kinds& articulated() {
  static const Kinds all{
      3,
      {make_polyhedron({{{-0.4, -0.3, -0.2}}, {{0.5, -0.2, -0.3}}, {{0.1, 0.5, -0.2}}, {{0, 0.1, 0.5}}}).shape,
       dumbbell(3), make_box({{0.7, 0.5, 0.4}})},
      true};
  return all;
}

const Kinds& plane() {
  static const Kinds all{2,
                         {make_polygon({{{-0.5, -0.3, 0}}, {{0.5, -0.3, 0}}, {{0.3, 0.4, 0}}, {{-0.2, 0.5, 0}}}).shape,
                          dumbbell(2), make_ellipse(0.6, 0.35), make_capsule(0.6, 0.25, 2), make_rectangle(0.8, 0.5)},
                         true};
  return all;
}

// A direction or a turn of the plane, from those of space.
Vec3 of_dimension(Vec3 x, int dimension) {
  if (dimension == 2) x[2] = 0;
  return x;
}

// Ten of them that fall into a corner, all of it turned by q.
Setup heap(const Quaternion& q, FrictionScheme scheme, const Kinds& kinds = convex()) {
  Setup setup;
  const int d = kinds.dimension;
  setup.bodies = test::empty(d);
  std::mt19937 random(3);
  for (int k = 0; k < 10; ++k) {
    const Vec3 x = d == 3 ? Vec3{{1.6 * (k % 2) + 0.8, 1.6 * (k / 2 % 2) + 0.8, 1.6 * (k / 4) + 0.8}}
                          : Vec3{{1.6 * (k % 3) + 0.8, 1.6 * (k / 3) + 0.8, 0}};
    const Vec3 v = of_dimension(any(random, 0.5), d), spin = any(random, 1), turn = any(random, 1);
    const std::size_t i = test::add_shape(setup, kinds.shapes[static_cast<std::size_t>(k) % kinds.shapes.size()],
                                          to_world(q, x), to_world(q, v));
    if (d == 2) {
      setup.bodies.spin[i] = spin[2];
      setup.bodies.orientation[i] = 2 * std::atan2(q.v[2], q.w) + turn[2];
      continue;
    }
    to_world(q, spin).store(&setup.bodies.spin[3 * i]);
    turned(q * rotation(turn), {}).store(&setup.bodies.orientation[4 * i]);
  }
  const auto at = [&](std::size_t i) { return embed(setup.bodies.x(i), d); };
  if (kinds.joined) {
    const Vec3 half = 0.5 * (at(0) + at(1)), third = 0.5 * (at(6) + at(7));
    setup.joints = {Joint::of(setup.bodies, JointKind::hinge, 1, 0, half, half, to_world(q, {{0.6, 0, 0.8}})),
                    Joint::of(setup.bodies, JointKind::distance, 4, 3, at(4), at(3)),
                    Joint::of(setup.bodies, JointKind::ball, 7, 6, third, third)};
  }
  std::vector<SurfacePtr> walls;
  for (int k = 0; k < d; ++k) {
    Vec3 normal;
    normal[k] = 1;
    walls.push_back(half_space({}, to_world(q, normal)));
  }
  setup.obstacles = Obstacles({test::obstacle(std::move(walls))});
  setup.forces = {gravity(to_world(q, of_dimension({{-2, d == 3 ? -3 : -g, -g}}, d)))};
  setup.friction = std::make_shared<Friction>(0.4, scheme);
  setup.h = 2e-3;
  setup.tolerance = 1e-9;
  return setup;
}

}  // namespace

TEST_CASE("a heap of all shapes and joints, turned with its walls and its weight, does the same, turned") {
  struct Turned {
    const Kinds& kinds;
    Vec3 by;
    FrictionScheme scheme;
  };
  for (const auto& [kinds, by, scheme] : {Turned{convex(), {{0.7, -0.4, 1.1}}, FrictionScheme::convex},
                                          Turned{convex(), {{0.7, -0.4, 1.1}}, FrictionScheme::exact},
                                          Turned{articulated(), {{0.7, -0.4, 1.1}}, FrictionScheme::convex},
                                          Turned{plane(), {{0, 0, 1.1}}, FrictionScheme::convex},
                                          Turned{plane(), {{0, 0, -0.4}}, FrictionScheme::exact}}) {
    const int d = kinds.dimension;
    CAPTURE(d);
    CAPTURE(kinds.joined);
    const Quaternion q = rotation(by);
    Simulation plain(heap({}, scheme, kinds), 1), other(heap(q, scheme, kinds), 1);
    std::int64_t contacts = 0;
    for (int k = 0; k < 250; ++k) {
      const StepReport a = plain.advance(), b = other.advance();
      REQUIRE_MESSAGE(a.converged, a.message);
      REQUIRE_MESSAGE(b.converged, b.message);
      contacts += a.active;
    }
    CHECK(contacts > 150);
    const Bodies &a = plain.bodies(), &b = other.bodies();
    for (std::size_t i = 0; i < a.size(); ++i) {
      CHECK(norm(to_world(q, embed(a.x(i), d)) - embed(b.x(i), d)) < 1e-5);
      CHECK(norm(to_world(q, embed(a.v(i), d)) - embed(b.v(i), d)) < 1e-3);
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

namespace {

// How far bodies are from what the rows of a step have given them: of momentum and of angular momentum, the largest.
struct Balance {
  double force = 0, torque = 0;
  double pushed = 0, turned = 0;  // the largest impulse of a contact, and its largest moment
};

Vec3 angular_momentum(const Bodies& b, std::size_t i) {
  if (b.dimension == 2) return {{0, 0, b.inertia[i] * b.spin[i]}};
  const Quaternion q = Quaternion::load(&b.orientation[4 * i]);
  Vec3 own = to_body(q, Vec3::load(&b.spin[3 * i]));
  for (int m = 0; m < 3; ++m) own[m] *= b.inertia[3 * i + static_cast<std::size_t>(m)];
  return to_world(q, own);
}

Balance balance(const Simulation& s, const Bodies& before, const Vec3& weight, double friction) {
  const Bodies& b = s.bodies();
  const Contacts& c = s.contacts();
  const int dimension = b.dimension;
  const auto d = static_cast<std::size_t>(dimension);
  const double h = s.setup().h;
  Balance worst;
  std::vector<Vec3> force(b.size()), torque(b.size());
  for (std::size_t i = 0; i < b.size(); ++i) force[i] = b.mass[i] * weight;
  for (std::size_t r = 0; r < c.size(); ++r) {
    const Vec3 e = embed(&c.normal[d * r], dimension), t = embed(&c.tangential[d * r], dimension),
               f = c.multiplier[r] * e + t;
    CHECK(norm(t) <= friction * c.multiplier[r] * (1 + 1e-9) + 1e-12);
    CHECK(std::abs(dot(t, e)) <= 1e-9 * (1 + norm(t)));
    const auto i = static_cast<std::size_t>(c.first[r]);
    const Vec3 lever = embed(&c.lever_first[d * r], dimension);
    force[i] += f;
    torque[i] += cross(lever, f);
    worst.pushed = std::max(worst.pushed, h * norm(f));
    worst.turned = std::max(worst.turned, h * norm(f) * norm(lever));
    if (c.second[r] < 0) continue;
    const auto j = static_cast<std::size_t>(c.second[r]);
    force[j] -= f;
    torque[j] -= cross(embed(&c.lever_second[d * r], dimension), f);
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Vec3 gained = b.mass[i] * (embed(b.v(i), dimension) - embed(before.v(i), dimension));
    worst.force = std::max(worst.force, norm(gained - h * force[i]));
    worst.torque = std::max(worst.torque, norm(angular_momentum(b, i) - angular_momentum(before, i) - h * torque[i]));
  }
  return worst;
}

}  // namespace

// Rows that are relinearised have other normals and levers than those that pushed before, and forces are told with the
// last ones: what bodies got differs by that.
TEST_CASE(
    "every body of a heap gets the forces and the torques of its contacts, to rounding in steps of one projection") {
  for (const bool space : {true, false}) {
    CAPTURE(space);
    Kinds kinds = space ? convex() : plane();
    kinds.joined = false;
    Setup setup = heap({}, FrictionScheme::convex, kinds);
    setup.tolerance = 1e-6;
    Simulation s(std::move(setup), 1);
    int once = 0, more = 0;
    double force = 0, torque = 0;
    for (int k = 0; k < 600; ++k) {
      const Bodies before = s.bodies();
      const StepReport report = s.advance();
      REQUIRE(report.converged);
      const Balance off = balance(s, before, space ? Vec3{{-2, -3, -g}} : Vec3{{-2, -g, 0}}, 0.4);
      ++(report.projections == 1 ? once : more);
      if (report.projections == 1) {
        CHECK(off.force < 1e-12);
        CHECK(off.torque < 1e-12);
        continue;
      }
      CHECK(off.force < 0.1 * off.pushed);
      CHECK(off.torque < 0.3 * off.turned);
      force += off.force / off.pushed;
      torque += off.torque / off.turned;
    }
    CHECK(once > 100);
    CHECK(more > 100);
    CHECK(force < 0.01 * more);
    CHECK(torque < 0.02 * more);
  }
}

TEST_CASE("bodies that only push each other keep their momentum to rounding, however many projections a step takes") {
  for (const Kinds* kinds : {&convex(), &articulated(), &plane()}) {
    const int d = kinds->dimension;
    CAPTURE(d);
    CAPTURE(kinds->joined);
    Setup setup = heap({}, FrictionScheme::convex, *kinds);
    setup.obstacles = {};
    setup.forces = {};
    const Bodies& start = setup.bodies;
    for (std::size_t i = 0; i < start.size(); ++i)  // to the middle
      for (int k = 0; k < d; ++k)
        setup.bodies.velocity[i * static_cast<std::size_t>(d) + static_cast<std::size_t>(k)] -=
            2 * (start.x(i)[k] - 1.6);
    Simulation s(std::move(setup), 1);
    const auto momentum = [&] {
      Vec3 sum;
      for (std::size_t i = 0; i < s.bodies().size(); ++i) sum += s.bodies().mass[i] * embed(s.bodies().v(i), d);
      return sum;
    };
    const Vec3 before = momentum();
    int projections = 0;
    for (int k = 0; k < 300; ++k) {
      const StepReport report = s.advance();
      REQUIRE_MESSAGE(report.converged, report.message);
      projections += report.projections;
      CHECK(norm(momentum() - before) < 1e-12);
    }
    CHECK(projections > 350);
  }
}
