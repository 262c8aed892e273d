#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <map>

#include "geometry/field_body.hpp"
#include "geometry/mesh_cases.hpp"
#include "geometry/nearest.hpp"
#include "geometry/sampler.hpp"
#include "geometry/shapes.hpp"
#include "support/mesh_overlap.hpp"

using namespace floc;
using namespace floc::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double least_gap(const Shape& a, const Pose& pa, const Shape& b, const Pose& pb, double cutoff) {
  ContactPoints points;
  nearest(a, pa, b, pb, cutoff, {}, points);
  double least = infinity;
  for (const ContactPoint& p : points) least = std::min(least, p.gap);
  return least;
}

// Where `b` overlaps `a` by about `depth`, or is about as far from it if that is negative: moved along a line.
Pose brought_together(const Shape& a, const Pose& pa, const Shape& b, Pose pb, const Vec3& way, double depth) {
  double apart = 0, within = 4 * (a.bounding_radius() + b.bounding_radius());
  for (int k = 0; k < 45; ++k) {
    const double middle = 0.5 * (apart + within);
    pb.position = pa.position + middle * way;
    (least_gap(a, pa, b, pb, infinity) < 0 ? apart : within) = middle;
  }
  pb.position = pa.position + (within - depth) * way;
  return pb;
}

std::vector<ShapePtr> sharp_meshes(int dimension) {
  std::vector<ShapePtr> all;
  const auto add = [&](ClosedMesh mesh) { all.push_back(make_body(std::move(mesh), {.spacing = 0.1}).shape); };
  if (dimension == 2) {
    add(l_shape(0.7));
    std::vector<Vec3> star;
    for (int k = 0; k < 10; ++k) {
      const double r = k % 2 ? 0.4 : 1, angle = std::numbers::pi * k / 5;
      star.push_back({{r * std::cos(angle), r * std::sin(angle), 0}});
    }
    add(closed_polygon(star));
    return all;
  }
  add(triangulated(make_box({{1, 1.2, 0.9}})->mesh(8)));
  add(triangulated(make_polyhedron({{{1, 1, 1}}, {{1, -1, -1}}, {{-1, 1, -1}}, {{-1, -1, 1}}}).shape->mesh(8)));
  add(dented_ball(3));
  add(torus(0.7, 0.3, 7));
  return all;
}

}  // namespace

TEST_CASE("bodies from meshes overlap where their surfaces do, and as deep") {
  Sampler sampler(11);
  for (const int dimension : {2, 3}) {
    const std::vector<ShapePtr> shapes = sharp_meshes(dimension);
    for (std::size_t i = 0; i < shapes.size(); ++i)
      for (std::size_t k = 0; k <= i; ++k)
        for (int n = 0; n < 40; ++n) {
          const Shape &a = *shapes[i], &b = *shapes[k];
          const Pose pa = sampler.pose(dimension, 0, 3);
          const double depth = n % 4 == 0 ? 1e-4 : sampler.between(-0.01, 0.1);
          const Pose pb = brought_together(a, pa, b, sampler.pose(dimension, 0, 3), sampler.unit(dimension), depth);
          const double right = overlap_of(surface_of(a, pa), surface_of(b, pb), 40);
          const double gap = least_gap(a, pa, b, pb, 0.05);
          CAPTURE(dimension);
          CAPTURE(i);
          CAPTURE(k);
          CAPTURE(n);
          CAPTURE(depth);
          // Of edges that have passed each other the way back is longer than that of their points.
          if (right > 0) REQUIRE(-gap >= 0.99 * right - 1e-7);
          if (right > 0) REQUIRE(-gap <= 3 * right + 1e-6);
          if (right == 0) REQUIRE(gap >= -1e-7);
          REQUIRE(least_gap(b, pb, a, pa, 0.05) == doctest::Approx(gap).epsilon(0.011));
        }
  }
}

TEST_CASE("convex bodies given as meshes have the gaps of the exact pairs") {
  Sampler sampler(12);
  const std::vector<ShapePtr> exact{
      make_box({{1, 1.2, 0.9}}), make_polyhedron({{{1, 1, 1}}, {{1, -1, -1}}, {{-1, 1, -1}}, {{-1, -1, 1}}}).shape,
      make_sphere(0.6, 3),       make_ellipsoid({{0.9, 0.5, 0.4}}),
      make_capsule(1, 0.3, 3),   make_rounded(make_box({{1, 0.6, 0.4}}), 0.1).shape};
  std::vector<PlacedShape> meshes;
  for (std::size_t i = 0; i < 2; ++i) meshes.push_back(make_body(triangulated(exact[i]->mesh(8)), {.spacing = 0.1}));
  for (std::size_t i = 0; i < 2; ++i) {
    const PlacedShape& mesh = meshes[i];
    for (std::size_t k = 0; k < exact.size() + 2; ++k)
      for (int n = 0; n < 120; ++n) {
        const bool both = k >= exact.size();
        const Shape& other = *exact[both ? k - exact.size() : k];
        const PlacedShape second = both ? meshes[k - exact.size()] : PlacedShape{exact[k], {}};
        const Pose pa = sampler.pose(3, 0, 3);
        Pose pb = sampler.pose(3, 0, 3);
        const Vec3 way = sampler.unit(3);
        const double wanted = sampler.between(-0.01, 0.05);
        double low = 0, high = 4;
        for (int step = 0; step < 45; ++step) {
          pb.position = pa.position + 0.5 * (low + high) * way;
          (least_gap(*exact[i], pa, other, pb, infinity) < wanted ? low : high) = 0.5 * (low + high);
        }
        const double right = least_gap(*exact[i], pa, other, pb, infinity);
        const double gap = least_gap(*mesh.shape, pa * mesh.pose, *second.shape, pb * second.pose, 0.1);
        CAPTURE(i);
        CAPTURE(k);
        CAPTURE(n);
        CAPTURE(right);
        if (right >= 0) REQUIRE(gap == doctest::Approx(right).epsilon(1e-9).scale(1));
        // The way out of an edge alone is at most that of the body.
        if (right < 0) REQUIRE(gap >= right - 1e-9);
        if (right < -1e-7) REQUIRE(gap < 0.3 * right);
      }
  }
}

TEST_CASE("flat sides of meshes that lie on each other touch at the corners of what both cover, apart and in overlap") {
  // Many triangles to a side: the edges of the one body run under all of them.
  const auto slab = [](const Vec3& size, int cells) {
    ClosedMesh m{3, {}, {}};
    std::map<std::array<int, 3>, int> index;
    const auto point = [&](std::array<int, 3> p) {
      const auto [found, fresh] = index.try_emplace(p, static_cast<int>(m.points.size()));
      if (fresh)
        m.points.push_back(
            {{size[0] * (1.0 * p[0] / cells - 0.5), size[1] * (1.0 * p[1] / cells - 0.5), size[2] * (p[2] - 0.5)}});
      return found->second;
    };
    const auto square = [&](std::array<int, 3> a, std::array<int, 3> b, std::array<int, 3> c, std::array<int, 3> d) {
      m.pieces.push_back({point(a), point(b), point(c)});
      m.pieces.push_back({point(a), point(c), point(d)});
    };
    for (int i = 0; i < cells; ++i) {
      for (int k = 0; k < cells; ++k) {
        square({i, k, 1}, {i + 1, k, 1}, {i + 1, k + 1, 1}, {i, k + 1, 1});
        square({i, k, 0}, {i, k + 1, 0}, {i + 1, k + 1, 0}, {i + 1, k, 0});
      }
      square({i, 0, 0}, {i + 1, 0, 0}, {i + 1, 0, 1}, {i, 0, 1});
      square({i + 1, cells, 0}, {i, cells, 0}, {i, cells, 1}, {i + 1, cells, 1});
      square({0, i + 1, 0}, {0, i, 0}, {0, i, 1}, {0, i + 1, 1});
      square({cells, i, 0}, {cells, i + 1, 0}, {cells, i + 1, 1}, {cells, i, 1});
    }
    return make_body(m, {.spacing = 0.1}).shape;
  };
  const ShapePtr wide = slab({{2, 1, 0.4}}, 12), deep = slab({{1, 2, 0.4}}, 9);
  const ShapePtr box = make_box({{1, 2, 0.4}});
  for (const double gap : {1e-3, 1e-5, 0.0, -1e-5, -1e-3})
    for (const bool crosswise : {true, false})
      for (const ShapePtr& upper : {deep, box}) {
        const Pose below;
        Pose above;
        if (!crosswise) above = Pose::rotation_about({}, {{0, 0, 1}}, std::numbers::pi / 2);
        above.position = {{0, 0, 0.4 + gap}};
        ContactPoints points;
        nearest(*upper, above, *wide, below, 0.01, {}, points);
        CAPTURE(gap);
        CAPTURE(crosswise);
        CAPTURE(upper == box);
        Vec3 low, high;
        for (const ContactPoint& p : points) {
          REQUIRE(std::abs(p.gap - gap) < 1e-12);
          REQUIRE(norm(p.normal - axis_vector(2)) < 1e-9);
          for (int c = 0; c < 2; ++c) {
            low[c] = std::min(low[c], p.first[c]);
            high[c] = std::max(high[c], p.first[c]);
          }
        }
        // Crosswise they share a square, else the whole side; flush in overlap corners have sides that are nearer.
        const double half = crosswise ? 0.5 : 1, part = crosswise || gap > 0 ? 1 : 0.7;
        CHECK(points.size >= 4);
        for (const double end : {high[0], -low[0]}) {
          CHECK(end <= half + 1e-12);
          CHECK(end >= part * half - 1e-12);
        }
        for (const double end : {high[1], -low[1]}) {
          CHECK(end <= 0.5 + 1e-12);
          CHECK(end >= part * 0.5 - 1e-12);
        }
      }
}

TEST_CASE("the gap of two meshes changes by no more than they move") {
  Sampler sampler(13);
  const std::vector<ShapePtr> shapes = sharp_meshes(3);
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (int n = 0; n < 6; ++n) {
      const Shape &a = *shapes[i], &b = *shapes[(i + 1) % shapes.size()];
      Pose pa = sampler.pose(3, 0, 3);
      Pose pb = brought_together(a, pa, b, sampler.pose(3, 0, 3), sampler.unit(3), 0.01);
      const Vec3 way = sampler.unit(3), axis = sampler.unit(3);
      constexpr double step = 2e-4;
      double before = infinity;
      for (int k = 0; k < 150; ++k) {
        const double gap = least_gap(a, pa, b, pb, 0.2);
        // A point of b moves by a step, and by as much again where it is furthest from its centre. In overlap edges may
        // hand over to points of theirs, whose way out is a part of it.
        const double most = 1.01 * 2 * step + 0.5 * std::max(0.0, -std::min(gap, before));
        CAPTURE(i);
        CAPTURE(n);
        CAPTURE(k);
        if (k > 0 && std::min(gap, before) < 0.15) REQUIRE(std::abs(gap - before) <= most);
        before = gap;
        const Vec3 centre = pb.position + step * way;
        pb.position = {};
        pb = Pose::rotation_about({}, axis, step / b.bounding_radius()) * pb;
        pb.position = centre;
      }
    }
}
