#include "scene/make_time.hpp"

#include <cmath>

namespace floc::scene {
namespace {

constexpr int default_halvings = 4;
constexpr double rounding = 1e-9;  // of a least step that is meant to be a power of two below the largest

}  // namespace

void make_time(const Time& time, Setup& setup) {
  setup.start = time.start;
  setup.h = time.step;
  if (!time.adaptive) return;
  const Adaptive& s = *time.adaptive;
  AdaptiveSettings& to = setup.adaptive.emplace();
  to.halvings = s.least ? static_cast<int>(std::floor(std::log2(time.step / *s.least) + rounding)) : default_halvings;
  to.iterations = static_cast<int>(s.iterations.value_or(0));
  to.travel = s.travel.value_or(0);
  to.easy_steps = static_cast<int>(s.easy_steps);
}

}  // namespace floc::scene
