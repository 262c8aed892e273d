#include "step/impacts.hpp"

#include <algorithm>

#include "core/vec.hpp"

namespace floc {

Impacts::Impacts(std::string_view solver, const ProjectionSettings& settings) : projector_(solver, settings) {
  active_rows_.remembering = active_rows_.two_gaps = false;
}

void Impacts::begin(const Contacts& rows, const ProjectionProblem& step, std::span<double> spin, Executor& executor) {
  rows_ = &rows;
  step_ = step;
  spin_ = spin;
  executor_ = &executor;
  projections_ = iterations_ = 0;
}

bool Impacts::operator()(std::span<const double> from, std::span<double> out) {
  const auto d = static_cast<std::size_t>(rows_->dimension);
  Contacts& some = active_rows_;
  some.dimension = rows_->dimension;
  some.resize(rows_->size());
  const bool turning = !step_.turning.empty();
  for (auto* all : {&lever_first_, &lever_second_, &friction_, &slip_}) all->clear();
  std::size_t n = 0;
  for (std::size_t c = 0; c < rows_->size(); ++c) {
    if (!active[c]) continue;
    some.first[n] = rows_->first[c];
    some.second[n] = rows_->second[c];
    some.gap[n] = -step_.step * bound[c];
    std::copy_n(rows_->normal.data() + c * d, d, some.normal.data() + n * d);
    some.multiplier[n++] = rows_->multiplier[c];
    if (!turning) continue;
    const auto take = [&](std::vector<double>& to, std::span<const double> all, std::size_t width) {
      if (!all.empty()) to.insert(to.end(), &all[c * width], &all[c * width] + width);
    };
    take(lever_first_, step_.turning.lever_first, d);
    take(lever_second_, step_.turning.lever_second, d);
    take(friction_, step_.turning.friction, 1);
    take(slip_, step_.turning.slip, d);
  }
  some.resize(n);
  return solve(from, out);
}

bool Impacts::solve(std::span<const double> from, std::span<double> out) {
  const Contacts& some = active_rows_;
  ProjectionProblem problem = step_;
  problem.free_velocity = from;
  problem.first = some.first;
  problem.second = some.second;
  problem.normal = some.normal;
  problem.gap = some.gap;
  problem.guess = some.multiplier;
  if (!problem.turning.empty())
    problem.turning = {.inverse_inertia = step_.turning.inverse_inertia,
                       .free_spin = step_.turning.free_spin,
                       .lever_first = lever_first_,
                       .lever_second = lever_second_,
                       .friction = friction_,
                       .slip = slip_,
                       .guess = {},
                       .exact = true};
  projector_.set_compliance(step_.compliance);
  projector_.solve(problem, false, *executor_, result_);
  ++projections_;
  iterations_ += result_.certificate.iterations;
  std::ranges::copy(result_.velocity, out.begin());
  if (!problem.turning.empty()) std::ranges::copy(result_.spin, spin_.begin());
  return result_.status == ProjectionStatus::converged;
}

double Impacts::speed(std::size_t n, std::span<const double> velocity, std::span<const double> spin) const {
  const int dimension = rows_->dimension;
  const auto d = static_cast<std::size_t>(dimension);
  const auto at = [&](std::int32_t body, const std::vector<double>& levers) {
    const auto i = static_cast<std::size_t>(body);
    const Vec3 turn = dimension == 3 ? Vec3::load(&spin[3 * i]) : Vec3{{0, 0, spin[i]}};
    return embed(&velocity[i * d], dimension) + cross(turn, embed(&levers[n * d], dimension));
  };
  Vec3 u = at(active_rows_.first[n], lever_first_);
  if (active_rows_.second[n] >= 0) u -= at(active_rows_.second[n], lever_second_);
  return dot(embed(active_rows_.normal.data() + n * d, dimension), u);
}

bool Impacts::bounce(std::span<const double> from, double e, std::span<double> out) {
  if (step_.turning.empty()) return VelocityProjection::bounce(from, e, out);
  if (!(*this)(from, out)) return false;
  if (e == 0) return true;
  for (std::size_t n = 0; n < active_rows_.size(); ++n) {
    const double after = speed(n, out, spin_), before = speed(n, from, step_.turning.free_spin);
    active_rows_.gap[n] = -step_.step * (after + e * (after - before));
    active_rows_.multiplier[n] = (1 + e) * result_.multiplier[n];
  }
  return solve(from, out);
}

}  // namespace floc
