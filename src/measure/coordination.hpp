// The coordination number z of a body: how many other bodies it touches (gap at most `gap` r̄).
#pragma once

#include "measure/measurement.hpp"
#include "measure/settings.hpp"

namespace floc {

// A line a frame: mean and standard deviation of z, and the share of bodies that touch none.
struct MeasureCoordination {
  static constexpr std::string_view kind = "coordination", unit = "bodies",
                                    help = "how many others a body touches, on average";
  void declare(Table&) {}
  MeasurementPtr make(const MeasureSettings& settings) const;
};

// A line a number, up to the largest that occurs.
struct MeasureCoordinationNumbers {
  static constexpr std::string_view kind = "coordination_numbers", unit = "bodies",
                                    help = "how many bodies touch 0, 1, 2 … others";
  void declare(Table&) {}
  MeasurementPtr make(const MeasureSettings& settings) const;
};

}  // namespace floc
