// The coordination number z of a body: how many other bodies it touches (gap at most `gap` r̄).
#pragma once

#include "measure/measurement.hpp"

namespace floc {

// A line a frame: mean and standard deviation of z, and the share of bodies that touch none.
struct MeasureCoordination : OneFrameKind<MeasureCoordination> {
  static constexpr std::string_view kind = "coordination", unit = "bodies",
                                    help = "how many others a body touches, on average";
  std::vector<std::string> columns(const MeasureSettings& settings) const;
  Lines take(const MeasuredFrame& frame, const MeasureSettings& settings) const;
};

// A line a number, up to the largest that occurs.
struct MeasureCoordinationNumbers : OneFrameKind<MeasureCoordinationNumbers> {
  static constexpr std::string_view kind = "coordination_numbers", unit = "bodies",
                                    help = "how many bodies touch 0, 1, 2 … others";
  std::vector<std::string> columns(const MeasureSettings& settings) const;
  Lines take(const MeasuredFrame& frame, const MeasureSettings& settings) const;
};

}  // namespace floc
