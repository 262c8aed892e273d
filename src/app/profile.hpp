// What a run has spent its time on, stage by stage: floc run --profile.
#pragma once

#include <array>
#include <cstdio>

#include "step/report.hpp"

namespace floc::app {

class Profile {
 public:
  void add(const StepReport& report);
  // `wall`: seconds from the first step to the last; what no stage has is the writing of files.
  void print(std::FILE* out, double wall) const;

 private:
  std::array<double, stage_count> seconds_{};
  double steps_ = 0, body_steps_ = 0, row_iterations_ = 0, iterations_ = 0, bytes_ = 0;
};

}  // namespace floc::app
