#include "fluid/immersed_shape.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "geometry/clump.hpp"
#include "geometry/field_body.hpp"
#include "geometry/frame.hpp"
#include "geometry/level_set.hpp"
#include "geometry/shapes.hpp"

using namespace floc;

namespace {

constexpr double cell = 0.1;

// The nearest other marker of each: the smallest and the largest distance.
std::pair<double, double> apart(const std::vector<Vec3>& markers) {
  double least = 1e9, most = 0;
  for (const Vec3& a : markers) {
    double nearest = 1e9;
    for (const Vec3& b : markers)
      if (&a != &b) nearest = std::min(nearest, norm(a - b));
    least = std::min(least, nearest);
    most = std::max(most, nearest);
  }
  return {least, most};
}

ShapePtr dumbbell(int dimension) {
  const ShapePtr ball = make_sphere(0.6, dimension);
  std::vector<ClumpPart> parts{{ball, {}}, {ball, {}}};
  parts[0].pose.position[0] = 0.5;
  parts[1].pose.position[0] = -0.5;
  return make_clump(parts, ClumpMass::united).shape;
}

// A bean, whose level set has a waist.
ShapePtr bean() {
  LevelGrid grid;
  grid.dimension = 2;
  grid.count = {81, 61, 1};
  grid.low = {{-2, -1.5, 0}};
  grid.spacing = {{0.05, 0.05, 1}};
  for (int j = 0; j < 61; ++j)
    for (int i = 0; i < 81; ++i) {
      const double x = -2 + 0.05 * i, y = -1.5 + 0.05 * j;
      grid.value.push_back(x * x / 1.96 + (y - 0.3 * x * x) * (y - 0.3 * x * x) / 0.49 - 1);
    }
  return make_body(zero_level(grid)).shape;
}

}  // namespace

TEST_CASE("markers of any shape lie 0.3 cells inside of it, about 1.5 cells apart") {
  const std::vector<ShapePtr> shapes{make_ellipse(1, 0.5),
                                     make_rectangle(1.5, 1),
                                     make_capsule(1, 0.5, 2),
                                     make_polygon({{{0, 0, 0}}, {{2, 0, 0}}, {{0.4, 1.6, 0}}}).shape,
                                     dumbbell(2),
                                     bean(),
                                     make_ellipsoid({{1, 0.5, 0.7}}),
                                     make_box({{1, 1.4, 0.9}}),
                                     make_rounded(make_box({{1, 1.4, 0.9}}), 0.2).shape,
                                     make_capsule(1, 0.5, 3),
                                     make_superellipsoid({{1, 0.8, 0.6}}, 4, 4),
                                     dumbbell(3)};
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    CAPTURE(k);
    const ImmersedShapePtr s = ImmersedShape::of(shapes[k], cell);
    CHECK(s->volume() == doctest::Approx(shapes[k]->mass_properties().volume).epsilon(1e-12));
    double worst = 0;
    for (const Vec3& x : s->markers()) worst = std::max(worst, std::abs(s->nearest(x).distance + 0.3 * cell));
    CHECK(worst < 0.3 * cell);  // of the distances between nodes, at corners
    const auto [least, most] = apart(s->markers());
    CHECK(least > 0.5 * cell);
    CHECK(most < 2.1 * cell);
    // The markers of a surface of this area.
    if (shapes[k]->dimension() == 2) continue;
    double area = 0;
    const Mesh mesh = shapes[k]->mesh(48);
    for (const auto& face : mesh.faces)
      for (std::size_t q = 1; q + 1 < face.size(); ++q) {
        const auto at = [&](int p) { return mesh.points[static_cast<std::size_t>(p)]; };
        area += 0.5 * norm(cross(at(face[q]) - at(face[0]), at(face[q + 1]) - at(face[0])));
      }
    const double each = area / static_cast<double>(s->markers().size());
    if (shapes[k]->convex()) CHECK(std::abs(std::sqrt(each) - 1.5 * cell) < 0.25 * cell);
  }
}

TEST_CASE("distances between nodes are those of the shape near its surface, of the right sign elsewhere") {
  const ShapePtr ellipse = make_ellipse(1, 0.5);
  const ImmersedShapePtr s = ImmersedShape::of(ellipse, cell);
  for (double t = 0; t < 6.28; t += 0.1) {
    const Vec3 n{{std::cos(t), std::sin(t), 0}}, on = ellipse->support(n);
    for (const double d : {-0.1, 0.0, 0.1, 0.2}) {
      const SurfacePoint p = s->nearest(on + d * n);
      CHECK(std::abs(p.distance - d) < 0.06 * cell + 0.2 * cell * (d < 0));
      if (d >= 0) CHECK(dot(p.normal, n) > 0.97);
    }
  }
  CHECK(s->nearest({}).distance < -0.3);
  CHECK(s->nearest({{5, 5, 0}}).distance > 4);
  CHECK(s->width() == doctest::Approx(1));
  CHECK(ImmersedShape::width_of(*dumbbell(3)) == doctest::Approx(1.2));
  CHECK(ImmersedShape::width_of(*bean()) == doctest::Approx(1.3).epsilon(0.1));
}

TEST_CASE("solids that stand together are one, walls have markers on them") {
  Pose right;
  right.position = {{0.8, 0, 0}};
  const ImmersedShapePtr two = ImmersedShape::of({{make_sphere(0.5, 2), {}}, {make_sphere(0.5, 2), right}}, cell);
  for (const Vec3& x : two->markers()) {
    CHECK(norm(x) > 0.5 - 0.35 * cell);
    CHECK(norm(x - right.position) > 0.5 - 0.35 * cell);
  }
  CHECK(two->nearest({{0.4, 0, 0}}).distance < 0);
  const Mesh wall{{{{0, 0, 0}}, {{1.5, 0, 0}}}, {}, {{0, 1}}};
  const ImmersedShapePtr thin = ImmersedShape::walls({wall}, 2, cell);
  CHECK(thin->markers().size() == 10);
  CHECK(thin->width() == 0);
}
