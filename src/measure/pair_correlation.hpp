// The pair correlation g(r) in bins of r, of the N bodies in the box W:
//
//   g = pairs in the bin · |W|² / (N (N − 1) ∫_bin |W ∩ (W + u)| du),
//
// pairs counted both ways. The integral is over the vectors u with a length in the bin; it is what bodies without
// interaction have, exactly, walls included: g = 1 for them at every r. |W ∩ (W + u)| = Π (L_k − |u_k|) over the
// directions with ends, times the periods of the others, and its mean over the directions of u is known.
#pragma once

#include <optional>

#include "measure/measurement.hpp"

namespace floc {

struct MeasurePairCorrelation : OneFrameKind<MeasurePairCorrelation> {
  static constexpr std::string_view kind = "pair_correlation", unit = "1",
                                    help = "g(r): pairs at distance r against a gas without interaction";
  std::optional<double> range;

  void declare(Table& t);
  std::vector<std::string> columns(const MeasureSettings& settings) const;
  Lines take(const MeasuredFrame& frame, const MeasureSettings& settings) const;
};

}  // namespace floc
