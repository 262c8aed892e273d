#include "fluid/stokes_inverse.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace floc {
namespace {

std::size_t u(int k) { return static_cast<std::size_t>(k); }

FluidGrid without_walls(FluidGrid grid) {
  grid.check();
  for (auto& direction : grid.faces)
    for (FluidFace& face : direction) {
      if (face.kind == FaceKind::wall) face.kind = FaceKind::slip;
      face.velocity.clear();
    }
  return grid;
}

LineEnd end_of(const FluidGrid& grid, int component, int k, int side) {
  const FaceKind kind = grid.kind(k, side);
  if (kind == FaceKind::periodic) return LineEnd::periodic;
  // Through an open side the fluid goes straight: then all that is there is even or odd, as between slip sides.
  const bool odd = component < 0 ? kind == FaceKind::open : (k == component) == (kind == FaceKind::slip);
  return odd ? LineEnd::odd : LineEnd::even;
}

FastSolver make_solver(const FluidGrid& grid, int component) {
  std::array<LineKind, 3> lines;
  for (int k = 0; k < grid.dimension; ++k)
    lines[u(k)] = {grid.n(k), k == component, end_of(grid, component, k, 0), end_of(grid, component, k, 1)};
  return FastSolver(lines, grid.dimension, grid.h);
}

}  // namespace

StokesInverse::StokesInverse(const FluidGrid& grid, double viscosity)
    : grid_(without_walls(grid)),
      viscosity_(viscosity),
      layout_(grid_),
      ghosts_(grid_, layout_),
      cells_(all_cells(grid_)),
      pressure_(make_solver(grid_, -1)) {
  if (!(viscosity > 0)) throw Error("a fluid without inertia has a viscosity > 0");
  std::size_t most = cells_.size();
  for (int c = 0; c < grid_.dimension; ++c) {
    boxes_[u(c)] = unknowns(grid_, c);
    most = std::max(most, boxes_[u(c)].size());
    velocity_.push_back(make_solver(grid_, c));
    uniform_[u(c)] = true;
    for (int k = 0; k < grid_.dimension; ++k)
      for (int side = 0; side < 2; ++side)
        if (end_of(grid_, c, k, side) == LineEnd::odd) uniform_[u(c)] = false;
  }
  compact_.resize(most);
  potential_.resize(layout_.size);
}

void StokesInverse::apply(Velocity& f, const std::vector<double>* source, Velocity& velocity,
                          std::vector<double>* pressure, Executor& executor) {
  const int d = grid_.dimension;
  const double over = 1 / grid_.h;
  for (int c = 0; c < d; ++c) ghosts_.fill_component(c, f[u(c)]);
  layout_.for_rows(executor, cells_, [&](std::size_t row, std::size_t begin, int, int) {
    const std::size_t n = cells_.count(0);
    double* const to = compact_.data() + row * n;
    std::fill_n(to, n, 0.0);
    for (int k = 0; k < d; ++k) {
      const double* const v = f[u(k)].data() + begin;
      const std::ptrdiff_t s = layout_.stride[u(k)];
      for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(n); ++i) to[i] += over * (v[i + s] - v[i]);
    }
  });
  pressure_.solve(compact_.data(), 0, -1, executor);
  layout_.for_rows(executor, cells_, [&](std::size_t row, std::size_t begin, int, int) {
    const std::size_t n = cells_.count(0), first = row * n;
    for (std::size_t i = 0; i < n; ++i)
      potential_[begin + i] = compact_[first + i] + (source ? viscosity_ * (*source)[first + i] : 0.0);
  });
  ghosts_.fill_pressure(potential_);
  for (int c = 0; c < d; ++c) {
    const FieldBox& box = boxes_[u(c)];
    const std::size_t n = box.count(0);
    const std::ptrdiff_t s = layout_.stride[u(c)];
    layout_.for_rows(executor, box, [&](std::size_t row, std::size_t begin, int, int) {
      const double *const from = f[u(c)].data() + begin, *const p = potential_.data() + begin;
      double* const to = compact_.data() + row * n;
      for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(n); ++i) to[i] = from[i] - over * (p[i] - p[i - s]);
    });
    velocity_[u(c)].solve(compact_.data(), 0, viscosity_, executor);
    layout_.for_rows(executor, box, [&](std::size_t row, std::size_t begin, int, int) {
      std::copy_n(compact_.data() + row * n, n, velocity[u(c)].data() + begin);
    });
  }
  if (pressure) *pressure = potential_;
}

}  // namespace floc
