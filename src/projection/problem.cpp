#include "projection/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "parallel/executor.hpp"

namespace floc {

namespace {

bool finite(double x) { return std::isfinite(x); }

std::string fault_of_scalars(const ProjectionProblem& q) {
  if (q.dimension < 1 || q.dimension > 3) return fmt::format("dimension {} is not 1, 2 or 3", q.dimension);
  if (!(q.step > 0) || !finite(q.step)) return fmt::format("step {} is not a positive number", q.step);
  if (!(q.length > 0) || !finite(q.length)) return fmt::format("length {} is not a positive number", q.length);
  if (!(q.compliance >= 0) || !finite(q.compliance)) return fmt::format("compliance {} is negative", q.compliance);
  return {};
}

std::string fault_of_sizes(const ProjectionProblem& q) {
  const std::size_t d = static_cast<std::size_t>(q.dimension), n = q.bodies(), c = q.rows();
  // Indices are 32-bit, also those of the dofs.
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  if (n >= most / d || c >= most) return fmt::format("{} bodies and {} rows are too many", n, c);
  const auto wrong = [](const char* name, std::size_t size, std::size_t expected) {
    return fmt::format("{} has {} values, not {}", name, size, expected);
  };
  if (q.free_velocity.size() != n * d) return wrong("free_velocity", q.free_velocity.size(), n * d);
  if (q.second.size() != c) return wrong("second", q.second.size(), c);
  if (q.normal.size() != c * d) return wrong("normal", q.normal.size(), c * d);
  if (q.gap.size() != c) return wrong("gap", q.gap.size(), c);
  if (!q.lower.empty() && q.lower.size() != c) return wrong("lower", q.lower.size(), c);
  if (!q.guess.empty() && q.guess.size() != c) return wrong("guess", q.guess.size(), c);
  if (!q.order.empty() && q.order.size() != n) return wrong("order", q.order.size(), n);
  return {};
}

std::string fault_of_bodies(const ProjectionProblem& q, std::size_t begin, std::size_t end) {
  const auto d = static_cast<std::size_t>(q.dimension);
  for (std::size_t i = begin; i < end; ++i) {
    if (!(q.inverse_mass[i] >= 0) || !finite(q.inverse_mass[i]))
      return fmt::format("body {}: inverse mass {}", i, q.inverse_mass[i]);
    for (std::size_t k = i * d; k < (i + 1) * d; ++k)
      if (!finite(q.free_velocity[k])) return fmt::format("body {}: free velocity {}", i, q.free_velocity[k]);
  }
  return {};
}

std::string fault_of_rows(const ProjectionProblem& q, std::size_t begin, std::size_t end) {
  const std::size_t d = static_cast<std::size_t>(q.dimension), n = q.bodies();
  // One number to compare: whether the first is another one would be a branch misprediction.
  const auto place = [&](std::size_t c) { return (std::int64_t{q.first[c]} << 32) + q.second[c]; };
  for (std::size_t c = begin; c < end; ++c) {
    const std::int32_t i = q.first[c], j = q.second[c];
    if (!finite(q.gap[c])) return fmt::format("row {}: gap {}", c, q.gap[c]);
    if (!q.lower.empty() && !(q.lower[c] < std::numeric_limits<double>::infinity()))
      return fmt::format("row {}: lower bound {}", c, q.lower[c]);
    if (i < 0) return fmt::format("row {} joins two obstacles", c);
    if (static_cast<std::size_t>(i) >= n) return fmt::format("row {}: no body {}", c, i);
    if (j >= i) return fmt::format("row {}: second {} is not below first {}", c, j, i);
    if (q.inverse_mass[i] == 0 && (j < 0 || q.inverse_mass[j] == 0))
      return fmt::format("row {} joins two bodies of infinite mass", c);
    if (c > 0 && place(c) < place(c - 1))
      return fmt::format("row {} is not sorted by (first, second)", c);
    double square = 0;
    for (std::size_t k = 0; k < d; ++k) square += q.normal[c * d + k] * q.normal[c * d + k];
    if (!(std::abs(square - 1) <= 1e-6)) return fmt::format("row {}: the normal is not a unit vector", c);
  }
  return {};
}

std::string fault_of_turning(const ProjectionProblem& q) {
  const TurningArrays& t = q.turning;
  if (t.empty()) return {};
  if (q.dimension == 1) return "bodies on a line do not turn";
  const std::size_t d = static_cast<std::size_t>(q.dimension), n = q.bodies(), c = q.rows(), moments = d == 3 ? 6 : 1;
  if (t.inverse_inertia.size() != n * moments || t.free_spin.size() != n * (d == 3 ? 3 : 1) || t.lever_first.size() != c * d ||
      t.lever_second.size() != c * d || (!t.friction.empty() && t.friction.size() != c) ||
      (!t.slip.empty() && t.slip.size() != c * d) || (!t.guess.empty() && t.guess.size() != c * d))
    return "the arrays of bodies that turn have the wrong sizes";
  for (const auto& numbers : {t.inverse_inertia, t.free_spin, t.lever_first, t.lever_second, t.slip})
    if (!std::ranges::all_of(numbers, finite)) return "a number of a body that turns is not finite";
  for (std::size_t k = 0; k < c && !t.friction.empty(); ++k)
    if (!(t.friction[k] >= 0)) return fmt::format("row {}: friction {}", k, t.friction[k]);
  for (const auto& lengths : {t.rolling, t.twisting}) {
    if (lengths.size() != (t.rolling.empty() ? 0 : c)) return "the arrays of resistance to rolling have the wrong sizes";
    for (const double length : lengths)
      if (!(length >= 0) || !finite(length)) return fmt::format("resistance to rolling {}", length);
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < (d == 3 ? 3 : 1); ++k)
      if (!(t.inverse_inertia[i * moments + k] >= 0)) return fmt::format("body {}: inverse inertia {}", i, t.inverse_inertia[i * moments + k]);
  return {};
}

std::string fault_of_joints(const ProjectionProblem& q) {
  const JointArrays& a = q.joints;
  const std::size_t n = a.size();
  if (n == 0) return {};
  if (q.turning.empty()) return "joints are between bodies that turn";
  if (a.second.size() != n || a.linear.size() != 3 * n || a.angular_first.size() != 3 * n ||
      a.angular_second.size() != 3 * n || a.gap.size() != n || a.lower.size() != n || a.upper.size() != n ||
      a.compliance.size() != n || (!a.guess.empty() && a.guess.size() != n))
    return "the arrays of joints have the wrong sizes";
  for (const auto& numbers : {a.linear, a.angular_first, a.angular_second, a.gap, a.compliance})
    if (!std::ranges::all_of(numbers, finite)) return "a number of a joint is not finite";
  for (std::size_t k = 0; k < n; ++k) {
    if (a.first[k] < 0 || static_cast<std::size_t>(a.first[k]) >= q.bodies() ||
        a.second[k] >= static_cast<std::int32_t>(q.bodies()) || a.second[k] == a.first[k])
      return fmt::format("row {} of joints is between {} and {}", k, a.first[k], a.second[k]);
    if (q.inverse_mass[a.first[k]] == 0 && (a.second[k] < 0 || q.inverse_mass[a.second[k]] == 0))
      return fmt::format("row {} of joints is between two bodies of infinite mass", k);
    if (!(a.lower[k] <= a.upper[k])) return fmt::format("row {} of joints: bounds {} and {}", k, a.lower[k], a.upper[k]);
    if (a.compliance[k] < 0) return fmt::format("row {} of joints: compliance {}", k, a.compliance[k]);
  }
  return {};
}

}  // namespace

const char* to_string(ProjectionStatus status) {
  switch (status) {
    case ProjectionStatus::converged: return "converged";
    case ProjectionStatus::iteration_limit: return "iteration limit";
    case ProjectionStatus::stagnated: return "stagnated";
    case ProjectionStatus::invalid: return "invalid";
  }
  return "unknown";
}

std::string find_fault(const ProjectionProblem& problem, Executor& executor) {
  std::string fault = fault_of_scalars(problem);
  if (fault.empty()) fault = fault_of_sizes(problem);
  // Whether there is one is found block by block, and which is the first from the beginning.
  const auto look = [&](std::size_t count, auto find) {
    if (!fault.empty()) return;
    const bool any = executor.reduce(count, false, [&](std::size_t begin, std::size_t end) {
      return !find(problem, begin, end).empty();
    }, [](bool a, bool b) { return a || b; }, 8192);
    if (any) fault = find(problem, 0, count);
  };
  look(problem.bodies(), fault_of_bodies);
  look(problem.rows(), fault_of_rows);
  if (fault.empty()) fault = fault_of_turning(problem);
  if (fault.empty()) fault = fault_of_joints(problem);
  return fault;
}

std::string find_fault(const ProjectionProblem& problem) {
  Executor alone;
  return find_fault(problem, alone);
}

}  // namespace floc
