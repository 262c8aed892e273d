// Adds the seconds since the last call to a stage.
#pragma once

#include <cstddef>

#include "core/timer.hpp"
#include "step/report.hpp"

namespace floc {

class StageClock {
 public:
  explicit StageClock(StepReport& report) : report_(report) {}
  void charge(Stage stage) { report_.seconds[static_cast<std::size_t>(stage)] += watch_.lap(); }

 private:
  StepReport& report_;
  Stopwatch watch_;
};

}  // namespace floc
