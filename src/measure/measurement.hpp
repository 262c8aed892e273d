// A measurement makes lines of numbers of every frame it is shown; what it needs of the frames before, it remembers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "measure/frame.hpp"
#include "measure/settings.hpp"

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

// One that remembers nothing: columns(settings) and take(frame, settings) of its kind.
template <class Kind>
class OneFrame : public Measurement {
 public:
  OneFrame(const Kind& kind, const MeasureSettings& settings) : kind_(kind), settings_(settings) {}
  std::vector<std::string> columns() const override { return kind_.columns(settings_); }
  Lines take(const MeasuredFrame& frame) override { return kind_.take(frame, settings_); }

 private:
  Kind kind_;
  MeasureSettings settings_;
};
template <class Kind>
struct OneFrameKind {
  void declare(Table&) {}
  MeasurementPtr make(const MeasureSettings& settings) const {
    return std::make_unique<OneFrame<Kind>>(static_cast<const Kind&>(*this), settings);
  }
};

// The names of x, y, z in dimension d.
std::vector<std::string> axis_names(int dimension, const std::string& prefix = "");

// The memories of all measurements of a run, for its checkpoints.
struct MeasureMemory {
  std::int64_t last_step = -1;  // of the last frame measured; −1: none
  std::vector<std::vector<double>> of;
};

}  // namespace floc
