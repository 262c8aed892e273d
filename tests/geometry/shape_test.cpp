#include "geometry/shape.hpp"

#include <doctest/doctest.h>

#include "geometry/shape_cases.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// Moments of the body that a fine mesh encloses, by the divergence theorem.
Moments enclosed(const Mesh& mesh) {
  Moments m;
  for (const auto& line : mesh.lines)
    for (std::size_t k = 0; k + 1 < line.size(); ++k) m += cone_moments(mesh.points[line[k]], mesh.points[line[k + 1]]);
  for (const auto& face : mesh.faces)
    for (std::size_t k = 1; k + 1 < face.size(); ++k)
      m += cone_moments(mesh.points[face[0]], mesh.points[face[k]], mesh.points[face[k + 1]]);
  return m;
}

}  // namespace

TEST_CASE("volume and inertia of every shape are those of its mesh, to the second order of the mesh") {
  for (const int dimension : {2, 3})
    for (const ShapeCase& c : convex_shapes(dimension)) {
      CAPTURE(c.name);
      const int fine = dimension == 2 ? 512 : 96;
      const MassProperties exact = c.shape->mass_properties();
      const MassProperties coarse = mass_properties(enclosed(c.shape->mesh(fine / 2)));
      const MassProperties finer = mass_properties(enclosed(c.shape->mesh(fine)));
      // Richardson: the error of a mesh is of second order in its size (of polytopes there is none).
      const double volume = (4 * finer.volume - coarse.volume) / 3;
      const double bound = c.name.starts_with("pointed") ? 2e-3 : dimension == 2 ? 1e-6 : 2e-4;
      CHECK(exact.volume == doctest::Approx(volume).epsilon(bound));
      for (int k = dimension == 2 ? 2 : 0; k < 3; ++k) {
        const double inertia = (4 * finer.inertia[k][k] - coarse.inertia[k][k]) / 3;
        CHECK(exact.inertia[k][k] == doctest::Approx(inertia).epsilon(2 * bound));
      }
    }
}

TEST_CASE("every shape has its centre of mass at 0 and principal axes") {
  for (const int dimension : {2, 3})
    for (const ShapeCase& c : convex_shapes(dimension)) {
      CAPTURE(c.name);
      const MassProperties m = c.shape->mass_properties();
      CHECK(norm(m.centre) < 1e-14);
      if (dimension == 3)
        for (int i = 0; i < 3; ++i)
          for (int k = 0; k < 3; ++k)
            if (i != k) CHECK(std::abs(m.inertia[i][k]) < 1e-13);
    }
}

TEST_CASE("the support point is in the shape and no boundary point is further along the normal") {
  Sampler sampler(3);
  for (const int dimension : {2, 3})
    for (const ShapeCase& c : convex_shapes(dimension)) {
      CAPTURE(c.name);
      const std::vector<Vec3> boundary = c.shape->markers(0.2);
      for (int k = 0; k < 50; ++k) {
        const Vec3 n = sampler.unit(dimension), s = c.shape->support(n);
        double most = -1e300;
        for (const Vec3& p : boundary) most = std::max(most, dot(n, p));
        REQUIRE(dot(n, s) >= most - 1e-12);
        REQUIRE(dot(n, s) <= most + 0.05);
        REQUIRE(norm(s) <= c.shape->bounding_radius() * (1 + 1e-14));
        REQUIRE(dot(n, s) >= c.shape->inner_radius() * (1 - 1e-14));
      }
    }
}

TEST_CASE("bounding and inner radius are reached") {
  Sampler sampler(5);
  for (const int dimension : {2, 3})
    for (const ShapeCase& c : convex_shapes(dimension)) {
      CAPTURE(c.name);
      double most = 0, least = 1e300;
      for (const Vec3& p : c.shape->markers(0.04)) most = std::max(most, norm(p));
      for (int k = 0; k < 4000; ++k) {
        const Vec3 n = sampler.unit(dimension);
        least = std::min(least, dot(n, c.shape->support(n)));
      }
      CHECK(most == doctest::Approx(c.shape->bounding_radius()).epsilon(3e-3));
      CHECK(least >= c.shape->inner_radius() * (1 - 1e-14));
      // Corners of h at the normals of faces are hit by chance only.
      CHECK(least <= c.shape->inner_radius() * 1.15);
    }
}

TEST_CASE("markers are no further apart than asked for, and each stands once") {
  const std::vector<Vec3> square = make_rectangle(1, 1)->markers(0.1);
  CHECK(square.size() == 64);  // sides halved until a sixteenth
  for (std::size_t i = 0; i < square.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) REQUIRE(norm(square[i] - square[k]) > 0.06);
  const std::vector<Vec3> ball = make_sphere(1, 3)->markers(0.2);
  Sampler sampler(1);
  for (int k = 0; k < 300; ++k) {
    const Vec3 u = sampler.unit(3);
    double nearest = 1e300;
    for (const Vec3& p : ball) nearest = std::min(nearest, norm(p - u));
    REQUIRE(nearest < 0.2);
  }
}
