// The size distribution: a line a size that occurs.
//
//   size, number of aggregates of it, share of all bodies in them, gyration: √(mean R²) of them
#pragma once

#include "measure/measurement.hpp"

namespace floc {

struct MeasureSizes : OneFrameKind<MeasureSizes> {
  static constexpr std::string_view kind = "sizes", unit = "aggregates",
                                    help = "how many aggregates there are of each size, and their radius of gyration";
  std::vector<std::string> columns(const MeasureSettings& settings) const;
  Lines take(const MeasuredFrame& frame, const MeasureSettings& settings) const;
};

}  // namespace floc
