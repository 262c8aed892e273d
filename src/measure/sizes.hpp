// The size distribution: a line a size that occurs.
//
//   size, number of aggregates of it, share of all bodies in them, gyration: √(mean R²) of them
#pragma once

#include "measure/measurement.hpp"
#include "measure/settings.hpp"

namespace floc {

struct MeasureSizes {
  static constexpr std::string_view kind = "sizes", unit = "aggregates",
                                    help = "how many aggregates there are of each size, and their radius of gyration";
  void declare(Table&) {}
  MeasurementPtr make(const MeasureSettings& settings) const;
};

}  // namespace floc
