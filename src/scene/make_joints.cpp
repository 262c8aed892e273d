#include "scene/make_joints.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "geometry/body_pose.hpp"
#include "geometry/frame.hpp"
#include "geometry/nearest.hpp"
#include "scene/make_links.hpp"

namespace floc::scene {
namespace {

constexpr std::size_t most_joints_each = 50;
constexpr double meeting = 0.05;  // bodies meet when the gap between them is at most this, in the smaller radius

class JointMaker {
 public:
  JointMaker(const Scene& scene, const Setup& setup, Pairs& drawn, std::vector<Diagnostic>& errors)
      : scene_(scene), setup_(setup), bodies_(setup.bodies), drawn_(drawn), errors_(errors) {}

  void add(const Jointing& s) {
    if (s.within) return join_near(s);
    const std::size_t count = s.pairs ? s.pairs->size() : s.world->size();
    for (const auto* places : {&s.points, &s.ends})
      if (*places && (*places)->size() != 1 && (*places)->size() != count)
        return error(s.place,
                     fmt::format("{} points for {} joints: one for all, or one per joint", (*places)->size(), count));
    for (std::size_t k = 0; k < count && errors_.empty(); ++k)
      s.pairs ? join(s, k, (*s.pairs)[k][0], (*s.pairs)[k][1]) : join(s, k, (*s.world)[k], Joint::world);
  }

  std::vector<Joint> take() { return std::move(joints_); }

 private:
  void error(const Place& place, std::string message) { errors_.push_back(scene_.at(place, std::move(message))); }

  Vec3 centre(std::size_t i) const { return embed(bodies_.x(i), bodies_.dimension); }

  // The nearest image of body j, as body i sees it.
  Vec3 image(std::size_t i, std::size_t j) const {
    return with_dimension(bodies_.dimension, [&]<int D>() {
      const Vec<D> apart = setup_.domain.nearest_image(Vec<D>::load(bodies_.x(i)) - Vec<D>::load(bodies_.x(j)));
      return centre(i) - embed(apart.c.data(), D);
    });
  }

  struct Meeting {
    double gap;
    Vec3 point;
  };
  Meeting meet(std::size_t i, std::size_t j) const {
    const Vec3 there = image(i, j);
    if (setup_.shapes.empty()) {
      const Direction apart = direction(centre(i) - there, axis_vector(0));
      const double gap = apart.length - bodies_.radius[i] - bodies_.radius[j];
      return {gap, there + (bodies_.radius[j] + 0.5 * gap) * apart.unit};
    }
    const auto shape = [&](std::size_t k) -> const floc::Shape& {
      return *setup_.shapes[static_cast<std::size_t>(bodies_.shape[k])];
    };
    Pose other = pose_of(bodies_, j);
    other.position = there;
    ContactPoints points;
    nearest(shape(i), pose_of(bodies_, i), shape(j), other, std::numeric_limits<double>::infinity(), {}, points);
    Meeting all{std::numeric_limits<double>::infinity(), {}};
    for (const ContactPoint& p : points) {
      all.gap = std::min(all.gap, p.gap);
      all.point += (0.5 / points.size) * (p.first + p.second);
    }
    return all;
  }

  void join(const Jointing& s, std::size_t k, std::int64_t first, std::int64_t second) {
    for (const std::int64_t name : {first, second})
      if (name != Joint::world && !bodies_.find(name))
        return error(s.place,
                     fmt::format("a joint names particle {}, and the scene has {} at the start", name, bodies_.size()));
    if (first == second) return error(s.place, fmt::format("particle {} is joined to itself", first));
    const std::size_t i = *bodies_.find(first);
    const auto given = [k](const std::vector<Vec3>& list) { return list[list.size() == 1 ? 0 : k]; };
    Vec3 here = centre(i), there;
    if (second != Joint::world) {
      const std::size_t j = *bodies_.find(second);
      there = image(i, j);
      if (s.kind != JointKind::distance && !s.points) {
        const Meeting at = meet(i, j);
        if (at.gap > meeting * std::min(bodies_.radius[i], bodies_.radius[j]))
          return error(s.place,
                       fmt::format("particles {} and {} do not meet, {:.3g} apart: say by points where their joint is",
                                   first, second, at.gap));
        here = there = at.point;
      }
    } else
      there = here;
    if (s.points) here = given(*s.points);
    if (s.points && s.kind != JointKind::distance) there = here;
    if (s.ends) there = given(*s.ends);
    put(s, first, second, here, there);
  }

  void put(const Jointing& s, std::int64_t first, std::int64_t second, const Vec3& here, const Vec3& there) {
    JointDrive drive{.prescribed = s.prescribed,
                     .stiffness = s.stiffness,
                     .damping = s.damping,
                     .rest = s.rest.value_or(s.kind == JointKind::distance ? norm(here - there) : 0),
                     .speed = s.speed};
    if (s.limits) drive.low = s.limits->low, drive.high = s.limits->high;
    if (s.strongest) drive.strongest = *s.strongest;
    try {
      // A body may stand across a periodic face: its point is next to itself.
      const Vec3 shift = second == Joint::world
                             ? Vec3{}
                             : image(*bodies_.find(first), *bodies_.find(second)) - centre(*bodies_.find(second));
      Joint joint =
          Joint::of(bodies_, s.kind, first, second, here, there - shift, s.axis.value_or(Vec3{}), std::move(drive));
      if (s.break_force) joint.break_force = *s.break_force;
      if (s.break_torque) joint.break_torque = *s.break_torque;
      joint.collide = s.collide;
      joints_.push_back(std::move(joint));
    } catch (const Error& e) {
      error(s.place, e.what());
    }
    // Shapes show by themselves how they hang together.
    if (s.kind == JointKind::distance && second != Joint::world && setup_.shapes.empty())
      drawn_.push_back({first, second});
  }

  void join_near(const Jointing& s) {
    const double range = 2 * largest_radius(bodies_) + *s.within;
    const std::size_t most = most_joints_each * bodies_.size();
    const Pairs pairs =
        near_pairs(scene_, bodies_, setup_.domain, s.groups, range, most, [&](std::size_t i, std::size_t j) {
          return norm(centre(i) - image(i, j)) <= bodies_.radius[i] + bodies_.radius[j] + *s.within &&
                 meet(i, j).gap <= *s.within;
        });
    if (pairs.size() > most)
      return error(s.place,
                   fmt::format("within = {:g} joins {} particles by more than {} pairs: take a smaller distance",
                               *s.within, bodies_.size(), most));
    if (pairs.empty())
      return error(s.place, fmt::format("within = {:g} joins nobody: no two surfaces are so near", *s.within));
    for (const auto& pair : pairs) {
      const std::size_t i = *bodies_.find(pair[0]), j = *bodies_.find(pair[1]);
      const Vec3 point = meet(i, j).point;
      s.kind == JointKind::distance ? put(s, pair[0], pair[1], centre(i), image(i, j))
                                    : put(s, pair[0], pair[1], point, point);
    }
  }

  const Scene& scene_;
  const Setup& setup_;
  const Bodies& bodies_;
  Pairs& drawn_;
  std::vector<Diagnostic>& errors_;
  std::vector<Joint> joints_;
};

}  // namespace

std::vector<Joint> make_joints(const Scene& scene, const Setup& setup, Pairs& drawn, std::vector<Diagnostic>& errors) {
  JointMaker maker(scene, setup, drawn, errors);
  for (const Jointing& s : scene.joints) maker.add(s);
  return maker.take();
}

}  // namespace floc::scene
