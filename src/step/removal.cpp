#include "step/removal.hpp"

#include <algorithm>

namespace floc {

void RemovalBox::declare(Table& t) {
  t.key("low", low, {.help = "lower corner", .example = "[0, -1]", .unit = "m", .required = true});
  t.key("high", high, {.help = "upper corner", .example = "[1, 0]", .unit = "m", .required = true});
  t.key("side", side, {.help = "where bodies are removed", .example = "\"outside\"", .choices = {"inside", "outside"}});
  t.check(below(low, high, t.dimension()), {"high", "low"}, "must be above low");
}

void RemovalBeyond::declare(Table& t) {
  t.key("point", point, {.help = "a point of the plane", .example = "[0, 0]", .unit = "m"});
  t.key("normal", normal,
        {.help = "points to where bodies are removed, any length", .example = "[0, -1]", .required = true});
  t.check(norm(normal) > 0, {"normal"}, "must not be zero");
}

void Removal::declare(Table& t) {
  t.kind("kind", region, {.help = "its shape", .required = true});
  t.key("name", name,
        {.help = "name in tables and the summary", .example = "\"outlet\"", .otherwise = "its kind and number"});
  t.key(
      "start", start,
      {.help = "when it begins to remove bodies", .example = "0.5", .unit = "s", .otherwise = "the start of the run"});
  std::vector<std::string>& names = t.context().exits;
  t.check(name.empty() || std::find(names.begin(), names.end(), name) == names.end(), {"name"},
          "is the name of an earlier region or exit");
  if (!name.empty()) names.push_back(name);
}

bool Removal::holds(const Vec3& x, int dimension) const {
  if (const auto* plane = std::get_if<RemovalBeyond>(&region)) return dot(plane->normal, x - plane->point) > 0;
  const auto& box = std::get<RemovalBox>(region);
  bool inside = true;
  for (int k = 0; k < dimension; ++k) inside = inside && x[k] >= box.low[k] && x[k] <= box.high[k];
  return inside == (box.side == "inside");
}

}  // namespace floc
