// Conjugate gradients on the rows that are active in the solution, taken as equalities: what an oracle that
// knows the active set would still have to iterate. The yardstick of the gradient methods.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/conjugate_gradients.hpp"
#include "projection/problem.hpp"

namespace floc::bench {

// Iterations until the worst of those rows is within tolerance · r̄, from p = 0, with diagonal scaling.
inline int active_set_iterations(const ProjectionProblem& problem, const std::vector<double>& multiplier,
                                 double tolerance, int most) {
  const auto d = static_cast<std::size_t>(problem.dimension);
  const double epsilon = problem.compliance / (problem.step * problem.step);
  std::vector<std::size_t> active;
  for (std::size_t c = 0; c < problem.rows(); ++c)
    if (multiplier[c] > (problem.lower.empty() ? 0 : problem.lower[c])) active.push_back(c);
  const std::size_t n = active.size();

  std::vector<double> w(problem.bodies() * d);
  const auto along = [&](std::size_t c, const std::vector<double>& x) {
    double g = 0;
    for (std::size_t k = 0; k < d; ++k) {
      g += problem.normal[c * d + k] * x[static_cast<std::size_t>(problem.first[c]) * d + k];
      if (problem.second[c] >= 0)
        g -= problem.normal[c * d + k] * x[static_cast<std::size_t>(problem.second[c]) * d + k];
    }
    return g;
  };
  const auto apply = [&](const std::vector<double>& p, std::vector<double>& out) {
    std::ranges::fill(w, 0.0);
    for (std::size_t q = 0; q < n; ++q)
      for (std::size_t k = 0; k < d; ++k) {
        const std::size_t c = active[q];
        const double f = p[q] * problem.normal[c * d + k];
        const auto i = static_cast<std::size_t>(problem.first[c]);
        w[i * d + k] += problem.inverse_mass[i] * f;
        if (problem.second[c] < 0) continue;
        const auto j = static_cast<std::size_t>(problem.second[c]);
        w[j * d + k] -= problem.inverse_mass[j] * f;
      }
    for (std::size_t q = 0; q < n; ++q) out[q] = along(active[q], w) + epsilon * p[q];
  };

  std::vector<double> x(n), r(n), z(n), s(n), image(n), diagonal(n);
  std::vector<double> free(problem.free_velocity.begin(), problem.free_velocity.end());
  for (double& v : free) v *= problem.step;
  for (std::size_t q = 0; q < n; ++q) {
    const std::size_t c = active[q];
    diagonal[q] = problem.inverse_mass[static_cast<std::size_t>(problem.first[c])] + epsilon;
    if (problem.second[c] >= 0) diagonal[q] += problem.inverse_mass[static_cast<std::size_t>(problem.second[c])];
    r[q] = -problem.gap[c] - along(c, free);
  }
  const auto precondition = [&](const std::vector<double>& from, std::vector<double>& to) {
    for (std::size_t q = 0; q < n; ++q) to[q] = from[q] / diagonal[q];
  };
  const auto done = [&](int iterations, double) {
    return iterations > 0 &&
           std::ranges::all_of(r, [&](double row) { return std::abs(row) <= tolerance * problem.length; });
  };
  return conjugate_gradients(x, r, z, s, image, apply, precondition, done, most);
}

}  // namespace floc::bench
