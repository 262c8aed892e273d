// Accelerated proximal gradient descent on the dual (Nesterov 1983, with the adaptive restart of
// O'Donoghue and Candès 2015 and the step adaptation of Mazhar et al. 2015), in the metric of the
// diagonal a (internal):
//
//   y = p + β(p − p₋),   p₊ = prox(y, g(w(y)), La),   β from θ₊² = (1 − θ₊)θ²,
//
// restarted (θ = 1, β = 0) when the momentum points uphill: slope·(p₊ − p) > 0. What a row is comes with
// `Row`: for a contact p₊ = max(p_min, y − (g + εy)/(La)) and the slope is g + εy.
//
// The step 1/L follows the curvature met on the way, q = dᵀ(GM⁻¹Gᵀ + εI)d / dᵀ diag(a) d with
// d = p₊ − y: a step with q > L is repeated with a larger L, at most until L is Gershgorin's
// bound, which every q obeys; so the search always ends, also at d = 0.
//
// An iteration is two passes. Over the rows, at w(y): gradient, projection and all dot products; y is
// made on the fly. Over the bodies, at p₊: w(p₊) and dᵀGM⁻¹Gᵀd = |w(p₊) − w(y)|²_M; when the step is
// taken, w(y₊) = w(p₊) + β₊(w(p₊) − w(p)). The tests are those at y.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "projection/workspace.hpp"

namespace floc {

class Accelerated {
 public:
  // On arrays of the workspace, for its rows.
  void begin(Workspace& work, std::span<const double> start, Executor& executor) {
    const Rows& rows = work.rows;
    for (auto& p : p_) {
      p = work.row_array();
      std::ranges::copy(start, p.begin());
    }
    for (auto* w : {&w_[0], &w_[1], &wy_}) *w = work.displacements();
    rows.displace(executor, start, w_[0]);
    for (auto& w : {w_[1], wy_}) std::ranges::copy(w_[0], w.begin());
    theta_ = 1;
    beta_ = 0;
    curvature_ = 3;
    largest_curvature_ = rows.largest_eigenvalue_bound(executor);
  }

  // One iteration. `row.prox(c, g, y, La)` is a p₊ with its slope, `row.test(c, g, y, p₊, La, tests)` adds the
  // tests at y (asked only with `watch`).
  template <class Row>
  Tests advance(const Rows& rows, const Row& row, bool watch, Executor& executor) {
    return with_dimension(rows.dimension(), [&]<int D>() {
      for (;;) {
        const Products products = watch ? step<D, true>(rows, row, executor) : step<D, false>(rows, row, executor);
        const bool restart = products.momentum > 0;
        const double theta = restart ? 1 : 0.5 * theta_ * (std::sqrt(theta_ * theta_ + 4) - theta_);
        const double beta = restart ? 0 : theta_ * (1 - theta_) / (theta_ * theta_ + theta);
        const double energy = displace<D>(rows, executor) + rows.compliance() * products.square;
        if (energy > curvature_ * products.step && curvature_ < largest_curvature_) {
          curvature_ = std::min(largest_curvature_, std::max(2 * curvature_, energy / products.step));
          continue;
        }
        std::swap(p_[1], p_[2]);
        std::swap(p_[0], p_[1]);
        std::swap(w_[0], w_[1]);
        theta_ = theta;
        beta_ = beta;
        extrapolate(executor);
        curvature_ *= 0.9;
        return products.tests;
      }
    });
  }

  std::span<const double> iterate() const { return p_[0]; }

 private:
  struct Products {
    double step = 0;      // dᵀ diag(a) d
    double square = 0;    // dᵀd
    double momentum = 0;  // slope·(p₊ − p)
    Tests tests;          // at y

    Products& operator+=(const Products& o) {
      step += o.step;
      square += o.square;
      momentum += o.momentum;
      tests += o.tests;
      return *this;
    }
  };

  template <int D, bool watch, class Row>
  Products step(const Rows& rows, const Row& row, Executor& executor) {
    const double *const p = p_[0].data(), *const previous = p_[1].data();
    const Rows::Diagonal diagonal = rows.diagonal();
    double* const next = p_[2].data();
    const double beta = beta_, curvature = curvature_;
    return rows.sweep<D, Products>(executor, wy_, [=](std::size_t c, double g, Products& total) {
      const double y = p[c] + beta * (p[c] - previous[c]), stiffness = curvature * diagonal[c];
      const auto [value, slope] = row.prox(c, g, y, stiffness);
      const double d = value - y;
      next[c] = value;
      total.step += diagonal[c] * d * d;
      total.square += d * d;
      total.momentum += slope * (value - p[c]);
      if constexpr (watch) row.test(c, g, y, value, stiffness, total.tests);
    });
  }

  template <int D>
  double displace(const Rows& rows, Executor& executor) {
    const double* const wy = wy_.data();
    const Rows::Mass mass = rows.mass();
    double* const next = w_[1].data();
    return rows.gather<D, Sum>(executor, p_[2], [=](std::size_t i, const Vec<D>& wi, Sum& total) {
      const Vec<D> change = wi - Vec<D>::load(wy + i * D);
      wi.store(next + i * D);
      total.value += mass[i] * dot(change, change);
    }).value;
  }

  void extrapolate(Executor& executor) {
    const double *const w = w_[0].data(), *const previous = w_[1].data(), beta = beta_;
    double* const wy = wy_.data();
    executor.for_each(wy_.size(), [=](std::size_t k) { wy[k] = w[k] + beta * (w[k] - previous[k]); });
  }

  std::array<std::span<double>, 3> p_;  // p, p₋ and room for p₊
  std::array<std::span<double>, 2> w_;  // w(p) and room for w(p₊)
  std::span<double> wy_;                // w(y)
  double theta_ = 1, beta_ = 0, curvature_ = 1, largest_curvature_ = 1;
};

}  // namespace floc
