// How many bodies cross a line or a plane between two frames: those on one side of it before and on the other now,
// their way taken as straight. Bodies that enter or leave the run in between are not seen crossing.
//
//   forward, backward (since the frame before), passed and passed_mass (forward less backward, since the first
//   frame), rate and mass_rate (the same since the frame before, over the time)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/measurement.hpp"

namespace floc {

struct MeasureFlow {
  static constexpr std::string_view kind = "flow", unit = "1/s",
                                    help = "how many bodies, and what mass, cross a line or a plane";
  std::optional<Vec3> point, normal;      // either a plane (2D: a line) without ends …
  std::optional<std::vector<Vec3>> line;  // … or a line with two

  void declare(Table& t);
  std::string lacks(const SceneContext& scene) const;
  MeasurementPtr make(const MeasureSettings& settings) const;
};

}  // namespace floc
