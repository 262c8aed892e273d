// The certificate of a vector of multipliers: everything recomputed from λ, in double, with the
// arrays of the problem and not those of a solver.
//
// The duality gap of the problem with compliance. With the primal cost
//
//   J(V) = ½|V − V*|²_M + Σ_c ψ_c(g_c),   g = D + hGV,   ψ_c(g) = sup over q ≥ λ_min of −q g − ½δq²,
//
// the dual d(λ) = −½λᵀ(A + δI)λ − bᵀλ, and V = V(λ), the terms in M cancel and
//
//   J(V) − d(λ) = Σ_c φ_c,   φ_c = ψ_c(g_c) + λ_c g_c + ½δλ_c² ≥ 0:
//
//   φ = (g + δλ)²/(2δ)                       where −g/δ ≥ λ_min   (always, for an equality row),
//   φ = (λ − λ_min)(g + ½δ(λ + λ_min))       elsewhere.
//
// J is strongly convex in the metric M, hence ½|V − V⁺|²_M ≤ J(V) − d(λ). With δ = 0 the first case
// is infinite unless g = 0; the term is then (λ − λ_min)|g| (|λ g| for an equality row).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "projection/problem.hpp"
#include "projection/rows.hpp"

namespace floc {

struct Assessment {
  Certificate certificate;
  Tests tests;          // the same in the working form of rows.hpp
  double rounding = 0;  // what a few roundings in D + hGV + δλ amount to  [length]
};

// What a certificate is made of, row by row, in the working form of rows.hpp.
struct RowTotals {
  Tests tests;
  double gap = 0, magnitude = 0;
  std::int64_t active = 0;

  RowTotals& operator+=(const RowTotals& o);
  Assessment assessment(double square) const;  // h²
};

// Fills velocity (N × d) with V(λ).
Assessment assess(const ProjectionProblem& problem, const Incidence& incidence, std::span<const double> multiplier,
                  std::span<double> velocity, Executor& executor);

// In two parts: V(λ), and what it and λ make of the rows; of all, or of some here and there among many, whose violation is
// no more than that of all, and whose means are about the same.
void take_velocity(const ProjectionProblem& problem, const Incidence& incidence, std::span<const double> multiplier,
                   std::span<double> velocity, Executor& executor);
enum class Look { at_all, at_some };
constexpr std::size_t many_rows = 4096;
Assessment assess_rows(const ProjectionProblem& problem, std::span<const double> multiplier,
                       std::span<const double> velocity, Look look, Executor& executor);

// The same for a caller without an Incidence, and λ ≥ λ_min.
Certificate certify(const ProjectionProblem& problem, std::span<const double> multiplier, std::span<double> velocity,
                    Executor& executor);

// The largest of violation, complementarity and residual, each over what the settings allow: the problem is solved
// when this is at most 1. Infinite after an overflow.
double merit(const ProjectionProblem& problem, const ProjectionSettings& settings, const Tests& tests,
             double rounding);

}  // namespace floc
