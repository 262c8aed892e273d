// Problems for the tests of the projection: ways to make them, and a few classics.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "core/vec.hpp"
#include "projection/problem.hpp"

namespace floc::test {

struct Problem : ProblemArrays {
  Problem() { step = 0.1; }

  void add_body(double mass, const Vec3& v) {
    inverse_mass.push_back(std::isinf(mass) ? 0 : 1 / mass);
    for (int k = 0; k < dimension; ++k) free_velocity.push_back(v[k]);
  }
  void add_row(std::size_t i, std::int64_t j, double d, const Vec3& e) {
    first.push_back(static_cast<std::int32_t>(i));
    second.push_back(static_cast<std::int32_t>(j));
    gap.push_back(d);
    for (int k = 0; k < dimension; ++k) normal.push_back(e[k]);
  }
  // The compliance as a part of the largest diagonal of GM⁻¹Gᵀ: bounds the condition number.
  void set_relative_compliance(double part) {
    double largest = 0;
    for (std::size_t c = 0; c < rows(); ++c)
      largest = std::max(largest, inverse_mass[first[c]] + (second[c] < 0 ? 0 : inverse_mass[second[c]]));
    compliance = part * largest * step * step;
  }
};

// Spheres at `x` with radii `r`: rows for all pairs closer than the cut-off, and with a floor at
// height 0 of the last coordinate if asked for.
inline Problem spheres(int dimension, const std::vector<Vec3>& x, const std::vector<double>& r,
                       const std::vector<double>& mass, const std::vector<Vec3>& v, double cutoff, bool floor) {
  Problem p;
  p.dimension = dimension;
  for (std::size_t i = 0; i < x.size(); ++i) p.add_body(mass[i], v[i]);
  const auto fixed = [&](std::size_t i) { return std::isinf(mass[i]); };
  for (std::size_t i = 0; i < x.size(); ++i) {
    Vec3 up;
    up[dimension - 1] = 1;
    if (floor && !fixed(i) && x[i][dimension - 1] - r[i] < cutoff) p.add_row(i, -1, x[i][dimension - 1] - r[i], up);
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3 between = x[i] - x[j];
      const double distance = norm(between), d = distance - r[i] - r[j];
      if (d < cutoff && !(fixed(i) && fixed(j)))
        p.add_row(i, static_cast<std::int64_t>(j), d, (1 / distance) * between);
    }
  }
  return p;
}

// A random heap that runs into itself: masses over six decades, now and then an infinite one, rows
// twice, bounds below zero, and equality rows.
struct Mixture {
  bool heavy = true, infinite = true, duplicates = true, adhesive = true, equalities = true;
};
inline Problem random_heap(int dimension, std::size_t count, unsigned seed, const Mixture& mix) {
  std::mt19937 random(seed);
  const auto draw = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  const double side = dimension == 1 ? 2.0 * static_cast<double>(count)
                                     : 2.1 * std::pow(static_cast<double>(count), 1.0 / dimension);
  std::vector<Vec3> x, v;
  std::vector<double> r, mass;
  while (x.size() < count) {
    Vec3 place, speed;
    for (int k = 0; k < dimension; ++k) {
      place[k] = dimension == 1 ? 1.05 + 2.1 * static_cast<double>(x.size()) : draw(0.9, side);
      speed[k] = draw(-1, 1) - (k == dimension - 1 ? 1 : 0);
    }
    double nearest = 10;
    for (const Vec3& other : x) nearest = std::min(nearest, norm(place - other));
    if (nearest < 1) continue;  // rather deep overlaps are part of the game, coincidence is not
    x.push_back(place);
    v.push_back(speed);
    r.push_back(draw(0.8, 1));
    mass.push_back(mix.heavy ? std::pow(10, draw(-3, 3)) : 1);
    if (mix.infinite && draw(0, 1) < 0.1) mass.back() = std::numeric_limits<double>::infinity();
  }
  Problem p = spheres(dimension, x, r, mass, v, 0.5, true);
  if (mix.duplicates)
    for (std::size_t c = p.rows(); c-- > 0;) {
      if (draw(0, 1) > 0.1) continue;
      const auto at = [&](auto& values, std::size_t width) {
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(c * width);
        const std::vector copy(begin, begin + static_cast<std::ptrdiff_t>(width));
        values.insert(begin, copy.begin(), copy.end());
      };
      at(p.first, 1), at(p.second, 1), at(p.gap, 1), at(p.normal, static_cast<std::size_t>(dimension));
    }
  for (std::size_t c = 0; c < p.rows() && (mix.adhesive || mix.equalities); ++c) {
    const double kind = draw(0, 1);
    p.lower.push_back(mix.adhesive && kind < 0.3     ? -draw(0, 10)
                      : mix.equalities && kind > 0.9 ? -std::numeric_limits<double>::infinity()
                                                     : 0);
  }
  return p;
}

// Equal discs (2D) or spheres (3D) of radius ½ in contact on a close-packed lattice, all within
// `shells` diameters of the centre, each rushing towards it.
inline Problem crystal(int dimension, double shells) {
  std::vector<Vec3> x;
  const int n = static_cast<int>(2 * shells) + 2;
  for (int a = -n; a <= n; ++a)
    for (int b = -n; b <= n; ++b)
      for (int c = dimension == 3 ? -n : 0; c <= (dimension == 3 ? n : 0); ++c) {
        const Vec3 at = dimension == 2 ? Vec3{{a + 0.5 * b, b * std::sqrt(0.75), 0}}
                                       : std::sqrt(0.5) * Vec3{{1.0 * b + c, 1.0 * a + c, 1.0 * a + b}};
        if (norm(at) < shells + 1e-9) x.push_back(at);
      }
  std::vector<Vec3> v;
  for (const Vec3& at : x) v.push_back(-1.0 * at);
  return spheres(dimension, x, std::vector<double>(x.size(), 0.5), std::vector<double>(x.size(), 1.0), v, 1e-9, false);
}

// n unit masses on top of each other under gravity 1.
inline Problem column(int dimension, std::size_t n) {
  Problem p;
  p.dimension = dimension;
  Vec3 down, up;
  down[dimension - 1] = -p.step;
  up[dimension - 1] = 1;
  for (std::size_t i = 0; i < n; ++i) {
    p.add_body(1, down);
    p.add_row(i, static_cast<std::int64_t>(i) - 1, 0, up);
  }
  return p;
}

// A slab of discs falling on a floor, a little irregular: large enough for several blocks of work.
inline Problem slab(std::size_t width, std::size_t height) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> shift(0, 0.02);
  Problem p;
  p.dimension = 2;
  const double h = std::sqrt(0.75);
  for (std::size_t row = 0; row < height; ++row)
    for (std::size_t k = 0; k < width; ++k) {
      const std::size_t i = row * width + k;
      p.add_body(0.5 + 50 * shift(random), {{shift(random), -0.2 - shift(random), 0}});
      if (row == 0) {
        p.add_row(i, -1, shift(random), {{0, 1, 0}});
      } else {
        const std::size_t below = i - width;
        const bool odd = row % 2 == 1;
        if (!odd && k > 0) p.add_row(i, static_cast<std::int64_t>(below) - 1, shift(random), {{0.5, h, 0}});
        p.add_row(i, static_cast<std::int64_t>(below), shift(random), {{odd ? 0.5 : -0.5, h, 0}});
        if (odd && k + 1 < width) p.add_row(i, static_cast<std::int64_t>(below) + 1, shift(random), {{-0.5, h, 0}});
      }
      if (k > 0) p.add_row(i, static_cast<std::int64_t>(i) - 1, shift(random), {{1, 0, 0}});
    }
  return p;
}

inline double largest(const std::vector<double>& values) {
  double result = 0;
  for (const double x : values) result = std::max(result, std::abs(x));
  return result;
}

inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double result = 0;
  for (std::size_t i = 0; i < a.size(); ++i) result = std::max(result, std::abs(a[i] - b[i]));
  return result;
}

}  // namespace floc::test
