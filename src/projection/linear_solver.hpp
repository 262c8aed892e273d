// How the linear systems of a step are solved (metric.hpp).
#pragma once

namespace floc {

enum class LinearSolver { automatic, cholmod, pcg };

}  // namespace floc
