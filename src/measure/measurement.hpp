// A measurement makes lines of numbers of every frame it is shown; what it needs of the frames before, it remembers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "measure/frame.hpp"

namespace floc {

using Lines = std::vector<std::vector<double>>;

class Measurement {
 public:
  virtual ~Measurement() = default;
  virtual std::vector<std::string> columns() const = 0;  // those behind step and time
  virtual Lines take(const MeasuredFrame& frame) = 0;    // with a number a column
  // What the next frames need of those before, so that a run goes on with the same lines after a stop.
  virtual std::vector<double> memory() const { return {}; }
  // Throws Error when it is not such a memory.
  virtual void recall(std::span<const double> /*memory*/) {}
};
using MeasurementPtr = std::unique_ptr<Measurement>;

// The names of x, y, z in dimension d.
std::vector<std::string> axis_names(int dimension, const std::string& prefix = "");

// The memories of all measurements of a run, for its checkpoints.
struct MeasureMemory {
  std::int64_t last_step = -1;  // of the last frame measured; −1: none
  std::vector<std::vector<double>> of;
};

}  // namespace floc
