#include "projection/uzawa.hpp"

#include <algorithm>
#include <cmath>

namespace floc {

namespace {

struct Products {
  double step = 0, energy = 0;
  Tests tests;

  Products& operator+=(const Products& o) {
    step += o.step;
    energy += o.energy;
    tests += o.tests;
    return *this;
  }
};

// A fixed sequence without pattern, in [−½, ½).
double scatter(std::size_t c) {
  const std::uint64_t bits = (c + 1) * 0x9e3779b97f4a7c15u;
  return static_cast<double>(bits >> 11) * 0x1p-53 - 0.5;
}

}  // namespace

void Uzawa::begin(std::span<const double> start, Executor& executor) {
  p_ = work->row_array();
  for (auto* w : {&w_, &next_}) {
    *w = work->displacements();
    std::ranges::fill(*w, 0.0);
  }
  curvature_ = std::min(1.02 * largest_eigenvalue(executor), rows.largest_eigenvalue_bound(executor));
  std::ranges::copy(start, p_.begin());
  rows.displace(executor, p_, w_);
}

// The power iteration on diag(a)⁻¹(GM⁻¹Gᵀ + εI), with p_ and w_ as room.
double Uzawa::largest_eigenvalue(Executor& executor) {
  rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) { p_[c] = scatter(c); });
  return with_dimension(rows.dimension(), [&]<int D>() {
    double estimate = 1;
    for (int k = 0; k < 60; ++k) {
      rows.gather<D, Nothing>(executor, p_, [&](std::size_t i, const Vec<D>& wi, Nothing&) {
        (wi - rows.free_velocity<D>(i)).store(&w_[i * D]);
      });
      const auto apply = [&](std::size_t c, double g, Products& total) {
        const double a = rows.diagonal()[c], image = g + rows.compliance() * p_[c];
        total.step += a * p_[c] * p_[c];
        total.energy += image * image / a;
        p_[c] = image / a;
      };
      const Products products = rows.sweep_linear<D, Products>(executor, w_, apply);
      const double previous = estimate;
      estimate = products.step > 0 ? std::sqrt(products.energy / products.step) : 1;
      rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) { p_[c] /= estimate; });
      if (k > 10 && std::abs(estimate - previous) < 1e-4 * estimate) break;
    }
    return std::max(estimate, 1.0);
  });
}

Tests Uzawa::advance(bool, Executor& executor) {
  return with_dimension(rows.dimension(), [&]<int D>() {
    const double rate = 1.95 / curvature_, epsilon = rows.compliance();
    Products products = rows.sweep<D, Products>(executor, w_, [&](std::size_t c, double g, Products& total) {
      const double p = p_[c], lower = rows.lower()[c], a = rows.diagonal()[c], slope = g + epsilon * p;
      const double d = std::max(lower, p - rate * slope / a) - p;
      p_[c] = p + d;
      total.step += a * d * d;
      total.energy += epsilon * d * d;
      total.tests.add({g, slope, p, lower, a});
    });
    products += rows.gather<D, Products>(executor, p_, [&](std::size_t i, const Vec<D>& wi, Products& total) {
      const Vec<D> change = wi - Vec<D>::load(&w_[i * D]);
      total.energy += rows.mass()[i] * dot(change, change);
      wi.store(&next_[i * D]);
    });
    std::swap(w_, next_);
    if (products.energy > curvature_ * products.step)
      curvature_ = std::min(products.energy / products.step, rows.largest_eigenvalue_bound(executor));
    return products.tests;
  });
}

}  // namespace floc
