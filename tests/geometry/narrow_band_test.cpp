#include "geometry/narrow_band.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "geometry/mesh_cases.hpp"
#include "geometry/sampler.hpp"
#include "geometry/shapes.hpp"

using namespace floc;
using namespace floc::test;

namespace {

double brute_distance(const NearestOnMesh& mesh, const Vec3& x) {
  NearestOnMesh::Found best{1e300, {}, {}};
  for (std::size_t k = 0; k < mesh.mesh().pieces.size(); ++k)
    if (const auto f = mesh.nearest(k, x); f.square < best.square) best = f;
  return NearestOnMesh::distance(best, x);
}

}  // namespace

TEST_CASE("distances at the nodes of the band are exact, in the plane and in space, and ± the band beyond it") {
  Sampler sampler(1);
  std::vector<Vec3> stone;
  for (int k = 0; k < 40; ++k) stone.push_back(sampler.unit(3));
  const std::vector<ClosedMesh> meshes{l_shape(), triangulated(make_ellipse(1, 0.3)->mesh(50)), torus(1, 0.35, 14),
                                       triangulated(make_polyhedron(stone).shape->mesh(8))};
  for (const ClosedMesh& m : meshes)
    for (const double band : {0.2, 0.7}) {
      const NearestOnMesh mesh(check_closed(m));
      const NarrowBand field(mesh, 0.1, band);
      std::size_t in_band = 0;
      for (std::size_t k = 0; k < field.nodes(); ++k) {
        if (k % 3 != 0 && m.dimension == 3) continue;
        const double exact = brute_distance(mesh, field.node(k));
        REQUIRE(field.at_node(k) == doctest::Approx(std::clamp(exact, -band, band)).epsilon(1e-12));
        in_band += std::abs(exact) <= band;
      }
      if (m.dimension == 2) CHECK(in_band == field.in_band());
    }
}

TEST_CASE("they are exact also where pieces are much smaller than the spacing, and for a plate thinner than it") {
  const double spacing = 0.2;
  for (const ClosedMesh& m : {triangulated(make_ellipsoid({{1, 0.8, 0.6}})->mesh(48)), torus(1, 0.4, 40),
                              triangulated(make_box({{1.5, 1, 0.05}})->mesh(8))}) {
    const NearestOnMesh mesh(check_closed(m));
    const NarrowBand field(mesh, spacing, 3 * spacing);
    for (std::size_t k = 0; k < field.nodes(); ++k) {
      const double exact = brute_distance(mesh, field.node(k));
      REQUIRE(field.at_node(k) == doctest::Approx(std::clamp(exact, -3 * spacing, 3 * spacing)).epsilon(1e-12));
    }
  }
}

TEST_CASE("the square of a distance alone is that of the nearest point, or not below what was asked for") {
  Sampler sampler(5);
  for (const ClosedMesh& m : {l_shape(), torus(1, 0.35, 14)}) {
    const NearestOnMesh mesh(check_closed(m));
    for (int k = 0; k < 2000; ++k) {
      const auto piece = static_cast<std::size_t>(sampler.between(0, static_cast<double>(m.pieces.size())));
      const Vec3 x = sampler.point(m.dimension, 2);
      const NearestOnMesh::Found found = mesh.nearest(piece, x);
      REQUIRE(mesh.square(piece, x, 1e300) == doctest::Approx(found.square).epsilon(1e-10));
      REQUIRE(mesh.square(piece, x, 0.5 * found.square) >= 0.5 * found.square);
      if (!mesh.hides(piece, found, x)) continue;
      for (const int other : mesh.around(piece))
        REQUIRE(mesh.nearest(static_cast<std::size_t>(other), x).square >= found.square * (1 - 1e-12));
    }
  }
}

TEST_CASE("where all distances are asked for they are exact at all nodes, and beyond the grid they go on") {
  for (const ClosedMesh& m : {l_shape(), torus(1, 0.35, 14)}) {
    const NearestOnMesh mesh(check_closed(m));
    const NarrowBand field(mesh, 0.05, 0.1, NarrowBand::Reach::all), narrow(mesh, 0.05, 0.1);
    CHECK(field.in_band() == narrow.in_band());
    double deepest = 0;
    for (std::size_t k = 0; k < field.nodes(); k += m.dimension == 3 ? 7 : 1) {
      const double exact = brute_distance(mesh, field.node(k));
      REQUIRE(field.at_node(k) == doctest::Approx(exact).epsilon(1e-12));
      deepest = std::min(deepest, exact);
    }
    CHECK(deepest < -0.2);
    Sampler sampler(3);
    for (int k = 0; k < 300; ++k) {
      const Vec3 x = sampler.point(m.dimension, 4), y = x + 1e-3 * sampler.unit(m.dimension);
      const SurfacePoint there = field.at(x);
      const double exact = brute_distance(mesh, x);
      REQUIRE(there.distance > exact - 0.02);
      REQUIRE(there.distance < exact + 0.25 * std::abs(exact) + 0.05);
      REQUIRE(std::abs(there.distance - field.distance(y)) < 0.05);
    }
  }
}

TEST_CASE("between nodes the distance is of second order in the spacing, and the gradient of first") {
  // A disc and a ball with many pieces: smooth but for 1e-4.
  for (const int dimension : {2, 3}) {
    const NearestOnMesh mesh(check_closed(triangulated(make_sphere(1, dimension)->mesh(dimension == 2 ? 4000 : 160))));
    double error[2] = {0, 0}, slope[2] = {0, 0};
    for (int fine = 0; fine < 2; ++fine) {
      const NarrowBand field(mesh, fine ? 0.075 : 0.15, 0.45);
      Sampler sampler(2);
      for (int k = 0; k < 2000; ++k) {
        const Vec3 x = sampler.between(0.8, 1.2) * sampler.unit(dimension);
        const SurfacePoint p = field.at(x);
        REQUIRE(field.distance(x) == p.distance);
        error[fine] = std::max(error[fine], std::abs(p.distance - (norm(x) - 1)));
        slope[fine] = std::max(slope[fine], norm(p.normal - direction(x, {}).unit));
      }
    }
    MESSAGE("dimension ", dimension, ": distance off by ", error[0], " and ", error[1], ", gradient by ", slope[0],
            " and ", slope[1]);
    CHECK(std::log2(error[0] / error[1]) > 1.7);
    CHECK(std::log2(slope[0] / slope[1]) > 0.8);
  }
}

TEST_CASE("far from the grid a bound tells more than the band, and never more than the distance") {
  const NearestOnMesh mesh(check_closed(torus(1, 0.35, 14)));
  const NarrowBand field(mesh, 0.1, 0.2);
  Sampler sampler(4);
  double most = 0;
  for (int k = 0; k < 500; ++k) {
    const Vec3 x = sampler.point(3, 3);
    const double bound = field.distance_bound(x);
    REQUIRE(bound <= brute_distance(mesh, x) + 0.02);
    most = std::max(most, bound);
  }
  CHECK(most > 1);
}

TEST_CASE("the work of a band grows with its width, and not with the volume of the grid") {
  const NearestOnMesh mesh(check_closed(torus(1, 0.4, 24)));
  const NarrowBand narrow(mesh, 0.05, 0.1), wide(mesh, 0.05, 0.2);
  CHECK(wide.in_band() * 10 < narrow.in_band() * 22);
  CHECK(wide.in_band() * 10 > narrow.in_band() * 16);
  CHECK(narrow.in_band() < narrow.nodes() / 4);
}

TEST_CASE("grids that are too fine, too narrow or nothing are named") {
  const NearestOnMesh mesh(l_shape());
  CHECK_THROWS_WITH(NarrowBand(mesh, 0, 1), "the spacing of a distance field has to be positive and finite");
  CHECK_THROWS_WITH(NarrowBand(mesh, 0.1, 0.15), "the band of a distance field has to be at least two spacings wide");
  CHECK_THROWS_WITH(NarrowBand(mesh, 1e-5, 1e-4), "a distance field with more than 2e8 nodes: make its spacing larger");
}
