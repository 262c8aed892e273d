// Bodies that are no spheres: exact answers, and no overlap at any time step.
#include "geometry/shapes.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "contact/gluey.hpp"
#include "forces/gravity.hpp"
#include "geometry/clump.hpp"
#include "geometry/field_body.hpp"
#include "geometry/mesh_cases.hpp"
#include "support/shapes.hpp"

using namespace floc;
using test::advance;
using test::add_shape;

namespace {

constexpr double g = 9.81;

// A flat block on an incline that falls along x.
Setup block(int dimension, double angle, double mu, double h) {
  Setup setup;
  setup.bodies = test::empty(dimension);
  Vec3 down, up, x;
  const int vertical = dimension - 1;
  up[vertical] = 1;
  x[vertical] = 0.1;
  down[0] = g * std::sin(angle);
  down[vertical] = -g * std::cos(angle);
  add_shape(setup, dimension == 3 ? make_box({{0.6, 0.4, 0.2}}) : make_rectangle(0.6, 0.2), x);
  setup.obstacles = Obstacles({test::obstacle({half_space({}, up)})});
  setup.forces = {gravity(down)};
  setup.friction = std::make_shared<Friction>(mu, FrictionScheme::exact);
  setup.h = h;
  setup.tolerance = 1e-9;
  return setup;
}

// Bodies on a lattice that fly about at random, in a box.
Setup cloud(int dimension, const std::vector<ShapePtr>& kinds, double speed, unsigned seed) {
  Setup setup;
  setup.bodies = test::empty(dimension);
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  const int n = dimension == 3 ? 3 : 5;
  for (int k = 0; k < (dimension == 3 ? n : 1); ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const Vec3 x{{2.3 * i + 1.2, 2.3 * j + 1.2, dimension == 3 ? 2.3 * k + 1.2 : 0}};
        Vec3 v;
        for (int c = 0; c < dimension; ++c) v[c] = speed * normal(random);
        add_shape(setup, kinds[setup.bodies.size() % kinds.size()], x, v);
      }
  for (double& w : setup.bodies.spin) w = speed * normal(random);
  setup.obstacles = Obstacles({test::box_inside(dimension, {}, {{2.3 * n + 0.2, 2.3 * n + 0.2, 2.3 * n + 0.2}})});
  setup.friction = std::make_shared<Friction>(0.3);
  setup.h = 0.01;
  return setup;
}

// One of every kind; of each the ball round it fits into a cell of the cloud's lattice.
std::vector<ShapePtr> kinds_of(int dimension) {
  const auto bar = [&](const ShapePtr& end) {  // a dumbbell of two kinds
    Pose left, right;
    left.position = {{-0.5, 0, 0}};
    right.position = {{0.5, 0.1, 0}};
    return make_clump({{make_sphere(0.45, dimension), left}, {end, right}}).shape;
  };
  if (dimension == 2)
    return {make_ellipse(1, 0.5),
            make_rectangle(1.2, 0.8),
            make_capsule(1, 0.4, 2),
            make_sphere(0.9, 2),
            make_superellipse(0.8, 0.6, 4),
            make_polygon({{{0, 0, 0}}, {{1.4, 0, 0}}, {{0.3, 1.1, 0}}}).shape,
            make_rounded(make_rectangle(0.8, 0.8), 0.2).shape,
            bar(make_rectangle(0.8, 0.6)),
            make_body(test::l_shape(0.7)).shape};
  return {make_ellipsoid({{1, 0.6, 0.5}}),
          make_box({{1, 1.2, 0.6}}),
          make_capsule(1, 0.4, 3),
          make_sphere(0.9, 3),
          make_polyhedron({{{0, 0, 0}}, {{1.3, 0, 0}}, {{0, 1.3, 0}}, {{0, 0, 1.3}}}).shape,
          make_superellipsoid({{0.8, 0.6, 0.5}}, 3, 4),
          make_rounded(make_box({{0.8, 0.8, 0.5}}), 0.2).shape,
          bar(make_box({{0.8, 0.6, 0.4}})),
          make_body(test::torus(0.6, 0.25, 12), {.spacing = 0.06, .band = 0.12}).shape};
}

// The total about the origin; in the plane only the third.
Vec3 angular_momentum(const Bodies& b) {
  Vec3 sum;
  for (std::size_t i = 0; i < b.size(); ++i) {
    sum += b.mass[i] * cross(embed(b.x(i), b.dimension), embed(b.v(i), b.dimension));
    if (b.dimension == 2) {
      sum[2] += b.inertia[i] * b.spin[i];
      continue;
    }
    const Quaternion q = Quaternion::load(&b.orientation[4 * i]);
    Vec3 own = to_body(q, Vec3::load(&b.spin[3 * i]));
    for (std::size_t k = 0; k < 3; ++k) own.c[k] *= b.inertia[3 * i + k];
    sum += to_world(q, own);
  }
  return sum;
}

}  // namespace

TEST_CASE("a block on an incline sticks below tan α = μ, and slides with g(sin α − μ cos α) beyond") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const double mu = 0.3;
    Simulation sticks(block(dimension, std::atan(mu) - 0.01, mu, 1e-3), 1);
    advance(sticks, 300);
    CHECK(std::abs(sticks.bodies().position[0]) < 1e-6);
    const double angle = std::atan(mu) + 0.05;
    Simulation slides(block(dimension, angle, mu, 1e-3), 1);
    advance(slides, 300);
    CHECK(slides.bodies().velocity[0] ==
          doctest::Approx(0.3 * g * (std::sin(angle) - mu * std::cos(angle))).epsilon(1e-6));
    for (const double w : slides.bodies().spin) CHECK(std::abs(w) < 1e-6);
  }
}

TEST_CASE("a body of revolution rolls about its axis down an incline with g sin α/(1 + I/(m a²)), and does not slip") {
  const double angle = 0.4, a = 0.1, quarter = std::numbers::pi / 2;
  const Vec3 x_to_y{{0, 0, quarter}}, z_to_y{{-quarter, 0, 0}};
  struct Roller {
    std::string name;
    ShapePtr shape;
    Vec3 turn;  // of its axis, into that across the slope
  };
  for (const Roller& roller : {Roller{"an oblate spheroid", make_ellipsoid({{a, a, 0.4 * a}}), z_to_y},
                               Roller{"a prolate spheroid", make_ellipsoid({{a, a, 2 * a}}), z_to_y},
                               Roller{"a spheroid about its first axis", make_ellipsoid({{1.5 * a, a, a}}), x_to_y},
                               Roller{"a blunt superellipsoid", make_superellipsoid({{a, a, 1.5 * a}}, 3, 2), z_to_y},
                               Roller{"a capsule", make_capsule(2 * a, a, 3), x_to_y}}) {
    CAPTURE(roller.name);
    Setup setup;
    setup.bodies = test::empty(3);
    add_shape(setup, roller.shape, {{0, 0, a}}, {}, 1000);
    // Turned about its axis also: where it begins to roll makes no difference.
    turned(rotation(roller.turn), {{0, 0.7, 0}}).store(setup.bodies.orientation.data());
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 0, 1}})})});
    setup.forces = {gravity({{g * std::sin(angle), 0, -g * std::cos(angle)}})};
    setup.friction = std::make_shared<Friction>(0.5, FrictionScheme::exact);
    setup.h = 1e-3;
    setup.tolerance = 1e-9;
    const double about_axis = setup.bodies.inertia[roller.turn == x_to_y ? 0 : 2] / (setup.bodies.mass[0] * a * a);
    Simulation s(std::move(setup), 1);
    advance(s, 400);
    const Bodies& b = s.bodies();
    CHECK(b.velocity[0] == doctest::Approx(0.4 * g * std::sin(angle) / (1 + about_axis)).epsilon(1e-6));
    CHECK(a * b.spin[1] == doctest::Approx(b.velocity[0]).epsilon(1e-6));
    CHECK(std::abs(b.velocity[1]) < 1e-6);
  }
}

TEST_CASE("a block topples where tan α exceeds its width over its height") {
  for (const double angle : {std::atan(0.5) - 0.03, std::atan(0.5) + 0.03}) {
    Setup setup;
    setup.bodies = test::empty(2);
    add_shape(setup, make_rectangle(0.2, 0.4), {{0, 0.2, 0}});
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
    setup.forces = {gravity({{g * std::sin(angle), -g * std::cos(angle), 0}})};
    setup.friction = std::make_shared<Friction>(2.0);
    setup.h = 2e-3;
    setup.tolerance = 1e-7;
    Simulation s(std::move(setup), 1);
    advance(s, 600);
    CHECK((std::abs(s.bodies().orientation[0]) > 0.5) == (std::tan(angle) > 0.5));
    if (std::tan(angle) < 0.5) CHECK(std::abs(s.bodies().orientation[0]) < 1e-4);
  }
}

TEST_CASE("a stack of twenty boxes stands") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    Setup setup;
    setup.bodies = test::empty(dimension);
    Vec3 up, down;
    up[dimension - 1] = 1;
    down[dimension - 1] = -g;
    for (int k = 0; k < 20; ++k)
      add_shape(setup, dimension == 3 ? make_box({{1, 1, 1}}) : make_rectangle(1, 1), (k + 0.5) * up);
    setup.obstacles = Obstacles({test::obstacle({half_space({}, up)})});
    setup.forces = {gravity(down)};
    setup.friction = std::make_shared<Friction>(0.5);
    setup.h = 5e-3;
    Simulation s(std::move(setup), 1);
    advance(s, 1000);
    const Bodies& b = s.bodies();
    for (std::size_t i = 0; i < 20; ++i) {
      CHECK(std::abs(b.x(i)[0]) < 3e-3);  // what a solve leaves rocks the stack a little, and goes nowhere
      CHECK(std::abs(b.x(i)[dimension - 1] - (static_cast<double>(i) + 0.5)) < 20 * 1e-4);
    }
  }
}

TEST_CASE("bodies of every shape do not overlap at any time step, and take energy") {
  for (const int dimension : {2, 3})
    for (const double h : {1e-3, 0.05, 1.0, 10.0}) {
      CAPTURE(dimension);
      CAPTURE(h);
      Setup setup = cloud(dimension, kinds_of(dimension), 3, 4);
      setup.h = h;
      Simulation s(std::move(setup), 2);
      double energy = kinetic_energy(s.bodies());
      for (int k = 0; k < 20; ++k) {
        const StepReport report = s.advance();
        CAPTURE(report.message);
        CHECK(report.converged);
        CHECK(report.overlap <= 1e-4 * (1 + 1e-6));
        CHECK(report.contact_work <= 1e-9 * energy);
      }
    }
}

// Rings, with friction, in steps that take everybody past all others: corrections with friction stagnate in these
// clouds, and in the last three so do others, or the first projection.
TEST_CASE("huge steps of bodies that are not convex end without overlap: corrected without friction, or in parts") {
  struct Cloud {
    unsigned seed;
    double h;
    bool halves;
  };
  for (const auto& [seed, h, halves] :
       {Cloud{6, 1, false}, Cloud{13, 10, false}, Cloud{16, 10, false}, Cloud{28, 10, true}, Cloud{40, 10, true}}) {
    CAPTURE(seed);
    Setup setup = cloud(3, kinds_of(3), 3, seed);
    setup.h = h;
    Simulation s(std::move(setup), 2);
    int halvings = 0;
    for (int k = 0; k < 20; ++k) {
      const StepReport report = s.advance();
      REQUIRE_MESSAGE(report.converged, report.message);
      CHECK(report.overlap <= 1e-4 * (1 + 1e-6));
      halvings = std::max(halvings, report.halvings);
    }
    CHECK((halvings > 0) == halves);
  }
}

// A force of contact acts at two points that are the gap apart, on levers of the beginning of the step (of the end,
// where rows are corrected): what is lost of angular momentum goes with h. Free rotation keeps it to rounding.
TEST_CASE("shapes conserve momentum to rounding, and angular momentum to first order in h") {
  for (const int dimension : {2, 3})
    for (const double h : {0.01, 0.005, 0.0025}) {
      CAPTURE(dimension);
      CAPTURE(h);
      Setup setup = cloud(dimension, kinds_of(dimension), 3, 9);
      setup.obstacles = Obstacles();
      setup.forces = {};
      setup.h = h;
      Simulation s(std::move(setup), 1);
      const Bodies& b = s.bodies();
      Vec3 before, after;
      momentum(b, before.c.data());
      const Vec3 turning = angular_momentum(b);
      const std::vector<double> spins = b.spin;
      double all = 0;  // what there is to exchange
      for (std::size_t i = 0; i < b.size(); ++i)
        all += b.mass[i] * norm(embed(b.x(i), dimension)) * norm(embed(b.v(i), dimension));
      advance(s, static_cast<int>(std::lround(0.6 / h)));
      momentum(b, after.c.data());
      CHECK(norm(after - before) < 1e-9);
      CHECK(norm(angular_momentum(b) - turning) < 0.04 * h * all);
      CHECK(b.spin != spins);
    }
}

TEST_CASE("a round ellipsoid, a superellipsoid with exponents 2, a clump of one ball and a sphere do the same") {
  const auto drop = [](const ShapePtr& shape) {
    Setup setup;
    setup.bodies = test::empty(3);
    for (int k = 0; k < 4; ++k) add_shape(setup, shape, {{0.3 * k, 0.2 * k, 1.1 + 2.2 * k}}, {{0.1 * k, 0, 0}});
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 0, 1}})})});
    setup.forces = {gravity({{0, 0, -g}})};
    setup.friction = std::make_shared<Friction>(0.5);
    setup.h = 5e-3;
    setup.tolerance = 1e-8;
    Simulation s(std::move(setup), 1);
    advance(s, 150);
    return s.bodies().position;
  };
  const std::vector<double> sphere = drop(make_sphere(1, 3));
  for (const ShapePtr& shape : {make_ellipsoid({{1, 1, 1}}), make_superellipsoid({{1, 1, 1}}, 2, 2),
                                make_clump({{make_sphere(1, 3), {}}}).shape}) {
    CAPTURE(static_cast<int>(shape->kind()));
    const std::vector<double> round = drop(shape);
    for (std::size_t k = 0; k < sphere.size(); ++k) CHECK(round[k] == doctest::Approx(sphere[k]).epsilon(1e-4));
  }
}

TEST_CASE("shapes meet containers from inside: ellipses and boxes come to rest in a round bowl") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    Setup setup;
    setup.bodies = test::empty(dimension);
    Vec3 x, down;
    down[dimension - 1] = -g;
    x[dimension - 1] = -1;
    add_shape(setup, dimension == 3 ? make_ellipsoid({{0.5, 0.3, 0.2}}) : make_ellipse(0.5, 0.2), x);
    x[0] = 1.2;
    add_shape(setup, dimension == 3 ? make_box({{0.5, 0.5, 0.3}}) : make_rectangle(0.5, 0.3), x);
    setup.obstacles = Obstacles({test::obstacle({ball_inside({}, 2, dimension)})});
    setup.forces = {gravity(down)};
    setup.friction = std::make_shared<Friction>(0.3);
    setup.h = 5e-3;
    Simulation s(std::move(setup), 1);
    advance(s, 400);
    CHECK(s.bodies().x(0)[dimension - 1] < -1.5);
  }
}

TEST_CASE("glued boxes hang together until their adhesion is spent") {
  Setup setup;
  setup.bodies = test::empty(2);
  add_shape(setup, make_rectangle(1, 1), {{0, 0.5, 0}});
  add_shape(setup, make_rectangle(1, 1), {{0, 1.5, 0}}, {{0, -0.5, 0}});
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
  setup.law = gluey({});
  setup.forces = {gravity({})};
  setup.friction = std::make_shared<Friction>(0.5);
  setup.h = 1e-2;
  Simulation s(setup, 1);
  advance(s, 10);
  Setup pulled = setup;
  pulled.forces = {gravity({{0, 2, 0}})};
  Simulation up(std::move(pulled), 1);
  up.restore(s.state());
  advance(up, 10);
  CHECK(std::abs(up.bodies().velocity[3]) < 1e-4);  // it holds, to the tolerance
  advance(up, 60);
  CHECK(up.bodies().velocity[3] > 0.1);  // and lets go
}

TEST_CASE("a run of shapes goes on from its state with the same bits, on any number of threads") {
  std::vector<std::uint64_t> ends;
  for (const int threads : {1, 3}) {
    Setup setup = cloud(3, kinds_of(3), 3, 5);
    Simulation whole(setup, threads);
    advance(whole, 20);
    const State middle = whole.state();
    advance(whole, 20);
    Simulation rest(setup, 1);
    rest.restore(middle);
    advance(rest, 20);
    CHECK(rest.hash() == whole.hash());
    ends.push_back(whole.hash());
  }
  CHECK(ends[0] == ends[1]);
}

TEST_CASE("bodies of all kinds come to rest on walls, triangles, cylinders and solids, without overlap") {
  Setup setup;
  setup.bodies = test::empty(3);
  Pose left, right;
  left.position = {{-0.15, 0, 0}};
  right.position = {{0.15, 0, 0}};
  const ShapePtr dumbbell = make_clump({{make_sphere(0.15, 3), left}, {make_sphere(0.15, 3), right}}).shape;
  const ShapePtr ring = make_body(test::torus(0.25, 0.1, 12), {.spacing = 0.03, .band = 0.06}).shape;
  const ShapePtr kinds[] = {make_box({{0.4, 0.3, 0.2}}), make_ellipsoid({{0.25, 0.15, 0.15}}), make_capsule(0.3, 0.1, 3),
                            dumbbell, ring};
  double z = 1.2;
  for (const ShapePtr& shape : kinds) {
    z += 0.7;
    add_shape(setup, shape, {{0.1 * std::sin(9 * z), 0.1 * std::cos(9 * z), z}});
  }
  // A bowl of four triangles round a hole that a cylinder and an ellipsoid close.
  std::vector<SurfacePtr> bowl;
  const Vec3 rim[] = {{{1, 1, 1}}, {{-1, 1, 1}}, {{-1, -1, 1}}, {{1, -1, 1}}};
  for (int k = 0; k < 4; ++k) bowl.push_back(triangle({{0, 0, 0}}, rim[k], rim[(k + 1) % 4]));
  Pose at;
  at.position = {{0.4, 0, 0.45}};
  setup.obstacles = Obstacles({test::obstacle(bowl), test::obstacle({cylinder({{-1, 0.1, 0.5}}, {{0, 0.1, 0.5}}, 0.1)}),
                               test::obstacle({solid_shape({make_ellipsoid({{0.2, 0.1, 0.1}}), at})}),
                               test::obstacle({rectangle({{-1, -1, -0.2}}, {{2, 0, 0}}, {{0, 2, 0}})})});
  setup.forces = {gravity({{0, 0, -g}})};
  setup.friction = std::make_shared<Friction>(0.3);
  setup.h = 1e-2;
  Simulation s(std::move(setup), 2);
  advance(s, 150);
  for (std::size_t i = 0; i < s.bodies().size(); ++i) CHECK(s.bodies().x(i)[2] > 0.05);  // in the bowl
}

TEST_CASE("bodies from meshes that are not convex keep apart, also where a step takes them further than they are thick") {
  for (const double h : {1e-2, 5e-2}) {
    Setup setup;
    setup.bodies = test::empty(3);
    const ShapePtr ring = make_body(test::torus(0.25, 0.1, 12), {.spacing = 0.03, .band = 0.06}).shape;
    for (int k = 0; k < 6; ++k)
      add_shape(setup, ring, {{0.3 * (k % 2), 0.1 * (k % 3), 0.5 + 0.75 * k}}, {{0.3 * (k % 3 - 1), 0, -2}});
    setup.obstacles = Obstacles({test::box_inside(3, {{-1, -1, 0}}, {{1, 1, 9}})});
    setup.forces = {gravity({{0, 0, -g}})};
    setup.friction = std::make_shared<Friction>(0.3);
    setup.h = h;
    Simulation s(std::move(setup), 2);
    CAPTURE(h);
    advance(s, static_cast<int>(0.8 / h));
  }
}
