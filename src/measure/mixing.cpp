#include "measure/mixing.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <span>

namespace floc {
namespace {

std::size_t index_of(const Vec3& x, const Region& region, std::span<const std::size_t> cells) {
  std::size_t at = 0;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const auto n = static_cast<double>(cells[k]);
    const int axis = static_cast<int>(k);
    const double place = std::floor((x[axis] - region.low[axis]) / region.length(axis) * n);
    at = at * cells[k] + static_cast<std::size_t>(std::clamp(place, 0.0, n - 1.0));
  }
  return at;
}

}  // namespace

void MeasureMixing::declare(Table& t) {
  t.key("groups", groups,
        {.help = "mixing: the two groups",
         .example = R"(["sand", "sand"])",
         .choices = t.context().groups,
         .otherwise = "the first two"});
  t.check(groups.empty() || groups.size() == 2, {"groups"}, "must be two");
  t.key("cells", cells,
        {.help = "mixing: cells in each direction",
         .example = "[10, 10]",
         .at_least = 1,
         .at_most = 1000,
         .otherwise = "8 each"});
}

std::string MeasureMixing::lacks(const SceneContext& scene) const {
  return scene.groups.size() > 1 ? "" : "which needs two groups";
}

std::array<std::int32_t, 2> MeasureMixing::chosen(const MeasureSettings& settings) const {
  std::array<std::int32_t, 2> indices{0, 1};
  for (std::size_t k = 0; k < std::min(groups.size(), indices.size()); ++k) {
    const auto known = std::ranges::find(settings.groups, groups[k]);
    if (known != settings.groups.end()) indices[k] = static_cast<std::int32_t>(known - settings.groups.begin());
  }
  return indices;
}

std::vector<std::string> MeasureMixing::columns(const MeasureSettings&) const {
  return {"bodies", "cells", "share", "variance", "apart", "random", "index"};
}

Lines MeasureMixing::take(const MeasuredFrame& frame, const MeasureSettings& settings) const {
  const Region region = region_of(frame, settings);
  const auto [one, other] = chosen(settings);
  std::vector<std::size_t> each(static_cast<std::size_t>(frame.bodies.dimension), 8);
  for (std::size_t k = 0; cells && k < std::min(cells->size(), each.size()); ++k)
    each[k] = static_cast<std::size_t>((*cells)[k]);
  struct Cell {
    double first = 0, all = 0;
  };
  std::vector<Cell> cell(std::accumulate(each.begin(), each.end(), std::size_t{1}, std::multiplies<>()));
  double first = 0, all = 0;
  for (const std::size_t i : bodies_of(frame, settings)) {
    const std::int32_t group = frame.bodies.group[i];
    if (group != one && group != other) continue;
    Cell& c = cell[index_of(wrapped(frame, region, i), region, each)];
    if (group == one) ++c.first, ++first;
    ++c.all, ++all;
  }
  if (all == 0) return {};
  const double p = first / all, apart = p * (1 - p);
  double variance = 0, occupied = 0;
  for (const Cell& c : cell) {
    if (c.all == 0) continue;
    ++occupied;
    variance += c.all * (c.first / c.all - p) * (c.first / c.all - p) / all;
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double random = all > 1 ? apart * (occupied - 1) / (all - 1) : nan;
  return {{all, occupied, p, variance, apart, random, apart > random ? (apart - variance) / (apart - random) : nan}};
}

}  // namespace floc
