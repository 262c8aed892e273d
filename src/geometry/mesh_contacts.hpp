// Between the two files of contacts of bodies from meshes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "geometry/field_body.hpp"
#include "geometry/nearest_pair.hpp"

namespace floc::mesh_contacts {

// Names of what a point lies on: 14 bits, or the face.
constexpr std::uint32_t on_face = 0x8000;
inline std::uint32_t corner_code(std::size_t k) { return static_cast<std::uint32_t>(k) & 0x1fff; }
inline std::uint32_t marker_code(std::size_t k) { return 0x1000 | (static_cast<std::uint32_t>(k) & 0xfff); }
inline std::uint32_t edge_code(std::size_t k) { return 0x2000 | (static_cast<std::uint32_t>(k) & 0x1fff); }

// An overlap that is deeper than what has been found by no more than this part of it is no other one.
constexpr double same_depth = 1.01;
// A gap below 0 is that of an edge or a face only where the nearest way out is there, but for this part of it.
constexpr double other_way_out = 0.1;

// Distances that differ by less of them are the same: so that symmetric bodies have the same points at any size.
constexpr double tie = 1e-9;

// The points of a pair, each once. When there is no room for more, the deepest and those far from them stay.
class Points {
 public:
  Points(double cutoff, double size) : cutoff_(cutoff), same_(1e-6 * size) {}

  void add(const ContactPoint& p) {
    if (!(p.gap < cutoff_)) return;
    least_ = std::min(least_, p.gap);
    for (ContactPoint& other : buffer_.all())
      if (norm(other.first - p.first) + norm(other.second - p.second) < same_ && dot(other.normal, p.normal) > 0.999) {
        if (p.gap < other.gap) other = p;
        return;
      }
    if (buffer_.full()) buffer_.keep_first(choose_spread(buffer_.all(), buffer_.all().size() / 2, tie));
    buffer_.add(p);
  }
  double cutoff() const { return cutoff_; }
  double least() const { return least_; }
  // What has to be deeper to be another overlap.
  double deeper() const { return std::min(0.0, same_depth * least_) - 0.1 * same_; }
  // Whether so deep an overlap has been seen.
  bool knows(double gap) const { return gap >= std::min(0.0, same_depth * least_) - 1e-6 * same_; }
  void give(ContactPoints& out) {
    const std::size_t taken = choose_spread(buffer_.all(), ContactPoints::most, tie);
    for (std::size_t k = 0; k < taken; ++k) out.add(buffer_.all()[k]);
  }

 private:
  double cutoff_, same_, least_ = std::numeric_limits<double>::infinity();
  ContactBuffer buffer_;
};

// A body from a mesh at its pose: its boundary in its own frame, lengths those of the body.
struct MeshAt {
  const FieldBody& body;
  const Pose& pose;

  const BoundaryFeatures& features() const { return body.features(); }
  double scale() const { return body.scale(); }
  Vec3 corner(int p) const { return body.corner(static_cast<std::size_t>(p)); }
};

// Points all over the boundary of a body, the deepest of each neighbourhood: where flat sides lie on each other flush,
// all their edges are next to the other body's boundary, but these are not. near(ball) tells of one with its scale;
// depth(x, least) is the distance of the point x of the body with its normal, if it is below `least`.
template <class Near, class Depth, class Take>
void for_deep_markers(const FieldBody& body, double known, Near&& near, Depth&& depth, Take&& take) {
  const auto look_into = [&](const FieldBody::Bucket& bucket) {
    SurfacePoint deepest{known, {}};
    std::size_t which = bucket.end;
    for (std::size_t k = bucket.begin; k < bucket.end; ++k)
      if (const SurfacePoint here = depth(body.marker(k), deepest.distance); here.distance < deepest.distance) {
        deepest = here;
        which = k;
      }
    if (which != bucket.end) take(body.marker(which), deepest, which);
  };
  for (std::size_t r = 0; r < body.regions(); ++r) {
    const FieldBody::Bucket region = body.region(r);
    if (!near(Ball{region.centre, region.radius})) continue;
    for (std::size_t i = region.begin; i < region.end; ++i)
      if (const FieldBody::Bucket b = body.bucket(i); near(Ball{b.centre, b.radius})) look_into(b);
  }
}

}  // namespace floc::mesh_contacts
