#include "fluid/stokes_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"

namespace floc {
namespace {

std::size_t u(int k) { return static_cast<std::size_t>(k); }

double& component(RigidMotion& m, int k) { return k < 3 ? m.velocity[k] : m.spin[k - 3]; }

// The inverse of a symmetric positive matrix; rows of what does not exist are 0, and stay so.
MotionBlock inverse(MotionBlock m) {
  MotionBlock to{};
  for (std::size_t i = 0; i < 6; ++i) to[7 * i] = m[7 * i] > 0 ? 1 : 0;
  for (std::size_t i = 0; i < 6; ++i) {
    if (!(m[7 * i] > 0)) continue;
    const double pivot = 1 / m[7 * i];
    for (std::size_t k = 0; k < 6; ++k) {
      m[6 * i + k] *= pivot;
      to[6 * i + k] *= pivot;
    }
    for (std::size_t j = 0; j < 6; ++j) {
      if (j == i) continue;
      const double factor = m[6 * j + i];
      for (std::size_t k = 0; k < 6; ++k) {
        m[6 * j + k] -= factor * m[6 * i + k];
        to[6 * j + k] -= factor * to[6 * i + k];
      }
    }
  }
  return to;
}

double longest_side(const FluidGrid& grid) {
  int n = 0;
  for (int k = 0; k < grid.dimension; ++k) n = std::max(n, grid.n(k));
  return n * grid.h;
}

}  // namespace

StokesBodies::StokesBodies(const FlowSolver& flow, const StokesSettings& settings)
    : flow_(flow),
      settings_(settings),
      inverse_(flow.grid(), flow.settings().viscosity),
      walls_(flow.grid(), flow.settings().viscosity),
      blocks_(flow.grid().dimension, flow.grid().h, flow.settings().viscosity, longest_side(flow.grid())),
      ghosts_(flow.grid(), flow.layout()) {
  const int d = flow.grid().dimension;
  const std::vector<double> along(walls_.size(), 1.0);
  for (int c = 0; c < d; ++c) {
    for (Velocity* field : {&force_, &velocity_, &background_}) (*field)[u(c)].assign(flow.layout().size, 0.0);
    const bool held = walls_.sum(along)[c] != 0;
    balanced_[u(c)] = inverse_.uniform(c) && !settings.mean_velocity && (held || settings.drive[c] != 0);
    uniform_[c] = inverse_.uniform(c) && settings.mean_velocity ? (*settings.mean_velocity)[c] : 0;
  }
  for (const Expression& e : flow.settings().force) given_force_.emplace_back(e);
  wall_velocity_.resize(walls_.size());
}

void StokesBodies::clear(Velocity& f, Executor& executor) const {
  const std::size_t size = flow_.layout().size, d = u(flow_.grid().dimension);
  executor.for_blocks(
      size,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = 0; c < d; ++c)
          std::fill(f[c].begin() + static_cast<std::ptrdiff_t>(begin), f[c].begin() + static_cast<std::ptrdiff_t>(end),
                    0.0);
      },
      65536);
}

// The flow of the forces on the fluid and of what comes in through walls.
void StokesBodies::take_background(double t, Executor& executor) {
  const FluidGrid& grid = flow_.grid();
  const int d = grid.dimension;
  bool enters = false;
  for (int k = 0; k < d; ++k)
    for (int side = 0; side < 2; ++side) {
      const Expressions& given = grid.faces[u(k)][u(side)].velocity;
      enters = enters || (!given.empty() && given[u(k)].text() != "0");
    }
  has_background_ = enters || !given_force_.empty();
  pushed_ = {};
  if (!has_background_) return;
  clear(force_, executor);
  std::array<int, 3> i;
  const double rho = flow_.settings().density;
  for (std::size_t c = 0; c < given_force_.size(); ++c) {
    const FieldBox& box = flow_.box(static_cast<int>(c));
    for (i[2] = box.begin[2]; i[2] < box.end[2]; ++i[2])
      for (i[1] = box.begin[1]; i[1] < box.end[1]; ++i[1])
        for (i[0] = box.begin[0]; i[0] < box.end[0]; ++i[0]) {
          const Vec3 x = floc::place(grid, static_cast<int>(c), i);
          const double at[]{x[0], x[1], x[2], t};
          const double f = rho * given_force_[c](at);
          force_[c][flow_.layout().at(i)] = f;
          pushed_[static_cast<int>(c)] += f;
        }
  }
  if (enters) {
    clear(velocity_, executor);
    ghosts_.take(t);
    const FieldBox cells = all_cells(grid);
    source_.assign(cells.size(), 0.0);
    for (int k = 0; k < d; ++k) {
      if (grid.periodic(k)) continue;
      ghosts_.fill_component(k, velocity_[u(k)]);
      const std::ptrdiff_t s = flow_.layout().stride[u(k)];
      const double over = flow_.settings().viscosity / (grid.h * grid.h);
      const FieldBox& box = flow_.box(k);
      std::size_t cell = 0;
      for (i[2] = cells.begin[2]; i[2] < cells.end[2]; ++i[2])
        for (i[1] = cells.begin[1]; i[1] < cells.end[1]; ++i[1])
          for (i[0] = cells.begin[0]; i[0] < cells.end[0]; ++i[0], ++cell) {
            const std::size_t at = flow_.layout().at(i);
            const std::ptrdiff_t next = static_cast<std::ptrdiff_t>(at) + s;
            const double low = i[u(k)] < box.begin[u(k)] ? velocity_[u(k)][at] : 0;
            const double high = i[u(k)] + 1 >= box.end[u(k)] ? velocity_[u(k)][static_cast<std::size_t>(next)] : 0;
            source_[cell] -= (high - low) / grid.h;
            if (low != 0) force_[u(k)][static_cast<std::size_t>(next)] += over * low;
            if (high != 0) force_[u(k)][at] += over * high;
          }
    }
  }
  inverse_.apply(force_, enters ? &source_ : nullptr, background_, &background_pressure_, executor);
}

void StokesBodies::place(const Markers& markers, double t, Executor& executor) {
  const std::size_t all = markers.numbers() + walls_.size();
  for (auto* v : {&b_, &lambda_, &r_, &z_, &s_, &q_, &work_}) v->assign(all, 0.0);
  blocks_.take(markers.bodies());
  walls_.velocity(t, wall_velocity_);
  take_background(t, executor);
}

void StokesBodies::multiply(const Markers& markers, std::span<const double> v, std::span<double> to,
                            Executor& executor) {
  const std::size_t n = markers.numbers();
  clear(force_, executor);
  markers.spread(v.first(n), force_);
  walls_.add(v.subspan(n), force_);
  inverse_.apply(force_, velocity_, executor);
  markers.interpolate(velocity_, to.first(n), executor);
  walls_.take(velocity_, to.subspan(n));
  for (std::size_t k = n; k < to.size(); ++k) to[k] += walls_.compliance() * v[k];
  ++multiplications_;
}

void StokesBodies::precondition(const Markers& markers, std::span<const double> r, std::span<double> z,
                                Executor& executor) {
  const std::size_t n = markers.numbers();
  blocks_.apply(r.first(n), z.first(n), executor);
  walls_.precondition(r.subspan(n), z.subspan(n), executor);
}

void StokesBodies::from_all(const Markers& markers, std::span<const double> v, Columns& to) const {
  const std::size_t n = markers.numbers();
  to.body.resize(markers.bodies().size());
  to.mean = {};
  for (std::size_t b = 0; b < to.body.size(); ++b) {
    to.body[b] = markers.from_markers(v.first(n), b);
    to.mean -= to.body[b].velocity;
  }
  to.mean -= walls_.sum(v.subspan(n));
  for (int c = 0; c < 3; ++c)
    if (!balanced_[u(c)]) to.mean[c] = 0;
}

void StokesBodies::to_all(const Markers& markers, const Columns& columns, std::span<double> v) const {
  const std::size_t n = markers.numbers();
  std::vector<RigidMotion> motion = columns.body;
  for (RigidMotion& m : motion) m.velocity -= columns.mean;
  markers.to_markers(motion, v.first(n));
  walls_.uniform(-columns.mean, v.subspan(n));
}

void StokesBodies::invert_bodies(std::vector<RigidMotion>& m) {
  for (std::size_t b = 0; b < m.size(); ++b) m[b] = times(inner_[b], m[b]);
  links_.hold(m, false);
}

// The columns of the uniform flow meet those of all bodies: they are eliminated last.
void StokesBodies::invert(Columns& columns) {
  invert_bodies(columns.body);
  Vec3 right, mean;
  for (int c = 0; c < 3; ++c) {
    if (!balanced_[u(c)]) continue;
    right[c] = columns.mean[c];
    for (std::size_t b = 0; b < columns.body.size(); ++b)
      right[c] -= dot(mean_column_[u(c)].body[b].velocity, columns.body[b].velocity) +
                  dot(mean_column_[u(c)].body[b].spin, columns.body[b].spin);
  }
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t k = 0; k < 3; ++k) mean.c[c] += mean_inner_[6 * c + k] * right.c[k];
  for (int c = 0; c < 3; ++c)
    for (std::size_t b = 0; balanced_[u(c)] && b < columns.body.size(); ++b) {
      columns.body[b].velocity -= mean[c] * mean_response_[u(c)][b].velocity;
      columns.body[b].spin -= mean[c] * mean_response_[u(c)][b].spin;
    }
  columns.mean = mean;
}

// CᵀNC and its inverse.
void StokesBodies::factor(const Markers& markers, std::span<const std::uint8_t> free,
                          std::span<const LinkRow> links, Executor& executor) {
  const int d = flow_.grid().dimension;
  const std::size_t bodies = markers.bodies().size();
  inner_.assign(bodies, {});
  Columns one, gram;
  for (int k = 0; k < 6; ++k) {
    if (d == 2 && k >= 2 && k != 5) continue;
    one = {};
    one.body.resize(bodies);
    for (RigidMotion& m : one.body) component(m, k) = 1;
    to_all(markers, one, s_);
    precondition(markers, s_, z_, executor);
    from_all(markers, z_, gram);
    for (std::size_t b = 0; b < bodies; ++b)
      for (int i = 0; i < 6 && free[b]; ++i) inner_[b][u(6 * i + k)] = component(gram.body[b], i);
  }
  for (MotionBlock& block : inner_) block = inverse(block);
  links_.factor(links, inner_);
  mean_inner_ = {};
  for (int c = 0; c < 3; ++c) {
    if (!balanced_[u(c)]) continue;
    one = {};
    one.body.resize(bodies);
    one.mean[c] = 1;
    to_all(markers, one, s_);
    precondition(markers, s_, z_, executor);
    from_all(markers, z_, mean_column_[u(c)]);
    mean_response_[u(c)] = mean_column_[u(c)].body;
    invert_bodies(mean_response_[u(c)]);
  }
  for (int c = 0; c < 3; ++c)
    for (int k = 0; k < 3; ++k) {
      if (!balanced_[u(c)] || !balanced_[u(k)]) continue;
      double sum = mean_column_[u(k)].mean[c];
      for (std::size_t b = 0; b < bodies; ++b)
        sum -= dot(mean_column_[u(c)].body[b].velocity, mean_response_[u(k)][b].velocity) +
               dot(mean_column_[u(c)].body[b].spin, mean_response_[u(k)][b].spin);
      mean_inner_[u(6 * c + k)] = sum;
    }
  mean_inner_ = inverse(mean_inner_);
}

CouplingReport StokesBodies::solve(const Markers& markers, std::span<const std::uint8_t> free,
                                   std::span<const RigidMotion> force, std::span<const LinkRow> links,
                                   std::span<RigidMotion> motion, Executor& executor) {
  const std::size_t bodies = markers.bodies().size(), n = markers.numbers();
  const double over = 1 / flow_.grid().cell_volume();
  factor(markers, free, links, executor);
  // b = K U_p − J u₀, with U_p a motion that obeys the links.
  Columns columns;
  columns.body.resize(bodies);
  for (std::size_t b = 0; b < bodies; ++b) columns.body[b] = free[b] ? RigidMotion{} : motion[b];
  links_.hold(columns.body, true);
  const std::vector<RigidMotion> first = columns.body;
  columns.mean = uniform_;
  for (int c = 0; c < 3; ++c)
    if (balanced_[u(c)]) columns.mean[c] = 0;
  const Vec3 given = columns.mean;
  to_all(markers, columns, b_);
  for (std::size_t k = n; k < b_.size(); ++k) b_[k] += wall_velocity_[k - n];
  if (has_background_) {
    markers.interpolate(background_, std::span(work_).first(n), executor);
    walls_.take(background_, std::span(work_).subspan(n));
    for (std::size_t k = 0; k < b_.size(); ++k) b_[k] -= work_[k];
  }
  // The forces that balance are a part of λ from the beginning.
  columns.mean = {};
  for (std::size_t b = 0; b < bodies; ++b)
    columns.body[b] = free[b] ? RigidMotion{over * force[b].velocity, over * force[b].spin} : RigidMotion{};
  for (int c = 0; c < 3; ++c)
    if (balanced_[u(c)]) columns.mean[c] = pushed_[c];
  invert(columns);
  to_all(markers, columns, s_);
  precondition(markers, s_, lambda_, executor);
  multiply(markers, lambda_, work_, executor);
  for (std::size_t k = 0; k < r_.size(); ++k) r_[k] = b_[k] - work_[k];
  // What of r is CᵀN-normal to the motions moves the markers' forces; the rest is motion, and is taken out of r in
  // every iteration: left in it, rounding would come back.
  Columns inside, moved;
  moved.body.assign(bodies, {});
  const auto balance = [&] {
    precondition(markers, r_, z_, executor);
    from_all(markers, z_, inside);
    invert(inside);
    to_all(markers, inside, work_);
    for (std::size_t k = 0; k < r_.size(); ++k) r_[k] -= work_[k];
    for (std::size_t b = 0; b < bodies; ++b) {
      moved.body[b].velocity += inside.body[b].velocity;
      moved.body[b].spin += inside.body[b].spin;
    }
    moved.mean += inside.mean;
    precondition(markers, r_, z_, executor);
  };
  const auto product = [](const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  };
  const double of_balance = product(s_, lambda_);
  balance();
  s_ = z_;
  double rho = product(r_, z_);
  const double enough = settings_.tolerance * settings_.tolerance * std::max(rho, of_balance);
  CouplingReport report;
  while (rho > enough && report.iterations < settings_.most_iterations) {
    multiply(markers, s_, q_, executor);
    const double curvature = product(s_, q_);
    if (!(curvature > 0)) break;
    const double alpha = rho / curvature;
    for (std::size_t k = 0; k < r_.size(); ++k) {
      lambda_[k] += alpha * s_[k];
      r_[k] -= alpha * q_[k];
    }
    balance();
    const double next = product(r_, z_), beta = next / rho;
    rho = next;
    for (std::size_t k = 0; k < s_.size(); ++k) s_[k] = z_[k] + beta * s_[k];
    ++report.iterations;
  }
  report.converged = rho <= enough;
  if (!std::isfinite(rho)) report.residual = INFINITY;
  for (const double r : r_) report.residual = std::max(report.residual, std::abs(r));
  for (std::size_t b = 0; b < bodies; ++b)
    motion[b] = {first[b].velocity - moved.body[b].velocity, first[b].spin - moved.body[b].spin};
  uniform_ = given - moved.mean;
  // c Kᵀλ − F = Gᵀη.
  link_forces_.clear();
  if (links_.any()) {
    const double cell = flow_.grid().cell_volume();
    from_all(markers, lambda_, inside);
    for (std::size_t b = 0; b < bodies; ++b)
      inside.body[b] = times(
          inner_[b], {cell * inside.body[b].velocity - force[b].velocity, cell * inside.body[b].spin - force[b].spin});
    links_.hold(inside.body, false);
    for (const double x : links_.multiplier()) link_forces_.push_back(-x);
  }
  return report;
}

void StokesBodies::flow(const Markers& markers, Velocity& velocity, std::vector<double>& pressure,
                        Executor& executor) {
  const std::size_t n = markers.numbers();
  clear(force_, executor);
  markers.spread(std::span<const double>(lambda_).first(n), force_);
  walls_.add(std::span<const double>(lambda_).subspan(n), force_);
  inverse_.apply(force_, nullptr, velocity, &pressure, executor);
  for (std::size_t c = 0; c < u(flow_.grid().dimension); ++c)
    for (std::size_t k = 0; k < velocity[c].size(); ++k)
      velocity[c][k] += uniform_.c[c] + (has_background_ ? background_[c][k] : 0.0);
  if (has_background_)
    for (std::size_t k = 0; k < pressure.size(); ++k) pressure[k] += background_pressure_[k];
}

RigidMotion StokesBodies::force(const Markers& markers, std::size_t b) const {
  const std::size_t n = markers.numbers();
  const RigidMotion sum = markers.from_markers(std::span<const double>(lambda_).first(n), b);
  const double cell = flow_.grid().cell_volume();
  return {cell * sum.velocity, cell * sum.spin};
}

Vec3 StokesBodies::wall_force(int direction, int side) const {
  return walls_.force(std::span<const double>(lambda_).last(walls_.size()), direction, side);
}

}  // namespace floc
