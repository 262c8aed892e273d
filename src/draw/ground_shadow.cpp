#include "draw/ground_shadow.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace floc {
namespace {

constexpr int cells_a_side = 300;
constexpr int layers = 7;  // of softness, each twice as soft as the one before
constexpr double around = shadow_room;

// The mean of 2 reach + 1 cells along a line of them, beyond whose ends there is nothing.
void blur_line(std::vector<float>& line, std::vector<float>& sums, int reach) {
  const int n = static_cast<int>(line.size());
  sums.assign(line.size() + 1, 0);
  for (std::size_t k = 0; k < line.size(); ++k) sums[k + 1] = sums[k] + line[k];
  for (int k = 0; k < n; ++k) {
    const auto from = static_cast<std::size_t>(std::max(k - reach, 0)),
               to = static_cast<std::size_t>(std::min(k + reach + 1, n));
    line[static_cast<std::size_t>(k)] = (sums[to] - sums[from]) / static_cast<float>(2 * reach + 1);
  }
}

// Three times a box is nearly a bell.
void blur(std::vector<float>& values, int columns, int rows, int reach) {
  if (reach < 1) return;
  std::vector<float> line, sums;
  const auto along = [&](int lines, int length, auto&& at) {
    for (int k = 0; k < lines; ++k) {
      line.resize(static_cast<std::size_t>(length));
      for (int i = 0; i < length; ++i) line[static_cast<std::size_t>(i)] = values[at(k, i)];
      for (int times = 0; times < 3; ++times) blur_line(line, sums, reach);
      for (int i = 0; i < length; ++i) values[at(k, i)] = line[static_cast<std::size_t>(i)];
    }
  };
  const auto index = [&](int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(x);
  };
  along(rows, columns, [&](int y, int x) { return index(x, y); });
  along(columns, rows, [&](int x, int y) { return index(x, y); });
}

// The deviation of the bell that a disc is made soft with.
double softness(double radius, double height) { return 0.5 * radius + 0.35 * std::max(height - radius, 0.0); }

}  // namespace

double shadow_reach(double radius, double height) { return radius + softness(radius, height); }

GroundShadow ground_shadow(const std::vector<ShadowBody>& bodies, const Vec3& low, const Vec3& high) {
  GroundShadow s;
  const double side = std::max(high[0] - low[0], high[1] - low[1]);
  if (!(side > 0) || !std::isfinite(side)) return s;
  s.cell = (1 + 2 * around) * side / cells_a_side;
  s.x = low[0] - around * side;
  s.y = low[1] - around * side;
  s.columns = std::max(2, static_cast<int>(std::ceil((high[0] - low[0] + 2 * around * side) / s.cell)));
  s.rows = std::max(2, static_cast<int>(std::ceil((high[1] - low[1] + 2 * around * side) / s.cell)));
  const std::size_t cells = static_cast<std::size_t>(s.columns) * static_cast<std::size_t>(s.rows);
  std::array<std::vector<float>, layers> covered;  // what part of a cell is, before it is made soft
  for (const ShadowBody& b : bodies) {
    const double u = (b.x - s.x) / s.cell, v = (b.y - s.y) / s.cell;
    if (!(u >= 0 && v >= 0 && u < s.columns && v < s.rows) || !(b.radius > 0) || !std::isfinite(b.height)) continue;
    const double soft = softness(b.radius, b.height) / s.cell;
    const int layer = std::clamp(static_cast<int>(std::lround(std::log2(std::max(soft, 1e-9)))), 0, layers - 1);
    auto& values = covered[static_cast<std::size_t>(layer)];
    if (values.empty()) values.resize(cells);
    values[static_cast<std::size_t>(v) * static_cast<std::size_t>(s.columns) + static_cast<std::size_t>(u)] +=
        static_cast<float>(std::numbers::pi * b.radius * b.radius / (s.cell * s.cell));
  }
  s.dark.assign(cells, 0);
  for (int layer = 0; layer < layers; ++layer) {
    auto& values = covered[static_cast<std::size_t>(layer)];
    if (values.empty()) continue;
    blur(values, s.columns, s.rows, 1 << layer);  // three of 2 k + 1 cells: the deviation is about k
    for (std::size_t k = 0; k < cells; ++k) s.dark[k] += values[k];
  }
  // The softest shadows reach beyond the room that there is: it fades them out, so that no edge of it is seen.
  const double room = around * side / s.cell;
  const auto fade = [&](int k, int n) {
    const double t = std::min((std::min(k, n - 1 - k) + 0.5) / room, 1.0);
    return static_cast<float>(t * t * (3 - 2 * t));
  };
  for (int y = 0; y < s.rows; ++y)
    for (int x = 0; x < s.columns; ++x) {
      float& d =
          s.dark[static_cast<std::size_t>(y) * static_cast<std::size_t>(s.columns) + static_cast<std::size_t>(x)];
      d = (1 - std::exp(-d)) * fade(x, s.columns) * fade(y, s.rows);
    }
  return s;
}

}  // namespace floc
