#include "fluid/immersed_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "core/conjugate_gradients.hpp"

namespace floc {
namespace {

constexpr double tolerance = 1e-8;  // of λ
constexpr int most_iterations = 500;
constexpr int bin_cells = 4;  // two markers see each other from 2 cells at most

std::size_t u(int k) { return static_cast<std::size_t>(k); }

// The three-point kernel: the first moments are exact, and the squares sum to ½ wherever the grid lies.
double kernel(double r) {
  r = std::abs(r);
  if (r < 0.5) return (1 + std::sqrt(1 - 3 * r * r)) / 3;
  if (r < 1.5) return (5 - 3 * r - std::sqrt(std::max(0.0, 1 - 3 * (1 - r) * (1 - r)))) / 6;
  return 0;
}

Vec3 times(const std::array<double, 6>& m, const Vec3& v) {
  return {{m[0] * v[0] + m[3] * v[1] + m[4] * v[2], m[3] * v[0] + m[1] * v[1] + m[5] * v[2],
           m[4] * v[0] + m[5] * v[1] + m[2] * v[2]}};
}

double& component(RigidMotion& m, int k) { return k < 3 ? m.velocity[k] : m.spin[k - 3]; }

}  // namespace

ImmersedBodies::Stencil ImmersedBodies::stencil(int direction, double place, bool node) const {
  const FluidGrid& grid = flow_.grid();
  const int n = grid.n(direction);
  const double s = (place - grid.origin[direction]) / grid.h - (node ? 0 : 0.5);
  const double nearest = std::floor(s + 0.5);
  const FieldBox& box = flow_.box(node ? direction : (direction == 0 ? 1 : 0));
  Stencil stencil;
  for (int p = 0; p < 3; ++p) {
    double i = nearest + (p - 1);
    double weight = kernel(s - i);
    if (grid.periodic(direction)) i -= n * std::floor(i / n);
    // What is no unknown takes nothing.
    if (i < box.begin[u(direction)] || i >= box.end[u(direction)]) {
      weight = 0;
      i = box.begin[u(direction)];
    }
    stencil.at[u(p)] = static_cast<std::int32_t>(i);
    stencil.weight[u(p)] = weight;
  }
  stencil.low = static_cast<std::int32_t>(nearest) - 1;
  return stencil;
}

void ImmersedBodies::place(std::span<const ImmersedBody> bodies, Executor& executor) {
  const int d = flow_.grid().dimension;
  const std::size_t n = bodies.size();
  // Markers go with the shapes: they are made when bodies come or go.
  const bool same = std::ranges::equal(body_, bodies, {}, &ImmersedBody::shape, &ImmersedBody::shape);
  body_.assign(bodies.begin(), bodies.end());
  if (!same) {
    first_.assign(1, 0);
    owner_.clear();
    for (std::size_t b = 0; b < n; ++b) {
      owner_.insert(owner_.end(), body_[b].shape->markers().size(), static_cast<std::int32_t>(b));
      first_.push_back(owner_.size());
    }
    offset_.resize(owner_.size());
    marker_.resize(owner_.size());
    live_.resize(owner_.size());
    for (auto* all : {&lambda_, &x_, &r_, &z_, &s_, &q_}) all->assign(owner_.size() * u(d), 0.0);
  }
  motion_.resize(n);
  inner_.resize(n);
  executor.for_each(
      offset_.size(),
      [&](std::size_t a) {
        const ImmersedBody& body = body_[u(owner_[a])];
        offset_[a] = body.pose.turn(body.shape->markers()[a - first_[u(owner_[a])]]);
        const Vec3 x = body.pose.position + offset_[a];
        live_[a] = 1;
        for (int k = 0; k < d; ++k) {
          const double cells = (x[k] - flow_.grid().origin[k]) / flow_.grid().h;
          if (!flow_.grid().periodic(k) && !(cells > 0 && cells < flow_.grid().n(k))) live_[a] = 0;
          marker_[a].node[u(k)] = stencil(k, x[k], true);
          marker_[a].half[u(k)] = stencil(k, x[k], false);
        }
      },
      256);
  connect(executor);
}

double ImmersedBodies::overlap(const Marker& a, const Marker& b, int direction, bool node) const {
  const Stencil& s = (node ? a.node : a.half)[u(direction)];
  const Stencil& t = (node ? b.node : b.half)[u(direction)];
  const int n = flow_.grid().n(direction);
  if (flow_.grid().periodic(direction) && n < 6) {  // they may meet on both sides
    double sum = 0;
    for (std::size_t p = 0; p < 3; ++p)
      for (std::size_t q = 0; q < 3; ++q) sum += s.at[p] == t.at[q] ? s.weight[p] * t.weight[q] : 0.0;
    return sum;
  }
  int shift = t.low - s.low;
  if (flow_.grid().periodic(direction)) {
    shift %= n;
    shift += shift > n / 2 ? -n : shift < -(n / 2) ? n : 0;
  }
  switch (shift) {
    case -2: return s.weight[0] * t.weight[2];
    case -1: return s.weight[0] * t.weight[1] + s.weight[1] * t.weight[2];
    case 0: return s.weight[0] * t.weight[0] + s.weight[1] * t.weight[1] + s.weight[2] * t.weight[2];
    case 1: return s.weight[1] * t.weight[0] + s.weight[2] * t.weight[1];
    case 2: return s.weight[2] * t.weight[0];
    default: return 0;
  }
}

void ImmersedBodies::connect(Executor& executor) {
  const FluidGrid& grid = flow_.grid();
  const int d = grid.dimension;
  std::array<int, 3> bins{1, 1, 1};
  for (int k = 0; k < d; ++k) bins[u(k)] = std::max(1, grid.n(k) / bin_cells);
  const auto bin = [&](std::size_t a) {
    std::size_t index = 0;
    for (int k = d; k-- > 0;) {
      const int cell = marker_[a].half[u(k)].at[1];
      index = index * u(bins[u(k)]) + u(std::min(cell / bin_cells, bins[u(k)] - 1));
    }
    return index;
  };
  const std::size_t count = u(bins[0]) * u(bins[1]) * u(bins[2]), markers = offset_.size();
  bin_first_.assign(count + 1, 0);
  bin_of_.resize(markers);
  bin_marker_.resize(markers);
  for (std::size_t a = 0; a < markers; ++a) {
    bin_of_[a] = static_cast<std::int32_t>(bin(a));
    ++bin_first_[u(bin_of_[a]) + 1];
  }
  for (std::size_t k = 0; k < count; ++k) bin_first_[k + 1] += bin_first_[k];
  row_.assign(markers + 1, 0);
  {
    std::vector<std::int32_t>& next = column_;
    next.assign(bin_first_.begin(), bin_first_.end());
    for (std::size_t a = 0; a < markers; ++a) bin_marker_[u(next[u(bin_of_[a])]++)] = static_cast<std::int32_t>(a);
  }
  // Twice: how many each sees, then who they are.
  const auto visit = [&](std::size_t a, auto&& f) {
    std::array<int, 3> low{}, high{}, at{};
    std::size_t rest = u(bin_of_[a]);
    for (int k = 0; k < 3; ++k) {
      const int n = bins[u(k)], mine = static_cast<int>(rest % u(n));
      rest /= u(n);
      const bool all = n < 3;
      low[u(k)] = all ? 0 : mine - 1;
      high[u(k)] = all ? n : mine + 2;
      if (!all && !grid.periodic(k)) {
        low[u(k)] = std::max(low[u(k)], 0);
        high[u(k)] = std::min(high[u(k)], n);
      }
    }
    const Marker& one = marker_[a];
    for (at[2] = low[2]; at[2] < high[2]; ++at[2])
      for (at[1] = low[1]; at[1] < high[1]; ++at[1])
        for (at[0] = low[0]; at[0] < high[0]; ++at[0]) {
          std::size_t index = 0;
          for (int k = 3; k-- > 0;) index = index * u(bins[u(k)]) + u((at[u(k)] + bins[u(k)]) % bins[u(k)]);
          for (std::int32_t q = bin_first_[index]; q < bin_first_[index + 1]; ++q) {
            const std::int32_t b = bin_marker_[u(q)];
            const Marker& other = marker_[u(b)];
            bool near = true;
            for (int k = 0; k < d && near; ++k) {
              int apart = std::abs(one.half[u(k)].at[1] - other.half[u(k)].at[1]);
              if (grid.periodic(k)) apart = std::min(apart, grid.n(k) - apart);
              near = apart <= 3;
            }
            if (near) f(b, other);
          }
        }
  };
  executor.for_each(
      markers, [&](std::size_t a) { visit(a, [&](std::int32_t, const Marker&) { ++row_[a + 1]; }); }, 128);
  for (std::size_t a = 0; a < markers; ++a) row_[a + 1] += row_[a];
  column_.resize(row_[markers]);
  entry_.resize(row_[markers] * u(d));
  executor.for_each(
      markers,
      [&](std::size_t a) {
        std::size_t at = row_[a];
        visit(a, [&](std::int32_t b, const Marker& other) {
          column_[at] = b;
          std::array<double, 3> node{}, half{};
          for (int k = 0; k < d; ++k) {
            node[u(k)] = overlap(marker_[a], other, k, true);
            half[u(k)] = overlap(marker_[a], other, k, false);
          }
          for (int c = 0; c < d; ++c) {
            double product = 1;
            for (int k = 0; k < d; ++k) product *= (k == c ? node : half)[u(k)];
            entry_[at * u(d) + u(c)] = product;
          }
          ++at;
        });
      },
      128);
}

double ImmersedBodies::interpolate(const std::vector<double>& field, int component, std::size_t marker) const {
  const Marker& m = marker_[marker];
  const FieldLayout& layout = flow_.layout();
  const Stencil &x = m.of(component, 0), &y = m.of(component, 1);
  const auto plane = [&](int k) {
    double sum = 0;
    for (std::size_t q = 0; q < 3; ++q) {
      const double* const row = field.data() + layout.at(0, y.at[q], k);
      sum += y.weight[q] * (x.weight[0] * row[x.at[0]] + x.weight[1] * row[x.at[1]] + x.weight[2] * row[x.at[2]]);
    }
    return sum;
  };
  if (flow_.grid().dimension == 2) return plane(0);
  const Stencil& z = m.of(component, 2);
  return z.weight[0] * plane(z.at[0]) + z.weight[1] * plane(z.at[1]) + z.weight[2] * plane(z.at[2]);
}

template <class F>
void ImmersedBodies::for_nodes(int c, std::size_t marker, F&& f) const {
  const FieldLayout& layout = flow_.layout();
  const Stencil &x = marker_[marker].of(c, 0), &y = marker_[marker].of(c, 1);
  const auto plane = [&](int k, double weight) {
    for (std::size_t q = 0; q < 3; ++q) {
      const std::size_t row = layout.at(0, y.at[q], k);
      for (std::size_t p = 0; p < 3; ++p) f(row + u(x.at[p]), weight * y.weight[q] * x.weight[p]);
    }
  };
  if (flow_.grid().dimension == 2) return plane(0, 1);
  const Stencil& z = marker_[marker].of(c, 2);
  for (std::size_t q = 0; q < 3; ++q) plane(z.at[q], z.weight[q]);
}

void ImmersedBodies::interpolate(const Velocity& velocity, std::span<double> v, Executor& executor) const {
  const std::size_t markers = offset_.size();
  executor.for_each(
      markers,
      [&](std::size_t a) {
        for (int c = 0; c < flow_.grid().dimension; ++c)
          v[u(c) * markers + a] = live_[a] * interpolate(velocity[u(c)], c, a);
      },
      256);
}

void ImmersedBodies::spread(std::span<const double> v, Velocity& to) const {
  for (int c = 0; c < flow_.grid().dimension; ++c)
    for (std::size_t a = 0; a < offset_.size(); ++a) {
      const double value = live_[a] * v[u(c) * offset_.size() + a];
      for_nodes(c, a, [&](std::size_t at, double weight) { to[u(c)][at] += value * weight; });
    }
}

void ImmersedBodies::release(Velocity& star) const { spread(lambda_, star); }

void ImmersedBodies::expect(std::span<const double> lambda) {
  expected_.clear();
  if (lambda.size() == offset_.size() * u(flow_.grid().dimension)) expected_.assign(lambda.begin(), lambda.end());
}

void ImmersedBodies::spread_expected(double scale, Velocity& to) const {
  if (expected_.empty()) return;
  for (int c = 0; c < flow_.grid().dimension; ++c)
    for (std::size_t a = 0; a < offset_.size(); ++a) {
      const double value = scale * expected_[u(c) * offset_.size() + a];
      for_nodes(c, a, [&](std::size_t at, double weight) { to[u(c)][at] += value * weight; });
    }
}

void ImmersedBodies::clear_expected(Velocity& to) const {
  if (expected_.empty()) return;
  for (int c = 0; c < flow_.grid().dimension; ++c)
    for (std::size_t a = 0; a < offset_.size(); ++a) for_nodes(c, a, [&](std::size_t at, double) { to[u(c)][at] = 0; });
}

void ImmersedBodies::all(std::vector<double>& lambda) const {
  lambda = lambda_;
  for (std::size_t k = 0; k < expected_.size(); ++k) lambda[k] += expected_[k];
}

void ImmersedBodies::to_markers(std::span<const RigidMotion> motion, std::span<double> v) const {
  const std::size_t markers = offset_.size();
  for (std::size_t a = 0; a < markers; ++a) {
    const RigidMotion& m = motion[u(owner_[a])];
    const Vec3 at = live_[a] * (m.velocity + cross(m.spin, offset_[a]));
    for (int c = 0; c < flow_.grid().dimension; ++c) v[u(c) * markers + a] = at[c];
  }
}

RigidMotion ImmersedBodies::from_markers(std::span<const double> v, std::size_t b) const {
  const std::size_t markers = offset_.size();
  RigidMotion sum;
  if (flow_.grid().dimension == 2) {
    double x = 0, y = 0, turn = 0;
    for (std::size_t a = first_[b]; a < first_[b + 1]; ++a) {
      const double vx = live_[a] * v[a], vy = live_[a] * v[markers + a];
      x += vx;
      y += vy;
      turn += offset_[a][0] * vy - offset_[a][1] * vx;
    }
    sum.velocity = {{x, y, 0}};
    sum.spin = {{0, 0, turn}};
    return sum;
  }
  for (std::size_t a = first_[b]; a < first_[b + 1]; ++a) {
    Vec3 at;
    for (int c = 0; c < flow_.grid().dimension; ++c) at[c] = live_[a] * v[u(c) * markers + a];
    sum.velocity += at;
    sum.spin += cross(offset_[a], at);
  }
  return sum;
}

std::array<double, 6> ImmersedBodies::moments(std::span<const double> v, std::size_t bodies) const {
  const int d = flow_.grid().dimension;
  const std::size_t markers = offset_.size();
  std::array<double, 6> sum{};
  for (std::size_t a = 0; a < first_[bodies]; ++a)
    for (int i = 0; i < d; ++i)
      for (int k = i; k < d; ++k)
        sum[u(i == k ? i : i + k + 2)] += 0.5 * live_[a] * (v[u(i) * markers + a] * offset_[a][k] + v[u(k) * markers + a] * offset_[a][i]);
  return sum;
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
    if (inertia[b].inverse_mass > 0) motion[b] = accelerated(inertia[b], from_markers(lambda, b), scale);
  hold(motion, true);
}

// (J Jᵀ + ρcKM⁻¹Kᵀ) x = r. The preconditioner has aI for J Jᵀ, and its inverse is by Woodbury's formula
// (1 − K (a + W KᵀK)⁻¹ W Kᵀ)/a, W = ρcM⁻¹.
int ImmersedBodies::solve(std::span<const Inertia> inertia, Executor& executor) {
  const int d = flow_.grid().dimension, n = d == 3 ? 6 : 3;
  const std::size_t markers = offset_.size();
  const double scale = flow_.settings().density * flow_.grid().cell_volume();
  const double a = d == 3 ? 0.25 : 0.4;                                 // a typical row sum
  const auto unknown = [&](int i) { return d == 3 || i < 2 ? i : 5; };  // of six
  const auto is_free = [&](std::size_t b) { return !inertia.empty() && inertia[b].inverse_mass > 0; };
  for (std::size_t b = 0; b < size(); ++b) {
    if (!is_free(b)) continue;
    // Columns of W KᵀK.
    std::array<double, 6> second{};  // Σ r rᵀ
    Vec3 sum;
    double many = 0;
    for (std::size_t k = first_[b]; k < first_[b + 1]; ++k) {
      const Vec3 r = live_[k] * offset_[k];
      sum += r;
      many += live_[k];
      const double products[]{r[0] * r[0], r[1] * r[1], r[2] * r[2], r[0] * r[1], r[0] * r[2], r[1] * r[2]};
      for (std::size_t q = 0; q < 6; ++q) second[q] += products[q];
    }
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
    executor.for_each(
        markers,
        [&](std::size_t row) {
          std::array<double, 3> sum{};
          for (std::size_t k = row_[row]; k < row_[row + 1]; ++k)
            for (int c = 0; c < d; ++c) sum[u(c)] += entry_[k * u(d) + u(c)] * v[u(c) * markers + u(column_[k])];
          for (int c = 0; c < d; ++c) to[u(c) * markers + row] = live_[row] * sum[u(c)];
        },
        512);
    if (inertia.empty()) return;
    accelerate(inertia, v, accelerated_);
    if (links_.any()) links_.hold(accelerated_, false);
    for (std::size_t b = 0; b < size(); ++b) {
      if (!is_free(b)) continue;
      const RigidMotion& w = accelerated_[b];
      for (std::size_t k = first_[b]; k < first_[b + 1]; ++k) {
        const Vec3 at = live_[k] * (w.velocity + cross(w.spin, offset_[k]));
        for (int c = 0; c < d; ++c) to[u(c) * markers + k] += at[c];
      }
    }
  };
  const auto precondition = [&](const std::vector<double>& r, std::vector<double>& to) {
    for (std::size_t k = 0; k < r.size(); ++k) to[k] = r[k] / a;
    for (std::size_t b = 0; b < size(); ++b) {
      if (!is_free(b)) continue;
      RigidMotion w = accelerated(inertia[b], from_markers(r, b), scale), m;
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) component(m, unknown(i)) += inner_[b][u(i * n + k)] * component(w, unknown(k));
      for (std::size_t k = first_[b]; k < first_[b + 1]; ++k) {
        const Vec3 at = live_[k] * (m.velocity + cross(m.spin, offset_[k]));
        for (int c = 0; c < d; ++c) to[u(c) * markers + k] -= at[c] / a;
      }
    }
  };
  double first = 0;
  return conjugate_gradients(
      x_, r_, z_, s_, q_, apply, precondition,
      [&](int iterations, double rho) {
        if (iterations == 0) first = rho;
        return !(rho > tolerance * tolerance * first);
      },
      most_iterations);
}

CouplingReport ImmersedBodies::couple(const Velocity& star, std::span<const Inertia> inertia,
                                      std::span<const LinkRow> links, std::span<RigidMotion> motion,
                                      Executor& executor) {
  const double scale = flow_.settings().density * flow_.grid().cell_volume();
  for (std::size_t b = 0; b < size() && !expected_.empty(); ++b) {
    if (inertia[b].inverse_mass == 0) continue;
    const RigidMotion w = accelerated(inertia[b], from_markers(expected_, b), scale);
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
  to_markers(motion, r_);
  interpolate(star, q_, executor);
  for (std::size_t k = 0; k < r_.size(); ++k) r_[k] -= q_[k];
  CouplingReport report;
  report.iterations = solve(inertia, executor);
  for (const double r : r_) report.residual = std::max(report.residual, std::abs(r));
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
  to_markers(motion_, r_);
  CouplingReport report;
  report.iterations = solve({}, executor);
  for (const double r : r_) report.residual = std::max(report.residual, std::abs(r));
  for (std::size_t k = 0; k < x_.size(); ++k) lambda_[k] += x_[k];
  return report;
}

RigidMotion ImmersedBodies::impulse(std::size_t b) const {
  RigidMotion sum = from_markers(lambda_, b);
  if (!expected_.empty()) {
    const RigidMotion before = from_markers(expected_, b);
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
  const Pose& pose = body_[b].pose;
  const Vec3 local = pose.turn_back(m.spin);
  Vec3 turning;
  for (int k = 0; k < 3; ++k) turning[k] = dot(body_[b].shape->inertia()[u(k)], local);
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
  const ImmersedShape& shape = *body_[b].shape;
  const Pose& pose = body_[b].pose;
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
