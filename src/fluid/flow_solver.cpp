#include "fluid/flow_solver.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "fluid/flow_rows.hpp"

#define FLOC_SIMD_KERNELS "fluid/flow_kernels.hpp"
#include "core/for_simd_targets.hpp"

namespace floc {
namespace {

std::size_t u(int k) { return static_cast<std::size_t>(k); }

LineKind velocity_line(const FluidGrid& grid, int component, int k) {
  const auto end = [&](int side) {
    switch (grid.kind(k, side)) {
      case FaceKind::periodic: return LineEnd::periodic;
      case FaceKind::wall: return LineEnd::odd;
      case FaceKind::slip: return k == component ? LineEnd::odd : LineEnd::even;
      case FaceKind::open: break;
    }
    return LineEnd::even;
  };
  return {grid.n(k), k == component, end(0), end(1)};
}

LineKind pressure_line(const FluidGrid& grid, int k) {
  const auto end = [&](int side) {
    const FaceKind kind = grid.kind(k, side);
    return kind == FaceKind::periodic ? LineEnd::periodic : kind == FaceKind::open ? LineEnd::odd : LineEnd::even;
  };
  return {grid.n(k), false, end(0), end(1)};
}

template <class F>
FastSolver make_solver(const FluidGrid& grid, F&& line) {
  std::array<LineKind, 3> lines;
  for (int k = 0; k < 3; ++k)
    if (k < grid.dimension) lines[u(k)] = line(k);
  return FastSolver(lines, grid.dimension, grid.h);
}

const FluidGrid& checked(const FluidGrid& grid) {
  grid.check();
  return grid;
}

double max(double a, double b) { return std::max(a, b); }

constexpr std::size_t rows_a_block = 16;

}  // namespace

FlowSolver::FlowSolver(const FlowSettings& settings)
    : settings_(settings),
      layout_(checked(settings_.grid)),
      ghosts_(settings_.grid, layout_),
      cells_(all_cells(settings_.grid)),
      pressure_(make_solver(grid(), [&](int k) { return pressure_line(grid(), k); })) {
  if (!(settings_.density > 0) || !(settings_.viscosity >= 0))
    throw Error("a fluid has a density > 0 and a viscosity ≥ 0");
  std::size_t most = cells_.size();
  for (int c = 0; c < grid().dimension; ++c) {
    boxes_[u(c)] = unknowns(grid(), c);
    most = std::max(most, boxes_[u(c)].size());
    if (settings_.diffusion != Diffusion::explicit_)
      diffusion_.push_back(make_solver(grid(), [&](int k) { return velocity_line(grid(), c, k); }));
    star_[u(c)].resize(layout_.size);
    slope_[u(c)].resize(layout_.size);
  }
  compact_.resize(most);
  potential_.resize(layout_.size);
  if (!settings_.force.empty() && settings_.force.size() != u(grid().dimension))
    throw Error("the force on a fluid has one component a direction");
  for (const Expression& e : settings_.force) force_.emplace_back(e);
}

FlowState FlowSolver::at_rest() const {
  FlowState state;
  state.dimension = grid().dimension;
  state.last.assign(1, 0.0);
  for (int c = 0; c < grid().dimension; ++c) {
    state.velocity[u(c)].assign(layout_.size, 0.0);
    state.slope[u(c)].assign(layout_.size, 0.0);
  }
  state.pressure.assign(layout_.size, 0.0);
  return state;
}

void FlowSolver::fill(FlowState& state, double t, Executor& executor) {
  ghosts_.take(t);
  ghosts_.fill_velocity(state.velocity, executor);
  ghosts_.fill_pressure(state.pressure);
}

bool FlowSolver::implicit(double h) const {
  if (settings_.diffusion != Diffusion::automatic) return settings_.diffusion == Diffusion::implicit;
  // Adams–Bashforth is stable up to 1 on the real axis; central advection wants a little of it.
  return kinematic_viscosity() * h * 4 * grid().dimension > 0.7 * grid().h * grid().h;
}

double FlowSolver::longest_step(const FlowState& state, Executor& executor) const {
  const double speed = executor.reduce(
      cells_.rows(), 0.0,
      [&](std::size_t begin, std::size_t end) {
        double most = 0;
        for (std::size_t row = begin; row < end; ++row) {
          const DivergenceRow r = cells_of(state.velocity, row);
          most = std::max(most, grid().dimension == 3 ? FLOC_SIMD_CALL(largest_passage_row<3>(r))
                                                      : FLOC_SIMD_CALL(largest_passage_row<2>(r)));
        }
        return most;
      },
      max, rows_a_block);
  double longest = speed > 0 && settings_.advection ? 0.5 * grid().h / speed : INFINITY;
  if (settings_.diffusion == Diffusion::explicit_)
    longest = std::min(longest, 0.9 * grid().h * grid().h / (4 * grid().dimension * kinematic_viscosity()));
  return longest;
}

DivergenceRow FlowSolver::cells_of(const Velocity& velocity, std::size_t row) const {
  const std::size_t begin =
      layout_.at(0, static_cast<int>(row % cells_.count(1)), static_cast<int>(row / cells_.count(1)));
  DivergenceRow r{.n = static_cast<std::ptrdiff_t>(cells_.count(0)), .stride = layout_.stride, .over = 1 / grid().h};
  for (int k = 0; k < grid().dimension; ++k) r.velocity[u(k)] = velocity[u(k)].data() + begin;
  return r;
}

void FlowSolver::take_force(double t) {
  for (int c = 0; c < static_cast<int>(force_.size()); ++c) {
    const Expression& e = settings_.force[u(c)];
    if (force_taken_ && !e.uses(3)) continue;
    std::vector<double>& values = force_values_[u(c)];
    values.resize(box(c).size());
    const double at_once[]{0, 0, 0, t};
    if (!e.uses(0) && !e.uses(1) && !e.uses(2)) {
      std::fill(values.begin(), values.end(), force_[u(c)](at_once));
      continue;
    }
    std::size_t q = 0;
    std::array<int, 3> i;
    for (i[2] = box(c).begin[2]; i[2] < box(c).end[2]; ++i[2])
      for (i[1] = box(c).begin[1]; i[1] < box(c).end[1]; ++i[1])
        for (i[0] = box(c).begin[0]; i[0] < box(c).end[0]; ++i[0]) {
          const Vec3 x = place(grid(), c, i);
          const double at[]{x[0], x[1], x[2], t};
          values[q++] = force_[u(c)](at);
        }
  }
  force_taken_ = true;
}

Vec3 FlowSolver::force(const Vec3& x, double t) {
  Vec3 f;
  const double at[]{x[0], x[1], x[2], t};
  for (std::size_t c = 0; c < force_.size(); ++c) f.c[c] = force_[c](at);
  return f;
}

void FlowSolver::predict(const FlowState& state, double t, double h, Executor& executor, const Velocity* push) {
  const bool implicitly = implicit(h);
  const double nu = kinematic_viscosity(), over = 1 / grid().h;
  take_force(t + 0.5 * h);
  const double ratio = state.last[0] > 0 ? 0.5 * h / state.last[0] : 0;
  PredictedRow prototype{.stride = layout_.stride,
                         .advection = settings_.advection ? 0.25 * over : 0,
                         .diffusion = implicitly ? 0 : nu * over * over,
                         .step = h,
                         .now = 1 + ratio,
                         .last = ratio,
                         .over = over};
  if (implicitly) {
    star_ = state.velocity;
    ghosts_.take(t, h);
    ghosts_.fill_velocity(star_, executor);
  }
  for (int c = 0; c < grid().dimension; ++c) {
    const FieldBox& b = box(c);
    const std::vector<double>& force = force_values_[u(c)];
    const auto predict = [&](std::size_t row, std::size_t begin) {
      PredictedRow r = prototype;
      r.n = static_cast<std::ptrdiff_t>(b.count(0));
      r.component = c;
      for (int k = 0; k < grid().dimension; ++k) r.velocity[u(k)] = state.velocity[u(k)].data() + begin;
      r.before = state.slope[u(c)].data() + begin;
      r.pressure = state.pressure.data() + begin;
      if (!force.empty()) r.force = force.data() + row * b.count(0);
      if (push) r.push = (*push)[u(c)].data() + begin;
      r.slope = slope_[u(c)].data() + begin;
      r.star = star_[u(c)].data() + begin;
      if (implicitly) r.change = compact_.data() + row * b.count(0);
      if (grid().dimension == 3)
        FLOC_SIMD_CALL(predict_row<3>(r));
      else
        FLOC_SIMD_CALL(predict_row<2>(r));
    };
    layout_.for_rows(executor, b, [&](std::size_t row, std::size_t begin, int, int) { predict(row, begin); });
    if (implicitly) diffuse(c, h, executor);
  }
  ghosts_.take(t + h);
  ghosts_.fill_velocity(star_, executor);
}

// The change of u in compact_, which is 0 at walls, gets its viscosity and is added.
void FlowSolver::diffuse(int c, double h, Executor& executor) {
  const FieldBox& b = box(c);
  const double nu = kinematic_viscosity(), second = h * nu / (grid().h * grid().h);
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(b.count(0));
  layout_.for_rows(executor, b, [&](std::size_t row, std::size_t begin, int, int) {
    double* const to = compact_.data() + row * b.count(0);
    const double* const v = star_[u(c)].data() + begin;
    for (int k = 0; k < grid().dimension; ++k) {
      const std::ptrdiff_t s = layout_.stride[u(k)];
      for (std::ptrdiff_t i = 0; i < n; ++i) to[i] += second * (v[i + s] - 2 * v[i] + v[i - s]);
    }
  });
  diffusion_[u(c)].solve(compact_.data(), 1, 0.5 * h * nu, executor);
  layout_.for_rows(executor, b, [&](std::size_t row, std::size_t begin, int, int) {
    const double* const from = compact_.data() + row * b.count(0);
    double* const v = star_[u(c)].data() + begin;
    for (std::ptrdiff_t i = 0; i < n; ++i) v[i] += from[i];
  });
}

FlowReport FlowSolver::finish(FlowState& state, double t, double h, Executor& executor) {
  const bool space = grid().dimension == 3;
  const std::size_t wide = cells_.count(0);
  const double half = implicit(h) ? 0.5 * kinematic_viscosity() : 0;
  ghosts_.take(t + h);
  ghosts_.fill_velocity(star_, executor);
  executor.for_each(
      cells_.rows(),
      [&](std::size_t row) {
        const DivergenceRow r = cells_of(star_, row);
        double* const to = compact_.data() + row * wide;
        if (space)
          FLOC_SIMD_CALL(divergence_row<3>(r, to));
        else
          FLOC_SIMD_CALL(divergence_row<2>(r, to));
      },
      rows_a_block);
  if (half > 0) divergence_.assign(compact_.begin(), compact_.begin() + static_cast<std::ptrdiff_t>(cells_.size()));
  pressure_.solve(compact_.data(), 0, -1, executor);
  const double sum = executor.reduce(
      cells_.rows(), 0.0,
      [&](std::size_t begin, std::size_t end) {
        const double* const x = compact_.data() + begin * wide;
        return FLOC_SIMD_CALL(absolute_sum(x, static_cast<std::ptrdiff_t>((end - begin) * wide)));
      },
      [](double a, double b) { return a + b; }, rows_a_block);
  if (!std::isfinite(sum)) return {INFINITY, INFINITY};
  // h φ, and p⁺.
  layout_.for_rows(executor, cells_, [&](std::size_t row, std::size_t begin, int, int) {
    FLOC_SIMD_CALL(pressure_row(compact_.data() + row * wide, half > 0 ? divergence_.data() + row * wide : nullptr, 1 / h,
                                half, potential_.data() + begin, state.pressure.data() + begin,
                                static_cast<std::ptrdiff_t>(wide)));
  });
  ghosts_.fill_pressure(potential_);
  ghosts_.fill_pressure(state.pressure);
  double speed = 0;
  for (int c = 0; c < grid().dimension; ++c)
    speed = std::max(speed, subtract_gradient(c, executor));
  ghosts_.fill_velocity(star_, executor);
  const double divergence = executor.reduce(
      cells_.rows(), 0.0,
      [&](std::size_t begin, std::size_t end) {
        double most = 0;
        for (std::size_t row = begin; row < end; ++row) {
          const DivergenceRow r = cells_of(star_, row);
          most = std::max(most, space ? FLOC_SIMD_CALL(largest_divergence_row<3>(r))
                                      : FLOC_SIMD_CALL(largest_divergence_row<2>(r)));
        }
        return most;
      },
      max, rows_a_block);
  for (int c = 0; c < grid().dimension; ++c) {
    state.velocity[u(c)].swap(star_[u(c)]);
    state.slope[u(c)].swap(slope_[u(c)]);
  }
  state.last[0] = h;
  return {speed > 0 ? divergence * grid().h / speed : 0, speed * h / grid().h};
}

// u* −= ∇φ of a component; the largest that is left.
double FlowSolver::subtract_gradient(int c, Executor& executor) {
  const FieldBox& b = box(c);
  return executor.reduce(
      b.rows(), 0.0,
      [&](std::size_t begin, std::size_t end) {
        double most = 0;
        for (std::size_t row = begin; row < end; ++row) {
          const std::size_t at = layout_.at(b.begin[0], b.begin[1] + static_cast<int>(row % b.count(1)),
                                            b.begin[2] + static_cast<int>(row / b.count(1)));
          most = std::max(most, FLOC_SIMD_CALL(subtract_gradient_row(
                                    star_[u(c)].data() + at, potential_.data() + at, layout_.stride[u(c)],
                                    1 / grid().h, static_cast<std::ptrdiff_t>(b.count(0)))));
        }
        return most;
      },
      max, rows_a_block);
}

void FlowSolver::make_incompressible(FlowState& state, double t, Executor& executor) {
  for (int c = 0; c < grid().dimension; ++c) star_[u(c)] = state.velocity[u(c)];
  const std::vector<double> pressure = state.pressure, last = state.last;
  const Velocity slope = state.slope;
  finish(state, t, 0, executor);
  state.pressure = pressure;
  state.slope = slope;
  state.last = last;
}

Vec3 FlowSolver::velocity(const Velocity& from, const Vec3& x) const {
  Vec3 value;
  for (int c = 0; c < grid().dimension; ++c) {
    std::array<int, 3> i{};
    std::array<double, 3> part{};
    for (int k = 0; k < grid().dimension; ++k) {
      const double n = grid().n(k);
      double s = (x[k] - grid().origin[k]) / grid().h;
      s = grid().periodic(k) ? s - n * std::floor(s / n) : std::clamp(s, 0.0, n);
      if (k != c) s -= 0.5;
      i[u(k)] = std::min(static_cast<int>(std::floor(s)), grid().n(k));
      part[u(k)] = s - i[u(k)];
    }
    const int corners = 1 << grid().dimension;
    for (int corner = 0; corner < corners; ++corner) {
      double weight = 1;
      std::array<int, 3> at = i;
      for (int k = 0; k < grid().dimension; ++k) {
        const bool upper = (corner >> k) & 1;
        weight *= upper ? part[u(k)] : 1 - part[u(k)];
        at[u(k)] += upper;
      }
      if (weight != 0) value[c] += weight * from[u(c)][layout_.at(at)];
    }
  }
  return value;
}

}  // namespace floc
