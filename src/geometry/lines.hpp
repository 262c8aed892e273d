// Lines with two ends in the plane, and which of them stand between two points.
#pragma once

#include <cstdint>
#include <vector>

#include "core/vec.hpp"

namespace floc {

using Vec2 = Vec<2>;

struct Line {
  Vec2 a{}, b{};
};

// The point of the line that is nearest to x.
Vec2 nearest_point(const Line& line, const Vec2& x);
double distance(const Line& line, const Vec2& x);
// The lines have a point in common; to touch is to meet. The side of a point is always asked in the same
// way, so that a point which rounding puts on a line is still on one side of it for everyone.
bool meet(const Line& p, const Line& q);
double distance(const Line& p, const Line& q);

// Lines sorted into square cells: who is near a place is found without looking at all of them.
class LineSet {
 public:
  LineSet() = default;
  LineSet(std::vector<Line> lines, double cell);

  const std::vector<Line>& lines() const { return lines_; }

  // A line meets the way from a to b, its ends included.
  bool meet(const Vec2& a, const Vec2& b) const;
  // The same without the end b, which may lie on a line.
  bool between(const Vec2& a, const Vec2& b) const { return meet(a, b + 1e-9 * (a - b)); }

  // A line comes nearer to the way from a to b than `margin`.
  bool near(const Vec2& a, const Vec2& b, double margin) const;

  // f(line) → bool for every line with a point in the box (and some others, once or more), until it
  // says true; that is the answer.
  template <class F>
  bool any_near(const Vec2& low, const Vec2& high, F&& f) const {
    if (lines_.empty()) return false;
    const int first_x = cell_of(low[0], 0), last_x = cell_of(high[0], 0);
    const int first_y = cell_of(low[1], 1), last_y = cell_of(high[1], 1);
    for (int y = first_y; y <= last_y; ++y)
      for (int x = first_x; x <= last_x; ++x) {
        const auto c = static_cast<std::size_t>(y) * static_cast<std::size_t>(cells_[0]) + static_cast<std::size_t>(x);
        for (std::size_t q = start_[c]; q < start_[c + 1]; ++q)
          if (f(lines_[item_[q]])) return true;
      }
    return false;
  }

 private:
  int cell_of(double x, int k) const;

  std::vector<Line> lines_;
  Vec2 low_{};
  double cell_ = 1;
  int cells_[2]{1, 1};
  std::vector<std::size_t> start_;
  std::vector<std::uint32_t> item_;
};

}  // namespace floc
