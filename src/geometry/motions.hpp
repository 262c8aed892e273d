// The motions there are, by name. Poses are relative to the obstacle as the scene gives it: a
// motion that has not begun yields the identity. Throws Error for numbers that are not finite, an axis
// of length 0 (others are made unit vectors), a stop before the start.
#pragma once

#include <array>
#include <vector>

#include "core/expression.hpp"
#include "geometry/motion.hpp"

namespace floc {

MotionPtr at_rest();
// Constant velocity from `start` to `stop`, at rest before and after.
MotionPtr translation(const Vec3& velocity, double start, double stop);
// Constant angular velocity about `axis` (unit) through `centre` from `start` to `stop`.
MotionPtr rotation(const Vec3& centre, const Vec3& axis, double angular_velocity, double start, double stop);
// amplitude · (sin(2π·frequency·t + phase) − sin(phase)).
MotionPtr oscillation(const Vec3& amplitude, double frequency, double phase);
// Displacement (three expressions of t alone) after a rotation by angle(t) about `axis` through `centre`.
// A pose that is not finite is an Error when it is asked for.
MotionPtr expression_motion(const std::array<Expression, 3>& displacement, const Expression& angle, const Vec3& centre,
                            const Vec3& axis);

// Where the step has it: the scene's place, shifted by the state (step/servo.hpp).
MotionPtr driven();
// A motion that takes over from another at time `from`: what it does from then on, done to the obstacle where it was.
MotionPtr continued(MotionPtr motion, double from, const Pose& there);
// Poses at rising times; between them that of the last.
MotionPtr recorded(std::vector<double> times, std::vector<Pose> poses);

}  // namespace floc
