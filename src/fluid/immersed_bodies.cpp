#include "fluid/immersed_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "core/conjugate_gradients.hpp"

namespace floc {
namespace {

constexpr double tolerance = 1e-8;  // of λ

std::size_t u(int k) { return static_cast<std::size_t>(k); }

Vec3 times(const std::array<double, 6>& m, const Vec3& v) {
  return {{m[0] * v[0] + m[3] * v[1] + m[4] * v[2], m[3] * v[0] + m[1] * v[1] + m[5] * v[2],
           m[4] * v[0] + m[5] * v[1] + m[2] * v[2]}};
}

double& component(RigidMotion& m, int k) { return k < 3 ? m.velocity[k] : m.spin[k - 3]; }

}  // namespace

void ImmersedBodies::place(std::span<const ImmersedBody> bodies, Executor& executor) {
  if (!markers_.place(bodies, executor))
    for (auto* all : {&lambda_, &x_, &r_, &z_, &s_, &q_}) all->assign(markers_.numbers(), 0.0);
  motion_.resize(size());
  inner_.resize(size());
}

void ImmersedBodies::release(Velocity& star) const { markers_.spread(lambda_, star); }

void ImmersedBodies::expect(std::span<const double> lambda) {
  expected_.clear();
  if (lambda.size() == markers_.numbers()) expected_.assign(lambda.begin(), lambda.end());
}

void ImmersedBodies::spread_expected(double scale, Velocity& to) const {
  if (!expected_.empty()) markers_.spread(expected_, to, scale);
}

void ImmersedBodies::clear_expected(Velocity& to) const {
  if (!expected_.empty()) markers_.clear(to);
}

void ImmersedBodies::all(std::vector<double>& lambda) const {
  lambda = lambda_;
  for (std::size_t k = 0; k < expected_.size(); ++k) lambda[k] += expected_[k];
}

namespace {

RigidMotion accelerated(const Inertia& inertia, const RigidMotion& impulse, double scale) {
  return {scale * inertia.inverse_mass * impulse.velocity, scale * times(inertia.inverse_inertia, impulse.spin)};
}

// The inverse of a symmetric positive matrix of size n ≤ 6, by Gauss–Jordan; rows and columns of unknowns that do not
// exist are those of the identity.
void invert(std::array<double, 36>& m, int n) {
  std::array<double, 36> inverse{};
  for (int i = 0; i < n; ++i) inverse[u(i * n + i)] = 1;
  for (int i = 0; i < n; ++i) {
    const double pivot = 1 / m[u(i * n + i)];
    for (int k = 0; k < n; ++k) {
      m[u(i * n + k)] *= pivot;
      inverse[u(i * n + k)] *= pivot;
    }
    for (int j = 0; j < n; ++j) {
      if (j == i) continue;
      const double factor = m[u(j * n + i)];
      for (int k = 0; k < n; ++k) {
        m[u(j * n + k)] -= factor * m[u(i * n + k)];
        inverse[u(j * n + k)] -= factor * inverse[u(i * n + k)];
      }
    }
  }
  m = inverse;
}

}  // namespace

void ImmersedBodies::hold(std::span<RigidMotion> motion, bool change) {
  if (!films_ || !films_->any()) return;
  held_.resize(motion.size());
  for (std::size_t b = 0; b < motion.size(); ++b) held_[b] = motion[b].velocity;
  films_->hold(held_, change);
  for (std::size_t b = 0; b < motion.size(); ++b) motion[b].velocity = held_[b];
}

// ρc M⁻¹ Kᵀλ with the films, 0 for what goes as it is told.
void ImmersedBodies::accelerate(std::span<const Inertia> inertia, const std::vector<double>& lambda,
                                std::vector<RigidMotion>& motion) {
  const double scale = flow_.settings().density * flow_.grid().cell_volume();
  motion.assign(size(), {});
  if (inertia.empty()) return;
  for (std::size_t b = 0; b < size(); ++b)
    if (inertia[b].inverse_mass > 0) motion[b] = accelerated(inertia[b], markers_.from_markers(lambda, b), scale);
  hold(motion, true);
}

// (J Jᵀ + ρcKM⁻¹Kᵀ) x = r. The preconditioner has aI for J Jᵀ, and its inverse is by Woodbury's formula
// (1 − K (a + W KᵀK)⁻¹ W Kᵀ)/a, W = ρcM⁻¹.
CouplingReport ImmersedBodies::solve(std::span<const Inertia> inertia, Executor& executor) {
  const int d = flow_.grid().dimension, n = d == 3 ? 6 : 3;
  const std::size_t markers = markers_.size();
  const double scale = flow_.settings().density * flow_.grid().cell_volume();
  const double a = d == 3 ? 0.25 : 0.4;                                 // a typical row sum
  const auto unknown = [&](int i) { return d == 3 || i < 2 ? i : 5; };  // of six
  const auto is_free = [&](std::size_t b) { return !inertia.empty() && inertia[b].inverse_mass > 0; };
  for (std::size_t b = 0; b < size(); ++b) {
    if (!is_free(b)) continue;
    // Columns of W KᵀK.
    const auto [many, sum, second] = markers_.arms(b);
    const double trace = second[0] + second[1] + second[2];
    const std::array<double, 6> turning{trace - second[0], trace - second[1], trace - second[2],
                                        -second[3],        -second[4],        -second[5]};
    for (int i = 0; i < n; ++i) {
      RigidMotion column;
      component(column, unknown(i)) = 1;
      RigidMotion gram{many * column.velocity + cross(column.spin, sum),
                       times(turning, column.spin) + cross(sum, column.velocity)};
      if (d == 2) gram.spin[0] = gram.spin[1] = 0;
      RigidMotion w = accelerated(inertia[b], gram, scale);
      component(w, unknown(i)) += a;
      for (int k = 0; k < n; ++k) inner_[b][u(k * n + i)] = component(w, unknown(k));
    }
    invert(inner_[b], n);
  }
  const auto apply = [&](const std::vector<double>& v, std::vector<double>& to) {
    markers_.multiply(v, to, executor);
    if (inertia.empty()) return;
    accelerate(inertia, v, accelerated_);
    if (links_.any()) links_.hold(accelerated_, false);
    for (std::size_t b = 0; b < size(); ++b) {
      if (!is_free(b)) continue;
      const RigidMotion& w = accelerated_[b];
      markers_.for_velocities(b, w, [&](std::size_t k, const Vec3& at) {
        for (int c = 0; c < d; ++c) to[u(c) * markers + k] += at[c];
      });
    }
  };
  const auto precondition = [&](const std::vector<double>& r, std::vector<double>& to) {
    for (std::size_t k = 0; k < r.size(); ++k) to[k] = r[k] / a;
    for (std::size_t b = 0; b < size(); ++b) {
      if (!is_free(b)) continue;
      RigidMotion w = accelerated(inertia[b], markers_.from_markers(r, b), scale), m;
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) component(m, unknown(i)) += inner_[b][u(i * n + k)] * component(w, unknown(k));
      markers_.for_velocities(b, m, [&](std::size_t k, const Vec3& at) {
        for (int c = 0; c < d; ++c) to[u(c) * markers + k] -= at[c] / a;
      });
    }
  };
  CouplingReport report;
  double first = 0;
  report.iterations = conjugate_gradients(
      x_, r_, z_, s_, q_, apply, precondition,
      [&](int iterations, double rho) {
        if (iterations == 0) first = rho;
        report.converged = rho <= tolerance * tolerance * first;
        if (!std::isfinite(rho)) report.residual = INFINITY;
        return report.converged || !std::isfinite(rho);
      },
      most_iterations_);
  for (const double r : r_) report.residual = std::max(report.residual, std::abs(r));
  return report;
}

CouplingReport ImmersedBodies::couple(const Velocity& star, std::span<const Inertia> inertia,
                                      std::span<const LinkRow> links, std::span<RigidMotion> motion,
                                      Executor& executor) {
  const double scale = flow_.settings().density * flow_.grid().cell_volume();
  for (std::size_t b = 0; b < size() && !expected_.empty(); ++b) {
    if (inertia[b].inverse_mass == 0) continue;
    const RigidMotion w = accelerated(inertia[b], markers_.from_markers(expected_, b), scale);
    motion[b].velocity -= w.velocity;
    motion[b].spin -= w.spin;
  }
  std::vector<MotionBlock> blocks(links.empty() ? 0 : size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto& i = inertia[b].inverse_inertia;
    for (std::size_t k = 0; k < 3; ++k) blocks[b][7 * k] = inertia[b].inverse_mass;
    if (inertia[b].inverse_mass > 0)
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t q = 0; q < 3; ++q) blocks[b][6 * (3 + k) + 3 + q] = i[k == q ? k : k + q + 2];
  }
  links_.factor(links, blocks);
  accelerated_.resize(size());
  hold(motion, false);
  std::ranges::copy(motion, motion_.begin());
  if (links_.any()) links_.hold(motion, true);
  markers_.to_markers(motion, r_);
  markers_.interpolate(star, q_, executor);
  for (std::size_t k = 0; k < r_.size(); ++k) r_[k] -= q_[k];
  const CouplingReport report = solve(inertia, executor);
  lambda_.swap(x_);
  accelerate(inertia, lambda_, accelerated_);
  for (std::size_t b = 0; b < size(); ++b) {
    if (inertia[b].inverse_mass == 0) continue;
    motion[b] = {motion_[b].velocity - accelerated_[b].velocity, motion_[b].spin - accelerated_[b].spin};
  }
  if (links_.any()) links_.hold(motion, true);
  return report;
}

CouplingReport ImmersedBodies::follow(std::span<const RigidMotion> before, std::span<const RigidMotion> motion,
                                      Executor& executor) {
  bool same = true;
  for (std::size_t b = 0; b < size(); ++b) {
    motion_[b] = {motion[b].velocity - before[b].velocity, motion[b].spin - before[b].spin};
    same = same && norm(motion_[b].velocity) == 0 && norm(motion_[b].spin) == 0;
  }
  if (same) return {};
  markers_.to_markers(motion_, r_);
  const CouplingReport report = solve({}, executor);
  for (std::size_t k = 0; k < x_.size(); ++k) lambda_[k] += x_[k];
  return report;
}

RigidMotion ImmersedBodies::impulse(std::size_t b) const {
  RigidMotion sum = markers_.from_markers(lambda_, b);
  if (!expected_.empty()) {
    const RigidMotion before = markers_.from_markers(expected_, b);
    sum.velocity += before.velocity;
    sum.spin += before.spin;
  }
  const double scale = flow_.settings().density * flow_.grid().cell_volume();
  return {scale * sum.velocity, scale * sum.spin};
}

RigidMotion ImmersedBodies::carried(std::size_t b, const RigidMotion& m) const {
  RigidMotion rate;
  rate.velocity = volume(b) * cross(m.spin, m.velocity);
  if (flow_.grid().dimension == 2) return rate;
  const Pose& pose = body(b).pose;
  const Vec3 local = pose.turn_back(m.spin);
  Vec3 turning;
  for (int k = 0; k < 3; ++k) turning[k] = dot(body(b).shape->inertia()[u(k)], local);
  rate.spin = cross(m.spin, pose.turn(turning));
  return rate;
}

// ∫ w and ∫ r × w over body b, of w(component, number in its field): rows of cells, of which those in the middle are
// inside without a question.
template <class F>
RigidMotion ImmersedBodies::integral(std::size_t b, F&& w) const {
  const FluidGrid& grid = flow_.grid();
  const FieldLayout& layout = flow_.layout();
  const int d = grid.dimension;
  const ImmersedShape& shape = *body(b).shape;
  const Pose& pose = body(b).pose;
  const double inner = shape.inner() - grid.h * std::sqrt(static_cast<double>(d)), outer = shape.reach() + grid.h;
  RigidMotion sum;
  for (int c = 0; c < d; ++c) {
    std::array<int, 3> low{}, high{1, 1, 1}, i{}, at{};
    Vec3 first;  // where number 0 is from the middle of the body
    for (int k = 0; k < d; ++k) {
      first[k] = floc::place(grid, c, {})[k] - pose.position[k];
      low[u(k)] = static_cast<int>(std::ceil((-outer - first[k]) / grid.h));
      high[u(k)] = static_cast<int>(std::floor((outer - first[k]) / grid.h)) + 1;
      if (grid.periodic(k)) continue;
      low[u(k)] = std::max(low[u(k)], flow_.box(c).begin[u(k)]);
      high[u(k)] = std::min(high[u(k)], flow_.box(c).end[u(k)]);
    }
    const auto wrapped = [&](int k, int n) { return grid.periodic(k) ? (n % grid.n(k) + grid.n(k)) % grid.n(k) : n; };
    double parts = 0;
    Vec3 moment;  // Σ r w
    double total = 0;
    for (i[2] = low[2]; i[2] < high[2]; ++i[2]) {
      at[2] = d == 3 ? wrapped(2, i[2]) : 0;
      for (i[1] = low[1]; i[1] < high[1]; ++i[1]) {
        at[1] = wrapped(1, i[1]);
        Vec3 r{{0, first[1] + grid.h * i[1], d == 3 ? first[2] + grid.h * i[2] : 0}};
        const double across = dot(r, r), room = outer * outer - across;
        if (!(room > 0)) continue;
        const double half = std::sqrt(room), whole = inner * std::abs(inner) - across;
        const double surely = whole > 0 ? std::sqrt(whole) : 0;
        const std::size_t row = layout.at(0, at[1], at[2]);
        const int begin = std::max(low[0], static_cast<int>(std::ceil((-half - first[0]) / grid.h))),
                  end = std::min(high[0], static_cast<int>(std::floor((half - first[0]) / grid.h)) + 1);
        double of_row = 0, along = 0;
        for (int x = begin; x < end; ++x) {
          r[0] = first[0] + grid.h * x;
          double part = 1;
          if (!(std::abs(r[0]) < surely)) {
            const SurfacePoint surface = shape.nearest(pose.turn_back(r));
            if (surface.distance > grid.h) continue;
            // How much of the cell about the face a plane at this distance cuts off, roughly.
            const Vec3 n = pose.turn(surface.normal);
            const double slope = std::abs(n[0]) + std::abs(n[1]) + std::abs(n[2]);
            part = std::clamp(0.5 - surface.distance / (grid.h * slope), 0.0, 1.0);
          }
          const double value = part * w(c, row + u(wrapped(0, x)));
          parts += part;
          of_row += value;
          along += r[0] * value;
        }
        total += of_row;
        moment += Vec3{{along, r[1] * of_row, r[2] * of_row}};
      }
    }
    // All parts are the volume.
    const double cell = parts > 0 ? volume(b) / parts : 0;
    sum.velocity[c] = cell * total;
    Vec3 axis;
    axis[c] = cell;
    sum.spin += cross(moment, axis);
  }
  if (d == 2) sum.spin[0] = sum.spin[1] = 0;
  return sum;
}

RigidMotion ImmersedBodies::momentum(const Velocity& velocity, std::size_t b) const {
  return integral(b, [&](int c, std::size_t at) { return velocity[u(c)][at]; });
}

RigidMotion ImmersedBodies::momentum_change(const Velocity& before, const Velocity& after, std::size_t b) const {
  return integral(b, [&](int c, std::size_t at) { return after[u(c)][at] - before[u(c)][at]; });
}

}  // namespace floc
