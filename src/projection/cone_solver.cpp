#include "projection/cone_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace floc {
namespace {

constexpr double few = 0.03;         // share of the rows that lack when those that fail are relaxed
constexpr int between_looks = 5;     // sweeps
constexpr std::size_t many = 1024;   // rows; of fewer sweeps cost nothing, and leave less
constexpr int refresh = 50;          // sweeps after which single precision has drifted
constexpr int exact_momentum = 300;  // sweeps; by turns with as many without it beds do not converge
constexpr int patience = 3000;       // sweeps without progress
constexpr double residual_share =
    4;  // of spheres, as the streaming solvers have it (refined_pass.hpp); levers carry errors further
constexpr double guess_of_joints = 1e-6;  // merit of a guess that is taken as it is
constexpr int most_refusals = 6;          // of iterates that seemed converged: rounding

// Momentum of accelerated gradients.
class Momentum {
 public:
  double beta() const { return beta_; }
  void restart() { theta_ = 1, beta_ = 0; }
  void go_on() {
    const double next = 0.5 * theta_ * (std::sqrt(theta_ * theta_ + 4) - theta_);
    beta_ = theta_ * (1 - theta_) / (theta_ * theta_ + next);
    theta_ = next;
  }

 private:
  double theta_ = 1, beta_ = 0;
};

// The largest displacement in r̄: what single precision has to hold.
double extent(const ProjectionProblem& q) {
  double most = 0;
  for (const double v : q.free_velocity) most = std::max(most, std::abs(v));
  double gap = 0;
  for (const double g : q.gap) gap = std::max(gap, std::abs(g));
  return std::max(q.step * most, gap) / q.length;
}

}  // namespace

double ConeSolver::certify(const ProjectionProblem& q, const ProjectionSettings& settings, Executor& executor,
                           ProjectionResult& result) {
  take_motion(q, incidence_, ConeForces::of(result), result.velocity, result.spin, executor);
  assessment_ = assess_cones(q, metric_, ConeForces::of(result), result.velocity, result.spin, executor);
  const int iterations = result.certificate.iterations;
  result.certificate = assessment_.certificate;
  result.certificate.iterations = iterations;
  return merit(q, settings, assessment_.tests, assessment_.rounding);
}

template <class Real>
double ConeSolver::relax(const ConeSweep<Real>& method, const ProjectionProblem& q, const ProjectionSettings& settings,
                         Executor& executor, ProjectionResult& result) {
  const double allowed = settings.tolerance * q.length;
  // A little less than what is certified, or rounding would have a say.
  const ConeDemands demands{0.99 * allowed, 0.99 * settings.residual_share * allowed};
  take_motion(q, incidence_, ConeForces::of(result), result.velocity, result.spin, executor);
  const ConeRelaxation::End end = relaxation_.run(q, incidence_, metric_, demands, result, executor);
  if (end == ConeRelaxation::End::done)
    if (const double now = certify(q, settings, executor, result); now <= 1) return now;
  if (end != ConeRelaxation::End::untouched) method.take_forces(q, result, executor);
  return std::numeric_limits<double>::infinity();
}

template <class Real>
ConeSolver::End ConeSolver::iterate(ConeSweep<Real>& method, const ProjectionProblem& q, bool round,
                                    const ProjectionSettings& settings, Executor& executor, ProjectionResult& result,
                                    int& sweeps) {
  // Rows of joints, and resistance to rolling, are not relaxed.
  const bool relaxes =
      q.rows() >= many && q.joints.empty() && q.turning.rolling.empty() && settings.multiplier_tolerance == 0;
  const auto rows = static_cast<double>(q.rows());
  method.lay_out(q, round, metric_, colours_, executor);
  method.put_forces(q, ConeForces::of(result), executor);
  method.put_motion(q, result.velocity, result.spin, true, executor);
  const double allowed = settings.tolerance * q.length;
  Momentum momentum;
  double lowest = std::numeric_limits<double>::infinity();
  int progress = sweeps, next_look = sweeps + 1, refusals = 0;
  const int start = sweeps;
  int looked = sweeps;
  double hope = few;
  while (sweeps < settings.max_iterations) {
    settings.go_on_unless_stopped();
    const ConeSweepSums sums =
        method.sweep(momentum.beta(), settings.tolerance, settings.residual_share * settings.tolerance, executor);
    ++sweeps;
    const bool slow = (q.turning.exact || !q.turning.rolling.empty()) && sweeps - start > exact_momentum;
    if (sums.descent < 0 || slow)
      momentum.restart();
    else
      momentum.go_on();
    const double residual = std::sqrt(sums.square) * method.length();
    if (!std::isfinite(residual)) return End::rounding;
    if (residual < 0.99 * lowest) lowest = residual, progress = sweeps;
    const bool seems_done = sweeps >= next_look && residual <= settings.residual_share * allowed &&
                            sums.overlap * method.length() <= allowed;
    const bool stale = sweeps - progress > patience;
    const bool looks = relaxes && sweeps - looked >= between_looks && sums.lacking <= hope * rows;
    if (!seems_done && !stale && !looks && (sweeps - start) % refresh != 0) continue;
    method.take_forces(q, result, executor);
    if (looks) {
      looked = sweeps;
      hope = 0.5 * sums.lacking / rows;
      if (relax(method, q, settings, executor, result) <= 1) {
        result.certificate.iterations = sweeps;
        return End::converged;
      }
      if (!seems_done && !stale && (sweeps - start) % refresh != 0) continue;
    }
    const double now = certify(q, settings, executor, result);
    result.certificate.iterations = sweeps;
    if (now <= 1) return End::converged;
    if (assessment_.tests.residual <= 0.05 * allowed && assessment_.tests.violation > allowed) return End::too_soft;
    if (assessment_.tests.residual <= assessment_.rounding || stale) return End::rounding;
    if (seems_done) {
      next_look = sweeps + 1 + (sweeps - start) / 16;
      if (std::is_same_v<Real, float> && ++refusals == most_refusals) return End::rounding;
    }
    method.put_motion(q, result.velocity, result.spin, false, executor);
  }
  method.take_forces(q, result, executor);
  certify(q, settings, executor, result);
  result.certificate.iterations = sweeps;
  return End::limit;
}

void ConeSolver::solve(const ProjectionProblem& q, const ProjectionSettings& asked, Executor& executor,
                       ProjectionResult& result) {
  ProjectionSettings settings = asked;
  result.certificate = {};
  result.message = settings.checked ? "" : find_fault(q, executor);
  if (result.message.empty() && q.turning.empty()) result.message = "nothing turns";
  if (!result.message.empty()) {
    result.status = ProjectionStatus::invalid;
    return;
  }
  const auto d = static_cast<std::size_t>(q.dimension);
  resize_buffer(result.velocity, q.free_velocity.size());
  resize_buffer(result.spin, q.turning.free_spin.size());
  resize_buffer(result.multiplier, q.rows());
  resize_buffer(result.tangential, q.rows() * d);
  resize_buffer(result.torque, q.turning.rolling.empty() ? 0 : 3 * q.rows());
  resize_buffer(result.joint, q.joints.size());
  resize_buffer(metric_, q.rows());
  incidence_.build(q);
  const bool round = is_round(q, executor);
  settings.residual_share = std::max(asked.residual_share, round ? residual_share : 1);
  executor.for_each(q.rows(), [&](std::size_t c) {
    const ConeRow row = ConeRow::of(q, c);
    metric_[c] = round ? ConeMetric::of_round(q, row) : ConeMetric::of(q, row);
    const auto number = [](std::span<const double> all, std::size_t k) {
      return all.empty() || !std::isfinite(all[k]) ? 0 : all[k];
    };
    Vec3 across;
    for (std::size_t k = 0; k < d; ++k) across.c[k] = number(q.turning.guess, c * d + k);
    const double lower = q.lower.empty() ? 0 : q.lower[c], along = std::max(number(q.guess, c), lower);
    const double size = norm(across), most = row.friction > 0 ? row.friction * (along - lower) : 0;
    if (size > most) across *= most / size;
    result.multiplier[c] = along;
    for (std::size_t k = 0; k < d; ++k) result.tangential[c * d + k] = across.c[k];
    if (result.torque.empty()) return;
    Vec3 torque;
    for (std::size_t k = 0; k < 3; ++k) torque.c[k] = number(q.turning.torque_guess, 3 * c + k);
    RollingBounds::of(q.turning.rolling[c], q.turning.twisting[c], along - lower)
        .clip(torque, row.normal)
        .store(&result.torque[3 * c]);
  });
  for (std::size_t k = 0; k < q.joints.size(); ++k) {
    const double guess = q.joints.guess.empty() || !std::isfinite(q.joints.guess[k]) ? 0 : q.joints.guess[k];
    result.joint[k] = std::clamp(guess, q.joints.lower[k], q.joints.upper[k]);
  }
  result.status = ProjectionStatus::converged;
  // A joint's error adds up from step to step, and its rows cost one solve.
  if (certify(q, settings, executor, result) <= (q.joints.empty() ? 1 : guess_of_joints)) return;
  colours_.find(q);
  int sweeps = 0;
  End end = End::rounding;
  constexpr double digits = std::numeric_limits<float>::epsilon();
  if (digits * std::max(1.0, extent(q)) <= 0.01 * settings.tolerance && settings.multiplier_tolerance == 0 &&
      q.joints.empty())
    end = iterate(single_, q, round, settings, executor, result, sweeps);
  if (end == End::rounding) end = iterate(double_, q, round, settings, executor, result, sweeps);
  if (end == End::converged) return;
  result.status = end == End::limit ? ProjectionStatus::iteration_limit : ProjectionStatus::stagnated;
  if (end == End::too_soft) result.message = "the compliance alone exceeds the tolerance";
}

}  // namespace floc
