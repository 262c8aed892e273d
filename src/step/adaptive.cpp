#include "step/adaptive.hpp"

#include <cmath>
#include <string>

#include "core/error.hpp"

namespace floc {

StepControl::StepControl(const AdaptiveSettings& settings) : settings_(settings) {
  if (settings.halvings < 0 || settings.halvings > most_halvings)
    throw Error("an adaptive step is halved at most " + std::to_string(most_halvings) + " times");
  if (settings.iterations < 0 || !(settings.travel >= 0) || settings.easy_steps < 1)
    throw Error("the settings of the adaptive step are out of bounds");
}

bool StepControl::possible(const StepClock& clock) const {
  return clock.elapsed >= 0 && clock.level >= 0 && clock.level <= settings_.halvings && clock.easy >= 0 && clock.aligned();
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
  const bool target = settings_.iterations > 0;
  if (target && iterations > settings_.iterations && may_refine(clock)) return refine(clock);
  // Twice as long a step would take twice the way, and as a rule twice the iterations.
  const bool easy = at_once && !too_far(2 * travel) && (!target || 2 * iterations <= settings_.iterations);
  clock.easy = easy && clock.level > 0 ? clock.easy + 1 : 0;
  if (clock.easy < settings_.easy_steps || clock.elapsed % (2 * clock.length()) != 0) return;
  --clock.level;
  clock.easy = 0;
}

}  // namespace floc
