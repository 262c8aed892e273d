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

void FilmMasses::take(int dimension, std::span<const LubricationFilm> films, std::span<const double> inverse_mass,
                      double h, Executor& executor) {
  films_.assign(films.begin(), films.end());
  if (!any()) return;
  std::ranges::stable_sort(films_, {}, [](const LubricationFilm& f) { return std::pair{f.first, f.second}; });
  inverse_mass_.assign(inverse_mass.begin(), inverse_mass.end());
  for (auto* all : {&stiffness_, &normal_}) all->clear();
  for (auto* all : {&first_, &second_}) all->clear();
  for (const LubricationFilm& f : films_) {
    first_.push_back(f.first);
    second_.push_back(f.second);
    stiffness_.push_back(h * f.resistance);
    for (int k = 0; k < dimension; ++k) normal_.push_back(f.normal[k]);
  }
  rows_.prepare({.dimension = dimension,
                 .step = h,
                 .inverse_mass = inverse_mass_,
                 .first = first_,
                 .second = second_,
                 .normal = normal_});
  factor_.analyse(rows_);
  factor_.factorise(rows_, stiffness_, executor);
  push_.resize(rows_.displacements());
  change_.resize(rows_.displacements());
}

void FilmMasses::hold(std::span<Vec3> v, bool change) {
  const int d = rows_.dimension();
  std::ranges::fill(push_, 0.0);
  for (std::size_t c = 0; c < films_.size(); ++c) {
    const LubricationFilm& f = films_[c];
    const double push = stiffness_[c] * closing(f, v, change);
    for (int k = 0; k < d; ++k) {
      push_[at(f.first, k)] -= push * f.normal[k];
      if (f.second >= 0) push_[at(f.second, k)] += push * f.normal[k];
    }
  }
  factor_.solve(rows_, push_, change_);
  for (std::size_t b = 0; b < v.size(); ++b)
    for (int k = 0; k < d; ++k) v[b][k] += change_[at(static_cast<std::int32_t>(b), k)];
}

void FilmMasses::forces(std::span<const Vec3> v, std::span<Vec3> force) const {
  for (const LubricationFilm& f : films_) {
    const Vec3 push = (f.resistance * closing(f, v, false)) * f.normal;
    force[u(f.first)] -= push;
    if (f.second >= 0) force[u(f.second)] += push;
  }
}

}  // namespace floc
