// The linear systems of the metric K = M + Gᵀ diag(t) G, t ≥ 0: K x = b for displacements (internal).
//
// With t = hκ(D⁺) this is the matrix M + hA of the lubricated step. Two methods, the same answer to the
// tolerance: the sparse Cholesky factorisation of stiffness.hpp, and conjugate gradients preconditioned
// by the d × d blocks of the bodies (each factorised), matrix-free, with sums in a fixed order. The
// factors grow as N^(4/3) in 3D while the mass in K keeps the number of iterations bounded as N grows:
// large problems in space, and very large ones in the plane, are iterated.
#pragma once

#include <span>
#include <vector>

#include "projection/linear_solver.hpp"
#include "projection/rows.hpp"
#include "projection/stiffness.hpp"

namespace floc {

class Metric {
 public:
  explicit Metric(LinearSolver solver = LinearSolver::automatic) : solver_(solver) {}

  // Factorises K, or the blocks of its diagonal. Throws Error when CHOLMOD cannot.
  void prepare(const Rows& rows, std::span<const double> t, Executor& executor);
  // x ((N + 1) × d, 0 on bodies of infinite mass) with |b − Kx|_i ≤ m_i · tolerance for every body: what a
  // free body would be displaced by. Returns the iterations taken, 1 for a factorisation; `most` of
  // them when the tolerance was not reached.
  int solve(const Rows& rows, std::span<const double> t, std::span<const double> b, double tolerance, int most,
            std::span<double> x, Executor& executor);
  bool iterates() const { return iterates_; }  // the last `prepare` chose conjugate gradients

 private:
  template <int D>
  void factorise_blocks(const Rows& rows, std::span<const double> t, Executor& executor);
  template <int D>
  int iterate(const Rows& rows, std::span<const double> t, std::span<const double> b, double tolerance, int most,
              std::span<double> x, Executor& executor);

  LinearSolver solver_;
  bool iterates_ = false;
  Stiffness stiffness_;
  std::vector<double> block_;                    // Cholesky factors, d(d + 1)/2 numbers a body
  std::vector<double> residual_, step_, image_;  // b − Kx, s and Ks
};

}  // namespace floc
