#include "projection/certificate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace floc {

namespace {

// In p = h²λ, with ε = δ/h²: h² times the energy φ. `half_stiffness` is 1/(2ε).
double gap_term(double g, double p, double lower, double epsilon, double half_stiffness) {
  const bool equality = lower == -std::numeric_limits<double>::infinity();
  if (epsilon > 0) {
    // Both, and one of them by a mask: no processor could predict which rows press.
    const double slope = g + epsilon * p;
    const auto pressing = std::bit_cast<std::uint64_t>(slope * slope * half_stiffness);
    const auto open = std::bit_cast<std::uint64_t>((p - lower) * (g + epsilon * (p + lower) / 2));
    const std::uint64_t presses = 0u - static_cast<std::uint64_t>(equality | (-g >= epsilon * lower));
    return std::bit_cast<double>((pressing & presses) | (open & ~presses));
  }
  return std::abs((equality ? p : p - lower) * g);
}

}  // namespace

RowTotals& RowTotals::operator+=(const RowTotals& o) {
  tests += o.tests;
  gap += o.gap;
  magnitude = std::max(magnitude, o.magnitude);
  active += o.active;
  return *this;
}

Assessment RowTotals::assessment(double square) const {
  Assessment result;
  result.tests = tests;
  result.certificate.violation = tests.violation;
  result.certificate.complementarity = tests.complementarity();
  result.certificate.residual = tests.residual;
  result.certificate.duality_gap = gap / square;
  result.certificate.largest_multiplier = tests.largest / square;
  result.certificate.active = active;
  result.rounding = 8 * std::numeric_limits<double>::epsilon() * magnitude;
  return result;
}

void take_velocity(const ProjectionProblem& problem, const Incidence& incidence, std::span<const double> multiplier,
                   std::span<double> velocity, Executor& executor) {
  with_dimension(problem.dimension, [&]<int D>() {
    const auto move = [&](std::size_t i, const Vec<D>& change, Nothing&) {
      (Vec<D>::load(&problem.free_velocity[i * D]) + problem.step * change).store(&velocity[i * D]);
    };
    incidence.respond<D, Nothing>(executor, problem.inverse_mass.data(), problem.normal.data(), multiplier.data(), move);
  });
}

Assessment assess_rows(const ProjectionProblem& problem, std::span<const double> multiplier,
                       std::span<const double> velocity, Look look, Executor& executor) {
  const double h = problem.step, square = h * h, epsilon = problem.compliance / square, half_stiffness = 0.5 / epsilon;
  return with_dimension(problem.dimension, [&]<int D>() {
    const auto add_up = [&](std::size_t begin, std::size_t end) {
      RowTotals part;
      for (std::size_t c = begin; c < end; ++c) {
        const auto i = static_cast<std::size_t>(problem.first[c]);
        const std::int32_t j = problem.second[c];
        const Vec<D> normal = Vec<D>::load(&problem.normal[c * D]);
        const double vi = dot(normal, Vec<D>::load(&velocity[i * D]));
        const double vj = j < 0 ? 0 : dot(normal, Vec<D>::load(&velocity[static_cast<std::size_t>(j) * D]));
        const double g = problem.gap[c] + h * (vi - vj), p = square * multiplier[c];
        const double lower = problem.lower.empty() ? 0 : square * problem.lower[c];
        const double diagonal = problem.inverse_mass[i] + (j < 0 ? 0 : problem.inverse_mass[j]) + epsilon;
        part.tests.add({g, g + epsilon * p, p, lower, diagonal});
        part.gap += gap_term(g, p, lower, epsilon, half_stiffness);
        part.magnitude = std::max(part.magnitude, std::abs(problem.gap[c]) + h * (std::abs(vi) + std::abs(vj)) +
                                                      diagonal * std::abs(p));
        // An interior point pushes a little at open rows, too.
        part.active += p > lower && diagonal * (p - lower) > g + epsilon * p;
      }
      return part;
    };
    const auto plus = [](RowTotals total, const RowTotals& part) { return total += part; };
    const auto add_up_some = [&](std::size_t k, std::size_t) {
      return add_up(k * many_rows, k * many_rows + many_rows / 16);
    };
    const RowTotals totals = look == Look::at_all
                                 ? executor.reduce(problem.rows(), RowTotals{}, add_up, plus)
                                 : executor.reduce(problem.rows() / many_rows, RowTotals{}, add_up_some, plus, 1);

    return totals.assessment(square);
  });
}

Assessment assess(const ProjectionProblem& problem, const Incidence& incidence, std::span<const double> multiplier,
                  std::span<double> velocity, Executor& executor) {
  take_velocity(problem, incidence, multiplier, velocity, executor);
  return assess_rows(problem, multiplier, velocity, Look::at_all, executor);
}

Certificate certify(const ProjectionProblem& problem, std::span<const double> multiplier, std::span<double> velocity,
                    Executor& executor) {
  Incidence incidence;
  incidence.build(problem);
  return assess(problem, incidence, multiplier, velocity, executor).certificate;
}

double merit(const ProjectionProblem& problem, const ProjectionSettings& settings, const Tests& tests,
             double rounding) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!std::isfinite(tests.product) || !std::isfinite(tests.weight)) return infinity;
  const auto ratio = [](double value, double allowed) {
    return allowed > 0 ? value / allowed : value > 0 ? infinity : 0;
  };
  double worst = ratio(tests.worst(settings.residual_share), settings.tolerance * problem.length);
  if (settings.multiplier_tolerance > 0 && problem.compliance > 0) {
    const double epsilon = problem.compliance / (problem.step * problem.step);
    // Forces that have died away displace nothing: nobody asks for their digits.
    const double nothing = 1e-15 * settings.tolerance * problem.length;
    worst = std::max(worst, ratio(tests.residual, std::max({settings.multiplier_tolerance * epsilon * tests.largest,
                                                            rounding, nothing})));
  }
  return worst;
}

}  // namespace floc
