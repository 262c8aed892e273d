#include "geometry/lines.hpp"

#include <algorithm>
#include <cmath>

namespace floc {
namespace {

constexpr double most_cells = 1 << 22;

// Twice the area of the triangle: positive when c is on the left of the way from a to b.
double side(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

bool boxes_meet(const Line& p, const Line& q) {
  for (int k = 0; k < 2; ++k)
    if (std::max(p.a[k], p.b[k]) < std::min(q.a[k], q.b[k]) || std::max(q.a[k], q.b[k]) < std::min(p.a[k], p.b[k]))
      return false;
  return true;
}

bool opposite(double s, double t) { return (s <= 0 && t >= 0) || (s >= 0 && t <= 0); }

}  // namespace

Vec2 nearest_point(const Line& line, const Vec2& x) {
  const Vec2 along = line.b - line.a;
  const double square = dot(along, along);
  if (!(square > 0)) return line.a;
  const double s = std::clamp(dot(x - line.a, along) / square, 0.0, 1.0);
  return s < 0.5 ? line.a + s * along : line.b - (1 - s) * along;  // exact at both ends
}

double distance(const Line& line, const Vec2& x) { return norm(x - nearest_point(line, x)); }

bool meet(const Line& p, const Line& q) {
  return boxes_meet(p, q) && opposite(side(p.a, p.b, q.a), side(p.a, p.b, q.b)) &&
         opposite(side(q.a, q.b, p.a), side(q.a, q.b, p.b));
}

double distance(const Line& p, const Line& q) {
  if (meet(p, q)) return 0;
  return std::min({distance(p, q.a), distance(p, q.b), distance(q, p.a), distance(q, p.b)});
}

LineSet::LineSet(std::vector<Line> lines, double cell) : lines_(std::move(lines)), cell_(cell) {
  if (lines_.empty()) return;
  low_ = lines_.front().a;
  Vec2 high = low_;
  for (const Line& l : lines_)
    for (int k = 0; k < 2; ++k) {
      low_[k] = std::min({low_[k], l.a[k], l.b[k]});
      high[k] = std::max({high[k], l.a[k], l.b[k]});
    }
  const Vec2 size = high - low_;
  while ((size[0] / cell_ + 1) * (size[1] / cell_ + 1) > most_cells) cell_ *= 2;
  for (int k = 0; k < 2; ++k) cells_[k] = static_cast<int>(size[k] / cell_) + 1;

  const auto for_cells = [&](const Line& l, auto&& f) {
    const int x0 = cell_of(std::min(l.a[0], l.b[0]), 0), x1 = cell_of(std::max(l.a[0], l.b[0]), 0);
    const int y0 = cell_of(std::min(l.a[1], l.b[1]), 1), y1 = cell_of(std::max(l.a[1], l.b[1]), 1);
    for (int y = y0; y <= y1; ++y)
      for (int x = x0; x <= x1; ++x) {
        // Only cells that a long slanted line comes near.
        const Vec2 middle = low_ + cell_ * Vec2{{x + 0.5, y + 0.5}};
        if (distance(l, middle) > 0.75 * cell_) continue;
        f(static_cast<std::size_t>(y) * static_cast<std::size_t>(cells_[0]) + static_cast<std::size_t>(x));
      }
  };
  start_.assign(static_cast<std::size_t>(cells_[0]) * static_cast<std::size_t>(cells_[1]) + 1, 0);
  for (const Line& l : lines_) for_cells(l, [&](std::size_t c) { ++start_[c + 1]; });
  for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
  item_.resize(start_.back());
  std::vector<std::size_t> next(start_.begin(), start_.end() - 1);
  for (std::size_t i = 0; i < lines_.size(); ++i)
    for_cells(lines_[i], [&](std::size_t c) { item_[next[c]++] = static_cast<std::uint32_t>(i); });
}

int LineSet::cell_of(double x, int k) const {
  const double c = std::floor((x - low_[k]) / cell_);
  return static_cast<int>(std::clamp(c, 0.0, static_cast<double>(cells_[k] - 1)));
}

bool LineSet::near(const Vec2& a, const Vec2& b, double margin) const {
  const Line way{a, b};
  const Vec2 low{{std::min(a[0], b[0]) - margin, std::min(a[1], b[1]) - margin}};
  const Vec2 high{{std::max(a[0], b[0]) + margin, std::max(a[1], b[1]) + margin}};
  return any_near(low, high, [&](const Line& l) { return distance(way, l) < margin; });
}

bool LineSet::meet(const Vec2& a, const Vec2& b) const {
  const Line way{a, b};
  const Vec2 low{{std::min(a[0], b[0]), std::min(a[1], b[1])}}, high{{std::max(a[0], b[0]), std::max(a[1], b[1])}};
  return any_near(low, high, [&](const Line& l) { return floc::meet(way, l); });
}

}  // namespace floc
