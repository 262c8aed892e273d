#include "measure/step_function.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace floc {

double StepFunction::operator()(double x) const {
  const auto next = std::upper_bound(edge.begin(), edge.end(), x);
  if (next == edge.begin() || next == edge.end()) return 0;
  return value[static_cast<std::size_t>(next - edge.begin()) - 1];
}

double integral(const StepFunction& f) {
  double sum = 0;
  for (std::size_t i = 0; i < f.value.size(); ++i) sum += f.value[i] * (f.edge[i + 1] - f.edge[i]);
  return sum;
}

double l1_distance(const StepFunction& f, const StepFunction& g) {
  // A walk along the edges of both; i and j count those passed.
  const auto value_after = [](const StepFunction& s, std::size_t passed) {
    return passed == 0 || passed > s.value.size() ? 0.0 : s.value[passed - 1];
  };
  const auto next = [](const StepFunction& s, std::size_t passed) {
    return passed < s.edge.size() ? s.edge[passed] : std::numeric_limits<double>::infinity();
  };
  double sum = 0, x = std::min(next(f, 0), next(g, 0));
  for (std::size_t i = 0, j = 0; i < f.edge.size() || j < g.edge.size();) {
    const double until = std::min(next(f, i), next(g, j));
    sum += std::abs(value_after(f, i) - value_after(g, j)) * (until - x);
    x = until;
    while (next(f, i) <= x && i < f.edge.size()) ++i;
    while (next(g, j) <= x && j < g.edge.size()) ++j;
  }
  return sum;
}

}  // namespace floc
