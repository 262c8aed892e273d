#include "projection/problem.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace floc {

namespace {

// The first index whose value fails the test; `values.size()` when none does.
template <class T, class Test>
std::size_t find_first_not(std::span<const T> values, Test&& test) {
  std::size_t i = 0;
  while (i < values.size() && test(values[i])) ++i;
  return i;
}

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

std::string fault_of_values(const ProjectionProblem& q) {
  std::size_t i = find_first_not(q.inverse_mass, [](double x) { return x >= 0 && finite(x); });
  if (i < q.bodies()) return fmt::format("body {}: inverse mass {}", i, q.inverse_mass[i]);
  i = find_first_not(q.free_velocity, finite);
  if (i < q.free_velocity.size())
    return fmt::format("body {}: free velocity {}", i / static_cast<std::size_t>(q.dimension), q.free_velocity[i]);
  i = find_first_not(q.gap, finite);
  if (i < q.rows()) return fmt::format("row {}: gap {}", i, q.gap[i]);
  i = find_first_not(q.lower, [](double x) { return x < std::numeric_limits<double>::infinity(); });
  if (i < q.lower.size()) return fmt::format("row {}: lower bound {}", i, q.lower[i]);
  return {};
}

std::string fault_of_rows(const ProjectionProblem& q) {
  const std::size_t d = static_cast<std::size_t>(q.dimension), n = q.bodies();
  for (std::size_t c = 0; c < q.rows(); ++c) {
    const std::int32_t i = q.first[c], j = q.second[c];
    if (i < 0) return fmt::format("row {} joins two obstacles", c);
    if (static_cast<std::size_t>(i) >= n) return fmt::format("row {}: no body {}", c, i);
    if (j >= i) return fmt::format("row {}: second {} is not below first {}", c, j, i);
    if (q.inverse_mass[i] == 0 && (j < 0 || q.inverse_mass[j] == 0))
      return fmt::format("row {} joins two bodies of infinite mass", c);
    if (c > 0 && (i < q.first[c - 1] || (i == q.first[c - 1] && j < q.second[c - 1])))
      return fmt::format("row {} is not sorted by (first, second)", c);
    double square = 0;
    for (std::size_t k = 0; k < d; ++k) square += q.normal[c * d + k] * q.normal[c * d + k];
    if (!(std::abs(square - 1) <= 1e-6)) return fmt::format("row {}: the normal is not a unit vector", c);
  }
  return {};
}

std::string fault_of_units(const ProjectionProblem& q) {
  const RigidUnits& r = q.rigid;
  if (r.empty()) return {};
  const std::size_t n = q.bodies(), k = r.size();
  if (r.begin.size() != k + 1 || r.unit.size() != n || r.arm.size() != n * static_cast<std::size_t>(q.dimension) ||
      r.inverse_inertia.size() != 9 * k)
    return fmt::format("the arrays of {} rigid units have the wrong sizes", k);
  for (const auto& numbers : {r.arm, r.inverse_mass, r.inverse_inertia})
    if (find_first_not(numbers, finite) < numbers.size()) return "a number of a rigid unit is not finite";
  if (r.begin[0] != 0 || static_cast<std::size_t>(r.begin[k]) != r.bodies.size())
    return "the list of rigid units does not fit their bodies";
  std::size_t members = 0;
  for (std::size_t u = 0; u < k; ++u)
    for (std::int32_t m = r.begin[u]; m < r.begin[u + 1]; ++m) {
      const std::int32_t i = r.bodies[m];
      if (i < 0 || static_cast<std::size_t>(i) >= n || r.unit[i] != static_cast<std::int32_t>(u))
        return fmt::format("rigid unit {}: body {} is not one of its own", u, i);
      if (m > r.begin[u] && i <= r.bodies[m - 1]) return fmt::format("rigid unit {} is not sorted", u);
      ++members;
    }
  for (const std::int32_t u : r.unit) members -= u >= 0;
  return members == 0 ? std::string() : "bodies of rigid units are missing from the list";
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

std::string find_fault(const ProjectionProblem& problem) {
  std::string fault = fault_of_scalars(problem);
  if (fault.empty()) fault = fault_of_sizes(problem);
  if (fault.empty()) fault = fault_of_values(problem);
  if (fault.empty()) fault = fault_of_rows(problem);
  if (fault.empty()) fault = fault_of_units(problem);
  return fault;
}

}  // namespace floc
