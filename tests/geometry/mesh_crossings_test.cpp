#include "geometry/mesh_crossings.hpp"

#include <doctest/doctest.h>

#include "core/quaternion.hpp"
#include "geometry/mesh_cases.hpp"
#include "geometry/sampler.hpp"
#include "geometry/shapes.hpp"

using namespace floc;
using namespace floc::test;

namespace {

ClosedMesh tetrahedron() {
  return {
      3, {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}, {{{0, 2, 1}}, {{0, 1, 3}}, {{1, 2, 3}}, {{0, 3, 2}}}};
}

ClosedMesh both(const ClosedMesh& first, const ClosedMesh& second, const Vec3& shift) {
  ClosedMesh m = first;
  const int before = static_cast<int>(first.points.size());
  for (const Vec3& p : second.points) m.points.push_back(p + shift);
  for (const auto& p : second.pieces) m.pieces.push_back({p[0] + before, p[1] + before, p[2] + before});
  return m;
}

}  // namespace

TEST_CASE("two bodies in one mesh go through each other, touch, lie in each other, or are apart, at any size") {
  for (const double size : {1e-6, 1.0, 1e6}) {
    CAPTURE(size);
    const auto scaled = [&](ClosedMesh m) {
      for (Vec3& p : m.points) p *= size;
      return m;
    };
    const ClosedMesh tetra = tetrahedron(), box = triangulated(make_box({{1, 1, 1}})->mesh(8));
    // The corner of the second goes through the slanted face of the first, which is its third.
    const auto found = find_crossing(scaled(both(tetra, tetra, {{0.3, 0.3, 0.3}})));
    REQUIRE(found);
    CHECK(found->first == 2);
    CHECK(found->second >= 4);
    CHECK(!find_crossing(scaled(both(tetra, tetra, {{0.34, 0.34, 0.34}}))));
    CHECK(!find_crossing(scaled(both(tetra, tetra, {{1, 0, 0}}))));  // corner on corner
    CHECK(!find_crossing(scaled(both(tetra, tetra, {{-1, 0, 0}}))));
    // Edges through the diagonals of faces; face on face.
    CHECK(find_crossing(scaled(both(box, box, {{0.5, 0.5, 0.5}}))));
    CHECK(!find_crossing(scaled(both(box, box, {{1, 0, 0}}))));
    CHECK(!find_crossing(scaled(both(box, box, {{1.01, 0.5, 0.5}}))));
    ClosedMesh small = box;
    for (Vec3& p : small.points) p *= 0.5;
    CHECK(!find_crossing(scaled(both(box, small, {}))));
  }
}

TEST_CASE("meshes of shapes do not go through themselves, a torus that overlaps itself does") {
  Sampler sampler(8);
  for (const ShapePtr& shape :
       {make_sphere(1, 3), make_box({{3, 2, 0.01}}), make_capsule(2, 0.5, 3), make_ellipsoid({{5, 1, 0.2}}),
        make_superellipsoid({{1, 0.7, 0.4}}, 8, 8), make_rounded(make_box({{1, 2, 3}}), 0.2).shape}) {
    ClosedMesh m = triangulated(shape->mesh(48));
    for (Vec3& p : m.points) p = to_world(rotation({{0.3, 1, -0.7}}), p) + Vec3{{100, 20, -7}};
    CHECK(!find_crossing(m));
    CHECK(find_crossing(both(m, m, {{0.003, 0.002, 0.001}})));
  }
  CHECK(!find_crossing(torus(1, 0.9, 24)));
  CHECK(find_crossing(torus(1, 1.2, 24)));
  ClosedMesh dented = torus(1, 0.3, 12);
  dented.points[0] = -1.5 * dented.points[0];  // across the ring
  CHECK(find_crossing(dented));
}

TEST_CASE("the pair that is found is the first one that a look at all pairs finds") {
  Sampler sampler(5);
  for (int trial = 0; trial < 30; ++trial) {
    ClosedMesh soup{3, {}, {}};
    for (int k = 0; k < 40; ++k) {
      const Vec3 x = sampler.point(3, 2);
      for (int c = 0; c < 3; ++c) soup.points.push_back(x + sampler.point(3, 0.5));
      soup.pieces.push_back({3 * k, 3 * k + 1, 3 * k + 2});
    }
    std::optional<std::pair<std::size_t, std::size_t>> first;
    for (std::size_t i = 0; i < 40 && !first; ++i)
      for (std::size_t k = i + 1; k < 40 && !first; ++k)
        if (find_crossing({3, soup.points, {soup.pieces[i], soup.pieces[k]}})) first = {i, k};
    CHECK(find_crossing(soup) == first);
  }
}
