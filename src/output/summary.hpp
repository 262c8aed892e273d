// summary.json: the totals of a run, for machines and for `floc info`.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "step/report.hpp"

namespace floc {

// Sums and extremes over all steps since the start; a checkpoint keeps them, so a resumed run goes on
// counting.
struct Totals {
  std::int64_t steps = 0;
  std::int64_t iterations = 0;
  std::int64_t projections = 0;
  std::int64_t halvings = 0;
  std::int64_t refused = 0;          // steps tried and undone, for shorter ones
  std::int64_t unconverged_steps = 0;
  double shortest_step = 0;          // 0 before the first
  double worst_overlap = 0;          // / r̄
  double worst_complementarity = 0;  // / r̄
  double worst_duality_gap = 0;      // energy
  double wall_seconds = 0;           // of the whole program; kept by whoever runs the steps
  std::array<double, stage_count> seconds{};

  void add(const StepReport& report);
};

// What went through one exit: how many, when the first and the last, and how many a unit of time between.
struct ExitSummary {
  std::string name;
  std::int64_t left = 0;
  double first = 0, last = 0, flow = 0;
};

// What was changed when a run went on, or where it came from: from this step on.
struct Change {
  std::int64_t step = 0;
  double time = 0;
  std::string key;       // of the scene; "state": the run began with a state of another
  std::string from, to;  // TOML; for "state" nothing, and where it was taken
  bool operator==(const Change&) const = default;
};

// Where a stage of a run began.
struct StageBegin {
  std::string name;
  std::int64_t step = 0;
  double time = 0;
  std::int64_t elapsed = 0;  // of the clock (step/adaptive.hpp), where steps have another length from here on
  std::string because;       // the condition that ended the stage before; empty: its time
  bool operator==(const StageBegin&) const = default;
};

struct Summary {
  std::string version;
  std::string status;  // "finished", "unconverged" (at its end too), "interrupted", "walltime", "stopped: …"
  std::string stopped_by;  // the condition of [stop] that ended it before its time; empty: none
  int threads = 1;
  int dimension = 3;
  std::int64_t step = 0;
  double time = 0;
  std::int64_t bodies = 0;
  std::int64_t departed = 0;    // through the exits
  double evacuation_time = 0;   // from the start to the last departure; 0 when nobody has left
  std::vector<ExitSummary> exits;
  std::int64_t contacts = 0;
  std::int64_t bridges = 0;
  std::int64_t frames = 0;
  double kinetic_energy = 0;
  std::uint64_t hash = 0;  // of the final state
  std::vector<Change> changes;
  std::vector<StageBegin> stages;  // that were begun; none in a scene without stages
  Totals totals;
};

std::string to_json(const Summary& summary);  // NaN and ∞ become null
Summary summary_from_json(const std::string& text, const std::string& name);

void write_summary(const std::string& path, const Summary& summary);  // atomically
Summary read_summary(const std::string& path);

}  // namespace floc
