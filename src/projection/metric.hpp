// The linear systems of Newton's method for films: all rows together, each with its tangent (internal).
//
// Alone, row c would change its multiplier by d_c. Together, with the tangents dp = −t dg, t ≥ 0, they change by
//
//   dp + t GM⁻¹Gᵀ dp = (1 + ta) d,       a the diagonal of GM⁻¹Gᵀ.
//
// Two methods, the same answer to the tolerance. In displacements it is
//
//   K dw = Gᵀq,   dp = d + q − t G dw,   q = t(a − GM⁻¹Gᵀ)d,   K = M + Gᵀ diag(t) G,
//
// with the matrix M + hA of the lubricated step: the sparse Cholesky factorisation of primal_factor.hpp. (From d
// on, and not from 0, rounding is not multiplied by ta where rows do not meet.) In multipliers it is
// (T⁻¹ + GM⁻¹Gᵀ)dp = (T⁻¹ + a)d: the conjugate gradients of row_gradients.hpp, preconditioned by the diagonal.
//
// Why iterate on multipliers: a stiff gap alone is an eigenvalue of about m/t beside those of order 1 in
// the first matrix, whatever blocks of bodies precondition it, and the more bodies there are the more such
// gaps. In the second its diagonal is a: large t are no trouble, only networks of them that are nearly rigid.
#pragma once

#include <span>
#include <vector>

#include "projection/linear_solver.hpp"
#include "projection/primal_factor.hpp"
#include "projection/row_gradients.hpp"
#include "projection/rows.hpp"

namespace floc {

class Metric {
 public:
  explicit Metric(LinearSolver solver = LinearSolver::automatic) : solver_(solver) {}

  // For these rows, whatever their t will be.
  void prepare(const Rows& rows, Executor& executor);
  // From d, what each row would do alone, to dp in place, with a residual of at most `tolerance` in every row,
  // measured as the a|dp| [length] that would remove it from the row alone. Returns the iterations taken, 1 for
  // a factorisation; `most` of them, and no dp, when the tolerance was not reached. Throws Error when CHOLMOD cannot.
  int solve(const Rows& rows, std::span<const double> t, double tolerance, int most, std::span<double> change,
            Executor& executor);
  bool iterates() const { return iterates_; }  // the last `prepare` chose conjugate gradients

 private:
  template <int D>
  void factorise(const Rows& rows, std::span<const double> t, std::span<double> change, Executor& executor);

  LinearSolver solver_;
  bool iterates_ = false;
  PrimalFactor factor_;
  RowGradients gradients_;
  std::vector<double> pull_, force_, displacement_;  // for the factors: q, Gᵀq and dw
};

}  // namespace floc
