// What several measurements share of the table [measure]; what one has for itself stands with it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/parameters.hpp"
#include "core/vec.hpp"
#include "measure/frame.hpp"

namespace floc {

struct MeasureSettings {
  int dimension = 3;                // of the scene
  std::vector<std::string> groups;  // of the scene
  std::optional<Vec3> low, high;    // the box that is measured; both or none
  double gap = 0.01;                // bodies with D ≤ gap · r̄ touch
  bool by_memory = false;           // aggregates are joined by γ < 0 instead
  int smallest = 5;                 // aggregates of fewer bodies tell nothing of the fractal dimension
  int bins = 50;                    // of distributions and profiles
  std::optional<int> axis;          // of profiles and angles; none: the last

  void declare(Table& t);
  int direction() const { return axis.value_or(dimension - 1); }
};

// The box that densities refer to: the one given, else the period where there is one and the bodies' extent where
// there is none. A box that is given is cut to the period where it is longer: no body counts twice.
struct Region {
  Vec3 low{}, high{};

  double length(int k) const { return high[k] - low[k]; }
  double volume(int dimension) const;
  bool holds(const Vec3& x, int dimension) const;  // low ≤ x < high
};
Region region_of(const MeasuredFrame& frame, const MeasureSettings& settings);
// The directions in which the region is a whole period, and has no ends.
Domain closed_directions(const MeasuredFrame& frame, const Region& region);

// The bodies whose centres, or the images of these, are in the box given; all of them where none is.
std::vector<std::size_t> bodies_of(const MeasuredFrame& frame, const MeasureSettings& settings);
// The centre of body i, or the image of it that lies within a period above the region's lower corner.
Vec3 wrapped(const MeasuredFrame& frame, const Region& region, std::size_t i);

}  // namespace floc
