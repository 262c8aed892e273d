// The plots of the page, from the result file alone.
#pragma once

#include <string>
#include <vector>

#include "draw/plot.hpp"
#include "output/json.hpp"

namespace floc::bench {

struct Figure {
  std::string file;  // its name, in the folder of the result file
  std::string title, caption;
  Plot plot;  // no panel: nothing of it was measured
};

// Roofline, time against N, iterations against N and depth, time to tolerance, a step by stage, threads, peers.
std::vector<Figure> figures(const Json& results);

}  // namespace floc::bench
