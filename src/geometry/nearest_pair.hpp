// Between the parts of `nearest`: one pair of cores, seen from the first body's centre (world axes).
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "geometry/nearest.hpp"

namespace floc {

class FieldBody;

// The second body's core is at `offset` = c_A − c_B from the first: n·offset − h_A(−n) − h_B(n).
struct CoreGap {
  double gap = 0;          // of the cores
  Vec3 normal{};           // from B to A
  Vec3 first{}, second{};  // on the cores, about c_A and about c_B
};

struct PairPoses {
  const Pose& a;
  const Pose& b;
};

// Room for the points of a pair before some are chosen. Of more the deepest are kept.
class ContactBuffer {
 public:
  ContactBuffer() {}  // leaves the points as they are: to clear them takes longer than to find a few
  void add(const ContactPoint& p) {
    if (size_ < point_.size()) {
      std::construct_at(&point_[size_++], p);
      return;
    }
    auto highest = std::max_element(point_.begin(), point_.end(), [](auto& a, auto& b) { return a.gap < b.gap; });
    if (p.gap < highest->gap) *highest = p;
  }
  std::span<ContactPoint> all() { return std::span(point_).first(size_); }
  bool full() const { return size_ == point_.size(); }
  void keep_first(std::size_t count) { size_ = count; }

 private:
  union {
    std::array<ContactPoint, 64> point_;
  };
  std::size_t size_ = 0;
};

// Adds one point: cores to bodies, centres to the world. What rounding leaves between the two points across the normal
// is shared by both.
inline void add_point(ContactPoints& out, const CoreGap& core, const Shape& a, const Shape& b, const PairPoses& poses,
                      double cutoff, std::uint32_t feature = 0) {
  const double gap = core.gap - a.rounding() - b.rounding();
  if (!(gap < cutoff)) return;
  const Vec3 first = poses.a.position + core.first, second = poses.b.position + core.second;
  const Vec3 across = 0.5 * (first - second - core.gap * core.normal);
  out.add({gap, core.normal, first - across - a.rounding() * core.normal, second + across + b.rounding() * core.normal,
           feature});
}

// The bodies the other way round.
inline void swap_bodies(ContactPoints& out, int from) {
  for (int k = from; k < out.size; ++k) {
    ContactPoint& p = out.point[static_cast<std::size_t>(k)];
    p.normal = -p.normal;
    std::swap(p.first, p.second);
    p.feature = p.feature << 16 | p.feature >> 16;
  }
}

// One cell of the table.
using PairFunction = void (*)(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                              ContactPoints& out);

void sphere_sphere(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                   ContactPoints& out);
void capsule_capsule(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                     ContactPoints& out);
void flat_flat(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
               ContactPoints& out);
void ellipsoid_ellipsoid(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                         ContactPoints& out);
void ellipsoid_sphere(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                      ContactPoints& out);
void smooth_smooth(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                   ContactPoints& out);
void smooth_flat(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                 ContactPoints& out);
void by_parts(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
              ContactPoints& out);
void half_space_by_parts(const Shape& a, const Pose& pose, const Vec3& point, const Vec3& normal, double cutoff,
                         ContactPoints& out);
void by_fields(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
               ContactPoints& out);
// The edges, points and faces of a body from a mesh against another such body, and against a convex one.
void mesh_mesh(const FieldBody& a, const FieldBody& b, const PairPoses& poses, double cutoff, ContactPoints& out);
void mesh_convex(const FieldBody& a, const Shape& b, const PairPoses& poses, double cutoff, ContactPoints& out);
void half_space_by_markers(const Shape& a, const Pose& pose, const Vec3& point, const Vec3& normal, double cutoff,
                           ContactPoints& out);

// Of any number of points with normals of their own as many as there is room for: the deepest half of them, and then
// those that are furthest from all that are chosen.
void add_chosen(std::span<ContactPoint> points, ContactPoints& out);
// Puts those that this would choose in front, at most `room`; how many. Of two that are as far but for the part `tie`
// the deeper one is taken.
std::size_t choose_spread(std::span<ContactPoint> points, std::size_t room, double tie = 0);
// Of any number of points at most four (in the plane two): the deepest, and those that span the widest patch with it.
void add_widest(std::span<ContactPoint> points, int dimension, ContactPoints& out);

}  // namespace floc
