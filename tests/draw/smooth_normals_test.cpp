#include "draw/smooth_normals.hpp"

#include <doctest/doctest.h>

#include "geometry/round_shapes.hpp"
#include "geometry/shapes.hpp"

using namespace floc;

namespace {

Vec3 unit(const Vec3& v) { return (1 / norm(v)) * v; }

// The least n · normal(point) over all corners of faces that have normals, and how many have none.
template <class F>
std::pair<double, int> agreement(const Mesh& mesh, F&& normal) {
  const auto normals = smooth_normals(mesh);
  REQUIRE(normals.size() == mesh.faces.size());
  std::pair<double, int> found{1, 0};
  for (std::size_t f = 0; f < normals.size(); ++f) {
    if (normals[f].empty()) ++found.second;
    for (std::size_t k = 0; k < normals[f].size(); ++k)
      found.first =
          std::min(found.first, dot(normals[f][k], normal(mesh.points[static_cast<std::size_t>(mesh.faces[f][k])])));
  }
  return found;
}

}  // namespace

TEST_CASE("smooth normals of a ball's and an ellipsoid's outline are those of the surface, poles included") {
  const auto [ball, flat] = agreement(Sphere(2, 3).mesh(24), unit);
  CHECK(ball > 0.995);
  CHECK(flat == 0);
  const auto [ellipsoid, none] = agreement(Ellipsoid({{1, 0.7, 0.5}}, 3).mesh(24), [](const Vec3& x) {
    return unit({{x[0], x[1] / 0.49, x[2] / 0.25}});
  });
  CHECK(ellipsoid > 0.99);
  CHECK(none == 0);
}

TEST_CASE("a box keeps its edges: no corner of it has a smooth normal") {
  const ShapePtr box = make_box({{1, 2, 3}});
  for (const auto& corners : smooth_normals(box->mesh(24))) CHECK(corners.empty());
}

TEST_CASE("the side of a capsule is smooth round its axis") {
  const Mesh mesh = Capsule(2, 1, 3).mesh(24);
  const auto [least, flat] = agreement(mesh, [](const Vec3& x) {
    const double beyond = std::max(std::abs(x[0]) - 1, 0.0);
    return unit({{x[0] < 0 ? -beyond : beyond, x[1], x[2]}});
  });
  CHECK(least > 0.97);
  CHECK(flat == 0);
}
