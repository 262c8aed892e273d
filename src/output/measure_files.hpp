// The files of measurements: NAME.csv or NAME.json, with step and time in front of every line.
//
// CSV is written line by line as frames come, and gone on with after a stop. JSON is written at the end:
//   {"name": …, "unit": …, "help": …, "columns": [...], "data": [[...], ...]}, null for what is no number.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fluid/flow_field.hpp"
#include "measure/measurements.hpp"
#include "output/files.hpp"
#include "output/snapshot.hpp"

namespace floc {

class Simulation;

MeasuredFrame frame_of(const Snapshot& snapshot);
// The flow of its fluid; throws Error where there is none.
FlowField present_flow(const Simulation& simulation);

// The present instant of a simulation, which outlives this and stays as it is.
class PresentFrame {
 public:
  explicit PresentFrame(const Simulation& simulation, bool with_flow = false);
  PresentFrame(const PresentFrame&) = delete;
  PresentFrame& operator=(const PresentFrame&) = delete;
  const MeasuredFrame& frame() const { return frame_; }

 private:
  std::vector<double> impulse_, tangential_;
  FlowField flow_;
  MeasuredFrame frame_;
};

std::string csv_number(double value);

class MeasureFiles {
 public:
  // One for each of the measurements, at `path(name)`. Throws Error.
  struct Target {
    const MeasurementKind* kind;
    MeasurementPtr measurement;
    std::string path;  // ends in .csv or .json; empty: no file, only the lines of the last frame
  };
  // `memory` is what the measurements remember of a run that goes on here; empty: nothing.
  static MeasureFiles create(std::vector<Target> targets, const MeasureMemory& memory = {});
  // Goes on behind the lines up to `last_step` (CSV), with what the measurements remembered then.
  static MeasureFiles reopen(std::vector<Target> targets, const MeasureMemory& memory, std::int64_t last_step);

  void take(const MeasuredFrame& frame);
  // The values of NAME.COLUMN in the lines of the last frame.
  std::vector<double> last(const std::string& quantity) const;
  std::int64_t last_step() const { return last_step_; }  // −1 before the first frame
  MeasureMemory memory() const;
  bool of_the_flow() const;  // one of the measurements is of the flow of a fluid
  void flush();
  std::vector<std::string> growing() const;  // the files that lines are added to
  void close();

 private:
  struct Table : Target {
    std::unique_ptr<OutputFile> csv;  // none: JSON, or no file
    Lines lines = {};                 // of the last frame; for JSON of all

    bool json() const { return path.ends_with(".json"); }
  };
  std::vector<Table> tables_;
  std::int64_t last_step_ = -1;
};

}  // namespace floc
