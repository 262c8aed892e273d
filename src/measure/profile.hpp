// The packing fraction in slices across an axis: the volume of what lies in a slice, each sphere cut exactly where the
// slice ends, over the volume of the slice. Of a box that is given, the bodies count whose centres lie in its cross
// section.
#pragma once

#include "measure/measurement.hpp"

namespace floc {

struct MeasureProfile : OneFrameKind<MeasureProfile> {
  static constexpr std::string_view kind = "profile", unit = "1", help = "packing fraction in slices across an axis";
  std::vector<std::string> columns(const MeasureSettings& settings) const;
  Lines take(const MeasuredFrame& frame, const MeasureSettings& settings) const;
};

}  // namespace floc
