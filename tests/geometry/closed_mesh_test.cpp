#include "geometry/closed_mesh.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "geometry/mesh_cases.hpp"
#include "geometry/sampler.hpp"
#include "geometry/shapes.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("the moments of a closed mesh are those of the body, wherever it is") {
  ClosedMesh box = triangulated(make_box({{1, 2, 3}})->mesh(8));
  for (Vec3& p : box.points) p += Vec3{{1000, -2000, 500}};
  const MassProperties m = mass_properties(moments(check_closed(box)));
  CHECK(m.volume == doctest::Approx(6).epsilon(1e-12));
  CHECK(norm(m.centre - Vec3{{1000, -2000, 500}}) < 1e-9);
  CHECK(m.inertia[0][0] == doctest::Approx(6.5).epsilon(1e-8));
  const MassProperties l = mass_properties(moments(l_shape()));
  CHECK(l.volume == doctest::Approx(3));
  CHECK(norm(l.centre - Vec3{{2.5 / 3, 2.5 / 3, 0}}) < 1e-14);
}

TEST_CASE("a mesh that is inside out is turned round") {
  ClosedMesh ring = torus(1, 0.3, 12);
  const double volume = moments(check_closed(ring)).volume;
  CHECK(volume > 0);
  for (auto& p : ring.pieces) std::swap(p[1], p[2]);
  CHECK(moments(check_closed(ring)).volume == doctest::Approx(volume));
  CHECK(moments(closed_polygon({{{0, 0, 0}}, {{0, 1, 0}}, {{1, 0, 0}}})).volume == doctest::Approx(0.5));
}

TEST_CASE("what is wrong with a mesh is named, with the points and triangles") {
  const ClosedMesh good =
      triangulated(make_polyhedron({{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}).shape->mesh(8));
  CHECK_NOTHROW(check_closed(good));
  ClosedMesh open = good;
  const auto hole = open.pieces.back();
  open.pieces.pop_back();
  CHECK_THROWS_WITH(check_closed(open), "a closed mesh needs at least four triangles");
  open = torus(1, 0.3, 8);
  open.pieces.pop_back();
  CHECK_THROWS_WITH(check_closed(open), doctest::Contains("has one triangle only"));
  ClosedMesh turned = good;
  std::swap(turned.pieces[1][0], turned.pieces[1][1]);
  CHECK_THROWS_WITH(check_closed(turned), doctest::Contains("that are turned opposite ways"));
  ClosedMesh fin = good;
  fin.points.push_back({{3, 3, 3}});
  fin.pieces.push_back({hole[0], hole[1], 4});
  CHECK_THROWS_WITH(check_closed(fin), doctest::Contains("has 3 triangles, and two are expected"));
  ClosedMesh flat = good;
  flat.points[static_cast<std::size_t>(flat.pieces[2][0])] = flat.points[static_cast<std::size_t>(flat.pieces[2][1])];
  CHECK_THROWS_WITH(check_closed(flat), doctest::Contains("is degenerate: it has no area"));
  ClosedMesh far = good;
  far.pieces[0][0] = 17;
  CHECK_THROWS_WITH(check_closed(far), "triangle 1 of a mesh has a point 18, of 4");
  ClosedMesh twice = good;
  for (const Vec3& p : good.points) twice.points.push_back(p + Vec3{{0.2, 0.2, 0.2}});
  for (const auto& p : good.pieces) twice.pieces.push_back({p[0] + 4, p[1] + 4, p[2] + 4});
  CHECK_THROWS_WITH(check_closed(twice), doctest::Contains("of a mesh go through each other"));
  CHECK_THROWS_WITH(closed_polygon({{{0, 0, 0}}, {{1, 1, 0}}, {{1, 0, 0}}, {{0, 1, 0}}}),
                    "segments 1 and 3 of an outline cross each other");
  CHECK_THROWS_WITH(closed_polygon({{{0, 0, 0}}, {{1, 1, 0}}}), "an outline needs at least three segments");
  CHECK_THROWS_WITH(closed_polygon({{{0, 0, 0}}, {{1, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}}),
                    "segment 2 of a mesh is degenerate: it has no length");
}

TEST_CASE("the nearest point of a box's boundary and its side are the exact ones, over faces, edges and corners") {
  const NearestOnMesh box(check_closed(triangulated(make_box({{2, 2, 2}})->mesh(8))));
  Sampler sampler(3);
  for (int trial = 0; trial < 500; ++trial) {
    const Vec3 x = sampler.point(3, 2);
    NearestOnMesh::Found best{1e300, {}, {}};
    for (std::size_t k = 0; k < 12; ++k)
      if (const auto f = box.nearest(k, x); f.square < best.square) best = f;
    double inside = 1e300;
    Vec3 out;
    for (int k = 0; k < 3; ++k) {
      inside = std::min(inside, 1 - std::abs(x[k]));
      out[k] = x[k] - std::clamp(x[k], -1.0, 1.0);
    }
    REQUIRE(NearestOnMesh::distance(best, x) == doctest::Approx(inside > 0 ? -inside : norm(out)).epsilon(1e-13));
  }
}
