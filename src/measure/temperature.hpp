// The granular temperature: T_k = Σ m (v_k − v̄_k)² / Σ m with v̄ = Σ m v / Σ m, and T the mean of T_k over the
// directions. In a flow that varies in space, measure in a box that is small beside it: its velocity is no heat.
#pragma once

#include "measure/measurement.hpp"

namespace floc {

struct MeasureTemperature : OneFrameKind<MeasureTemperature> {
  static constexpr std::string_view kind = "temperature", unit = "m²/s²",
                                    help = "granular temperature: variance of the velocities";
  std::vector<std::string> columns(const MeasureSettings& settings) const;
  Lines take(const MeasuredFrame& frame, const MeasureSettings& settings) const;
};

}  // namespace floc
