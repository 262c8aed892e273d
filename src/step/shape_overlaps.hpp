// Overlaps of bodies that are to keep a gap.
#pragma once

#include "step/packing.hpp"

namespace floc {

// As in step/packing.hpp, with bodies that keep `half_gap` each from what they meet.
std::vector<Overlap> overlaps_of_shapes(const std::vector<Overlap>& balls, const Bodies& bodies, const Domain& domain,
                                        const Obstacles& obstacles, const std::vector<ShapePtr>& shapes,
                                        double tolerance, Executor& executor, double half_gap);

}  // namespace floc
