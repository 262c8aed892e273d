#include "fluid/lubrication.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace floc;

TEST_CASE("the resistance of a film is that of the exact series") {
  CHECK(film_resistance(2, 1, 1, 0.01) == doctest::Approx(13468.7).epsilon(1e-5));
  CHECK(film_resistance(2, 1, 1, 0.1) == doctest::Approx(465.93).epsilon(1e-4));
  CHECK(film_resistance(2, 2, 5, 0.5) == doctest::Approx(2 * 465.93).epsilon(1e-4));
  // In space up to a constant, which a film does not have: Brenner's 1002.353 and 101.896.
  CHECK((film_resistance(3, 1, 1, 0.001) - film_resistance(3, 1, 1, 0.01)) / (6 * std::numbers::pi) ==
        doctest::Approx(1002.353 - 101.896).epsilon(1e-4));
  // The grid has it all from two and a half cells on, and, of small balls, everywhere.
  CHECK(unseen_resistance(3, 1, 1, 0.025, 0.01) == 0);
  CHECK(unseen_resistance(3, 1, 1, 0.1, 0.3) == 0);
  CHECK(unseen_resistance(2, 1, 1, 0.0249, 0.01) < 0.01 * film_resistance(2, 1, 1, 0.0199));
  CHECK(unseen_resistance(2, 1, 1, 0.001, 0.01) > 0.5 * film_resistance(2, 1, 1, 0.001));
  // It does not grow without end.
  CHECK(film_resistance(2, 1, 1, 0) == film_resistance(2, 1, 1, 1e-3));
}

TEST_CASE("films are a part of the masses: what is held obeys M(v - u) = -h G k (G v - w)") {
  const std::vector<LubricationFilm> films{
      {0, -1, {{0, 1, 0}}, 50, 0.25}, {1, 0, {{0.6, 0.8, 0}}, 1e6, 0}, {2, 1, {{1, 0, 0}}, 3, 0}};
  const std::vector<double> inverse_mass{1, 0.5, 2};
  const std::vector<Vec3> free{{{1, -2, 0}}, {{0, -1, 0}}, {{-1, 0, 3}}};
  const double h = 0.1;
  FilmMasses masses;
  Executor executor(1);
  masses.take(3, films, inverse_mass, h, executor);
  std::vector<Vec3> v = free, force(3);
  masses.hold(v, false);
  masses.forces(v, force);
  for (std::size_t b = 0; b < 3; ++b)
    for (int k = 0; k < 3; ++k)
      CHECK((v[b][k] - free[b][k]) / inverse_mass[b] == doctest::Approx(h * force[b][k]).epsilon(1e-6));
  // As stiff as it may be, it does not overshoot.
  CHECK(std::abs(dot(films[1].normal, v[1] - v[0])) < 1e-4);
  // Of a change nothing that goes as it is told has a part.
  std::vector<Vec3> still(3);
  masses.hold(still, true);
  for (const Vec3& x : still) CHECK(norm(x) == 0);
}

TEST_CASE("twenty thousand films in one heap are held at once, and bodies without any keep their velocities") {
  // A square of a hundred by a hundred discs, each with the one to its left and the one below, and a lone one.
  constexpr std::int32_t side = 100, lone = side * side;
  std::vector<LubricationFilm> films;
  for (std::int32_t y = 0; y < side; ++y)
    for (std::int32_t x = 0; x < side; ++x) {
      const double stiff = std::pow(10.0, (7 * x + 3 * y) % 6 - 2);
      films.push_back({y * side + x, x > 0 ? y * side + x - 1 : -1, {{1, 0, 0}}, stiff, 0.1});
      films.push_back({y * side + x, y > 0 ? (y - 1) * side + x : -1, {{0.6, 0.8, 0}}, stiff, 0});
    }
  const std::vector<double> inverse_mass(lone + 1, 2.0);
  std::vector<Vec3> free(lone + 1), force(lone + 1);
  for (std::size_t b = 0; b < free.size(); ++b)
    free[b] = {{std::sin(static_cast<double>(b)), std::cos(3.0 * static_cast<double>(b)), 0}};
  Executor executor(1);
  FilmMasses masses;
  masses.take(2, films, inverse_mass, 0.1, executor);
  std::vector<Vec3> v = free;
  masses.hold(v, false);
  masses.forces(v, force);
  double worst = 0;
  for (std::size_t b = 0; b < v.size(); ++b)
    worst = std::max(worst, norm(v[b] - free[b] - (0.1 * inverse_mass[b]) * force[b]));
  CHECK(worst < 1e-9);
  CHECK(v.back() == free.back());
}
