// The table [measure]: what a run measures of itself, and how.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/vec.hpp"

namespace floc::scene {

struct Measure {
  std::vector<std::string> what;
  std::optional<double> every;  // at most one of the two; none: with every frame
  std::optional<std::int64_t> every_steps;
  std::optional<Vec3> low, high;
  double gap = 0.01;
  std::string joined_by = "gap";
  std::int64_t smallest = 5;
  std::int64_t bins = 50;
  std::optional<double> range;
  std::optional<std::string> axis;
  std::optional<Vec3> point, normal;      // either a plane …
  std::optional<std::vector<Vec3>> line;  // … or a line with ends
  std::vector<std::string> groups;
  std::optional<std::vector<std::int64_t>> cells;
  std::vector<Vec3> probes;
  std::optional<std::vector<Vec3>> probe_line;
  std::int64_t probe_points = 50;
  std::optional<double> fractal_dimension;
};

}  // namespace floc::scene
