#include "step/adaptive.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "core/error.hpp"

namespace floc {

void AdaptiveSettings::declare(Table& t) {
  const double step = t.context().step;
  t.key("least", least,
        {.help = "least step; steps are those of [time] divided by powers of two, down to a 256th",
         .example = "1e-4",
         .unit = "s",
         .above = 0,
         .otherwise = "a sixteenth of the step"});
  t.key("travel", travel,
        {.help = "what a body may move in a step: with more it is undone, and made half as long",
         .example = "0.2",
         .unit = "its radius",
         .above = 0,
         .otherwise = "no limit"});
  t.key("iterations", iterations,
        {.help = "with more of them in a step the next one is half as long",
         .example = "500",
         .at_least = 1,
         .at_most = 1e9,
         .otherwise = "however many"});
  t.key("easy_steps", easy_steps,
        {.help = "so many steps in a row without trouble, and the step is doubled",
         .example = "16",
         .at_least = 1,
         .at_most = 1e9});
  const double shortest = least.value_or(step);
  t.check(step == 0 || shortest <= step, {"least"}, fmt::format("must be at most the step of [time], {}", step));
  t.check(step == 0 || shortest >= step / least_parts * (1 - 1e-9), {"least"},
          fmt::format("must be at least a {}th of the step of [time], {}", least_parts, step / least_parts));
}

void AdaptiveSettings::take_least(double whole) {
  constexpr double rounding = 1e-9;  // of a least step that is meant to be a power of two below the largest
  if (least) halvings = static_cast<int>(std::floor(std::log2(whole / *least) + rounding));
}

StepControl::StepControl(const AdaptiveSettings& settings)
    : halvings_(settings.halvings),
      easy_steps_(settings.easy_steps),
      iterations_(settings.iterations.value_or(0)),
      travel_(settings.travel.value_or(0)) {
  if (halvings_ < 0 || halvings_ > most_halvings)
    throw Error("an adaptive step is halved at most " + std::to_string(most_halvings) + " times");
  if (iterations_ < 0 || !(travel_ >= 0) || easy_steps_ < 1)
    throw Error("the settings of the adaptive step are out of bounds");
}

bool StepControl::possible(const StepClock& clock) const {
  return clock.elapsed >= 0 && clock.level >= 0 && clock.level <= halvings_ && clock.easy >= 0 && clock.aligned();
}

void StepControl::expect(StepClock& clock, double travel) const {
  if (limits_travel())
    while (may_refine(clock) && too_far(std::ldexp(travel, -clock.level))) refine(clock);
}

void StepControl::refine(StepClock& clock) const {
  ++clock.level;
  clock.easy = 0;
}

void StepControl::accept(StepClock& clock, int iterations, double travel, bool at_once) const {
  clock.elapsed += clock.length();
  const bool target = iterations_ > 0;
  if (target && iterations > iterations_ && may_refine(clock)) return refine(clock);
  // Twice as long a step would take twice the way, and as a rule twice the iterations.
  const bool easy = at_once && !too_far(2 * travel) && (!target || 2 * iterations <= iterations_);
  clock.easy = easy && clock.level > 0 ? clock.easy + 1 : 0;
  if (clock.easy < easy_steps_ || clock.elapsed % (2 * clock.length()) != 0) return;
  --clock.level;
  clock.easy = 0;
}

}  // namespace floc
