// The keys of an obstacle, whatever its kind.
#include "scene/schema.hpp"

namespace floc::scene {

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
