#include "fluid/wall_forces.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace floc {
namespace {

std::size_t u(int k) { return static_cast<std::size_t>(k); }

// A force τ of wave number κ along a half-space moves its surface by τ/(2μκ) along the wave and by τ/(μκ) across it.
constexpr double mean_share = 1.4;
constexpr double step = 1.5;  // of the quadrature

FastSolver in_plane(const FluidGrid& grid, int direction, int component) {
  std::array<LineKind, 3> lines;
  int n = 0;
  for (int k = 0; k < grid.dimension; ++k) {
    if (k == direction) continue;
    const auto end = [&](int side) {
      const FaceKind kind = grid.kind(k, side);
      if (kind == FaceKind::periodic) return LineEnd::periodic;
      return (k == component) == (kind != FaceKind::open) ? LineEnd::odd : LineEnd::even;
    };
    lines[u(n++)] = {grid.n(k), k == component, end(0), end(1)};
  }
  return FastSolver(lines, n, grid.h);
}

}  // namespace

WallForces::WallForces(const FluidGrid& grid, double viscosity)
    : grid_(grid), layout_(grid), compliance_(grid.h * grid.h / (2 * viscosity)) {
  for (int k = 0; k < grid.dimension; ++k)
    for (int side = 0; side < 2; ++side) {
      if (grid.kind(k, side) != FaceKind::wall) continue;
      for (int c = 0; c < grid.dimension; ++c) {
        if (c == k) continue;
        FieldBox box = unknowns(grid, c);
        box.begin[u(k)] = side ? grid.n(k) - 1 : 0;
        box.end[u(k)] = box.begin[u(k)] + 1;
        parts_.push_back({k, side, c, size_, box, in_plane(grid, k, c), 1 / (grid.n(k) * grid.h)});
        size_ += box.size();
      }
    }
}

template <class F>
void WallForces::for_each(const Part& part, F&& f) const {
  std::size_t index = part.begin;
  std::array<int, 3> i;
  for (i[2] = part.box.begin[2]; i[2] < part.box.end[2]; ++i[2])
    for (i[1] = part.box.begin[1]; i[1] < part.box.end[1]; ++i[1])
      for (i[0] = part.box.begin[0]; i[0] < part.box.end[0]; ++i[0]) f(index++, i);
}

void WallForces::take(const Velocity& velocity, std::span<double> v) const {
  for (const Part& part : parts_) {
    const std::vector<double>& from = velocity[u(part.component)];
    for_each(part, [&](std::size_t index, const std::array<int, 3>& i) { v[index] = from[layout_.at(i)]; });
  }
}

void WallForces::add(std::span<const double> sigma, Velocity& to) const {
  for (const Part& part : parts_) {
    std::vector<double>& into = to[u(part.component)];
    for_each(part, [&](std::size_t index, const std::array<int, 3>& i) { into[layout_.at(i)] += sigma[index]; });
  }
}

void WallForces::velocity(double t, std::span<double> g) {
  for (const Part& part : parts_) {
    const Expressions& given = grid_.faces[u(part.direction)][u(part.side)].velocity;
    if (given.empty()) {
      for_each(part, [&](std::size_t index, const std::array<int, 3>&) { g[index] = 0; });
      continue;
    }
    Expression::Evaluator value(given[u(part.component)]);
    for_each(part, [&](std::size_t index, const std::array<int, 3>& i) {
      Vec3 x = place(grid_, part.component, i);
      x[part.direction] = grid_.origin[part.direction] + (part.side ? grid_.n(part.direction) * grid_.h : 0);
      const double at[]{x[0], x[1], x[2], t};
      g[index] = value(at);
    });
  }
}

void WallForces::uniform(const Vec3& g, std::span<double> v) const {
  for (const Part& part : parts_) std::ranges::fill(v.subspan(part.begin, part.box.size()), g[part.component]);
}

Vec3 WallForces::sum(std::span<const double> v) const {
  Vec3 sum;
  for (const Part& part : parts_)
    for (const double x : v.subspan(part.begin, part.box.size())) sum[part.component] += x;
  return sum;
}

Vec3 WallForces::force(std::span<const double> sigma, int direction, int side) const {
  Vec3 sum;
  for (const Part& part : parts_) {
    if (part.direction != direction || part.side != side) continue;
    for (std::size_t k = 0; k < part.box.size(); ++k) sum[part.component] -= sigma[part.begin + k];
  }
  return grid_.cell_volume() * sum;
}

void WallForces::precondition(std::span<const double> r, std::span<double> z, Executor& executor) {
  std::copy(r.begin(), r.end(), z.begin());
  for (const Part& part : parts_) {
    // 1/(1 + a/κ)/C = (1 − a/(κ + a))/C, with C the compliance h²/2μ and h/μκ 2/hκ of it; and
    //   1/(κ + a) = (1/π) ∫ √t/(t + a²) dt/(t + κ²),
    // over equal steps of ln t: a sum of solves with shifts.
    const double a = 2 / (mean_share * grid_.h), low = part.lowest * part.lowest;
    const std::span<double> to = z.subspan(part.begin, part.box.size());
    const std::span<const double> from = r.subspan(part.begin, part.box.size());
    for (double y = std::log(low) - 5; y < 2 * std::log(a) + 10; y += step) {
      const double t = std::exp(y), weight = step / std::numbers::pi * t * std::sqrt(t) / (t + a * a);
      shifted_.assign(from.begin(), from.end());
      part.transform.solve(shifted_.data(), t + low, 1, executor);
      for (std::size_t k = 0; k < to.size(); ++k) to[k] -= a * weight * shifted_[k];
    }
    for (double& x : to) x /= compliance_;
  }
}

}  // namespace floc
