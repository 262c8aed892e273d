#include "projection/apgd.hpp"

#include <algorithm>
#include <cmath>

namespace floc {

struct Apgd::Products {
  double step = 0;      // dᵀ diag(a) d
  double square = 0;    // dᵀd
  double momentum = 0;  // (g + εy)·(p₊ − p)
  Tests tests;          // at y

  Products& operator+=(const Products& o) {
    step += o.step;
    square += o.square;
    momentum += o.momentum;
    tests += o.tests;
    return *this;
  }
};

void Apgd::begin(std::span<const double> start, Executor& executor) {
  for (auto& p : p_) {
    p = work->row_array();
    std::ranges::copy(start, p.begin());
  }
  for (auto* w : {&w_[0], &w_[1], &wy_}) *w = work->displacements();
  rows.displace(executor, start, w_[0]);
  for (auto& w : {w_[1], wy_}) std::ranges::copy(w_[0], w.begin());
  theta_ = 1;
  beta_ = 0;
  curvature_ = 3;
  largest_curvature_ = rows.largest_eigenvalue_bound(executor);
}

template <int D, bool watch>
Apgd::Products Apgd::step(Executor& executor) {
  const double *const p = p_[0].data(), *const previous = p_[1].data();
  const double* const diagonal = rows.diagonal().data();
  const Rows::Lower lower = rows.lower();
  double* const next = p_[2].data();
  const double beta = beta_, epsilon = rows.compliance(), rate = 1 / curvature_;
  return rows.sweep<D, Products>(executor, wy_, [=](std::size_t c, double g, Products& total) {
    const double y = p[c] + beta * (p[c] - previous[c]), slope = g + epsilon * y;
    const double value = std::max(lower[c], y - rate * slope / diagonal[c]);
    const double d = value - y;
    next[c] = value;
    total.step += diagonal[c] * d * d;
    total.square += d * d;
    total.momentum += slope * (value - p[c]);
    if constexpr (watch) total.tests.add(g, slope, y, lower[c], diagonal[c]);
  });
}

template <int D>
double Apgd::displace(Executor& executor) {
  const double *const wy = wy_.data(), *const mass = rows.mass().data();
  double* const next = w_[1].data();
  return rows.gather<D, Sum>(executor, p_[2], [=](std::size_t i, const Vec<D>& wi, Sum& total) {
    const Vec<D> change = wi - Vec<D>::load(wy + i * D);
    wi.store(next + i * D);
    total.value += mass[i] * dot(change, change);
  }).value;
}

void Apgd::extrapolate(Executor& executor) {
  const double *const w = w_[0].data(), *const previous = w_[1].data(), beta = beta_;
  double* const wy = wy_.data();
  executor.for_blocks(wy_.size(), [=](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) wy[k] = w[k] + beta * (w[k] - previous[k]);
  });
}

Tests Apgd::advance(bool watch, Executor& executor) {
  return with_dimension(rows.dimension(), [&]<int D>() {
    for (;;) {
      const Products products = watch ? step<D, true>(executor) : step<D, false>(executor);
      const bool restart = products.momentum > 0;
      const double theta = restart ? 1 : 0.5 * theta_ * (std::sqrt(theta_ * theta_ + 4) - theta_);
      const double beta = restart ? 0 : theta_ * (1 - theta_) / (theta_ * theta_ + theta);
      const double energy = displace<D>(executor) + rows.compliance() * products.square;
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

}  // namespace floc
