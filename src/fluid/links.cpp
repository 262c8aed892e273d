#include "fluid/links.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/disjoint_sets.hpp"

namespace floc {
namespace {

constexpr double dependent = 1e-12;  // of the diagonal: what is left of a row that says what others say

std::size_t u(std::int32_t k) { return static_cast<std::size_t>(k); }

}  // namespace

RigidMotion times(const MotionBlock& block, const RigidMotion& m) {
  const std::array<double, 6> v{m.velocity[0], m.velocity[1], m.velocity[2], m.spin[0], m.spin[1], m.spin[2]};
  std::array<double, 6> to{};
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t k = 0; k < 6; ++k) to[i] += block[6 * i + k] * v[k];
  return {{{to[0], to[1], to[2]}}, {{to[3], to[4], to[5]}}};
}

double Links::measure(const LinkRow& row, std::span<const RigidMotion> motion) const {
  const RigidMotion& a = motion[u(row.first)];
  double value = dot(row.linear, a.velocity) + dot(row.angular_first, a.spin);
  if (row.second >= 0) {
    const RigidMotion& b = motion[u(row.second)];
    value -= dot(row.linear, b.velocity) + dot(row.angular_second, b.spin);
  }
  return value;
}

void Links::factor(std::span<const LinkRow> rows, std::span<const MotionBlock> inverse_metric) {
  row_.clear();
  given_.resize(rows.size());
  multiplier_.assign(rows.size(), 0.0);
  groups_.clear();
  std::vector<std::int32_t> parent;
  DisjointSets sets(inverse_metric.size(), parent);
  for (const LinkRow& row : rows)
    if (row.second >= 0) sets.join(row.first, row.second);
  std::iota(given_.begin(), given_.end(), std::size_t{0});
  std::ranges::stable_sort(given_, {}, [&](std::size_t r) { return sets.root(rows[r].first); });
  for (const std::size_t r : given_) row_.push_back(rows[r]);
  response_.assign(row_.size(), {});
  for (std::size_t r = 0; r < row_.size(); ++r) {
    const LinkRow& row = row_[r];
    response_[r][0] = times(inverse_metric[u(row.first)], {row.linear, row.angular_first});
    if (row.second >= 0) response_[r][1] = times(inverse_metric[u(row.second)], {-row.linear, -row.angular_second});
  }
  // G at the responses of another row.
  const auto product = [&](std::size_t r, std::size_t q) {
    double sum = 0;
    for (int at_r = 0; at_r < 2; ++at_r)
      for (int at_q = 0; at_q < 2; ++at_q) {
        const std::int32_t of_r = at_r ? row_[r].second : row_[r].first, of_q = at_q ? row_[q].second : row_[q].first;
        if (of_r < 0 || of_r != of_q) continue;
        const RigidMotion& m = response_[q][u(at_q)];
        const double part =
            dot(row_[r].linear, m.velocity) + dot(at_r ? row_[r].angular_second : row_[r].angular_first, m.spin);
        sum += at_r ? -part : part;
      }
    return sum;
  };
  for (std::size_t begin = 0; begin < row_.size();) {
    std::size_t end = begin + 1;
    while (end < row_.size() && sets.root(row_[end].first) == sets.root(row_[begin].first)) ++end;
    const std::size_t n = end - begin;
    Group group{begin, end, std::vector<double>(n * n, 0.0)};
    std::vector<double>& l = group.factor;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k <= i; ++k) {
        double sum = product(begin + i, begin + k);
        const double whole = sum;
        for (std::size_t m = 0; m < k; ++m) sum -= l[i * n + m] * l[k * n + m];
        if (k < i)
          l[i * n + k] = l[k * n + k] > 0 ? sum / l[k * n + k] : 0;
        else
          l[i * n + i] = sum > dependent * whole ? std::sqrt(sum) : 0;
      }
    groups_.push_back(std::move(group));
    begin = end;
  }
}

void Links::hold(std::span<RigidMotion> motion, bool with_speed, std::vector<double>& multiplier) {
  std::vector<double>& x = x_;
  for (const Group& group : groups_) {
    const std::size_t n = group.end - group.begin;
    const std::vector<double>& l = group.factor;
    x.assign(n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      const LinkRow& row = row_[group.begin + i];
      double sum = measure(row, motion) - (with_speed ? row.speed : 0);
      for (std::size_t k = 0; k < i; ++k) sum -= l[i * n + k] * x[k];
      x[i] = l[i * n + i] > 0 ? sum / l[i * n + i] : 0;
    }
    for (std::size_t i = n; i-- > 0;) {
      double sum = x[i];
      for (std::size_t k = i + 1; k < n; ++k) sum -= l[k * n + i] * x[k];
      x[i] = l[i * n + i] > 0 ? sum / l[i * n + i] : 0;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const LinkRow& row = row_[group.begin + i];
      multiplier[given_[group.begin + i]] = -x[i];
      for (int at = 0; at < 2; ++at) {
        const std::int32_t body = at ? row.second : row.first;
        if (body < 0) continue;
        const RigidMotion& m = response_[group.begin + i][u(at)];
        motion[u(body)].velocity -= x[i] * m.velocity;
        motion[u(body)].spin -= x[i] * m.spin;
      }
    }
  }
}

}  // namespace floc
