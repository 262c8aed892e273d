#include "projection/pgs.hpp"

#include <algorithm>

namespace floc {

void Pgs::begin(std::span<const double> start, Executor& executor) {
  p_ = work->row_array();
  w_ = work->displacements();
  std::ranges::copy(start, p_.begin());
  rows.displace(executor, p_, w_);
  sweeps_ = 0;
}

template <int D>
Tests Pgs::sweep_once() {
  const auto first = rows.incidence().first();
  const auto second = rows.incidence().second();
  const auto inverse_mass = rows.inverse_mass();
  const double epsilon = rows.compliance();
  Tests tests;
  for (std::size_t c = 0; c < rows.rows(); ++c) {
    const auto i = static_cast<std::size_t>(first[c]), j = static_cast<std::size_t>(second[c]);
    const Vec<D> normal = Vec<D>::load(&rows.normal()[c * D]);
    Vec<D> wi = Vec<D>::load(&w_[i * D]), wj = Vec<D>::load(&w_[j * D]);
    const double g = rows.gap()[c] + dot(normal, wi - wj), slope = g + epsilon * p_[c];
    const double a = rows.diagonal()[c], lower = rows.lower()[c];
    tests.add({g, slope, p_[c], lower, a});
    const double change = std::max(lower, p_[c] - slope / a) - p_[c];
    if (change == 0) continue;
    p_[c] += change;
    (wi + change * inverse_mass[i] * normal).store(&w_[i * D]);
    if (j < rows.bodies()) (wj - change * inverse_mass[j] * normal).store(&w_[j * D]);
  }
  return tests;
}

Tests Pgs::advance(bool, Executor& executor) {
  if (++sweeps_ % 64 == 0) rows.displace(executor, p_, w_);
  return with_dimension(rows.dimension(), [&]<int D>() { return sweep_once<D>(); });
}

}  // namespace floc
