// The point p̄ that single precision works about (internal): p̄ in double, and at every entry of the sliced contacts
// the slope g(w(p̄)) + εp̄ less the target gap, and the bound as seen from p̄.
//
// A pass works on x = p − p̄, in units of r̄ and of the mean diagonal. Now and then p̄ is moved to p, with its slopes and
// the tests of the certificate computed in double (iterative refinement): rounding is relative to the progress since.
//
// Where the digits of single precision do, and no row pulls, x may be p itself, from the origin 0 in the place of p̄: a
// pass has no bounds to read then, they are 0, and slopes are halves: eleven bits of a gap of a tenth of a radius are
// within a tolerance of 1e-4, and those that push are near zero.
#pragma once

#include <limits>
#include <span>
#include <tuple>

#include "core/buffers.hpp"
#include "core/half.hpp"
#include "projection/sliced_ellpack.hpp"
#include "projection/workspace.hpp"

namespace floc {

using FloatsOrHalves = std::tuple<DefaultInitVector<float>, DefaultInitVector<Half>>;  // one of them is in use

class RefinementPoint {
 public:
  // At p, an array of the workspace, whose `passing` has w(p). Contacts that push aim at the gap `target_gap` [length].
  // With `whole` x is p itself, an entry each, there: `measure` puts it there.
  void begin(Workspace& work, const SlicedEllpack& contacts, std::span<const double> p, double target_gap,
             DefaultInitVector<float>* whole, Executor& executor);

  // To where x, an entry each, has led; the caller's x is 0 then, or p. `measure` is next.
  void move(const Rows& rows, const SlicedEllpack& contacts, std::span<const float> x, Executor& executor);

  struct Measure {
    Tests tests;
    double cost = -std::numeric_limits<double>::infinity();  // of the dual, for the target gaps
  };
  // Where it is: after p̄ was changed.
  Measure measure(Workspace& work, const SlicedEllpack& contacts, Executor& executor);
  // The same with w(p̄) in `work.passing`.
  Measure measure_displaced(Workspace& work, const SlicedEllpack& contacts, Executor& executor);

  std::span<double> at() const { return at_; }
  // An entry each: halves where x is p itself, else floats.
  template <class Number>
  const Number* slope() const {
    return std::get<DefaultInitVector<Number>>(slope_).data();
  }
  const float* lower() const { return lower_.data(); }  // none where x is p itself
  double length() const { return length_; }             // the unit of x·a
  double mean_diagonal() const { return diagonal_; }    // that of a
  double largest() const { return largest_; }           // |p̄|, when it was last measured

 private:
  double origin(std::size_t c) const { return whole_ ? 0 : at_[c]; }
  float in_passes(double p) const { return static_cast<float>(p * (diagonal_ / length_)); }
  // With w(p̄) in `work.passing`; the cost without the part of the bodies.
  template <int D>
  Measure take_slopes(Workspace& work, const SlicedEllpack& contacts, Executor& executor);

  std::span<double> at_;
  FloatsOrHalves slope_;
  DefaultInitVector<float> lower_;
  DefaultInitVector<float>* whole_ = nullptr;
  double length_ = 1, diagonal_ = 1, target_gap_ = 0, largest_ = 0;
};

}  // namespace floc
