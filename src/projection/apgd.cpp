#include "projection/apgd.hpp"

#include <algorithm>
#include <utility>

namespace floc {

namespace {

struct Contact {
  Rows::Lower lower;
  Rows::Diagonal diagonal;
  double epsilon;

  std::pair<double, double> prox(std::size_t c, double g, double y, double stiffness) const {
    const double slope = g + epsilon * y;
    return {std::max(lower[c], y - slope / stiffness), slope};
  }
  void test(std::size_t c, double g, double y, double, double, Tests& tests) const {
    tests.add({g, g + epsilon * y, y, lower[c], diagonal[c]});
  }
};

}  // namespace

void Apgd::begin(std::span<const double> start, Executor& executor) { method_.begin(*work, start, executor); }

Tests Apgd::advance(bool watch, Executor& executor) {
  return method_.advance(rows, Contact{rows.lower(), rows.diagonal(), rows.compliance()}, watch, executor);
}

}  // namespace floc
