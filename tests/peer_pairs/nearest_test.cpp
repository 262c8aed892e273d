#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "geometry/field_body.hpp"
#include "geometry/mesh_cases.hpp"
#include "peer_pairs/pairs.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("distances and least ways out of random pairs of every two kinds are those of FCL and libccd") {
  Sampler sampler(1);
  for (const TwoBodies& a : two_bodies())
    for (const TwoBodies& b : two_bodies()) {
      Comparison c;
      compare(a, b, sampler, 100, c);
      CAPTURE(a.name);
      CAPTURE(b.name);
      CHECK(c.apart > 20);
      CHECK(c.overlapping > 10);
      CHECK(c.worst_distance < 2e-6);  // the tolerance of libccd
      CHECK(c.worst_depth < 1e-9);
      CHECK(c.disagree == 0);
    }
}

TEST_CASE("rounded shapes and superellipsoids overlap when libccd says so, moved by their gap") {
  const std::vector<ShapePtr> shapes{
      make_superellipsoid({{0.8, 0.6, 0.5}}, 3, 3),
      make_superellipsoid({{0.7, 0.5, 0.6}}, 5, 2.5),
      make_box({{0.8, 1, 0.5}})->rounded(0.15),
      make_ellipsoid({{0.7, 0.4, 0.3}})->rounded(0.2),
      make_polyhedron({{{-0.5, -0.4, -0.3}}, {{0.6, -0.3, -0.2}}, {{0, 0.7, -0.3}}, {{0, 0, 0.7}}}).shape->rounded(0.1),
      make_ellipsoid({{1, 0.7, 0.5}}),
      make_box({{1, 1.4, 0.8}})};
  Sampler sampler(4);
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (std::size_t k = 0; k <= std::min<std::size_t>(i, 4); ++k) {
      Agreement c;
      agree(shapes[i], shapes[k], sampler, 200, 1e-4, c);
      CAPTURE(i);
      CAPTURE(k);
      CHECK(c.apart > 40);
      CHECK(c.overlapping > 20);
      CHECK(c.disagree == 0);
      CHECK(c.missed <= 2);
    }
}

// Theirs are the distances of the triangles, ours those of a band of distances and of markers: near to their spacings,
// beyond the band only as good as where its grid ends.
TEST_CASE("distances of closed meshes are those of FCL's trees of triangles, to their grids") {
  const auto theirs = [](const ClosedMesh& m) {
    auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    model->beginModel();
    const auto at = [&](int k) {
      const Vec3& p = m.points[static_cast<std::size_t>(k)];
      return fcl::Vector3d(p[0], p[1], p[2]);
    };
    for (const auto& p : m.pieces) model->addTriangle(at(p[0]), at(p[1]), at(p[2]));
    model->endModel();
    return model;
  };
  const auto field = [](const ClosedMesh& m) {
    return std::dynamic_pointer_cast<const FieldBody>(make_body(m, {.spacing = 0.03}).shape);
  };
  const auto ring = field(torus(0.8, 0.25, 24)), box = field(triangulated(make_box({{1, 0.7, 0.5}})->mesh(8)));
  Sampler sampler(9);
  for (const auto& [a, b] : {std::pair{ring, box}, {ring, ring}, {box, box}}) {
    const auto fcl_a = theirs(a->boundary()), fcl_b = theirs(b->boundary());
    int apart = 0, close = 0;
    double worst = 0;
    for (int k = 0; k < 300; ++k) {
      const double shift = k % 2 ? 0.6 : 1;
      const Pose pa = sampler.pose(3, shift, 3.1), pb = sampler.pose(3, shift, 3.1);
      fcl::DistanceResultd result;
      const double distance = fcl::distance(fcl_a.get(), transform(pa), fcl_b.get(), transform(pb),
                                            fcl::DistanceRequestd(false, false), result);
      if (!(distance > 0)) continue;
      ++apart;
      ContactPoints points;
      nearest(*a, pa, *b, pb, 100, {}, points);
      double gap = 100;
      for (const ContactPoint& p : points) gap = std::min(gap, p.gap);
      CHECK(std::abs(gap - distance) < 0.03 * distance + 5e-3);
      if (distance > 0.5) continue;
      ++close;
      worst = std::max(worst, std::abs(gap - distance));
    }
    MESSAGE(apart, " pairs apart, ", close, " of them close, whose gaps are off by ", worst);
    CHECK(apart > 100);
    CHECK(close > 30);
    CHECK(worst < 5e-3);
  }
}
