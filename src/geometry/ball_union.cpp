#include "geometry/ball_union.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace floc {
namespace {

using std::numbers::pi;

// Gauss's rule on [0, 1].
struct Node {
  double at, weight;
};
std::vector<Node> gauss(int n) {
  std::vector<Node> nodes;
  for (int k = 0; k < n; ++k) {
    double x = std::cos(pi * (k + 0.75) / (n + 0.5)), slope = 1;
    for (int turn = 0; turn < 100; ++turn) {
      double p = 1, before = 0;
      for (int j = 1; j <= n; ++j) before = std::exchange(p, ((2 * j - 1) * x * p - (j - 1) * before) / j);
      slope = n * (x * p - before) / (x * x - 1);
      const double step = p / slope;
      x -= step;
      if (std::abs(step) < 1e-15) break;
    }
    nodes.push_back({0.5 * (1 - x), 1 / ((1 - x * x) * slope * slope)});
  }
  return nodes;
}

// The part of ∮ along the arc of a circle between two angles.
void add_arc(Moments& m, const BallAt& disc, double begin, double end) {
  static const std::vector<Node> nodes = gauss(12);  // exact to rounding over a right angle
  const int pieces = std::max(1, static_cast<int>(std::ceil((end - begin) / (0.5 * pi))));
  const double width = (end - begin) / pieces;
  for (int k = 0; k < pieces; ++k)
    for (const Node& node : nodes) {
      const double angle = begin + (k + node.at) * width, c = std::cos(angle), s = std::sin(angle);
      const double x = disc.centre[0] + disc.radius * c, y = disc.centre[1] + disc.radius * s;
      const double dx = -node.weight * width * disc.radius * s, dy = node.weight * width * disc.radius * c;
      m.volume += 0.5 * (x * dy - y * dx);
      m.first[0] += 0.5 * x * x * dy;
      m.first[1] -= 0.5 * y * y * dx;
      m.second[0][0] += x * x * x / 3 * dy;
      m.second[1][1] -= y * y * y / 3 * dx;
      m.second[0][1] += 0.5 * x * x * y * dy;
    }
}

// Of discs in z = 0.
Moments disc_union(const std::vector<BallAt>& discs) {
  Moments m;
  std::vector<std::pair<double, double>> covered;  // angles
  for (std::size_t i = 0; i < discs.size(); ++i) {
    covered.clear();
    bool hidden = false;
    const double r = discs[i].radius;
    for (std::size_t j = 0; j < discs.size() && !hidden; ++j) {
      if (j == i) continue;
      const double dx = discs[j].centre[0] - discs[i].centre[0], dy = discs[j].centre[1] - discs[i].centre[1];
      const double d = std::hypot(dx, dy), s = discs[j].radius;
      if (d + r <= s) {
        hidden = d + s > r || j < i;  // of two that are the same the first counts
      } else if (d < r + s && d + s > r) {
        const double middle = std::atan2(dy, dx),
                     half = std::acos(std::clamp((d * d + r * r - s * s) / (2 * d * r), -1.0, 1.0));
        const double begin = middle - half < -pi ? middle - half + 2 * pi : middle - half, end = begin + 2 * half;
        covered.emplace_back(begin, std::min(end, pi));
        if (end > pi) covered.emplace_back(-pi, end - 2 * pi);
      }
    }
    if (hidden) continue;
    std::ranges::sort(covered);
    double free = -pi;
    for (const auto& [begin, end] : covered) {
      if (begin > free) add_arc(m, discs[i], free, begin);
      free = std::max(free, end);
    }
    if (free < pi) add_arc(m, discs[i], free, pi);
  }
  m.second[1][0] = m.second[0][1];
  return m;
}

// Where the slices of the union change their kind, ascending.
std::vector<double> heights(const std::vector<BallAt>& balls) {
  std::vector<double> all;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const auto& [x, r] = balls[i];
    all.insert(all.end(), {x[2] - r, x[2] + r});
    for (std::size_t j = 0; j < i; ++j) {
      // The circle where two meet: its plane is {n·(y − x) = t}.
      const Vec3 way = balls[j].centre - x;
      const double d = norm(way), s = balls[j].radius;
      if (!(d < r + s && d > std::abs(r - s))) continue;
      const Vec3 n = 1 / d * way;
      const double t = (d * d + r * r - s * s) / (2 * d), radius2 = r * r - t * t;
      const Vec3 middle = x + t * n;
      const double rise = std::sqrt(std::max(radius2 * (1 - n[2] * n[2]), 0.0));
      all.insert(all.end(), {middle[2] - rise, middle[2] + rise});
      for (std::size_t k = 0; k < j; ++k) {
        // On it, the points that the third has.
        const Vec3 to = balls[k].centre - middle, across = to - dot(to, n) * n;
        const double length = norm(across);
        if (!(length > 0)) continue;
        const double along = (dot(to, to) + radius2 - balls[k].radius * balls[k].radius) / (2 * length);
        const double off2 = radius2 - along * along;
        if (!(off2 >= 0)) continue;
        const Vec3 e = 1 / length * across;
        for (const double sign : {-1.0, 1.0})
          all.push_back((middle + along * e + sign * std::sqrt(off2) * cross(n, e))[2]);
      }
    }
  }
  std::ranges::sort(all);
  return all;
}

}  // namespace

Moments union_moments(const std::vector<BallAt>& balls, int dimension) {
  if (dimension == 2) return disc_union(balls);
  static const std::vector<Node> nodes = gauss(24);
  Moments m;
  const std::vector<double> all = heights(balls);
  std::vector<BallAt> slice;
  for (std::size_t k = 1; k < all.size(); ++k) {
    const double begin = all[k - 1], width = all[k] - begin;
    if (!(width > 0)) continue;
    for (const Node& node : nodes) {
      const double s = std::sin(0.5 * pi * node.at), z = begin + width * s * s;
      const double weight = node.weight * width * 0.5 * pi * std::sin(pi * node.at);
      slice.clear();
      for (const auto& [x, r] : balls)
        if (const double up = z - x[2]; std::abs(up) < r)
          slice.push_back({{{x[0], x[1], 0}}, std::sqrt((r - up) * (r + up))});
      const Moments flat = disc_union(slice);
      m += weight * flat;
      m.first[2] += weight * z * flat.volume;
      m.second[2][2] += weight * z * z * flat.volume;
      for (int i = 0; i < 2; ++i) m.second[static_cast<std::size_t>(i)][2] += weight * z * flat.first[i];
    }
  }
  for (int i = 0; i < 2; ++i) m.second[2][i] = m.second[static_cast<std::size_t>(i)][2];
  return m;
}

}  // namespace floc
