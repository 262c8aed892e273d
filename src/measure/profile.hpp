// The packing fraction in slices across an axis: the volume of what lies in a slice, each sphere cut exactly where the
// slice ends, over the volume of the slice. Of a box that is given, the bodies count whose centres lie in its cross
// section.
#pragma once

#include "measure/measurement.hpp"
#include "measure/settings.hpp"

namespace floc {

struct MeasureProfile {
  static constexpr std::string_view kind = "profile", unit = "1", help = "packing fraction in slices across an axis";
  void declare(Table&) {}
  MeasurementPtr make(const MeasureSettings& settings) const;
};

}  // namespace floc
