#include "geometry/motion_kinds.hpp"

#include <limits>

#include "geometry/motions.hpp"

namespace floc {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

Vec3 unit(const Vec3& v) { return (1 / norm(v)) * v; }

}  // namespace

void TranslationParameters::declare(Table& t) {
  t.key("velocity", velocity,
        {.help = "velocity while it moves", .example = "[0, 0.1]", .unit = "m/s", .required = true});
  t.key("start", start, {.help = "when it begins to move", .example = "0.5", .unit = "s"});
  t.key("stop", stop, {.help = "when it comes to rest", .example = "1.5", .unit = "s", .otherwise = "never"});
  t.check(!stop || *stop > start, {"stop", "start"}, "must be above start");
}

MotionPtr TranslationParameters::make(const MotionContext&) const {
  return translation(velocity, start, stop.value_or(never));
}

void RotationParameters::declare(Table& t) {
  t.key("angular_velocity", angular_velocity,
        {.help = "angular velocity while it turns, counter-clockwise",
         .example = "6.28",
         .unit = "rad/s",
         .required = true,
         .dimensions = "23"});
  t.key("centre", centre, {.help = "a point that stays", .example = "[0.5, 0.5]", .unit = "m"});
  t.key("axis", axis, {.help = "axis of rotation through the centre", .example = "[0, 1, 0]", .dimensions = "3"});
  t.key("start", start, {.help = "when it begins to turn", .example = "0.5", .unit = "s"});
  t.key("stop", stop, {.help = "when it comes to rest", .example = "1.5", .unit = "s", .otherwise = "never"});
  t.check(norm(axis) > 0, {"axis"}, "must not be zero");
  t.check(!stop || *stop > start, {"stop", "start"}, "must be above start");
}

MotionPtr RotationParameters::make(const MotionContext&) const {
  return rotation(centre, unit(axis), angular_velocity, start, stop.value_or(never));
}

void OscillationParameters::declare(Table& t) {
  t.key("amplitude", amplitude,
        {.help = "direction and size of the swing", .example = "[0, 0.05]", .unit = "m", .required = true});
  t.key("frequency", frequency,
        {.help = "swings per unit of time", .example = "5", .unit = "1/s", .required = true, .at_least = 0});
  t.key("phase", phase, {.help = "phase at time 0", .example = "1.57", .unit = "rad"});
}

MotionPtr OscillationParameters::make(const MotionContext&) const { return oscillation(amplitude, frequency, phase); }

void PathParameters::declare(Table& t) {
  t.key("displacement", displacement,
        {.help = "how far it is from its place in the scene",
         .example = R"(["0.1*t^2", "0"])",
         .unit = "m",
         .variables = {"t"}});
  t.key("angle", angle,
        {.help = "how far it has turned, counter-clockwise",
         .example = "\"0.2*sin(3*t)\"",
         .unit = "rad",
         .variables = {"t"},
         .dimensions = "23"});
  t.key("centre", centre, {.help = "the point it turns about", .example = "[0.5, 0.5]", .unit = "m"});
  t.key("axis", axis, {.help = "the axis it turns about", .example = "[0, 1, 0]", .dimensions = "3"});
  t.check(norm(axis) > 0, {"axis"}, "must not be zero");
}

MotionPtr PathParameters::make(const MotionContext&) const {
  const auto along = [&](std::size_t k) { return k < displacement.size() ? displacement[k] : Expression("0", {"t"}); };
  return expression_motion({along(0), along(1), along(2)}, angle, centre, unit(axis));
}

}  // namespace floc
