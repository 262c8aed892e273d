#include "step/impacts.hpp"

#include <algorithm>

namespace floc {

Impacts::Impacts(std::string_view solver, const ProjectionSettings& settings) : projector_(solver, settings) {
  active_rows_.remembering = active_rows_.two_gaps = false;
}

void Impacts::begin(const Contacts& rows, const ProjectionProblem& step, Executor& executor) {
  rows_ = &rows;
  step_ = step;
  executor_ = &executor;
  projections_ = iterations_ = 0;
}

bool Impacts::operator()(std::span<const double> from, std::span<double> out) {
  const auto d = static_cast<std::size_t>(rows_->dimension);
  Contacts& some = active_rows_;
  some.dimension = rows_->dimension;
  some.resize(rows_->size());
  std::size_t n = 0;
  for (std::size_t c = 0; c < rows_->size(); ++c) {
    if (!active[c]) continue;
    some.first[n] = rows_->first[c];
    some.second[n] = rows_->second[c];
    some.gap[n] = -step_.step * bound[c];
    std::copy_n(rows_->normal.data() + c * d, d, some.normal.data() + n * d);
    some.multiplier[n++] = rows_->multiplier[c];
  }
  some.resize(n);
  ProjectionProblem problem = step_;
  problem.free_velocity = from;
  problem.first = some.first;
  problem.second = some.second;
  problem.normal = some.normal;
  problem.gap = some.gap;
  problem.guess = some.multiplier;
  projector_.set_compliance(step_.compliance);
  projector_.solve(problem, false, *executor_, result_);
  ++projections_;
  iterations_ += result_.certificate.iterations;
  std::ranges::copy(result_.velocity, out.begin());
  return result_.status == ProjectionStatus::converged;
}

}  // namespace floc
