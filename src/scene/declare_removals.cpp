// The keys of regions that remove bodies.
#include <algorithm>

#include "scene/schema.hpp"

namespace floc::scene {

void declare(Table& t, RemovalBox& s) {
  t.key("low", s.low, {.help = "lower corner", .example = "[0, -1]", .unit = "m", .required = true});
  t.key("high", s.high, {.help = "upper corner", .example = "[1, 0]", .unit = "m", .required = true});
  t.key("side", s.side,
        {.help = "where bodies are removed", .example = "\"outside\"", .choices = {"inside", "outside"}});
  t.check(below(s.low, s.high, t.dimension()), {"high", "low"}, "must be above low");
}

void declare(Table& t, RemovalBeyond& s) {
  t.key("point", s.point, {.help = "a point of the plane", .example = "[0, 0]", .unit = "m"});
  t.key("normal", s.normal,
        {.help = "points to where bodies are removed, any length", .example = "[0, -1]", .required = true});
  t.check(norm(s.normal) > 0, {"normal"}, "must not be zero");
}

void declare(Table& t, Removal& s) {
  t.kind("kind", s.region, {.help = "its shape", .required = true});
  t.key("name", s.name, {.help = "name in tables and the summary", .example = "\"outlet\"", .otherwise = "its kind and number"});
  t.key("start", s.start,
        {.help = "when it begins to remove bodies", .example = "0.5", .unit = "s", .otherwise = "the start of the run"});
  std::vector<std::string>& names = t.context().exits;
  t.check(s.name.empty() || std::find(names.begin(), names.end(), s.name) == names.end(), {"name"},
          "is the name of an earlier region or exit");
  if (!s.name.empty()) names.push_back(s.name);
}

}  // namespace floc::scene
