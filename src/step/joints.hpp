// Joints: what keeps points and directions of two bodies, or of a body and the world, together.
//
//   distance   a length between two points                              coordinate: the length
//   ball       two points stay together
//   hinge      … and an axis of each body stays the same                coordinate: the angle about the axis
//   slider     a point stays on an axis, and nothing turns              coordinate: the way along the axis
//   weld       two points stay together, and nothing turns
//
// The coordinate of a joint is free, or prescribed as a function of time, or has limits, a spring with a damper, and a
// motor that holds a speed with a bounded force. Every such demand is a row of the projection (projection/problem.hpp):
// an equality, a one-sided row at a limit, a row with the compliance of its spring (implicit: stable at any stiffness),
// a row with bounds for a motor.
//
// Rows are linear in the motion, and what they hold is not: a body that turns by α brings a point at the distance r off
// by rα²/2. So the gap of a row is
//
//   D̂ = E(V) − hJV,   the error E after the motion V less its linear part,
//
// first with V*, then with each solution, as long as that brings E down quickly. J stays that of the beginning of the
// step: forces along it, and constraints met at the end, are the scheme known as SHAKE, which keeps energies. What is
// left then (a whip's end, a step in which much turns) is corrected like the gaps of shapes: rows where the motion has
// taken the bodies, and the nearest motion that they allow.
//
// A joint may break: for good, at the end of a step in which its force or torque exceeds its strength.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "contact/bonds.hpp"
#include "core/array_list.hpp"
#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "core/expression.hpp"
#include "core/quaternion.hpp"
#include "core/vec.hpp"
#include "projection/problem.hpp"

namespace floc {

enum class JointKind { distance, ball, hinge, slider, weld };

// What happens along the coordinate of a joint, in metres or radians.
struct JointDrive {
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  std::optional<Expression> prescribed = {};  // of t
  double low = -infinity, high = infinity;
  double stiffness = 0, damping = 0, rest = 0;
  std::optional<Expression> speed = {};  // of a motor, of t
  double strongest = infinity;           // force or torque of the motor

  bool any() const { return prescribed || low > -infinity || high < infinity || stiffness > 0 || damping > 0 || speed; }
};

struct Joint {
  static constexpr std::int64_t world = -1;

  JointKind kind = JointKind::ball;
  std::int64_t first = 0, second = world;  // ids
  Vec3 point_first{}, point_second{};      // in the bodies' frames, or in the world
  Vec3 axis{};                             // of hinge and slider, unit, in the frame of `second`
  Vec3 axis_first{};                       // … and of `first`
  Quaternion turn{};                       // of `first` as seen from `second`, where the coordinate is 0
  double arm = 1;                          // the length that angles are measured by
  JointDrive drive{};
  double break_force = JointDrive::infinity, break_torque = JointDrive::infinity;
  bool collide = false;  // the two also meet as others do

  // Of bodies as they stand (and turn), by points and an axis in the world. A distance without a drive keeps its
  // length. Throws Error for a body that is not there, and for an axis without direction.
  static Joint of(const Bodies& bodies, JointKind kind, std::int64_t first, std::int64_t second,
                  const Vec3& point_first, const Vec3& point_second, const Vec3& axis = {}, JointDrive drive = {});
};

// What the state has of the joints.
struct JointStates {
  std::vector<double> multiplier;    // of the rows, all joints after each other
  std::vector<double> coordinate;    // angles beyond half a turn are known by where they were
  std::vector<std::int32_t> broken;  // 1: for good

  template <class F, class J, class... More>
  static void for_arrays(F&& f, J& j, More&... more) {
    f(ArrayInfo{"coordinate", ArrayRole::moving}, j.coordinate, more.coordinate...);
    f(ArrayInfo{"broken", ArrayRole::moving}, j.broken, more.broken...);
  }
  template <class F, class J, class... More>
  static void for_row_arrays(F&& f, J& j, More&... more) {
    f(ArrayInfo{"multiplier", ArrayRole::moving}, j.multiplier, more.multiplier...);
  }
};

class Joints {
 public:
  explicit Joints(std::vector<Joint> joints = {}, int dimension = 3);

  bool any() const { return !joints_.empty(); }
  std::size_t size() const { return joints_.size(); }
  // The state before the first step.
  JointStates initial(const Bodies& bodies, const Domain& domain) const;
  // The one list of pairs that are not just held apart: the bonds of a setup, and bodies that are joined by whole joints
  // (and not to collide), which have no contact. To be placed.
  static Bonds with_filter(const Bonds& bonds, const std::vector<Joint>& joints,
                           std::span<const std::int32_t> broken = {});

  // Velocities and spins that take bodies somewhere in h.
  struct Motion {
    std::span<const double> velocity, spin;
    double h;
  };

  // The rows of a step from t to t + h, at the present poses. Joints with a body that is gone hold nothing.
  void begin(const Bodies& bodies, const Domain& domain, const JointStates& states, double t, double h);
  // Gaps D̂ for motions near this one.
  void linearise_gaps(const Motion& motion);
  // The same for the free motion, unless that takes a joint where its rows do not reach: D̂ would be more than `most`
  // from the gap now, which some motion satisfies in any case.
  void linearise_first_gaps(const Motion& motion, double most);
  // The largest way |D̂ + hJV| that rows had to take back of a motion that they were linearised at.
  double demand() const { return demand_; }
  // Where the next solve begins.
  void guess(std::span<const double> forces) { guess_.assign(forces.begin(), forces.end()); }
  // The largest error of what must hold after this motion.
  double error(const Motion& motion) const;
  // The rows of a correction of this motion, which these forces have led to: rows where it has taken the bodies.
  void correct(const Motion& motion, std::span<const double> forces);
  JointArrays arrays() const;
  // What these forces do on the way of this motion, beyond taking back errors that were there before.
  double work(std::span<const double> forces, const Motion& motion) const;

  // After a step: forces, coordinates, and who has broken. True when somebody has.
  bool finish(std::span<const double> forces, const Motion& motion, JointStates& states) const;

  // Forces and torques of joint k in the rows of a state.
  struct Load {
    double force = 0, torque = 0;
  };
  Load load(std::size_t k, std::span<const double> multiplier) const;
  std::size_t rows() const { return row_begin_.back(); }

 private:
  struct Pose {
    Vec3 x{};
    Quaternion q{};
  };
  enum class RowKind { held, prescribed, low, high, spring, motor };
  struct RowPlan {
    RowKind kind;
    bool angular;
  };
  // What a joint is at two poses: errors of the rows that hold, the coordinate.
  struct Measure {
    double held[6] = {};
    double coordinate = 0;
  };
  struct Placed {
    std::size_t joint, row;        // first row among those of the step
    std::int32_t first, second;    // bodies; −1: the world
    double target = 0, speed = 0;  // of the prescribed coordinate, and of the motor, at the end of the step
    double coordinate = 0;         // at the beginning
  };
  std::size_t held(const Joint& joint) const;
  Pose pose(std::int32_t body, const Motion* motion) const;
  Measure measure(const Placed& placed, const Motion* motion) const;
  void linearise(const Motion* motion);
  void set_gaps(const Placed& placed, const Measure& measure, const Motion& motion);
  void add_rows(const Placed& placed, const Motion* motion);
  double linear_part(std::size_t row, const Motion& motion) const;
  double scale(const Joint& joint) const { return joint.kind == JointKind::hinge ? joint.arm : 1; }

  std::vector<Joint> joints_;
  int dimension_;
  std::vector<std::size_t> row_begin_;      // of each joint, in the state
  std::vector<std::vector<RowPlan>> plan_;  // of each joint
  std::vector<std::optional<Expression::Evaluator>> prescribed_, speed_;
  // Of the step.
  const Bodies* bodies_ = nullptr;
  const Domain* domain_ = nullptr;
  double h_ = 0, demand_ = 0;
  std::vector<Placed> placed_;
  std::vector<std::size_t> state_row_;  // of a row of the step, in the state
  std::vector<RowKind> kind_;
  std::vector<std::int32_t> first_, second_;
  std::vector<double> linear_, angular_first_, angular_second_, gap_, lower_, upper_, compliance_, guess_, factor_, error_before_;
};

}  // namespace floc
