#include "fluid/markers.hpp"

#include <algorithm>
#include <cmath>

namespace floc {
namespace {

constexpr int bin_cells = 4;  // two markers see each other from 2 cells at most

std::size_t u(int k) { return static_cast<std::size_t>(k); }

// The three-point kernel: the first moments are exact, and the squares sum to ½ wherever the grid lies.
double kernel(double r) {
  r = std::abs(r);
  if (r < 0.5) return (1 + std::sqrt(1 - 3 * r * r)) / 3;
  if (r < 1.5) return (5 - 3 * r - std::sqrt(std::max(0.0, 1 - 3 * (1 - r) * (1 - r)))) / 6;
  return 0;
}

}  // namespace

Markers::Stencil Markers::stencil(int direction, double place, bool node) const {
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

bool Markers::place(std::span<const ImmersedBody> bodies, Executor& executor) {
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
  }
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
  return same;
}

double Markers::overlap(const Marker& a, const Marker& b, int direction, bool node) const {
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

void Markers::connect(Executor& executor) {
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

double Markers::interpolate(const std::vector<double>& field, int component, std::size_t marker) const {
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
void Markers::for_nodes(int c, std::size_t marker, F&& f) const {
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

void Markers::interpolate(const Velocity& velocity, std::span<double> v, Executor& executor) const {
  const std::size_t markers = offset_.size();
  executor.for_each(
      markers,
      [&](std::size_t a) {
        for (int c = 0; c < flow_.grid().dimension; ++c)
          v[u(c) * markers + a] = live_[a] * interpolate(velocity[u(c)], c, a);
      },
      256);
}

void Markers::spread(std::span<const double> v, Velocity& to, double scale) const {
  for (int c = 0; c < flow_.grid().dimension; ++c)
    for (std::size_t a = 0; a < offset_.size(); ++a) {
      const double value = live_[a] * scale * v[u(c) * offset_.size() + a];
      for_nodes(c, a, [&](std::size_t at, double weight) { to[u(c)][at] += value * weight; });
    }
}

void Markers::clear(Velocity& to) const {
  for (int c = 0; c < flow_.grid().dimension; ++c)
    for (std::size_t a = 0; a < offset_.size(); ++a) for_nodes(c, a, [&](std::size_t at, double) { to[u(c)][at] = 0; });
}

void Markers::multiply(std::span<const double> v, std::span<double> to, Executor& executor) const {
  const std::size_t markers = offset_.size();
  const int d = flow_.grid().dimension;
  executor.for_each(
      markers,
      [&](std::size_t row) {
        std::array<double, 3> sum{};
        for (std::size_t k = row_[row]; k < row_[row + 1]; ++k)
          for (int c = 0; c < d; ++c) sum[u(c)] += entry_[k * u(d) + u(c)] * v[u(c) * markers + u(column_[k])];
        for (int c = 0; c < d; ++c) to[u(c) * markers + row] = live_[row] * sum[u(c)];
      },
      512);
}

void Markers::to_markers(std::span<const RigidMotion> motion, std::span<double> v) const {
  for (std::size_t b = 0; b < body_.size(); ++b)
    for_velocities(b, motion[b], [&](std::size_t a, const Vec3& at) {
      for (int c = 0; c < flow_.grid().dimension; ++c) v[u(c) * offset_.size() + a] = at[c];
    });
}

RigidMotion Markers::from_markers(std::span<const double> v, std::size_t b) const {
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

std::array<double, 6> Markers::moments(std::span<const double> v, std::size_t bodies) const {
  const int d = flow_.grid().dimension;
  const std::size_t markers = offset_.size();
  std::array<double, 6> sum{};
  for (std::size_t a = 0; a < first_[bodies]; ++a)
    for (int i = 0; i < d; ++i)
      for (int k = i; k < d; ++k)
        sum[u(i == k ? i : i + k + 2)] +=
            0.5 * live_[a] * (v[u(i) * markers + a] * offset_[a][k] + v[u(k) * markers + a] * offset_[a][i]);
  return sum;
}

Markers::Arms Markers::arms(std::size_t b) const {
  Arms all;
  for (std::size_t a = first_[b]; a < first_[b + 1]; ++a) {
    const Vec3 r = live_[a] * offset_[a];
    all.sum += r;
    all.count += live_[a];
    const double products[]{r[0] * r[0], r[1] * r[1], r[2] * r[2], r[0] * r[1], r[0] * r[2], r[1] * r[2]};
    for (std::size_t q = 0; q < 6; ++q) all.second[q] += products[q];
  }
  return all;
}

}  // namespace floc
