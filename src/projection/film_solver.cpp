#include "projection/film_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/error.hpp"
#include "core/film.hpp"

namespace floc {

namespace {

constexpr double polish = 0.01;       // of the tolerance: where Newton's method stops
constexpr double forcing = 0.01;      // of the residual: how well a linear system is solved
// t a beyond which a tangent is softened. The solution does not feel it; it bounds the condition of what
// conjugate gradients have to solve where stiff gaps make a rigid network, and that of the factors.
constexpr double stiffest = 1e3;
constexpr int most_crossing = 100;    // iterations of the guard's interior-point method; 30 to 60 as a rule
constexpr double near = 100;          // goals that its iterates are apart when films are looked at
constexpr int least_descent = 30;     // of its accelerated method, before another try

}  // namespace

struct FilmSolver::Film {
  const double *k, *depth;
  Rows::Lower lower;
  double range;

  FilmPoint alone(std::size_t c, double g, double p, double a) const {
    return settle_alone(g - a * p, a, k[c], lower[c], range, depth[c]);
  }
  bool bond(std::size_t c) const { return lower[c] == -std::numeric_limits<double>::infinity(); }
  // How far an error of p by 1 takes the gap that p stands for from that of the bodies.
  double distance(std::size_t c, double gap, double a) const { return k[c] > 0 ? a + gap / k[c] : a; }
  // For the accelerated method.
  std::pair<double, double> prox(std::size_t c, double g, double y, double a) const {
    const double value = alone(c, g, y, a).p;
    return {value, a * (y - value)};
  }
  void test(std::size_t c, double g, double y, double value, double a, Tests& tests) const {
    tests.residual = std::max(tests.residual, distance(c, g + a * (value - y), a) * std::abs(value - y));
  }
  // Young's gap of the row: k∫(g − D(ψ))dψ from the level that p stands for to that of g, and −p g where
  // no level is.
  double gap_term(std::size_t c, double g, double p) const {
    if (!(k[c] > 0) || !(g > 0)) return std::abs((bond(c) ? p : p - lower[c]) * g);
    const auto primitive = [&](double gap) { return gap - 0.5 * gap * gap / range; };
    const double from = (lower[c] - p) / k[c], to = film_level(g, range);
    return std::max(0.0, k[c] * (g * (to - from) - primitive(std::min(g, range)) + primitive(film_gap(from, range))));
  }
};

struct FilmSolver::Found {
  double residual = 0;  // max (a + ĝ/k)|p̂ − p|  [length]
  double square = 0;    // |p̂ − p|²_a

  Found& operator+=(const Found& o) {
    residual = std::max(residual, o.residual);
    square += o.square;
    return *this;
  }
};

FilmSolver::Found FilmSolver::settle(const Film& film, Executor& executor) {
  rows_.displace(executor, p_, w_);
  return with_dimension(rows_.dimension(), [&]<int D>() {
    return rows_.sweep<D, Found>(executor, w_, [&](std::size_t c, double g, Found& total) {
      const double a = rows_.diagonal()[c];
      const FilmPoint alone = film.alone(c, g, p_[c], a);
      const double change = alone.p - p_[c];
      t_[c] = std::min(alone.stiffness, stiffest / a);
      change_[c] = change;
      depth_[c] = alone.depth;
      total.residual = std::max(total.residual, film.distance(c, alone.gap, a) * std::abs(change));
      total.square += a * change * change;
    });
  });
}

bool FilmSolver::step(double tolerance, int most, int& iterations, Executor& executor) {
  try {
    const int taken = metric_.solve(rows_, t_, tolerance, most, change_, executor);
    iterations += taken;
    if (metric_.iterates() && taken == most) return false;
  } catch (const Error&) {
    return false;  // no room for the factors, or an overflow: the guard goes on without
  }
  rows_.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) {
    p_[c] = std::max(p_[c] + change_[c], rows_.lower()[c]);
  });
  return true;
}

void FilmSolver::descend(const Film& film, double goal, const ProjectionSettings& settings, int& iterations,
                         Executor& executor) {
  work_->clear();
  method_.begin(*work_, p_, executor);
  for (int n = 1; iterations < settings.max_iterations; ++n) {
    ++iterations;
    settings.go_on_unless_stopped();
    const bool watch = n >= least_descent && (n % 4 == 0 || iterations == settings.max_iterations);
    const Tests tests = method_.advance(rows_, film, watch, executor);
    if (watch && !(tests.residual > goal)) break;
  }
  std::ranges::copy(method_.iterate(), p_.begin());
}

void FilmSolver::cross(const Film& film, double goal, const ProjectionSettings& settings, int& iterations,
                       Executor& executor) {
  work_->clear();
  interior_.soften(k_, film.range);
  interior_.begin({}, executor);
  // To look at every film costs half as much as an iteration: not before iterates are as close together as they are
  // when one of the next ones will do.
  bool close = false;
  const auto moved = [&](std::span<const double> to) {
    return rows_.over_rows<Largest>(executor, [&](std::size_t c, Largest& total) {
      total.value = std::max(total.value, rows_.diagonal()[c] * std::abs(to[c] - change_[c]));
      change_[c] = to[c];
    }).value;
  };
  for (int n = 0; n < most_crossing && iterations < settings.max_iterations && !interior_.failed(); ++n) {
    ++iterations;
    settings.go_on_unless_stopped();
    interior_.advance(true, executor);
    close = close || (moved(interior_.iterate()) <= near * goal && n > 0);
    if (!close) continue;
    before_.swap(p_);
    std::ranges::copy(interior_.iterate(), p_.begin());
    if (settle(film, executor).residual <= goal) return;
    before_.swap(p_);
  }
}

void FilmSolver::solve(const ProjectionProblem& problem, const Films& films, const ProjectionSettings& settings,
                       Executor& executor, ProjectionResult& result) {
  result.certificate = {};
  result.message = find_fault(problem);
  if (result.message.empty() && films.strength.size() != problem.rows()) result.message = "not one film a row";
  if (!result.message.empty()) {
    result.status = ProjectionStatus::invalid;
    return;
  }
  rows_.prepare(problem);
  metric_.prepare(rows_, executor);
  for (auto* v : {&k_, &p_, &before_, &t_, &change_, &depth_}) resize_buffer(*v, rows_.rows());
  resize_buffer(w_, rows_.displacements());
  const double h = problem.step, allowed = settings.tolerance * problem.length;
  executor.for_each(rows_.rows(), [&](std::size_t c) {
    const double guess = problem.guess.empty() ? 0 : h * h * problem.guess[c];
    k_[c] = h * films.strength[c];
    depth_[c] = 1;
    p_[c] = std::max(std::isfinite(guess) ? guess : 0, rows_.lower()[c]);
  });

  const Film film{k_.data(), depth_.data(), rows_.lower(), films.range};
  Found found = settle(film, executor);
  int iterations = 0;
  bool may_cross = PrimalFactor::affordable(problem.dimension, problem.rows());
  // At least once: a guess within the tolerance, step after step, would be a film that never changes.
  for (bool first = true; (first ? found.residual > 0 : found.residual > polish * allowed) &&
                          iterations < settings.max_iterations; first = false) {
    settings.go_on_unless_stopped();
    std::ranges::copy(p_, before_.begin());
    if (step(forcing * found.residual, settings.max_iterations, iterations, executor)) {
      const Found next = settle(film, executor);
      if (next.square < 0.5 * found.square) {
        found = next;
        continue;
      }
    }
    p_.swap(before_);
    const bool enough = found.residual <= allowed;
    if (!enough && may_cross) cross(film, 0.5 * allowed, settings, iterations, executor);
    else if (!enough) descend(film, std::max(0.1 * found.residual, 0.5 * allowed), settings, iterations, executor);
    may_cross = false;
    found = settle(film, executor);
    if (enough) break;
  }
  result.status = found.residual <= allowed ? ProjectionStatus::converged : ProjectionStatus::iteration_limit;
  finish(problem, film, found, executor, result);
  result.certificate.iterations = iterations;
}

void FilmSolver::finish(const ProjectionProblem& problem, const Film& film, const Found& found, Executor& executor,
                        ProjectionResult& result) const {
  const double h = problem.step, square = h * h;
  struct Totals {
    Tests tests;
    double gap = 0;
    std::int64_t active = 0;
    Totals& operator+=(const Totals& o) {
      tests += o.tests;
      gap += o.gap;
      active += o.active;
      return *this;
    }
  };
  resize_buffer(result.multiplier, rows_.rows());
  resize_buffer(result.velocity, problem.free_velocity.size());
  const Totals totals = with_dimension(rows_.dimension(), [&]<int D>() {
    const Totals sums = rows_.sweep<D, Totals>(executor, w_, [&](std::size_t c, double g, Totals& total) {
      const double a = rows_.diagonal()[c], p = p_[c], size = std::abs(p);
      const double weight = film.bond(c) ? size : std::max(size, p - film.lower[c]);
      const double least = problem.lower.empty() ? 0 : problem.lower[c];  // to the bit: the film has been left
      result.multiplier[c] = p > film.lower[c] ? std::max(p / square, least) : least;
      total.tests.violation = std::max(total.tests.violation, film.bond(c) ? std::abs(g) : -g);
      total.tests.product += weight * a * std::abs(change_[c]);
      total.tests.weight += weight;
      total.tests.largest = std::max(total.tests.largest, size);
      total.gap += film.gap_term(c, g, p);
      total.active += p > film.lower[c];
    });
    executor.for_each(rows_.bodies(), [&](std::size_t i) {
      const Vec<D> force = force_on<D>(rows_.incidence(), i, problem.normal.data(), result.multiplier.data());
      const Vec<D> free_velocity = Vec<D>::load(&problem.free_velocity[i * D]);
      (free_velocity + h * problem.inverse_mass[i] * force).store(&result.velocity[i * D]);
    });
    return sums;
  });
  result.certificate.violation = totals.tests.violation;
  result.certificate.complementarity = totals.tests.complementarity();
  result.certificate.residual = found.residual;
  result.certificate.duality_gap = totals.gap / square;
  result.certificate.largest_multiplier = totals.tests.largest / square;
  result.certificate.active = totals.active;
}

}  // namespace floc
