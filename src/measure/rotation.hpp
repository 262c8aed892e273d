// How bodies turn: the mean angular velocity ω̄, the variance of ω about it (summed over the axes), the energy
// Σ ½ ω·Iω, and its share of the kinetic energy. No line where bodies do not turn.
#pragma once

#include "measure/measurement.hpp"

namespace floc {

struct MeasureRotation : OneFrameKind<MeasureRotation> {
  static constexpr std::string_view kind = "rotation", unit = "1/s",
                                    help = "mean angular velocity, its variance, and the energy of rotation";
  std::vector<std::string> columns(const MeasureSettings& settings) const;
  Lines take(const MeasuredFrame& frame, const MeasureSettings& settings) const;
};

}  // namespace floc
