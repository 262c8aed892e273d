// What measurements may be told; the table [measure] of a scene.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/vec.hpp"
#include "measure/frame.hpp"

namespace floc {

// Where bodies are counted that cross: a plane (a line in 2D) without ends, or the line from `from` to `to`.
// Forward is the side that the normal points to; for a line with ends, from its left to its right.
struct Gate {
  Vec3 point{}, normal{};
  std::optional<Vec3> from, to;
};

struct MeasureSettings {
  int dimension = 3;
  std::optional<Vec3> low, high;  // the box that is measured; both or none
  double gap = 0.01;              // bodies with D ≤ gap · r̄ touch
  bool by_memory = false;         // aggregates are joined by γ < 0 instead
  int smallest = 5;               // aggregates of fewer bodies tell nothing of the fractal dimension
  int bins = 50;
  std::optional<double> range;  // of the pair correlation
  int axis = 1;                 // of profiles
  std::optional<Gate> gate;
  std::array<std::int32_t, 2> groups{0, 1};  // whose mixing is measured
  std::array<int, 3> cells{8, 8, 8};         // for it
  std::vector<Vec3> probes;  // of the flow of a fluid, and more of them on a line
  std::optional<std::array<Vec3, 2>> probe_line;
  int probe_points = 50;
  std::optional<double> fractal_dimension;   // of the kernels; otherwise the one that is measured
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
