// The keys of an obstacle, whatever its kind, and of the motion that the step finds.
#include "geometry/motions.hpp"
#include "scene/schema.hpp"

namespace floc::scene {

void Servo::declare(Table& t) {
  t.key("force", force,
        {.help = "the force that pushes it towards the particles: a number, or an expression of t, of its displacement "
                 "(position) and velocity along the normal, and of the force of its contacts in the last step",
         .example = "\"100*(1 - position)\"",
         .unit = "N",
         .required = true,
         .variables = floc::Servo::variables()});
  t.key("mass", mass,
        {.help = "its mass: the larger, the slower it follows", .example = "10", .unit = "kg", .above = 0,
         .otherwise = "that of all particles"});
  t.key("speed_limit", speed_limit,
        {.help = "no faster than this without contacts", .example = "0.5", .unit = "m/s", .above = 0,
         .otherwise = "none"});
}

MotionPtr Servo::make(const MotionContext&) const { return driven(); }

void declare(Table& t, Obstacle& s, const Registry& registry) {
  t.place("", s.place);
  s.shape.declare(t);
  t.key("name", s.name, {.help = "name in messages and files", .example = "\"funnel\"", .otherwise = "its kind"});
  t.key("colour", s.colour, {.help = "colour in pictures, #rrggbb", .example = "\"#808080\""});
  t.table(
      "motion", s.motion,
      {.help = "prescribed motion", .example = R"({ kind = "translation", velocity = [0, 1] })", .otherwise = "fixed"},
      [&] { return ObstacleMotion(registry.motions, "kind", {.help = "how it moves", .required = true}); });
  t.check(is_colour(s.colour), {"colour"}, "must be a colour such as \"#808080\"");
  t.check(!s.servo() || s.shape.name() == "half-space", {"motion", "kind"},
          "of kind \"servo\" is for obstacles of kind \"half-space\"");
  t.context().walls += s.servo() != nullptr;
}

}  // namespace floc::scene
