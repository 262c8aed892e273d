#include "measure/sizes.hpp"

#include <cmath>
#include <map>

#include "measure/joins.hpp"

namespace floc {

std::vector<std::string> MeasureSizes::columns(const MeasureSettings&) const {
  return {"size", "number", "share", "gyration"};
}

Lines MeasureSizes::take(const MeasuredFrame& frame, const MeasureSettings& settings) const {
  const Joins joins = joined_pairs(frame, settings);
  const Aggregates all = find_aggregates(frame.bodies.size(), joins);
  const std::vector<double> radii = gyration_radii(frame, joins, all);
  struct Class {
    double number = 0, squares = 0;
  };
  std::map<std::int32_t, Class> classes;
  for (std::size_t a = 0; a < all.count(); ++a) {
    Class& c = classes[all.size[a]];
    ++c.number;
    c.squares += radii[a] * radii[a];
  }
  Lines lines;
  for (const auto& [size, c] : classes)
    lines.push_back({static_cast<double>(size), c.number, size * c.number / static_cast<double>(frame.bodies.size()),
                     std::sqrt(c.squares / c.number)});
  return lines;
}

}  // namespace floc
