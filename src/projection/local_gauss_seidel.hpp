// Rows that fail their tests, relaxed one by one (internal).
//
// What passes leave in the end is local: a few rows in a hundred overlap too much, each among neighbours that have
// room, while a pass works on all. Here a row gets the multiplier that its slope asks for, p ← max(p_min, p − slope/a),
// its two bodies move by that, and the rows of these two that now fail are next in line: Gauss–Seidel, where it is
// needed (local_relaxation.hpp). The cost of the dual goes down with every row, so that nothing is lost if it does not
// get to the end.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "projection/local_relaxation.hpp"
#include "projection/rows.hpp"

namespace floc {

// What a row has to pass  [length].
struct Demands {
  double target_gap = 0;  // of contacts that push
  double violation = 0;  // at most
  double residual = 0;

  double from_target(double slope, double lower) const { return lower == 0 ? slope - target_gap : slope; }
  bool failed(const RowState& row) const { return row.violation > violation || row.residual > residual; }
};

class LocalGaussSeidel {
 public:
  // From p and w = w(p), which it changes, as far as few rows fail: in the time of some passes. Whether none fails in
  // the end.
  bool run(const Rows& rows, const Demands& demands, std::span<double> p, std::span<double> w, Executor& executor);

 private:
  LocalRelaxation relaxation_;
};

}  // namespace floc
