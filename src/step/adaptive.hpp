// The adaptive time step: h = H/2^k, H the step of the scene, with k from step to step.
//
// A step is refused where its certificate does not hold, or where a body would move further than it may: it is
// undone, and tried again half as long. Not so at the least step: there the policy for steps that do not converge
// decides, and the way of a body has no limit. A step that was made but took many iterations makes the next one
// half as long. After some easy steps in a row it is twice as long again, up to H.
//
// A step of H/2^k begins at a multiple of its own length: every multiple of H is the end of a step, and time is
// a whole number of H/2^most_halvings, free of rounding. All this is a function of what the steps were like,
// which no number of threads changes; the state is three numbers, which a checkpoint keeps.
#pragma once

#include <cstdint>
#include <optional>

#include "core/parameters.hpp"
#include "core/parts.hpp"

namespace floc {

struct AdaptiveSettings {
  int halvings = 4;                               // the least step is H/2^halvings, at most most_halvings; 0: all steps are H
  std::optional<std::int64_t> iterations = {};    // with more the next step is half as long; none, or 0: however many
  std::optional<double> travel = {};              // of its own radius: what a body may move in a step; none, or 0: any way
  int easy_steps = 8;                             // in a row, before the step is doubled
  std::optional<double> least = {};               // the least step as a scene gives it

  void declare(Table& t);
  // halvings ← how often a step H can be halved down to `least`, where that is given.
  void take_least(double whole);
};

// Where a run is in time, and how it goes on.
struct StepClock {
  std::int64_t elapsed = 0;  // since the start, in H/2^most_halvings
  int level = 0;             // the step to come is H/2^level
  int easy = 0;              // easy steps in a row, shorter than H

  double wholes() const { return static_cast<double>(elapsed) / static_cast<double>(least_parts); }  // in H; exact
  std::int64_t length() const { return least_parts >> level; }  // of the step to come, as elapsed
  bool aligned() const { return elapsed % length() == 0; }
  std::uint64_t whole() const { return static_cast<std::uint64_t>(elapsed / least_parts); }
  std::uint64_t part() const {
    return (std::uint64_t{1} << level) + static_cast<std::uint64_t>(elapsed % least_parts / length());
  }
};

// How a clock goes on, by the settings.
class StepControl {
 public:
  // Throws Error for settings out of bounds.
  explicit StepControl(const AdaptiveSettings& settings);

  // False for a clock that these settings cannot have led to.
  bool possible(const StepClock& clock) const;

  bool limits_travel() const { return travel_ > 0; }
  bool may_refine(const StepClock& clock) const { return clock.level < halvings_; }
  bool too_far(double travel) const { return limits_travel() && travel > travel_; }

  // Before a step: `travel`, of the fastest body in a time H if it goes on as it does, in its radii. Saves tries.
  void expect(StepClock& clock, double travel) const;
  // The step has been refused.
  void refine(StepClock& clock) const;
  // The step has been made, `at_once` or after some trouble. `travel`: of the body that went furthest, in its radii.
  void accept(StepClock& clock, int iterations, double travel, bool at_once) const;

 private:
  int halvings_, easy_steps_;
  std::int64_t iterations_;
  double travel_;
};

}  // namespace floc
