// Forces along the line of centres: what repulsion and bridges share.
//
// A pair of gap D_ij pushes with p(D_ij) (negative: it pulls), a pair of body and surface with p(D):
//
//   f_i = Σ_j p_ij n_ij + Σ_s p_is n_is,   n_ij = (x_i − x_j)/|x_i − x_j|,   V*_i += gain f_i/m_i.
//
// With a potential, p = −W'(D). Sums are gathered, not scattered: each body visits its neighbours below
// and above it, so that no two threads write to one place and the order of a sum is fixed. A pair is
// computed twice, from numbers that differ by the sign of n alone and with its bodies in one order: the
// two forces are opposite to the last bit, and momentum is conserved to rounding.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "forces/force.hpp"

namespace floc {

// f(j, D_ij, n_ij) for every body j with D_ij < range, those below i alone unless `above`; range is at most
// the reach of the neighbour lists.
template <int D, class F>
void for_bodies_near(const Scenery& s, std::size_t i, double range, F&& f, bool above = true) {
  const Vec<D> x = Vec<D>::load(s.bodies.x(i));
  for (const std::int32_t second : s.neighbours.bodies_around(i)) {
    const auto j = static_cast<std::size_t>(second);
    if (j > i && !above) return;
    Vec<D> n = s.domain.nearest_image(x - Vec<D>::load(s.bodies.x(j)));
    const double sum = s.bodies.radius[i] + s.bodies.radius[j], limit = sum + range, square = dot(n, n);
    if (!(square < limit * limit)) continue;
    const double distance = std::sqrt(square);
    if (distance > 0)
      n *= 1 / distance;
    else
      n[0] = i > j ? 1 : -1;  // coincident centres part along the first axis
    f(j, distance - sum, n);
  }
}

// f(k, D_ik, n_ik) for every surface k with D_ik < range, where both are at the beginning of the step; n is
// the normal at the end of the step for an obstacle that turns.
template <int D, class F>
void for_surfaces_near(const Scenery& s, std::size_t i, double range, F&& f) {
  const Vec3 x = embed(s.bodies.x(i), D);
  const auto visit = [&](std::size_t k) {
    const ObstacleRow row = s.obstacles.row(k, x, s.bodies.radius[i]);
    if (row.begin_gap < range) f(k, row.begin_gap, Vec<D>::load(row.normal.c.data()));
  };
  for (const std::int32_t second : s.neighbours.surfaces_near(i))
    visit(static_cast<std::size_t>(PairList::surface_of(second)));
  for (const std::size_t k : s.obstacles.moving_surfaces()) visit(k);
}

// V* += gain M⁻¹ f for the pairs, p = push(i, j, D_ij) with j < i.
template <class Push>
void add_pair_force(const Surroundings& s, double range, Push&& push, const FreeMotion& free) {
  with_dimension(s.bodies.dimension, [&]<int D>() {
    s.executor.for_each(s.bodies.size(), [&](std::size_t i) {
      Vec<D> f;
      for_bodies_near<D>(s, i, range, [&](std::size_t j, double gap, const Vec<D>& n) {
        f += push(std::max(i, j), std::min(i, j), gap) * n;
      });
      double* v = &free.velocity[i * D];
      (Vec<D>::load(v) + s.gain / s.bodies.mass[i] * f).store(v);
    });
  });
}

// The same for the surfaces, p = push(i, k, D_ik).
template <class Push>
void add_surface_force(const Surroundings& s, double range, Push&& push, const FreeMotion& free) {
  if (s.obstacles.surfaces() == 0) return;
  with_dimension(s.bodies.dimension, [&]<int D>() {
    s.executor.for_each(s.bodies.size(), [&](std::size_t i) {
      Vec<D> f;
      for_surfaces_near<D>(s, i, range, [&](std::size_t k, double gap, const Vec<D>& n) { f += push(i, k, gap) * n; });
      double* v = &free.velocity[i * D];
      (Vec<D>::load(v) + s.gain / s.bodies.mass[i] * f).store(v);
    });
  });
}

namespace detail {

template <class Of>
double sum_over_bodies(const Scenery& s, Of&& of) {
  return s.executor.reduce(
      s.bodies.size(), 0.0,
      [&](std::size_t begin, std::size_t end) {
        double part = 0;
        for (std::size_t i = begin; i < end; ++i) part += of(i);
        return part;
      },
      [](double a, double b) { return a + b; });
}

}  // namespace detail

// Σ W(i, j, D_ij) over the pairs j < i within range.
template <class Potential>
double pair_energy(const Scenery& s, double range, Potential&& potential) {
  return with_dimension(s.bodies.dimension, [&]<int D>() {
    return detail::sum_over_bodies(s, [&](std::size_t i) {
      double w = 0;
      for_bodies_near<D>(
          s, i, range, [&](std::size_t j, double gap, const Vec<D>&) { w += potential(i, j, gap); }, false);
      return w;
    });
  });
}

// Σ W(i, k, D_ik) over bodies and the surfaces within range of them.
template <class Potential>
double surface_energy(const Scenery& s, double range, Potential&& potential) {
  if (s.obstacles.surfaces() == 0) return 0;
  return with_dimension(s.bodies.dimension, [&]<int D>() {
    return detail::sum_over_bodies(s, [&](std::size_t i) {
      double w = 0;
      for_surfaces_near<D>(s, i, range, [&](std::size_t k, double gap, const Vec<D>&) { w += potential(i, k, gap); });
      return w;
    });
  });
}

}  // namespace floc
