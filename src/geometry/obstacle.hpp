// An obstacle: a body of infinite mass with a prescribed motion, made of surfaces.
//
// The row of a grain (centre x, radius r) against a surface is taken for the step [t, t + h]: with
// q₀ the grain's position in the obstacle's frame at t, p the nearest point and n the normal there,
// the supporting half-space {n·(q − p) ≥ r} moves with the obstacle and is imposed at t + h:
//
//   D = n·(q₁ − p) − r,   q₁ the grain's present centre in the obstacle's frame at t + h,
//   e = n turned with the obstacle at t + h,      row:  D + h e·v ≥ 0.
//
// The gap is thus the one against the obstacle's position at the end of the step (GLUEY, remark
// 3.5), and the side is the one the grain is on at its beginning: a thin wall that sweeps over a
// grain within one step pushes it ahead and does not jump over it. A spin about an axis of symmetry
// moves no surface, so that it is left out of the turn of e (Surface::unspun).
//
// Inside a container (concave d) there is no side to remember, and the half-space that supports d at
// q₀ says little about a wall that has moved since. There n is the normal at q₁ and D = d(q₁) − r:
// exact for a grain that does not move, whatever the motion of the container.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/domain.hpp"
#include "geometry/motion.hpp"
#include "geometry/surface.hpp"

namespace floc {

struct Obstacle {
  std::string name;
  std::string colour;             // "#rrggbb"
  MotionPtr motion;
  std::vector<SurfacePtr> surfaces;
};

struct ObstacleRow {
  double gap = 0;        // D at t + h for a grain that does not move
  double begin_gap = 0;  // gap at t
  Vec3 normal{};         // e
};

// All surfaces of all obstacles, numbered through; placed for the step [t, t + h] by `place`.
class Obstacles {
 public:
  Obstacles() = default;
  // In a periodic domain a surface with an end repeats with the period; one without (a half-space, the
  // wall of a container) is seen from the grain's image inside the domain.
  explicit Obstacles(std::vector<Obstacle> list, const Domain& domain = {});

  const std::vector<Obstacle>& list() const { return list_; }
  const Domain& domain() const { return domain_; }
  std::size_t surfaces() const { return surface_.size(); }
  std::size_t owner(std::size_t s) const { return owner_[s]; }  // index into list()
  const Surface& surface(std::size_t s) const { return *surface_[s]; }
  bool concave(std::size_t s) const { return concave_[s]; }
  bool moving(std::size_t s) const { return !list_[owner_[s]].motion->fixed(); }
  const std::vector<std::size_t>& moving_surfaces() const { return moving_; }  // ascending
  bool any_concave() const { return any_concave_; }

  // Rows carry the half-space that a grain is in at the beginning with the obstacle. Turned by a quarter of a turn it
  // reaches grains beyond the pivot that a blade never touches, and leaves out others. A step that turns one by more
  // than this is made in parts (step/stepper.cpp).
  static constexpr double most_turn = 0.5;
  // How far obstacles turn from time t to t + h, and which turns furthest. What its symmetry hides (a spinning ball),
  // containers, and surfaces without an end (a half-space is its own side) do not count.
  struct Turn {
    double angle = 0;
    std::size_t obstacle = 0;
  };
  Turn widest_turn(double t, double h) const;

  // A list is placed at t = 0, h = 0 until it is placed otherwise.
  void place(double t, double h);
  // From the next time that all are placed on, obstacle o is so far from where its motion has it.
  void shift(std::size_t o, const Vec3& begin, const Vec3& end) { shift_[o] = {begin, end}; }
  void place_again() { place(time_, step_); }
  const std::vector<Pose>& poses() const { return begin_; }  // of every obstacle, at t
  const Pose& begin(std::size_t s) const { return begin_[owner_[s]]; }
  const Pose& end(std::size_t s) const { return end_[owner_[s]]; }

  // True only when surface s is farther from x than `distance` all through the step; told by a ball round it,
  // which costs next to nothing.
  bool beyond(std::size_t s, const Vec3& x, double distance) const {
    const Vec3 d = x - ball_[s].centre;
    const double least = ball_[s].radius + distance;
    return dot(d, d) > least * least;
  }
  // The image of a grain at x that surface s, placed at `pose`, is nearest to.
  Vec3 image(std::size_t s, const Pose& pose, const Vec3& x) const;
  // How far the point of surface s that is at x now goes in the step.
  Vec3 way(std::size_t s, const Vec3& x) const;
  // The vector of the turn that surface s makes in the step, by less than half a turn.
  Vec3 turn(std::size_t s) const;
  // Signed gap of a grain now (t).
  double gap_at_begin(std::size_t s, const Vec3& x, double r) const;
  // Signed gap of a grain at the moved position x⁺ against the obstacle at t + h.
  double gap_at_end(std::size_t s, const Vec3& x_moved, double r) const;
  // Curvatures of the surface where the grain is nearest now (Surface::curvatures).
  std::array<double, 2> curvatures(std::size_t s, const Vec3& x) const;
  // The row above.
  ObstacleRow row(std::size_t s, const Vec3& x, double r) const;
  // The row relinearised at the moved position: D(x⁺) = D + e·(x⁺ − x) holds exactly there.
  ObstacleRow relinearised_row(std::size_t s, const Vec3& x, const Vec3& x_moved, double r) const;

 private:
  struct Ball {
    Vec3 centre{};
    double radius = 0;
  };
  Ball ball_of(std::size_t s) const;

  std::vector<Obstacle> list_;
  Domain domain_;
  std::vector<SurfacePtr> surface_;
  std::vector<std::size_t> owner_;
  std::vector<char> concave_;
  std::vector<std::size_t> moving_;
  std::vector<char> ends_;         // the surface has an end in every periodic direction
  std::vector<Vec3> middle_;       // of its bounds, in its own frame
  std::vector<double> extent_;     // from the middle to a corner of the bounds; infinite where they are
  bool any_concave_ = false;
  double time_ = 0, step_ = 0;     // placed for
  std::vector<Pose> begin_, end_;  // a pose an obstacle
  std::vector<std::array<Vec3, 2>> shift_;  // of it, at the beginning and at the end
  std::vector<Pose> carried_;      // a pose a surface: where the row of the beginning is carried to
  std::vector<Ball> ball_;         // where the surface is in the step
};

}  // namespace floc
