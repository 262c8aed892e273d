// The table [measure]: which measurements and when; what they are told they declare themselves.
#include <algorithm>

#include "scene/schema.hpp"

namespace floc::scene {

void declare(Table& t, Measure& s) {
  std::vector<std::string> names;
  for (const auto& [kind, parameters] : s.known)
    if (!kind.whole_run) names.emplace_back(kind.name);
  t.key("what", s.what,
        {.help = "measurements that the run writes into its folder as it goes on, measure/NAME.csv each; `floc measure "
                 "--help` tells of them, and makes them afterwards too",
         .example = R"(["aggregates", "coordination"])",
         .choices = names});
  t.key("every", s.every,
        {.help = "time between measurements",
         .example = "0.05",
         .unit = "s",
         .above = 0,
         .otherwise = "with every frame"});
  t.key("every_steps", s.every_steps, {.help = "or steps between them", .example = "5", .at_least = 1});
  t.at_most_one_of({{"every"}, {"every_steps"}});
  s.shared.declare(t);
  for (auto& [kind, parameters] : s.known) {
    kind.declare(t, parameters);
    if (std::ranges::find(s.what, kind.name) == s.what.end()) continue;
    const std::string lack = kind.lacks(parameters, t.context());
    t.check(lack.empty(), {"what"}, "has " + std::string(kind.name) + ", " + lack);
  }
}

}  // namespace floc::scene
