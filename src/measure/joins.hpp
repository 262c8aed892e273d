// Which bodies touch, and the aggregates that this makes.
//
// Two bodies are joined where D_ij ≤ gap · r̄ in this frame or, by memory, where their contact has stored adhesion,
// γ_ij < 0.
#pragma once

#include <vector>

#include "measure/aggregates.hpp"
#include "measure/settings.hpp"

namespace floc {

// The larger of a pair comes first.
Joins touching_pairs(const MeasuredFrame& frame,
                     const MeasureSettings& settings);  // by the gap, whatever joins aggregates
Joins joined_pairs(const MeasuredFrame& frame, const MeasureSettings& settings);

// The radius of gyration of each aggregate, as that of the solid it is:
//   R² = Σ m_i (|x_i − x̄|² + d/(d + 2) r_i²) / Σ m_i,
// its bodies placed beside each other across periodic borders. (Of one that is joined to its own image, that of the
// bodies as a walk along the joins meets them.)
std::vector<double> gyration_radii(const MeasuredFrame& frame, const Joins& joins, const Aggregates& aggregates);

}  // namespace floc
