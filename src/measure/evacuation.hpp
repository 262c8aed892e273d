// The evacuation curve, from the ids of the bodies that are there.
//
//   inside, entered (since the first frame), left (of those there at any frame so far), rate (left a unit of time,
//   since the frame before)
#pragma once

#include "measure/measurement.hpp"

namespace floc {

struct MeasureEvacuation {
  static constexpr std::string_view kind = "evacuation", unit = "bodies",
                                    help = "how many are inside, have entered, have left";
  void declare(Table&) {}
  MeasurementPtr make(const MeasureSettings& settings) const;
};

}  // namespace floc
