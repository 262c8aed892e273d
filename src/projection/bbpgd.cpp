#include "projection/bbpgd.hpp"

#include <algorithm>
#include <cmath>

namespace floc {

struct Bbpgd::Products {
  double ss = 0, sy = 0, yy = 0;  // in the metric of a, none, and of 1/a
  double descent = 0;             // the old gradient along s
  Tests tests;

  Products& operator+=(const Products& o) {
    ss += o.ss;
    sy += o.sy;
    yy += o.yy;
    descent += o.descent;
    tests += o.tests;
    return *this;
  }
};

template <int D>
Bbpgd::Products Bbpgd::measure(Executor& executor) {
  rows.gather<D, Nothing>(executor, p_, [&](std::size_t i, const Vec<D>& wi, Nothing&) { wi.store(&w_[i * D]); });
  return rows.sweep<D, Products>(executor, w_, [&](std::size_t c, double g, Products& total) {
    const double p = p_[c], a = rows.diagonal()[c], slope = g + rows.compliance() * p;
    const double s = p - previous_[c], y = slope - slope_[c];
    total.ss += a * s * s;
    total.sy += s * y;
    total.yy += y * y / a;
    total.descent += s * slope_[c];
    total.tests.add({g, slope, p, rows.lower()[c], a});
    slope_[c] = slope;
  });
}

void Bbpgd::begin(std::span<const double> start, Executor& executor) {
  for (auto* x : {&p_, &previous_, &slope_}) *x = work->row_array();
  w_ = work->displacements();
  std::ranges::copy(start, p_.begin());
  std::ranges::copy(start, previous_.begin());
  std::ranges::fill(slope_, 0.0);
  std::ranges::fill(w_, 0.0);
  with_dimension(rows.dimension(), [&]<int D>() { measure<D>(executor); });
  step_ = 0.5;
  cost_ = 0;
  count_ = 0;
  costs_.fill(0);
}

Tests Bbpgd::advance(bool, Executor& executor) {
  return with_dimension(rows.dimension(), [&]<int D>() {
    rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) {
      previous_[c] = p_[c];
      p_[c] = std::max(rows.lower()[c], p_[c] - step_ * slope_[c] / rows.diagonal()[c]);
    });
    Products products = measure<D>(executor);
    double change = products.descent + 0.5 * products.sy;
    const double highest = *std::ranges::max_element(costs_);
    if (cost_ + change > highest && products.descent < 0 && products.sy > 0) {
      const double shorter = -products.descent / products.sy;
      rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) {
        p_[c] = std::max(rows.lower()[c], previous_[c] + shorter * (p_[c] - previous_[c]));
      });
      change = 0.5 * shorter * products.descent;
      products.tests = measure<D>(executor).tests;
    }
    cost_ += change;
    costs_[++count_ % memory] = cost_;
    const double step = count_ % 2 == 1 ? products.ss / products.sy : products.sy / products.yy;
    if (std::isfinite(step) && step > 0) step_ = step;
    return products.tests;
  });
}

}  // namespace floc
