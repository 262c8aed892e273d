// Random pairs of convex bodies, by ours and by FCL and libccd.
#pragma once

#include <ccd/ccd.h>
#include <fcl/fcl.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "geometry/nearest.hpp"
#include "geometry/polytope.hpp"
#include "geometry/sampler.hpp"
#include "geometry/shapes.hpp"

namespace floc::test {

struct TwoBodies {
  std::string name;
  ShapePtr ours;
  std::shared_ptr<fcl::CollisionGeometryd> theirs;
  Pose frame;  // ours = frame of theirs turned so
};

inline std::shared_ptr<fcl::CollisionGeometryd> convex(const Polytope& p) {
  auto points = std::make_shared<std::vector<fcl::Vector3d>>();
  auto faces = std::make_shared<std::vector<int>>();
  for (const Vec3& c : p.corners()) points->emplace_back(c[0], c[1], c[2]);
  for (std::size_t f = 0; f < p.faces(); ++f) {
    faces->push_back(static_cast<int>(p.face(f).size()));
    for (const int c : p.face(f)) faces->push_back(c);
  }
  return std::make_shared<fcl::Convexd>(points, static_cast<int>(p.faces()), faces);
}

inline std::vector<TwoBodies> two_bodies() {
  Sampler sampler(21);
  std::vector<Vec3> stone;
  for (int k = 0; k < 14; ++k) stone.push_back(sampler.unit(3));
  const ShapePtr rock = make_polyhedron(stone).shape;
  return {{"sphere", make_sphere(0.7, 3), std::make_shared<fcl::Sphered>(0.7), {}},
          {"ellipsoid", make_ellipsoid({{1, 0.7, 0.5}}), std::make_shared<fcl::Ellipsoidd>(1, 0.7, 0.5), {}},
          {"box", make_box({{1, 1.4, 0.8}}), std::make_shared<fcl::Boxd>(1, 1.4, 0.8), {}},
          // Theirs lies along z.
          {"capsule", make_capsule(1.2, 0.4, 3), std::make_shared<fcl::Capsuled>(0.4, 1.2),
           least_turn({{0, 0, 1}}, {{1, 0, 0}})},
          {"polyhedron", rock, convex(dynamic_cast<const Polytope&>(*rock)), {}}};
}

inline fcl::Transform3d transform(const Pose& pose) {
  fcl::Transform3d t = fcl::Transform3d::Identity();
  for (int i = 0; i < 3; ++i) {
    t.translation()[i] = pose.position[i];
    for (int k = 0; k < 3; ++k) t.linear()(i, k) = pose.rotation[static_cast<std::size_t>(i)][k];
  }
  return t;
}

// libccd sees our support functions.
struct CcdBody {
  const Shape& shape;
  const Pose& pose;

  static void support(const void* body, const ccd_vec3_t* n, ccd_vec3_t* out) {
    const auto& b = *static_cast<const CcdBody*>(body);
    const Direction d = direction({{n->v[0], n->v[1], n->v[2]}}, axis_vector(0));
    const Vec3 x = b.pose.to_world(b.shape.support(b.pose.turn_back(d.unit)));
    ccdVec3Set(out, x[0], x[1], x[2]);
  }
};

// Apart, FCL's distance. In overlap the least way out is checked by what FCL says of overlaps: moved by the gap along
// the normal they are apart, moved by less along it or in another direction they are not. libccd's depth is looked at
// too: it is that of a polytope inside the difference of the bodies, never too large, and often too small (of spheres
// by up to their radius), so that only its upper side is a check.
struct Comparison {
  int apart = 0, overlapping = 0;
  double worst_distance = 0;    // |FCL − ours|, apart
  double worst_depth = -1e300;  // libccd − ours
  int near_libccd = 0;          // to 1e-4
  int disagree = 0;             // on whether they overlap
};

inline void compare(const TwoBodies& a, const TwoBodies& b, Sampler& sampler, int pairs, Comparison& c) {
  constexpr double margin = 1e-6;
  for (int k = 0; k < pairs; ++k) {
    const double shift = k % 2 ? 0.7 : 1.3;
    const Pose pa = sampler.pose(3, shift, 3.1), pb = sampler.pose(3, shift, 3.1);
    ContactPoints points;
    nearest(*a.ours, pa, *b.ours, pb, 100, {}, points);
    const ContactPoint* deepest = &points.point[0];
    for (const ContactPoint& p : points)
      if (p.gap < deepest->gap) deepest = &p;
    const double gap = deepest->gap;
    const fcl::Transform3d tb = transform(pb * b.frame);
    const auto overlap_moved = [&](const Vec3& by) {
      Pose moved = pa;
      moved.position += by;
      fcl::CollisionResultd touched;
      return fcl::collide(a.theirs.get(), transform(moved * a.frame), b.theirs.get(), tb, fcl::CollisionRequestd(),
                          touched) > 0;
    };
    const Vec3& n = deepest->normal;
    c.disagree += overlap_moved((margin + std::max(-gap, 0.0)) * n);
    if (gap > 0) {
      ++c.apart;
      fcl::DistanceRequestd request(false, false);
      request.gjk_solver_type = fcl::GJKSolverType::GST_LIBCCD;
      request.distance_tolerance = 1e-9;
      fcl::DistanceResultd result;
      const double theirs = fcl::distance(a.theirs.get(), transform(pa * a.frame), b.theirs.get(), tb, request, result);
      c.worst_distance = std::max(c.worst_distance, std::abs(theirs - gap));
      continue;
    }
    ++c.overlapping;
    c.disagree += !overlap_moved((-margin - gap) * n);
    for (int other = 0; other < 4; ++other) c.disagree += !overlap_moved((-margin - gap) * sampler.unit(3));
    CcdBody one{*a.ours, pa}, two{*b.ours, pb};
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = CcdBody::support;
    ccd.support2 = CcdBody::support;
    ccd.max_iterations = 500;
    ccd.epa_tolerance = 1e-6;
    ccd_real_t depth = 0;
    ccd_vec3_t way, place;
    if (ccdGJKPenetration(&one, &two, &ccd, &depth, &way, &place) != 0) continue;  // it gives up
    c.worst_depth = std::max(c.worst_depth, depth + gap);
    c.near_libccd += std::abs(depth + gap) < 1e-4;
  }
}

// Shapes that FCL does not have: libccd, which sees our support functions, says whether they overlap. Moved together by
// a little more than the gap along the normal they do, and by a little less, in any direction, they do not; the same
// with the least way out. Of overlaps as small as the margin libccd misses a few.
struct Agreement {
  int apart = 0, overlapping = 0, missed = 0, disagree = 0;
};

inline void agree(const ShapePtr& a, const ShapePtr& b, Sampler& sampler, int pairs, double margin, Agreement& c) {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = CcdBody::support;
  ccd.max_iterations = 500;
  for (int k = 0; k < pairs; ++k) {
    const double shift = k % 2 ? 0.7 : 1.3;
    const Pose pa = sampler.pose(3, shift, 3.1), pb = sampler.pose(3, shift, 3.1);
    ContactPoints points;
    nearest(*a, pa, *b, pb, 100, {}, points);
    const ContactPoint* deepest = &points.point[0];
    for (const ContactPoint& p : points)
      if (p.gap < deepest->gap) deepest = &p;
    const auto overlap_moved = [&](const Vec3& by) {
      Pose moved = pa;
      moved.position += by;
      CcdBody one{*a, moved}, two{*b, pb};
      return ccdGJKIntersect(&one, &two, &ccd) == 1;
    };
    const double gap = deepest->gap;
    const bool overlaps = gap < 0;
    ++(overlaps ? c.overlapping : c.apart);
    c.disagree += overlap_moved((margin - gap) * deepest->normal);
    if (!overlap_moved((-margin - gap) * deepest->normal)) {
      ++c.missed;
      c.disagree += !overlap_moved((-10 * margin - gap) * deepest->normal);
    }
    const double less = std::abs(gap) - margin;
    for (int other = 0; less > 0 && other < 4; ++other) c.disagree += overlap_moved(less * sampler.unit(3)) != overlaps;
  }
}

}  // namespace floc::test
