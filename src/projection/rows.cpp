#include "projection/rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/buffers.hpp"

namespace floc {

// Every body has the rows it is listed with, and obstacles have the rest.
bool Incidence::same_pattern(const ProjectionProblem& problem) const {
  if (version_ == 0 || bodies_ != problem.bodies() || rows_ != problem.rows() ||
      !std::ranges::equal(order_, problem.order))
    return false;
  std::size_t against_obstacles = 0;
  for (std::size_t c = 0; c < rows_; ++c) {
    const std::int32_t i = problem.first[c], row = static_cast<std::int32_t>(c);
    if (row < own_[i] || row >= own_[i + 1]) return false;
    against_obstacles += problem.second[c] < 0;
  }
  for (std::size_t i = 0; i < bodies_; ++i)
    for (const std::int32_t c : others(i))
      if (problem.second[c] != static_cast<std::int32_t>(i)) return false;
  return against_obstacles + static_cast<std::size_t>(other_[bodies_]) == rows_;
}

void Incidence::build(const ProjectionProblem& problem) {
  const std::size_t n = problem.bodies(), rows = problem.rows();
  const bool known = same_pattern(problem);
  first_ = problem.first;
  second_ = problem.second;
  if (known) return;

  ++version_;
  bodies_ = n;
  rows_ = rows;
  resize_buffer(order_, problem.order.size());
  std::ranges::copy(problem.order, order_.begin());

  // Counts, then offsets, then places; obstacles are never listed.
  resize_buffer(own_, n + 1);
  resize_buffer(other_, n + 1);
  std::ranges::fill(own_, 0);
  std::ranges::fill(other_, 0);
  for (std::size_t c = 0; c < rows; ++c) {
    ++own_[first_[c] + 1];
    if (second_[c] >= 0) ++other_[second_[c] + 1];
  }
  for (std::size_t i = 0; i < n; ++i) {
    own_[i + 1] += own_[i];
    other_[i + 1] += other_[i];
  }
  resize_buffer(other_rows_, static_cast<std::size_t>(other_[n]) + ahead);
  std::fill_n(other_rows_.end() - ahead, ahead, 0);
  for (std::size_t c = 0; c < rows; ++c)
    if (second_[c] >= 0) other_rows_[other_[second_[c]]++] = static_cast<std::int32_t>(c);
  for (std::size_t i = n; i > 0; --i) other_[i] = other_[i - 1];
  other_[0] = 0;
}

void Rows::prepare(const ProjectionProblem& problem) {
  dimension_ = problem.dimension;
  bodies_ = problem.bodies();
  rows_ = problem.rows();
  step_ = problem.step;
  compliance_ = problem.compliance / (step_ * step_);
  length_ = problem.length;
  inverse_mass_ = problem.inverse_mass;
  free_velocity_ = problem.free_velocity;
  normal_ = problem.normal;
  gap_ = problem.gap;
  lower_ = problem.lower;
  incidence_.build(problem);
}

void Rows::displace(Executor& executor, std::span<const double> p, std::span<double> w) const {
  with_dimension(dimension_, [&]<int D>() {
    gather<D, Nothing>(executor, p, [&](std::size_t i, const Vec<D>& wi, Nothing&) { wi.store(&w[i * D]); });
    std::fill(w.begin() + static_cast<std::ptrdiff_t>(bodies_ * D), w.end(), 0.0);
  });
}

double Rows::largest_eigenvalue_bound(Executor& executor) const {
  // |A_cc'| ≤ 1/m_i for every body i that c and c' share; so row c of A/√(a a') sums to no more than
  // the sum over its bodies of S_i/(m_i √a_c), with S_i = Σ 1/√a over the rows of the body.
  const Diagonal a = diagonal();
  const auto share = [&](std::size_t i) {
    if (i == bodies_ || inverse_mass_[i] == 0) return 0.0;
    double sum = 0;
    for (std::int32_t c = incidence_.begin(i); c < incidence_.end(i); ++c) sum += 1 / std::sqrt(a[c]);
    for (const std::int32_t c : incidence_.others(i)) sum += 1 / std::sqrt(a[c]);
    return sum * inverse_mass_[i];
  };
  return over_rows<Largest>(executor, [&](std::size_t c, Largest& total) {
    const double bodies = share(incidence_.first()[c]) + share(incidence_.second()[c]);
    total.value = std::max(total.value, bodies / std::sqrt(a[c]) + compliance_ / a[c]);
  }).value;
}

}  // namespace floc
