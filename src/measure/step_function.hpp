// A function that is constant on intervals and zero outside them: profiles along a line, as computed.
#pragma once

#include <vector>

namespace floc {

struct StepFunction {
  std::vector<double> edge;   // n + 1, ascending
  std::vector<double> value;  // n

  double operator()(double x) const;
};

double integral(const StepFunction& f);
// ∫ |f − g|, exact.
double l1_distance(const StepFunction& f, const StepFunction& g);

}  // namespace floc
