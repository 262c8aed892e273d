#include "fluid/lubrication.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace floc {
namespace {

constexpr double least_gap = 1e-3;  // in R

// By how many cells the gap that the grid sees is wider, g in cells.
double unseen_gap(double radius, double cell, double g) {
  return std::max(0.0, 0.2 - 0.7 * cell / radius) * std::min(1.0, 0.5 * (film_reach - g));
}

std::size_t u(std::int32_t k) { return static_cast<std::size_t>(k); }

}  // namespace

double film_resistance(int dimension, double viscosity, double radius, double gap) {
  const double e = std::max(gap / radius, least_gap);
  if (dimension == 3) return 6 * std::numbers::pi * viscosity * radius * (1 / e - 0.2 * std::log(e));
  const double a = std::acosh(1 + e);
  return 4 * std::numbers::pi * viscosity / (a - std::tanh(a));
}

double unseen_resistance(int dimension, double viscosity, double radius, double gap, double cell) {
  const double g = std::max(0.0, gap / cell);
  if (!(g < film_reach)) return 0;
  const double seen = cell * (g + unseen_gap(radius, cell, g));
  return film_resistance(dimension, viscosity, radius, gap) - film_resistance(dimension, viscosity, radius, seen);
}

double FilmMasses::closing(const LubricationFilm& f, std::span<const Vec3> v, bool change) const {
  return dot(f.normal, v[u(f.first)]) - (f.second >= 0 ? dot(f.normal, v[u(f.second)]) : change ? 0 : f.speed);
}

void FilmMasses::take(std::span<const LubricationFilm> films, std::span<const double> inverse_mass, double h) {
  films_.assign(films.begin(), films.end());
  inverse_mass_.assign(inverse_mass.begin(), inverse_mass.end());
  const std::size_t n = films_.size();
  factor_.assign(n * n, 0.0);
  // H⁻¹ + G M⁻¹ Gᵀ, and its factor.
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k <= i; ++k) {
      const LubricationFilm &a = films_[i], &b = films_[k];
      double sum = i == k ? 1 / (h * a.resistance) : 0;
      const double along = dot(a.normal, b.normal);
      for (const auto& [p, sp] : {std::pair{a.first, 1.0}, std::pair{a.second, -1.0}})
        for (const auto& [q, sq] : {std::pair{b.first, 1.0}, std::pair{b.second, -1.0}})
          if (p >= 0 && p == q) sum += sp * sq * along * inverse_mass_[u(p)];
      for (std::size_t j = 0; j < k; ++j) sum -= factor_[i * n + j] * factor_[k * n + j];
      factor_[i * n + k] = i == k ? std::sqrt(sum) : sum / factor_[k * n + k];
    }
}

void FilmMasses::hold(std::span<Vec3> v, bool change) const {
  const std::size_t n = films_.size();
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = closing(films_[i], v, change);
    for (std::size_t k = 0; k < i; ++k) x[i] -= factor_[i * n + k] * x[k];
    x[i] /= factor_[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) x[i] -= factor_[k * n + i] * x[k];
    x[i] /= factor_[i * n + i];
  }
  for (std::size_t i = 0; i < n; ++i) {
    const LubricationFilm& f = films_[i];
    v[u(f.first)] -= (inverse_mass_[u(f.first)] * x[i]) * f.normal;
    if (f.second >= 0) v[u(f.second)] += (inverse_mass_[u(f.second)] * x[i]) * f.normal;
  }
}

void FilmMasses::forces(std::span<const Vec3> v, std::span<Vec3> force) const {
  for (const LubricationFilm& f : films_) {
    const Vec3 push = (f.resistance * closing(f, v, false)) * f.normal;
    force[u(f.first)] -= push;
    if (f.second >= 0) force[u(f.second)] += push;
  }
}

}  // namespace floc
