// (α − β Δ_h) x = b on a uniform grid, in n log n: sine, cosine and Fourier transforms, a direction at a time.
//
// In each direction the values lie on the nodes or half-way between them, and the two ends say what the
// functions do there: odd (the value is 0), even (its derivative is), or periodic. Each of these has its transform.
// Lines are transformed in blocks whose size depends on nothing but the grid, with plans that are not measured: the
// bits are the same on any number of threads, and in every run.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "parallel/executor.hpp"

namespace floc {

enum class LineEnd { periodic, odd, even };

struct LineKind {
  int cells = 1;
  bool nodes = false;  // else half-way
  LineEnd low = LineEnd::periodic, high = LineEnd::periodic;
  // How many values a line has.
  std::size_t count() const;
};

class FastSolver {
 public:
  FastSolver(std::array<LineKind, 3> lines, int dimension, double h);
  ~FastSolver();
  FastSolver(FastSolver&&) noexcept;

  std::array<std::size_t, 3> counts() const;
  std::size_t size() const;
  // x takes the place of b: size() numbers, the first direction contiguous. Where α = 0 and constants are in the
  // kernel, b's mean is left out and x has none.
  void solve(double* x, double alpha, double beta, Executor& executor) const;

 private:
  struct Line;
  void transform(double* x, int direction, bool forward, Executor& executor) const;
  std::vector<Line> lines_;
  int dimension_;
};

}  // namespace floc
