#include "fluid/fast_solver.hpp"

#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numbers>
#include <utility>

namespace floc {
namespace {

constexpr std::size_t together = 8;  // lines of a block: what a line of the cache holds across

// Plans are made and destroyed one at a time: all of FFTW but the execution shares what it knows.
std::mutex& planner() {
  static std::mutex m;
  return m;
}

struct Kinds {
  fftw_r2r_kind forward, backward;
};

Kinds kinds(const LineKind& line) {
  using enum LineEnd;
  if (line.low == periodic) return {FFTW_R2HC, FFTW_HC2R};
  const bool low = line.low == odd, high = line.high == odd;
  if (line.nodes) {
    if (low && high) return {FFTW_RODFT00, FFTW_RODFT00};
    if (low) return {FFTW_RODFT01, FFTW_RODFT10};
    if (high) return {FFTW_REDFT01, FFTW_REDFT10};
    return {FFTW_REDFT00, FFTW_REDFT00};
  }
  if (low && high) return {FFTW_RODFT10, FFTW_RODFT01};
  if (low) return {FFTW_RODFT11, FFTW_RODFT11};
  if (high) return {FFTW_REDFT11, FFTW_REDFT11};
  return {FFTW_REDFT10, FFTW_REDFT01};
}

}  // namespace

std::size_t LineKind::count() const {
  if (!nodes || low == LineEnd::periodic) return static_cast<std::size_t>(cells);
  return static_cast<std::size_t>(cells - 1 + (low == LineEnd::even) + (high == LineEnd::even));
}

struct FastSolver::Line {
  std::size_t count = 1, stride = 1;
  std::vector<double> eigenvalue;         // of −Δ_h
  double scale = 1;                       // of forward and backward together
  fftw_plan forward[2]{}, backward[2]{};  // of a block, and of one line

  Line(const LineKind& kind, double h) : count(kind.count()), eigenvalue(count), scale(1.0 / kind.cells) {
    const double n = kind.cells;
    const bool periodic = kind.low == LineEnd::periodic;
    if (!periodic) scale *= 0.5;
    const double first = periodic ? 0 : kind.low != kind.high ? 0.5 : kind.low == LineEnd::odd ? 1 : 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double k = periodic ? 2.0 * static_cast<double>(std::min(i, count - i)) : static_cast<double>(i) + first;
      const double s = std::sin(0.5 * std::numbers::pi * k / n);
      eigenvalue[i] = 4 * s * s / (h * h);
    }
    const Kinds k = kinds(kind);
    std::vector<double> room(together * count);
    const int n_ = static_cast<int>(count);
    const std::lock_guard lock(planner());
    for (int one = 0; one < 2; ++one) {
      const auto plan = [&](fftw_r2r_kind way) {
        return fftw_plan_many_r2r(1, &n_, one ? 1 : static_cast<int>(together), room.data(), nullptr, 1, n_,
                                  room.data(), nullptr, 1, n_, &way, FFTW_ESTIMATE | FFTW_UNALIGNED);
      };
      forward[one] = plan(k.forward);
      backward[one] = plan(k.backward);
    }
  }
  Line(Line&& o) noexcept : count(o.count), stride(o.stride), eigenvalue(std::move(o.eigenvalue)), scale(o.scale) {
    for (int one = 0; one < 2; ++one) {
      forward[one] = std::exchange(o.forward[one], nullptr);
      backward[one] = std::exchange(o.backward[one], nullptr);
    }
  }
  ~Line() {
    const std::lock_guard lock(planner());
    for (fftw_plan* plans : {forward, backward})
      for (int one = 0; one < 2; ++one)
        if (plans[one]) fftw_destroy_plan(plans[one]);
  }

  void execute(const fftw_plan (&plans)[2], double* lines, std::size_t how_many) const {
    if (how_many == together) {
      fftw_execute_r2r(plans[0], lines, lines);
      return;
    }
    for (std::size_t l = 0; l < how_many; ++l) fftw_execute_r2r(plans[1], lines + l * count, lines + l * count);
  }
};

FastSolver::FastSolver(std::array<LineKind, 3> lines, int dimension, double h) : dimension_(dimension) {
  std::size_t stride = 1;
  lines_.reserve(3);
  for (int k = 0; k < dimension; ++k) {
    lines_.emplace_back(lines[static_cast<std::size_t>(k)], h);
    lines_.back().stride = stride;
    stride *= lines_.back().count;
  }
}
FastSolver::~FastSolver() = default;
FastSolver::FastSolver(FastSolver&&) noexcept = default;

std::array<std::size_t, 3> FastSolver::counts() const {
  std::array<std::size_t, 3> all{1, 1, 1};
  for (std::size_t k = 0; k < lines_.size(); ++k) all[k] = lines_[k].count;
  return all;
}

std::size_t FastSolver::size() const {
  const auto c = counts();
  return c[0] * c[1] * c[2];
}

namespace {

// Lines of a direction that are neighbours in the contiguous one, copied to a row each and back: f(the rows, their
// number, where the block begins).
template <class F>
void for_lines(double* x, std::size_t size, std::size_t count, std::size_t stride, Executor& executor, F&& f) {
  const std::size_t planes = size / (count * stride), blocks = (stride + together - 1) / together;
  executor.for_each(
      planes * blocks,
      [&](std::size_t b) {
        thread_local std::vector<double> room;
        if (room.size() < together * count) room.resize(together * count);
        const std::size_t first = b % blocks * together, many = std::min(together, stride - first);
        const std::size_t begin = b / blocks * count * stride + first;
        for (std::size_t i = 0; i < count; ++i)
          for (std::size_t l = 0; l < many; ++l) room[l * count + i] = x[begin + i * stride + l];
        f(room.data(), many, begin);
        for (std::size_t i = 0; i < count; ++i)
          for (std::size_t l = 0; l < many; ++l) x[begin + i * stride + l] = room[l * count + i];
      },
      4);
}

}  // namespace

void FastSolver::transform(double* x, int direction, bool forward, Executor& executor) const {
  const Line& line = lines_[static_cast<std::size_t>(direction)];
  const auto& plans = forward ? line.forward : line.backward;
  if (direction > 0) {
    for_lines(x, size(), line.count, line.stride, executor,
              [&](double* lines, std::size_t many, std::size_t) { line.execute(plans, lines, many); });
    return;
  }
  const std::size_t lines = size() / line.count;
  executor.for_blocks((lines + together - 1) / together,
                      [&](std::size_t begin, std::size_t end) {
                        for (std::size_t b = begin; b < end; ++b)
                          line.execute(plans, x + b * together * line.count, std::min(together, lines - b * together));
                      },
                      4);
}

void FastSolver::solve(double* x, double alpha, double beta, Executor& executor) const {
  const int last = dimension_ - 1;
  for (int k = 0; k < last; ++k) transform(x, k, true, executor);
  const Line& line = lines_[static_cast<std::size_t>(last)];
  double scale = 1;
  for (const Line& l : lines_) scale *= l.scale;
  const std::size_t wide = lines_[0].count;
  for_lines(x, size(), line.count, line.stride, executor, [&](double* lines, std::size_t many, std::size_t begin) {
    line.execute(line.forward, lines, many);
    for (std::size_t l = 0; l < many; ++l) {
      const std::size_t place = begin + l;
      const double across = lines_[0].eigenvalue[place % wide] + (last == 2 ? lines_[1].eigenvalue[place / wide] : 0.0);
      for (std::size_t i = 0; i < line.count; ++i) {
        const double symbol = alpha + beta * (across + line.eigenvalue[i]);
        lines[l * line.count + i] *= symbol != 0 ? scale / symbol : 0.0;
      }
    }
    line.execute(line.backward, lines, many);
  });
  for (int k = last; k-- > 0;) transform(x, k, false, executor);
}

}  // namespace floc
