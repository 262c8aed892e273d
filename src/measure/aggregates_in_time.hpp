// How many aggregates there are, how large and how dense: a line a frame.
//
//   number, mean_size N/number, weighted_size Σ n²/N, largest, gyration √(Σ n R²/N), and of those with at least
//   `smallest` bodies (fractal_aggregates of them) fractal_dimension and fractal_error (measure/fractal.hpp)
#pragma once

#include "measure/measurement.hpp"

namespace floc {

struct MeasureAggregates : OneFrameKind<MeasureAggregates> {
  static constexpr std::string_view kind = "aggregates", unit = "bodies";
  static constexpr std::string_view help =
      "number and sizes of aggregates, radius of gyration, fractal dimension and its error";
  std::vector<std::string> columns(const MeasureSettings& settings) const;
  Lines take(const MeasuredFrame& frame, const MeasureSettings& settings) const;
};

}  // namespace floc
