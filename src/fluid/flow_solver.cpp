#include "fluid/flow_solver.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"

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

template <class F>
void in_plane_or_space(int dimension, F&& f) {
  if (dimension == 3)
    f.template operator()<3>();
  else
    f.template operator()<2>();
}

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
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(cells_.count(0));
  const double speed = executor.reduce(
      cells_.rows(), 0.0,
      [&](std::size_t begin, std::size_t end) {
        double largest = 0;
        for (std::size_t row = begin; row < end; ++row) {
          const std::size_t first =
              layout_.at(0, static_cast<int>(row % cells_.count(1)), static_cast<int>(row / cells_.count(1)));
          for (std::ptrdiff_t i = 0; i < n; ++i) {
            double sum = 0;
            for (int c = 0; c < grid().dimension; ++c) {
              const double* const v = state.velocity[u(c)].data() + first + i;
              sum += std::max(std::abs(v[0]), std::abs(v[layout_.stride[u(c)]]));
            }
            largest = std::max(largest, sum);
          }
        }
        return largest;
      },
      [](double a, double b) { return std::max(a, b); }, 16);
  double longest = speed > 0 && settings_.advection ? 0.5 * grid().h / speed : INFINITY;
  if (settings_.diffusion == Diffusion::explicit_)
    longest = std::min(longest, 0.9 * grid().h * grid().h / (4 * grid().dimension * kinematic_viscosity()));
  return longest;
}

void FlowSolver::advect(const FlowState& state, double diffusivity, Executor& executor) {
  in_plane_or_space(grid().dimension, [&]<int D>() {
    const double quarter = 0.25 / grid().h, second = diffusivity / (grid().h * grid().h);
    const bool advection = settings_.advection;
    for (int c = 0; c < D; ++c) {
      const FieldBox& b = box(c);
      const std::ptrdiff_t sc = layout_.stride[u(c)];
      const std::array<std::ptrdiff_t, 3> s = layout_.stride;
      const double* const field = state.velocity[u(c)].data();
      std::array<const double*, 3> across{};
      for (int k = 0; k < D; ++k) across[u(k)] = state.velocity[u(k)].data();
      layout_.for_rows(executor, b, [&](std::size_t, std::size_t begin, int, int) {
        const double* const v = field + begin;
        double* const to = slope_[u(c)].data() + begin;
        const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(b.count(0));
        for (std::ptrdiff_t i = 0; i < n; ++i) to[i] = 0;
        for (int k = 0; k < D; ++k) {
          const std::ptrdiff_t sk = s[u(k)];
          if (advection) {
            // What goes through: of its own direction at the middles of cells, of others at edges.
            const double* const w = across[u(k)] + begin;
            const std::ptrdiff_t back = k == c ? -sk : -sc, up = k == c ? 0 : sk;
            // Through the lower side of direction k the carrier is the mean of w and w[back]; through the upper one a
            // step further.
            if (k == c)
              for (std::ptrdiff_t i = 0; i < n; ++i) {
                const double high = v[i] + v[i + sk], low = v[i] + v[i + back];
                to[i] -= quarter * (high * high - low * low);
              }
            else
              for (std::ptrdiff_t i = 0; i < n; ++i)
                to[i] -= quarter * ((v[i] + v[i + sk]) * (w[i + up] + w[i + up + back]) -
                                    (v[i] + v[i - sk]) * (w[i] + w[i + back]));
          }
          if (second != 0)
            for (std::ptrdiff_t i = 0; i < n; ++i) to[i] += second * (v[i + sk] - 2 * v[i] + v[i - sk]);
        }
      });
    }
  });
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

void FlowSolver::add_gradient(const std::vector<double>& p, double scale, Velocity& to, Executor& executor) const {
  const double over = scale / grid().h;
  for (int c = 0; c < grid().dimension; ++c)
    layout_.for_rows(executor, box(c), [&](std::size_t, std::size_t begin, int, int) {
      const double* const q = p.data() + begin;
      double* const v = to[u(c)].data() + begin;
      const std::ptrdiff_t s = layout_.stride[u(c)], n = static_cast<std::ptrdiff_t>(box(c).count(0));
      for (std::ptrdiff_t i = 0; i < n; ++i) v[i] += over * (q[i] - q[i - s]);
    });
}

void FlowSolver::predict(const FlowState& state, double t, double h, Executor& executor, const Velocity* push) {
  const bool implicitly = implicit(h);
  const double nu = kinematic_viscosity();
  advect(state, implicitly ? 0 : nu, executor);
  take_force(t + 0.5 * h);
  const double ratio = state.last[0] > 0 ? 0.5 * h / state.last[0] : 0;
  for (int c = 0; c < grid().dimension; ++c) star_[u(c)] = state.velocity[u(c)];
  if (implicitly) {
    ghosts_.take(t, h);
    ghosts_.fill_velocity(star_, executor);
  }
  const double second = nu / (grid().h * grid().h);
  for (int c = 0; c < grid().dimension; ++c) {
    const FieldBox& b = box(c);
    const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(b.count(0));
    const std::vector<double>& force = force_values_[u(c)];
    layout_.for_rows(executor, b, [&](std::size_t row, std::size_t begin, int, int) {
      const double *const now = slope_[u(c)].data() + begin, *const before = state.slope[u(c)].data() + begin,
                          *const p = state.pressure.data() + begin, *const v = star_[u(c)].data() + begin;
      double* const to = compact_.data() + row * b.count(0);
      const std::ptrdiff_t sc = layout_.stride[u(c)];
      const double over = 1 / grid().h;
      for (std::ptrdiff_t i = 0; i < n; ++i)
        to[i] = h * ((1 + ratio) * now[i] - ratio * before[i] - (p[i] - p[i - sc]) * over);
      if (!force.empty())
        for (std::ptrdiff_t i = 0; i < n; ++i) to[i] += h * force[row * b.count(0) + u(static_cast<int>(i))];
      if (push) {
        const double* const more = (*push)[u(c)].data() + begin;
        for (std::ptrdiff_t i = 0; i < n; ++i) to[i] += h * more[i];
      }
      if (implicitly)
        for (int k = 0; k < grid().dimension; ++k) {
          const std::ptrdiff_t s = layout_.stride[u(k)];
          for (std::ptrdiff_t i = 0; i < n; ++i) to[i] += h * second * (v[i + s] - 2 * v[i] + v[i - s]);
        }
    });
    // The change of u, which is 0 at walls.
    if (implicitly) diffusion_[u(c)].solve(compact_.data(), 1, 0.5 * h * nu, executor);
    layout_.for_rows(executor, b, [&](std::size_t row, std::size_t begin, int, int) {
      const double* const from = compact_.data() + row * b.count(0);
      double* const v = star_[u(c)].data() + begin;
      for (std::ptrdiff_t i = 0; i < n; ++i) v[i] += from[i];
    });
  }
  ghosts_.take(t + h);
  ghosts_.fill_velocity(star_, executor);
}

void FlowSolver::take_divergence(const Velocity& velocity, std::vector<double>& to, Executor& executor) const {
  const double over = 1 / grid().h;
  layout_.for_rows(executor, cells_, [&](std::size_t row, std::size_t begin, int, int) {
    double* const d = to.data() + row * cells_.count(0);
    const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(cells_.count(0));
    for (std::ptrdiff_t i = 0; i < n; ++i) d[i] = 0;
    for (int k = 0; k < grid().dimension; ++k) {
      const double* const v = velocity[u(k)].data() + begin;
      const std::ptrdiff_t s = layout_.stride[u(k)];
      for (std::ptrdiff_t i = 0; i < n; ++i) d[i] += over * (v[i + s] - v[i]);
    }
  });
}

FlowReport FlowSolver::finish(FlowState& state, double t, double h, Executor& executor) {
  ghosts_.take(t + h);
  ghosts_.fill_velocity(star_, executor);
  divergence_.resize(cells_.size());
  take_divergence(star_, divergence_, executor);
  std::copy(divergence_.begin(), divergence_.end(), compact_.begin());
  pressure_.solve(compact_.data(), 0, -1, executor);
  const auto largest = [&](const double* values, std::size_t n) {
    return executor.reduce(
        n, 0.0,
        [&](std::size_t begin, std::size_t end) {
          double most = 0;
          for (std::size_t i = begin; i < end; ++i)
            most = std::isnan(values[i]) ? INFINITY : std::max(most, std::abs(values[i]));
          return most;
        },
        [](double a, double b) { return std::max(a, b); }, 8192);
  };
  if (!std::isfinite(largest(compact_.data(), cells_.size()))) return {INFINITY, INFINITY};
  // h φ, and p⁺.
  const double half = implicit(h) ? 0.5 * kinematic_viscosity() : 0;
  layout_.for_rows(executor, cells_, [&](std::size_t row, std::size_t begin, int, int) {
    const std::size_t first = row * cells_.count(0);
    for (std::size_t i = 0; i < cells_.count(0); ++i) {
      potential_[begin + i] = compact_[first + i];
      state.pressure[begin + i] += compact_[first + i] / h - half * divergence_[first + i];
    }
  });
  ghosts_.fill_pressure(potential_);
  ghosts_.fill_pressure(state.pressure);
  add_gradient(potential_, -1, star_, executor);
  ghosts_.fill_velocity(star_, executor);
  take_divergence(star_, divergence_, executor);
  double speed = 0;
  for (int c = 0; c < grid().dimension; ++c) speed = std::max(speed, largest(star_[u(c)].data(), layout_.size));
  const double divergence = largest(divergence_.data(), cells_.size());
  for (int c = 0; c < grid().dimension; ++c) {
    state.velocity[u(c)].swap(star_[u(c)]);
    state.slope[u(c)].swap(slope_[u(c)]);
  }
  state.last[0] = h;
  return {speed > 0 ? divergence * grid().h / speed : 0, speed * h / grid().h};
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
