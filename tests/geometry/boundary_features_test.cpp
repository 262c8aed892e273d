#include "geometry/boundary_features.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "geometry/mesh_cases.hpp"
#include "geometry/sampler.hpp"
#include "geometry/shapes.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("edges are those between faces at an angle, convex ones first; points inside flat faces are no corners") {
  ClosedMesh cube = triangulated(make_box({{1, 1, 1}})->mesh(8));
  const BoundaryFeatures box(cube);
  CHECK(box.edges().size() == 12);
  CHECK(box.corners().size() == 8);
  for (const BoundaryEdge& e : box.edges()) {
    CHECK(e.convex);
    CHECK(e.length == doctest::Approx(1));
    for (std::size_t side = 0; side < 2; ++side) {
      CHECK(dot(e.into[side], e.normal[side]) == doctest::Approx(0));
      CHECK(dot(e.into[side], e.at) < 0);
      CHECK(dot(e.normal[side], e.at) == doctest::Approx(0.5));
    }
    const Vec3 out = direction(e.normal[0] + e.normal[1], {}).unit;
    CHECK(BoundaryFeatures::sticks_out(e, out));
    CHECK(!BoundaryFeatures::sticks_out(e, -out));
    CHECK(!BoundaryFeatures::sticks_out(e, e.into[0]));
  }
  for (const int corner : box.corners()) {
    const Vec3 out = direction(box.mesh().points[static_cast<std::size_t>(corner)], {}).unit;
    CHECK(box.sticks_out(corner, out));
    CHECK(!box.sticks_out(corner, -out));
  }
  // A point in the middle of a face.
  cube.points.push_back(cube.points[0]);
  const std::array<int, 3> face = cube.pieces[0];
  const auto point = [&](std::size_t k) { return cube.points[static_cast<std::size_t>(face[k])]; };
  cube.points.back() = (1.0 / 3) * (point(0) + point(1) + point(2));
  cube.pieces.erase(cube.pieces.begin());
  for (std::size_t k = 0; k < 3; ++k) cube.pieces.push_back({face[k], face[(k + 1) % 3], 8});
  const BoundaryFeatures finer(check_closed(cube));
  CHECK(finer.edges().size() == 12);
  CHECK(finer.corners().size() == 8);

  const BoundaryFeatures ring(torus(1, 0.4, 8));
  const auto first_dent = std::ranges::find(ring.edges(), false, &BoundaryEdge::convex);
  CHECK(first_dent != ring.edges().begin());
  CHECK(first_dent != ring.edges().end());
  CHECK(std::all_of(first_dent, ring.edges().end(), [](const BoundaryEdge& e) { return !e.convex; }));
}

TEST_CASE("the exact distance to a boundary is that to its nearest piece, with its gradient") {
  Sampler sampler(4);
  for (const ClosedMesh& mesh : {l_shape(), torus(1, 0.35, 9), dented_ball(3)}) {
    const BoundaryFeatures features(mesh);
    for (int n = 0; n < 300; ++n) {
      const Vec3 x = sampler.point(mesh.dimension, 1.5);
      double square = std::numeric_limits<double>::infinity(), right = 0;
      for (std::size_t k = 0; k < mesh.pieces.size(); ++k)
        if (const auto f = features.nearest().nearest(k, x); f.square < square) {
          square = f.square;
          right = NearestOnMesh::distance(f, x);
        }
      const BoundaryFeatures::Place found = features.place(x, std::numeric_limits<double>::infinity());
      REQUIRE(found.found);
      REQUIRE(std::abs(found.distance) == doctest::Approx(std::abs(right)).epsilon(1e-12));
      REQUIRE(norm(x - found.distance * found.normal - found.point) < 1e-12);
      REQUIRE(features.place(x, 1.001 * std::abs(right)).distance == found.distance);
      REQUIRE(!features.place(x, 0.999 * std::abs(right)).found);
      // The nearest piece is a minimum; there is no other below it.
      bool any = false;
      for (std::size_t k = 0; k < mesh.pieces.size(); ++k)
        if (features.is_minimum(k, x)) any = any || features.place_on(k, x).distance == found.distance;
      REQUIRE(any);
    }
  }
}
