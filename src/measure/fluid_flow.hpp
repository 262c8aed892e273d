// What the flow of a fluid is like: at points and along a line, in sections across an axis, and on the whole. A cell
// counts whether fluid or a body is in it: means are those of the mixture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/measurement.hpp"

namespace floc {

// probe (points, then those along the line, from 0), x, y, (z,) velocity, pressure, vorticity
struct MeasureProbes {
  static constexpr std::string_view kind = "probes", unit = "m/s",
                                    help = "velocity, pressure and vorticity of a fluid at points and along a line";
  static constexpr bool fluid = true;
  std::vector<Vec3> probes;
  std::optional<std::vector<Vec3>> probe_line;  // and more of them on it
  int probe_points = 50;

  void declare(Table& t);
  std::string lacks(const SceneContext& scene) const;
  MeasurementPtr make(const MeasureSettings& settings) const;
};

// A line a layer of cells across the axis: where it is, mean velocity, pressure and vorticity.
struct MeasureFlowProfile : OneFrameKind<MeasureFlowProfile> {
  static constexpr std::string_view kind = "flow_profile", unit = "m/s";
  static constexpr std::string_view help =
      "means of the velocity, pressure and vorticity of a fluid in sections across an axis";
  static constexpr bool fluid = true;
  std::vector<std::string> columns(const MeasureSettings& settings) const;
  Lines take(const MeasuredFrame& frame, const MeasureSettings& settings) const;
};

// Mean velocity, kinetic energy and enstrophy a mass (½u², ½ω²), mean pressure, and the largest speed.
struct MeasureFluid : OneFrameKind<MeasureFluid> {
  static constexpr std::string_view kind = "fluid", unit = "m/s";
  static constexpr std::string_view help =
      "mean velocity, energy, enstrophy and pressure of a fluid, and its largest speed";
  static constexpr bool fluid = true;
  std::vector<std::string> columns(const MeasureSettings& settings) const;
  Lines take(const MeasuredFrame& frame, const MeasureSettings& settings) const;
};

}  // namespace floc
