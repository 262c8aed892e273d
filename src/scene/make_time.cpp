#include "scene/make_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/parts.hpp"

namespace floc::scene {
namespace {

constexpr double most_steps = 1e13;  // in parts of a step they are still counted without rounding (step/adaptive.hpp)

}  // namespace

void make_time(const Time& time, Setup& setup) {
  setup.start = time.start;
  setup.h = time.step;
  setup.adaptive = time.adaptive;
  if (setup.adaptive) setup.adaptive->take_least(time.step);
}

std::string fault_of_clock(const Time& time) {
  const double steps = (time.end - time.start) / time.step;
  if (steps > most_steps) return fmt::format("makes {:.3g} steps, and at most {:g} can be counted", steps, most_steps);
  // Time is a floating-point number, and each of the parts that a step may be cut into has to move it.
  const double largest = std::max(std::abs(time.start), std::abs(time.end));
  const double spacing = std::nextafter(largest, std::numeric_limits<double>::infinity()) - largest;
  if (time.step < static_cast<double>(least_parts) * spacing)
    return fmt::format("is too short for the clock: at t = {:g} it shows every {:.2g} only, and a step has to be at "
                       "least {:.2g}",
                       largest, spacing, static_cast<double>(least_parts) * spacing);
  return {};
}

}  // namespace floc::scene
