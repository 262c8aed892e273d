// The bars that the project has set itself, and where it stands, from the result file alone.
#pragma once

#include <string>
#include <vector>

#include "output/json.hpp"

namespace floc::bench {

enum class Verdict { not_measured, missed, so_far, met, beyond, stated };
const char* to_string(Verdict verdict);

struct Bar {
  std::string what;
  std::string bar, beyond;  // "≥ 70"; empty: none
  std::string got = "–";
  Verdict verdict = Verdict::not_measured;
  std::string note = {};  // how it was measured
  std::string run = {};   // which run it is from
};

std::vector<Bar> bars(const Json& results);

// Seconds of a peer over Floc's for the same simulated second, at the fastest of Floc's steps that keeps its overlap;
// a peer that fewer threads serve better has its time on those. NaN where one of them was not run.
double peer_over_floc(const Json& peers, const std::string& peer, double spheres, double threads);

}  // namespace floc::bench
