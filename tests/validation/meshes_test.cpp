// Sharp bodies from meshes: no overlap at any time step, by their surfaces alone.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "forces/gravity.hpp"
#include "geometry/field_body.hpp"
#include "geometry/mesh_cases.hpp"
#include "support/mesh_overlap.hpp"
#include "support/shapes.hpp"

using namespace floc;
using test::add_shape;

namespace {

constexpr double g = 9.81;

ShapePtr body_of(ClosedMesh mesh) { return make_body(std::move(mesh), {.spacing = 0.1, .band = 0.2}).shape; }

// What is convex is there as a mesh and as what it is.
std::vector<ShapePtr> sharp_kinds(int dimension) {
  if (dimension == 2) {
    std::vector<Vec3> star;
    for (int k = 0; k < 10; ++k) {
      const double r = k % 2 ? 0.4 : 0.9, angle = std::numbers::pi * k / 5;
      star.push_back({{r * std::cos(angle), r * std::sin(angle), 0}});
    }
    return {body_of(test::l_shape(0.7)), body_of(closed_polygon(star)), make_rectangle(1.2, 0.8),
            make_rounded(make_rectangle(0.9, 0.2), 0.1).shape};
  }
  const ShapePtr box = make_box({{1, 1.2, 0.8}});
  const ShapePtr tetrahedron = make_polyhedron({{{1, 1, 1}}, {{1, -1, -1}}, {{-1, 1, -1}}, {{-1, -1, 1}}}).shape;
  return {body_of(test::triangulated(box->mesh(8))),
          body_of(test::triangulated(tetrahedron->mesh(8))),
          body_of(test::dented_ball(3)),
          box,
          body_of(test::torus(0.6, 0.25, 6)),
          tetrahedron};
}

// Bodies that fall on the ground and on a wall that stands on it, and on each other.
Setup heap(int dimension, double h, unsigned seed) {
  Setup setup;
  setup.bodies = test::empty(dimension);
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  const std::vector<ShapePtr> kinds = sharp_kinds(dimension);
  const int layers = dimension == 3 ? 3 : 5;
  for (int layer = 0; layer < layers; ++layer)
    for (int j = 0; j < (dimension == 3 ? 2 : 1); ++j)
      for (int i = 0; i < 2; ++i) {
        Vec3 x{{3.1 * i - 1.55, dimension == 3 ? 3.1 * j - 1.55 : 3.2 + 3.1 * layer, 3.2 + 3.1 * layer}}, v;
        if (dimension == 2) x[2] = 0;
        for (int c = 0; c < dimension; ++c) v[c] = normal(random);
        add_shape(setup, kinds[setup.bodies.size() % kinds.size()], x, v);
      }
  for (double& w : setup.bodies.spin) w = 2 * normal(random);
  Vec3 up;
  up[dimension - 1] = 1;
  const SurfacePtr wall = dimension == 3 ? rectangle({{-2, -0.3, 0}}, {{4, 0.6, 0}}, {{0, 0, 1.2}})
                                         : segment({{-0.2, 0, 0}}, {{0.2, 1.2, 0}});
  const Vec3 corner{{-3.5, dimension == 3 ? -3.5 : 0, 0}}, far{{3.5, dimension == 3 ? 3.5 : 40, 40}};
  std::vector<Obstacle> obstacles{test::box_inside(dimension, corner, far), test::obstacle({wall})};
  if (dimension == 3) {
    obstacles.push_back(test::obstacle({cylinder({{-3, 2.2, 0.4}}, {{3, 2.2, 0.4}}, 0.4)}));
    obstacles.push_back(test::obstacle({triangle({{-3, -3, 0.1}}, {{0, -3, 0.3}}, {{-3, -1, 1.5}})}));
  }
  setup.obstacles = Obstacles(std::move(obstacles));
  setup.forces = {gravity(-g * up)};
  setup.friction = std::make_shared<Friction>(0.4);
  setup.h = h;
  return setup;
}

// Of edges of bodies and of obstacles that are solids.
double solid_overlap(const Simulation& s) {
  double worst = 0;
  const Obstacles& all = s.setup().obstacles;
  for (std::size_t k = 0; k < all.surfaces(); ++k) {
    Pose own;
    const ShapePtr solid = all.surface(k).solid(own);
    if (!solid) continue;
    const test::PlacedSurface surface = test::surface_of(*solid, all.end(k) * own);
    for (std::size_t i = 0; i < s.bodies().size(); ++i)
      worst = std::max(
          worst, test::overlap_of(test::surface_of(*s.setup().shapes[static_cast<std::size_t>(s.bodies().shape[i])],
                                                   pose_of(s.bodies(), i)),
                                  surface));
  }
  return worst;
}

// The deepest point of a wall in a body: of a grid on it, its rim among them.
double wall_overlap(const Simulation& s, const Vec3& corner, const Vec3& u, const Vec3& v) {
  double worst = 0;
  for (std::size_t i = 0; i < s.bodies().size(); ++i) {
    const test::PlacedSurface body =
        test::surface_of(*s.setup().shapes[static_cast<std::size_t>(s.bodies().shape[i])], pose_of(s.bodies(), i));
    constexpr int parts = 40;
    for (int p = 0; p <= parts; ++p)
      for (int q = 0; q <= parts; ++q) {
        const Vec3 x = corner + (1.0 * p / parts) * u + (1.0 * q / parts) * v;
        if (norm(x - body.centre) < body.radius && test::is_inside(body, x))
          worst = std::max(worst, test::distance_to_surface(body, x));
      }
  }
  return worst;
}

}  // namespace

TEST_CASE("sharp bodies from meshes do not overlap at any time step, by the edges of their surfaces") {
  for (const int dimension : {2, 3})
    for (const double h : {1e-3, 1e-2, 0.1, 1.0}) {
      CAPTURE(dimension);
      CAPTURE(h);
      Simulation s(heap(dimension, h, 4), 2);
      const Bodies& b = s.bodies();
      double mean = 0;
      for (const double r : b.radius) mean += r / static_cast<double>(b.size());
      const int steps = h < 0.05 ? static_cast<int>(std::lround(1.5 / h)) : 15, every = std::max(1, steps / 15);
      for (int k = 1; k <= steps; ++k) {
        const StepReport report = s.advance();
        CAPTURE(k);
        CAPTURE(report.message);
        REQUIRE(report.converged);
        REQUIRE(report.overlap <= s.setup().tolerance * (1 + 1e-6));
        if (k % every != 0) continue;
        const double most = s.setup().tolerance * mean * (1 + 1e-6);
        REQUIRE(test::worst_surface_overlap(s) <= most);
        REQUIRE(solid_overlap(s) <= most);
        if (dimension == 3) REQUIRE(wall_overlap(s, {{-2, -0.3, 0}}, {{4, 0.6, 0}}, {{0, 0, 1.2}}) <= most);
        if (dimension == 2) REQUIRE(wall_overlap(s, {{-0.2, 0, 0}}, {{0.4, 1.2, 0}}, {}) <= most);
      }
    }
}

TEST_CASE("points of bodies from meshes do not leave a bowl or a drum") {
  for (const bool drum : {false, true}) {
    CAPTURE(drum);
    Setup setup;
    setup.bodies = test::empty(3);
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    const std::vector<ShapePtr> kinds = sharp_kinds(3);
    for (int k = 0; k < 4; ++k) {
      const Vec3 x{{k < 2 ? -1.6 : 1.6, k % 2 ? -1.6 : 1.6, 0}};
      add_shape(setup, kinds[static_cast<std::size_t>(k < 3 ? k : 4)], x, {{normal(random), normal(random), -3}});
    }
    for (double& w : setup.bodies.spin) w = 2 * normal(random);
    constexpr double radius = 5;
    setup.obstacles = Obstacles(
        {test::obstacle({drum ? cylinder_inside({{0, -9, 0}}, {{0, 18, 0}}, radius) : ball_inside({}, radius, 3)})});
    setup.forces = {gravity({{0, 0, -g}})};
    setup.friction = std::make_shared<Friction>(0.4);
    setup.h = 1e-2;
    Simulation s(std::move(setup), 2);
    for (int k = 0; k < 200; ++k) {
      const StepReport report = s.advance();
      CAPTURE(k);
      REQUIRE(report.converged);
      for (std::size_t i = 0; i < s.bodies().size(); ++i) {
        const auto& body =
            static_cast<const FieldBody&>(*s.setup().shapes[static_cast<std::size_t>(s.bodies().shape[i])]);
        for (std::size_t p = 0; p < body.corners(); ++p) {
          const Vec3 x = pose_of(s.bodies(), i).to_world(body.corner(p));
          REQUIRE((drum ? std::hypot(x[0], x[2]) : norm(x)) <= radius + 1e-4);
        }
      }
    }
  }
}

// All their edges lie in each other's sides.
TEST_CASE("equal cubes from meshes and boxes that stand flush on each other do not sink into each other") {
  for (const double h : {1e-3, 1e-2}) {
    Setup setup;
    setup.bodies = test::empty(3);
    const ShapePtr box = make_box({{1, 1, 1}}), mesh = body_of(test::triangulated(box->mesh(8)));
    for (int k = 0; k < 4; ++k) add_shape(setup, k == 1 ? box : mesh, {{0, 0, 0.501 + 1.001 * k}});
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 0, 1}})})});
    setup.forces = {gravity({{0, 0, -g}})};
    setup.friction = std::make_shared<Friction>(0.5);
    setup.h = h;
    Simulation s(std::move(setup), 1);
    CAPTURE(h);
    for (int k = 0; k < static_cast<int>(0.5 / h); ++k) {
      const StepReport report = s.advance();
      CAPTURE(k);
      REQUIRE(report.converged);
      for (std::size_t i = 0; i < 4; ++i) {
        const double below = i == 0 ? -0.5 : s.bodies().x(i - 1)[2];
        REQUIRE(s.bodies().x(i)[2] - below >= 1 - 1e-4);
        REQUIRE(s.bodies().x(i)[2] - below <= 1.005);
        REQUIRE(std::abs(s.bodies().x(i)[0]) < 1e-3);
      }
    }
  }
}
