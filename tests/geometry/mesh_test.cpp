#include "geometry/mesh.hpp"

#include <doctest/doctest.h>

#include "sampler.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a circle is anticlockwise about its axis, and a tube looks outwards until it is flipped") {
  Mesh mesh;
  const Frame frame(direction(Vec3{{1, 2, 3}}, {}).unit);
  const auto lower = add_circle(mesh, {}, frame, 2), upper = add_circle(mesh, frame.w, frame, 2);
  for (const Vec3& p : mesh.points) CHECK(norm(p - dot(p, frame.w) * frame.w) == doctest::Approx(2));
  CHECK(dot(cross(mesh.points[lower[0]], mesh.points[lower[1]]), frame.w) > 0);
  add_tube(mesh, lower, upper);
  const auto outwards = [&] {
    const auto& f = mesh.faces[7];
    const Vec3 n = cross(mesh.points[f[1]] - mesh.points[f[0]], mesh.points[f[2]] - mesh.points[f[0]]);
    return dot(n, mesh.points[f[0]] - dot(mesh.points[f[0]], frame.w) * frame.w) > 0;
  };
  CHECK(mesh.faces.size() == facets);
  CHECK(outwards());
  flip(mesh);
  CHECK(!outwards());
}

TEST_CASE("a plane in a window has all of its points on the plane and in the window, and the right area") {
  Sampler sampler(1);
  const Bounds window{{{-1, -2, 0}}, {{2, 1, 1.5}}};
  int met = 0;
  for (int k = 0; k < 300; ++k) {
    const Vec3 n = sampler.unit(3), p = sampler.point(3, 2.5);
    const Mesh mesh = plane_in_window(p, n, 3, window);
    for (const Vec3& q : mesh.points) {
      REQUIRE(std::abs(dot(n, q - p)) < 1e-13);
      for (int i = 0; i < 3; ++i) REQUIRE((q[i] >= window.low[i] - 1e-13 && q[i] <= window.high[i] + 1e-13));
    }
    // It meets the window where the window has corners on both sides.
    int above = 0;
    for (int corner = 0; corner < 8; ++corner) {
      Vec3 c;
      for (int i = 0; i < 3; ++i) c[i] = (corner >> i & 1 ? window.high : window.low)[i];
      above += dot(n, c - p) > 0;
    }
    REQUIRE(mesh.faces.empty() == (above == 0 || above == 8));
    met += !mesh.faces.empty();
  }
  CHECK(met > 50);
  const Mesh square = plane_in_window({{0, 0, 1}}, {{0, 0, 1}}, 3, window);
  Vec3 area;
  for (std::size_t k = 0; k < 4; ++k) area += cross(square.points[k], square.points[(k + 1) % 4]);
  CHECK(norm(area) / 2 == doctest::Approx(9));
}
