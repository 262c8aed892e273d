#include "step/lubricated.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/error.hpp"
#include "projection/film.hpp"
#include "projection/film_solver.hpp"

namespace floc {

double film_strength(double viscosity, double r, const std::array<double, 2>& curvatures) {
  // A container as narrow as the grain would have a film without end: curvatures differ by at least 1e-3.
  const auto radius = [&](double curvature) { return 1 / std::max(1 / r + curvature, 1e-3 / r); };
  const double a = radius(curvatures[0]), b = radius(curvatures[1]);
  return 12 * std::numbers::pi * viscosity * a * b * std::sqrt(a * b) / (a + b);
}

Lubrication::Lubrication(const LubricationSettings& settings, const ProjectionSettings& projection, double length,
                         double touching)
    : viscosity_(settings.viscosity),
      range_(settings.range * length),
      touching_(std::min(touching, range_)),
      projection_(projection),
      solver_(std::make_unique<FilmSolver>(settings.linear_solver)) {
  const auto positive = [](double x) { return x > 0 && std::isfinite(x); };
  if (!positive(viscosity_)) throw Error("the viscosity of a lubricated run must be positive");
  if (!positive(range_)) throw Error("the range of a lubricated run must be positive");
}

Lubrication::~Lubrication() = default;

void Lubrication::take_films(const Scenery& s, const Contacts& contacts, std::span<const double> bounds, double h) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  strength_.resize(contacts.size());
  lower_.resize(contacts.size());
  s.executor.for_each(contacts.size(), [&](std::size_t c) {
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const std::int32_t second = contacts.second[c];
    const double r = s.bodies.radius[i];
    if (!bounds.empty() && bounds[c] == -infinity) {  // a bond has no film
      strength_[c] = 0;
      lower_[c] = -infinity;
      return;
    }
    // Rows that were taken again at a container (one name) guard its curved wall; it has one film.
    if (c > 0 && contacts.first[c - 1] == contacts.first[c] && contacts.second[c - 1] == second) {
      strength_[c] = lower_[c] = 0;
      return;
    }
    if (second >= 0) {
      const double curvature = 1 / s.bodies.radius[static_cast<std::size_t>(second)];
      strength_[c] = film_strength(viscosity_, r, {curvature, curvature});
    } else {
      const auto surface = static_cast<std::size_t>(Contacts::surface_of(second));
      const Vec3 x = embed(s.bodies.x(i), s.bodies.dimension);
      strength_[c] = film_strength(viscosity_, r, s.obstacles.curvatures(surface, x));
    }
    // A film that is not known yet begins with the gap there is.
    const double level = film_level(std::max(contacts.gap_at_begin(c), touching_), range_);
    lower_[c] = (contacts.memory[c] < 0 ? contacts.memory[c] : strength_[c] * level) / h;
  });
}

void Lubrication::solve(ProjectionProblem problem, Executor& executor, ProjectionResult& result) {
  problem.compliance = 0;
  problem.lower = lower_;
  solver_->solve(problem, {strength_, range_}, projection_, executor, result);
}

void Lubrication::remember(Contacts& contacts, double h, Executor& executor) const {
  executor.for_each(contacts.size(), [&](std::size_t c) {
    contacts.memory[c] = strength_[c] > 0 ? h * (lower_[c] - contacts.multiplier[c]) : 0;
  });
}

}  // namespace floc
