// Conjugate gradients on the multipliers of rows with tangents, an iteration in one streaming pass (internal):
//
//   (T⁻¹ + GM⁻¹Gᵀ)dp = (T⁻¹ + a)d,      preconditioned by its diagonal T⁻¹ + a.
//
// As in streaming_apgd.hpp every row is stored at both its bodies, and updated at both: the same numbers in the same
// order up to a sign, hence the same bits. A body that has updated the residuals of its rows has at once its
// part of w(z) = M⁻¹Gᵀz, z the preconditioned residual, and that of the direction s₊ = z + βs is w(z) + βw(s).
// Nothing is scattered, and no row is looked up.
//
// Numbers are single precision, in units of the largest a|d| and of the mean inverse mass: what comes out is
// a step of Newton's method, which computes its residual in double. Sums are double, in a fixed order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "projection/rows.hpp"

namespace floc {

class RowGradients {
 public:
  // For these normals and masses.
  void prepare(const Rows& rows, Executor& executor);
  // From d to dp in place, as Metric::solve has it; d stays where `most` iterations were not enough, or numbers
  // went out of the range of single precision. Meant for 1e-2 of the largest a|d|; below 1e-3 rounding
  // may keep the residual from following where chains of stiff rows are long.
  int solve(const Rows& rows, std::span<const double> t, double tolerance, int most, std::span<double> change,
            Executor& executor);

 private:
  using Four = std::array<float, 4>;
  // A row at one of its bodies; those of a body are contiguous, the rows where it is `first` before the others.
  struct Link {
    Four normal;         // away from the other body; then 1/t
    std::int32_t other;  // N: an obstacle
  };
  struct State {
    float residual, step, change;
  };
  struct Products;
  // f(c, link, state, own) for the rows c of a body; `own`: it is `first`.
  template <class F>
  void at_body(const Rows& rows, std::size_t i, F&& f);
  // The same for every body, f returning z: w(z), and the sums.
  template <class F>
  Products pass(const Rows& rows, Executor& executor, F&& f);

  std::vector<Link> links_;
  std::vector<State> states_;
  std::vector<Four> place_;  // w(s) and 1/m of a body; 0 of an obstacle
  std::vector<Four> fresh_;  // w(z)
  double unit_ = 1;          // of 1/m
};

}  // namespace floc
