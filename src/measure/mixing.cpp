#include "measure/mixing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace floc {
namespace {

class Mixing : public Measurement {
 public:
  Mixing(const MeasureSettings& settings, std::array<std::int32_t, 2> groups, std::array<int, 3> cells)
      : settings_(settings), groups_(groups), cells_(cells) {}
  std::vector<std::string> columns() const override {
    return {"bodies", "cells", "share", "variance", "apart", "random", "index"};
  }

  Lines take(const MeasuredFrame& frame) override {
    const Region region = region_of(frame, settings_);
    struct Cell {
      double first = 0, all = 0;
    };
    std::size_t cells = 1;
    for (int k = 0; k < frame.bodies.dimension; ++k)
      cells *= static_cast<std::size_t>(cells_[static_cast<std::size_t>(k)]);
    std::vector<Cell> cell(cells);
    double first = 0, all = 0;
    for (const std::size_t i : bodies_of(frame, settings_)) {
      const std::int32_t group = frame.bodies.group[i];
      if (group != groups_[0] && group != groups_[1]) continue;
      Cell& c = cell[index(wrapped(frame, region, i), region, frame.bodies.dimension)];
      if (group == groups_[0]) ++c.first, ++first;
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

 private:
  std::size_t index(const Vec3& x, const Region& region, int dimension) const {
    std::size_t at = 0;
    for (int k = 0; k < dimension; ++k) {
      const int n = cells_[static_cast<std::size_t>(k)];
      const double place = std::floor((x[k] - region.low[k]) / region.length(k) * n);
      at = at * static_cast<std::size_t>(n) + static_cast<std::size_t>(std::clamp(place, 0.0, n - 1.0));
    }
    return at;
  }

  MeasureSettings settings_;
  std::array<std::int32_t, 2> groups_;
  std::array<int, 3> cells_;
};

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

MeasurementPtr MeasureMixing::make(const MeasureSettings& settings) const {
  std::array<std::int32_t, 2> chosen{0, 1};
  for (std::size_t k = 0; k < std::min(groups.size(), chosen.size()); ++k) {
    const auto known = std::ranges::find(settings.groups, groups[k]);
    if (known != settings.groups.end()) chosen[k] = static_cast<std::int32_t>(known - settings.groups.begin());
  }
  std::array<int, 3> each{8, 8, 8};
  for (std::size_t k = 0; cells && k < std::min(cells->size(), each.size()); ++k)
    each[k] = static_cast<int>((*cells)[k]);
  return std::make_unique<Mixing>(settings, chosen, each);
}

}  // namespace floc
