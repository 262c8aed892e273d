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

bool StepControl::set_clock(const StepClock& clock) {
  if (clock.elapsed < 0 || clock.level < 0 || clock.level > settings_.halvings || clock.easy < 0 || !clock.aligned())
    return false;
  clock_ = clock;
  return true;
}

void StepControl::expect(double travel) {
  if (limits_travel())
    while (may_refine() && too_far(std::ldexp(travel, -clock_.level))) refine();
}

void StepControl::refine() {
  ++clock_.level;
  clock_.easy = 0;
}

void StepControl::accept(int iterations, double travel, bool at_once) {
  clock_.elapsed += clock_.length();
  const bool target = settings_.iterations > 0;
  if (target && iterations > settings_.iterations && may_refine()) return refine();
  // Twice as long a step would take twice the way, and as a rule twice the iterations.
  const bool easy = at_once && !too_far(2 * travel) && (!target || 2 * iterations <= settings_.iterations);
  clock_.easy = easy && clock_.level > 0 ? clock_.easy + 1 : 0;
  if (clock_.easy < settings_.easy_steps || clock_.elapsed % (2 * clock_.length()) != 0) return;
  --clock_.level;
  clock_.easy = 0;
}

}  // namespace floc
