// Conjugate gradients on the multipliers of rows with tangents, an iteration in one streaming pass (internal):
//
//   (T⁻¹ + GM⁻¹Gᵀ)dp = (T⁻¹ + a)d,      preconditioned by its diagonal T⁻¹ + a.
//
// Every row is stored and updated at both its bodies, in the layout of the streaming solvers (sliced_ellpack.hpp). A
// body that has updated the residuals of its rows has at once its part of w(z) = M⁻¹Gᵀz, z the preconditioned
// residual, and that of the direction s₊ = z + βs is w(z) + βw(s). Nothing is scattered, and no row is looked up.
//
// Numbers are single precision, in units of the largest a|d| and of the mean inverse mass: what comes out is
// a step of Newton's method, which computes its residual in double. The first residual is computed in double,
// too, so that rows that do not meet are left as they are; sums are double, in a fixed order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/buffers.hpp"
#include "projection/rows.hpp"
#include "projection/sliced_ellpack.hpp"

namespace floc {

// What a pass and a turn read and write (row_gradients_kernels.hpp).
struct RowGradientArrays {
  const std::size_t* columns;  // of sliced contacts, as are others and the index of obstacles
  const std::int32_t* others;
  const float *normals, *soft;
  float *residual, *step, *change, *w, *fresh;
  std::int32_t obstacle;
  float alpha, beta;
  float least;  // in the place of a zero that divides
};

// Over rows, those that two bodies share half each time.
struct RowGradientProducts {
  double square = 0;              // rᵀz
  double fresh = 0, between = 0;  // zᵀT⁻¹z and zᵀT⁻¹s
  float largest = 0;              // a|z|

  RowGradientProducts& operator+=(const RowGradientProducts& o);
};

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
  // At dp = d, over `length`: what is left is that the others move too.
  template <int D>
  void begin(const Rows& rows, std::span<const double> t, std::span<const double> change, double length,
             Executor& executor);
  RowGradientArrays arrays(double alpha, double beta);
  template <int D, bool first>
  RowGradientProducts pass(double alpha, double beta, Executor& executor);
  // w(s₊) = w(z) + βw(s). Returns |w(s₊)|²_M.
  template <int D>
  double turn(double beta, Executor& executor);

  SlicedEllpack contacts_;
  DefaultInitVector<float> normal_;                          // in the layout of contacts_.normals()
  DefaultInitVector<float> soft_, residual_, step_, change_;  // an entry each: 1/t, r, s and dp − d
  DefaultInitVector<float> w_;                               // four numbers a slot: w(s), and 1/m
  DefaultInitVector<float> fresh_;                           // w(z), slice by slice, direction by direction
  std::vector<double> displacement_;
  double unit_ = 1;  // the mean inverse mass
};

}  // namespace floc
