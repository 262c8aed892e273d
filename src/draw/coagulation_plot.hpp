// The aggregates of a run beside Smoluchowski's equation (measure/coagulation.hpp): their sizes at the times shown,
// their number in time, and in the title what the fit of the likeliest kernel is worth.
#pragma once

#include "draw/plot.hpp"
#include "measure/coagulation.hpp"

namespace floc {

Plot coagulation_plot(const CoagulationHistory& history, const CoagulationResult& result);

}  // namespace floc
