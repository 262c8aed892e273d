#include "projection/rows.hpp"

#include <cmath>

namespace floc {

void Incidence::build(const ProjectionProblem& problem) {
  const std::size_t n = problem.bodies(), rows = problem.rows();
  const auto renamed = [&](std::int32_t j) { return j < 0 ? static_cast<std::int32_t>(n) : j; };
  if (version_ > 0 && bodies_ == n && std::ranges::equal(first_, problem.first) &&
      std::ranges::equal(second_, problem.second, {}, {}, renamed))
    return;

  ++version_;
  bodies_ = n;
  copy_into(first_, problem.first);
  second_.resize(rows);
  std::ranges::transform(problem.second, second_.begin(), renamed);

  // Counts, then offsets, then places; obstacles are counted at N and never listed.
  own_.assign(n + 1, 0);
  other_.assign(n + 2, 0);
  for (std::size_t c = 0; c < rows; ++c) {
    ++own_[first_[c] + 1];
    ++other_[second_[c] + 1];
  }
  for (std::size_t i = 0; i < n; ++i) {
    own_[i + 1] += own_[i];
    other_[i + 1] += other_[i];
  }
  other_rows_.resize(other_[n]);
  for (std::size_t c = 0; c < rows; ++c)
    if (second_[c] < static_cast<std::int32_t>(n)) other_rows_[other_[second_[c]]++] = static_cast<std::int32_t>(c);
  for (std::size_t i = n; i > 0; --i) other_[i] = other_[i - 1];
  other_[0] = 0;
}

void Rows::prepare(const ProjectionProblem& problem, Executor& executor) {
  const std::size_t d = static_cast<std::size_t>(problem.dimension);
  const double h = problem.step;
  dimension_ = problem.dimension;
  bodies_ = problem.bodies();
  rows_ = problem.rows();
  compliance_ = problem.compliance / (h * h);
  length_ = problem.length;
  inverse_mass_ = problem.inverse_mass;
  normal_ = problem.normal;
  gap_ = problem.gap;
  incidence_.build(problem);

  mass_.resize(bodies_);
  free_.resize(displacements());
  executor.for_each(bodies_, [&](std::size_t i) {
    mass_[i] = inverse_mass_[i] > 0 ? 1 / inverse_mass_[i] : 0;
    for (std::size_t k = i * d; k < (i + 1) * d; ++k) free_[k] = h * problem.free_velocity[k];
  });
  std::fill(free_.end() - static_cast<std::ptrdiff_t>(d), free_.end(), 0.0);

  lower_.resize(rows_);
  diagonal_.resize(rows_);
  executor.for_each(rows_, [&](std::size_t c) {
    const std::int32_t j = problem.second[c];
    lower_[c] = problem.lower.empty() ? 0 : h * h * problem.lower[c];
    diagonal_[c] = inverse_mass_[problem.first[c]] + (j < 0 ? 0 : inverse_mass_[j]) + compliance_;
  });
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
  const auto share = [&](std::size_t i) {
    if (i == bodies_ || inverse_mass_[i] == 0) return 0.0;
    double sum = 0;
    for (std::int32_t c = incidence_.begin(i); c < incidence_.end(i); ++c) sum += 1 / std::sqrt(diagonal_[c]);
    for (const std::int32_t c : incidence_.others(i)) sum += 1 / std::sqrt(diagonal_[c]);
    return sum * inverse_mass_[i];
  };
  return over_rows<Largest>(executor, [&](std::size_t c, Largest& total) {
    const double bodies = share(incidence_.first()[c]) + share(incidence_.second()[c]);
    total.value = std::max(total.value, bodies / std::sqrt(diagonal_[c]) + compliance_ / diagonal_[c]);
  }).value;
}

}  // namespace floc
