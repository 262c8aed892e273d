#include "forces/repulsion.hpp"

#include <doctest/doctest.h>

#include <tuple>
#include <utility>

#include "core/error.hpp"
#include "core/quaternion.hpp"
#include "geometry/body_pose.hpp"
#include "geometry/clump.hpp"
#include "geometry/field_body.hpp"
#include "geometry/frame.hpp"
#include "geometry/motions.hpp"
#include "geometry/shapes.hpp"
#include "geometry/surfaces.hpp"
#include "pair_checks.hpp"

using namespace floc;
using namespace floc::test;

namespace {

const RepulsionParameters parameters{.range = 0.4, .epsilon = 0.1, .epsilon_contact = 0.02};

// The force on a body of radius 1 whose surface is at `gap` above the plane y = 0, and its energy.
struct OnPlane {
  double force, energy;
};
OnPlane on_plane(double gap) {
  Bodies bodies;
  bodies.dimension = 2;
  const double x[2]{3, 1 + gap}, v[2]{};
  bodies.add(x, v, 1, 2, 0);
  const Domain domain;
  Obstacles plane({{"", "#000000", at_rest(), {half_space({}, {{0, 1, 0}})}}});
  Executor executor(1);
  Neighbours neighbours(0, 0, parameters.range);
  neighbours.update(bodies, domain, plane, executor);
  const Surroundings around{{bodies, domain, plane, neighbours, executor}, 0, 0.5, 0.5, 1e-6, 1, 0};
  const auto force = repulsion(parameters);
  std::vector<double> free{0, 0};
  force->add(around, {free});
  CHECK(free[0] == 0);
  return {2 * free[1] / 0.5, force->energy(around)};
}

}  // namespace

TEST_CASE("a pair pushes with (S + D)(ρ − D)²/ε before contact and (S + D)(−D)/ε' in an overlap") {
  const auto force = repulsion(parameters);
  for (double gap : {-0.3, -0.01, 0.01, 0.2, 0.39, 0.41}) {
    Bodies bodies;
    bodies.dimension = 1;
    const double x[2]{0, 3 + gap}, v = 0;
    bodies.add(&x[0], &v, 1, 1, 0);
    bodies.add(&x[1], &v, 2, 1, 0);
    const double expected = gap < 0     ? (3 + gap) * -gap / 0.02
                            : gap < 0.4 ? (3 + gap) * std::pow(0.4 - gap, 2) / 0.1
                                        : 0;
    CHECK(free_velocity(*force, bodies, 0, 1)[1] == doctest::Approx(expected));
    CHECK(free_velocity(*force, bodies, 0, 1)[0] == doctest::Approx(-expected));
  }
}

TEST_CASE("a wall is the mirror image of the body with half of ε and ε'") {
  for (double gap : {-0.3, -0.01, 0.01, 0.15, 0.19}) {
    const double d = 2 * (1 + gap);  // between the centres of the body and of its image
    const double expected = gap < 0 ? d * (2 - d) / 0.01 : d * std::pow(2.4 - d, 2) / 0.05;
    CHECK(on_plane(gap).force == doctest::Approx(expected));
  }
  CHECK(on_plane(0.21).force == 0);
  CHECK(on_plane(0.21).energy == 0);
}

TEST_CASE("the repulsion is minus the gradient of its energy, for pairs and at a wall") {
  for (int dimension = 1; dimension <= 3; ++dimension)
    check_gradient(*repulsion(parameters), random_bodies(30, dimension), 1e-6, 2e-5);
  for (double gap : {-0.2, 0.05, 0.15}) {
    const double step = 1e-6, slope = (on_plane(gap + step).energy - on_plane(gap - step).energy) / (2 * step);
    CHECK(on_plane(gap).force == doctest::Approx(-slope).epsilon(1e-6));
  }
  CHECK(on_plane(-1e-9).energy == doctest::Approx(on_plane(1e-9).energy));  // continuous at contact
}

TEST_CASE("the repulsion conserves momentum to rounding and has the same bits for any number of threads") {
  check_momentum_and_threads(*repulsion(parameters), random_bodies(3000, 2), 3000 * 1000);
}

TEST_CASE("a repulsion that cannot be is refused") {
  CHECK_THROWS_AS(repulsion({.range = 0, .epsilon = 1, .epsilon_contact = 1}), Error);
  CHECK_THROWS_AS(repulsion({.range = 1, .epsilon = 0, .epsilon_contact = 1}), Error);
  CHECK_THROWS_AS(repulsion({.range = 1, .epsilon = 1, .epsilon_contact = -1}), Error);
  CHECK_THROWS_AS(repulsion({.range = INFINITY, .epsilon = 1, .epsilon_contact = 1}), Error);
}

namespace {

// Bodies of shapes, and what the repulsion does to them.
struct Shaped {
  Bodies bodies;
  std::vector<ShapePtr> shapes;
  Obstacles obstacles;
  Domain domain;

  explicit Shaped(int dimension) {
    bodies.dimension = dimension;
    bodies.let_turn();
    bodies.shaped = true;
  }
  void add(const ShapePtr& shape, const Vec3& x, double angle = 0) {
    const MassProperties own = shape->mass_properties();
    const Vec3 v{};
    bodies.add(x.c.data(), v.c.data(), shape->bounding_radius(), own.volume, 0);
    const std::size_t i = bodies.size() - 1;
    bodies.shape[i] = static_cast<std::int32_t>(i);
    shapes.push_back(shape);
    if (bodies.dimension == 2) {
      bodies.orientation[i] = angle;
      bodies.inertia[i] = own.inertia[2][2];
    } else {
      floc::rotation({{0.3 * angle, angle, -0.5 * angle}}).store(&bodies.orientation[4 * i]);
      for (std::size_t k = 0; k < 3; ++k) bodies.inertia[3 * i + k] = own.inertia[k].c[k];
    }
  }
  struct Result {
    std::vector<double> velocity, spin;
    double energy;
  };
  Result push(int threads = 1) {
    Executor executor(threads);
    Neighbours neighbours(0, 0, parameters.range);
    neighbours.update(bodies, domain, obstacles, executor);
    Surroundings around{{bodies, domain, obstacles, neighbours, executor}, 0, 1, 1, 1e-6, 1, 0};
    around.shapes = shapes;
    const auto force = repulsion(parameters);
    Result r{std::vector<double>(bodies.velocity.size()), std::vector<double>(bodies.spin.size()), 0};
    force->add(around, {r.velocity, r.spin});
    r.energy = force->energy(around);
    return r;
  }
};

}  // namespace

TEST_CASE("spheres among shapes push each other and a wall as spheres do") {
  for (const double gap : {-0.1, 0.1, 0.3}) {
    Shaped s(2);
    s.add(make_sphere(1, 2), {});
    s.add(make_sphere(2, 2), {{3 + gap, 0, 0}});
    const double expected = gap < 0 ? (3 + gap) * -gap / 0.02 : (3 + gap) * std::pow(0.4 - gap, 2) / 0.1;
    const Shaped::Result r = s.push();
    CHECK(r.velocity[0] * s.bodies.mass[0] == doctest::Approx(-expected));
    CHECK(r.velocity[2] * s.bodies.mass[1] == doctest::Approx(expected));
    CHECK(std::abs(r.spin[0]) < 1e-12);
  }
  Shaped wall(2);
  wall.obstacles = Obstacles({{"", "#000000", at_rest(), {half_space({}, {{0, 1, 0}})}}});
  wall.add(make_sphere(1, 2), {{3, 1.1, 0}});
  CHECK(wall.push().velocity[1] * wall.bodies.mass[0] == doctest::Approx(on_plane(0.1).force));
  CHECK(wall.push().energy == doctest::Approx(on_plane(0.1).energy));
}

namespace {

// What two shapes have of force and torque together, about 0: nothing, if they keep their momenta.
std::pair<double, double> left_over(const Shaped& s, const Shaped::Result& r) {
  const int dimension = s.bodies.dimension;
  const auto d = static_cast<std::size_t>(dimension);
  Vec3 force, torque;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const Vec3 f = s.bodies.mass[i] * embed(&r.velocity[i * d], dimension);
    force += f;
    torque += cross(embed(s.bodies.x(i), dimension), f);
    if (dimension == 2) {
      torque[2] += s.bodies.inertia[i] * r.spin[i];
      continue;
    }
    const Pose pose = pose_of(s.bodies, i);
    Vec3 l = pose.turn_back(Vec3::load(&r.spin[3 * i]));
    for (int k = 0; k < 3; ++k) l[k] *= s.bodies.inertia[3 * i + static_cast<std::size_t>(k)];
    torque += pose.turn(l);
  }
  return {norm(force), norm(torque)};
}

// −dW/dx of body i along k.
double downhill(Shaped& s, double& x) {
  constexpr double step = 1e-5;
  const double was = x;
  x = was + step;
  const double high = s.push().energy;
  x = was - step;
  const double low = s.push().energy;
  x = was;
  return -(high - low) / (2 * step);
}

// Forces of body 0, and in the plane its torque, against its energy.
void check_downhill(Shaped& s, double epsilon) {
  const Shaped::Result r = s.push();
  const auto d = static_cast<std::size_t>(s.bodies.dimension);
  REQUIRE(r.energy > 0);
  double most = 0;
  for (std::size_t k = 0; k < d * s.bodies.size(); ++k) {
    const double force = r.velocity[k] * s.bodies.mass[k / d];
    CHECK(force == doctest::Approx(downhill(s, s.bodies.position[k])).epsilon(epsilon).scale(1));
    most = std::max(most, std::abs(force));
  }
  CHECK(most > 0.1);
  if (d == 3) return;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const double torque = r.spin[i] * s.bodies.inertia[i];
    CHECK(torque == doctest::Approx(downhill(s, s.bodies.orientation[i])).epsilon(epsilon).scale(1));
  }
}

// A ball, and an egg or something with a flat side, side by side.
ShapePtr dumbbell(int dimension, bool flat = false) {
  Pose left, right;
  left.position = {{-0.6, 0, 0}};
  right.position = {{0.5, 0.1, 0}};
  const ShapePtr egg = dimension == 3 ? make_ellipsoid({{0.5, 0.3, 0.4}}) : make_ellipse(0.5, 0.3);
  return make_clump({{make_sphere(0.5, dimension), left}, {flat ? make_capsule(0.5, 0.3, dimension) : egg, right}})
      .shape;
}

// A square with a bay in one side; an octahedron with one side pushed in.
ShapePtr dented(int dimension) {
  if (dimension == 2)
    return make_body(closed_polygon({{{-1, -1, 0}}, {{1, -1, 0}}, {{1, 1, 0}}, {{0, 0.3, 0}}, {{-1, 1, 0}}}),
                     {.spacing = 0.02})
        .shape;
  ClosedMesh m{3, {}, {}};
  for (int k = 0; k < 3; ++k)
    for (const double side : {1.0, -1.0}) m.points.push_back(side * axis_vector(k));
  m.points.push_back({{0.15, 0.15, 0.15}});
  m.pieces = {{0, 2, 6}, {2, 4, 6}, {4, 0, 6}, {2, 1, 4}, {1, 3, 4},
              {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  return make_body(std::move(m), {.spacing = 0.04}).shape;
}

}  // namespace

TEST_CASE("force and torque between shapes are the gradient of their energy, and keep both momenta") {
  for (const int dimension : {2, 3})
    for (const bool wall : {false, true}) {
      Shaped s(dimension);
      const Vec3 up = axis_vector(dimension - 1);
      if (wall) {
        s.obstacles = Obstacles({{"", "#000000", at_rest(), {half_space({}, up)}}});
        s.add(dimension == 3 ? make_ellipsoid({{1, 0.6, 0.5}}) : make_ellipse(1, 0.5), 0.75 * up, 0.4);
      } else {
        s.add(dimension == 3 ? make_ellipsoid({{1, 0.6, 0.5}}) : make_ellipse(1, 0.5), {}, 0.4);
        s.add(dimension == 3 ? make_ellipsoid({{0.8, 0.6, 0.7}}) : make_ellipse(0.8, 0.6),
              Vec3{{0.3, 0.1, 0}} + 1.3 * up, -0.7);
      }
      CAPTURE(dimension);
      CAPTURE(wall);
      check_downhill(s, 1e-4);
      if (wall) continue;
      const auto [force, torque] = left_over(s, s.push());
      CHECK(force < 1e-12);
      CHECK(torque < 1e-10);
    }
}

// Where flat sides lie on each other there are points beside the nearest ones, at the corners of what both cover. These
// corners move with the bodies, and the normal is that of the pair: the push is the gradient to their tilt only.
TEST_CASE("clumps push by parts: the push is the gradient of their energy, and keeps both momenta") {
  for (const int dimension : {2, 3})
    for (const bool flat : {false, true})
      for (const double apart : {1.05, 1.25}) {
        CAPTURE(dimension);
        CAPTURE(flat);
        CAPTURE(apart);
        Shaped s(dimension);
        s.add(dumbbell(dimension, flat), {}, 0.3);
        s.add(dumbbell(dimension, flat), Vec3{{0.2, 0, 0}} + apart * axis_vector(dimension - 1), -0.5);
        check_downhill(s, flat ? 1e-2 : 1e-4);
        const auto [force, torque] = left_over(s, s.push());
        CHECK(force < 1e-11);
        CHECK(torque < 1e-10);
      }
}

// Gaps of meshes are those of points in a band that is interpolated: the push has the direction of the distances there,
// to the second order of their grids.
TEST_CASE("meshes push each other and keep both momenta; the push is the gradient of their energy, to their grids") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    Shaped s(dimension);
    s.add(dented(dimension), {}, 0.1);
    s.add(make_sphere(0.5, dimension), (dimension == 2 ? 1.4 : 1.45) * axis_vector(dimension - 1) + Vec3{{0.2, 0, 0}});
    check_downhill(s, 0.05);
    auto [force, torque] = left_over(s, s.push());
    CHECK(force < 1e-11);
    CHECK(torque < 1e-10);
    Shaped two(dimension);
    two.add(dented(dimension), {}, 0.1);
    two.add(dented(dimension), (dimension == 2 ? 1.9 : 1.6) * axis_vector(dimension - 1) + Vec3{{0.2, 0, 0}}, 0.7);
    const Shaped::Result r = two.push();
    REQUIRE(r.energy > 0);
    std::tie(force, torque) = left_over(two, r);
    CHECK(force < 1e-11);
    CHECK(torque < 1e-10);
  }
}

TEST_CASE("containers and solids push shapes with the gradient of their energy") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const bool space = dimension == 3;
    const Vec3 up = axis_vector(dimension - 1);
    const ShapePtr egg = space ? make_ellipsoid({{1, 0.6, 0.5}}) : make_ellipse(1, 0.5);
    const auto meets = [&](std::vector<SurfacePtr> surfaces, const ShapePtr& shape, const Vec3& x) {
      Shaped s(dimension);
      s.obstacles = Obstacles({{"", "#000000", at_rest(), std::move(surfaces)}});
      s.add(shape, x, 0.4);
      check_downhill(s, 1e-3);
    };
    meets({ball_inside({}, 3, dimension)}, egg, 2.35 * up + Vec3{{0.3, 0, 0}});
    meets({ball_inside({}, 3, dimension)}, dumbbell(dimension), 2.3 * up);
    meets({ball({}, 1, dimension)}, egg, 1.6 * up + Vec3{{0.3, 0, 0}});
    meets({solid_box({{-3, -1, -1}}, {{3, 1, 1}}, dimension)}, egg, 1.6 * up);
    meets({solid_shape({make_capsule(1, 0.5, dimension), {}})}, egg, 1.05 * up + Vec3{{0.6, 0, 0}});
    if (space) meets({cylinder_inside({{-2, 0, 0}}, {{2, 0, 0}}, 3)}, egg, 2.4 * up);
  }
}

TEST_CASE("a box that lies on a wall is pushed at its corners, and does not turn") {
  Shaped s(3);
  s.obstacles = Obstacles({{"", "#000000", at_rest(), {half_space({}, {{0, 0, 1}})}}});
  s.add(make_box({{1, 1, 0.5}}), {{0, 0, 0.3}});
  const Shaped::Result r = s.push(2);
  CHECK(r.velocity[2] > 0);
  for (const double w : r.spin) CHECK(std::abs(w) < 1e-12);
}
