// checkpoint.h5: all that a run needs to go on with the same bits, beside its scene.
//
//   /                 format (version of this layout)
//   scene             the text as run
//   state             the numbers and arrays of the state, each under its own name (step/state.hpp): step, time,
//                     elapsed, level, easy, length, compliance, dimension
//   state/bodies      position, velocity (N × d), radius, mass, id, group
//   state/contacts    first, second, normal (C × d), gap, multiplier; begin_gap and memory where there are any
//   state/feeds       fed: bodies entered of each pour
//   state/exits       departed, first, last: a number an exit
//   state/memory/k    first, second: pairs that force k remembers
//   progress          frames, last_frame: what trajectory.h5 held
//   measured          last_step; count, memory: what each measurement of the run remembers, one after the other
//   stop              since (a condition of [stop]; NaN: it does not hold), reason: why the run ends early
//   stages            name, step, time, elapsed, because: where each stage began; stop: as above, of the present one
//   totals            what summary.json sums up (a number each, and seconds by stage)
//   changes           step, time, key, from, to: what was changed on the way, where anything was
//
// Random numbers are a function of seed, body and step (core/random.hpp): the step is their state.
// Numbers keep all their bits. The file has a checksum (output/file_checksum.hpp), and each array has its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "measure/measurement.hpp"
#include "measure/stop_rule.hpp"
#include "output/summary.hpp"
#include "step/simulation.hpp"

namespace floc {

struct Checkpoint {
  State state;
  std::string scene;
  std::int64_t frames = 0;       // in trajectory.h5
  std::int64_t last_frame = -1;  // their last step; −1: none
  MeasureMemory measured = {};
  StopMemory stop = {}, stage_stop = {};  // of the run, and of its present stage
  std::vector<StageBegin> stages = {};    // that were begun
  Totals totals;
  std::vector<Change> changes = {};
};

// Written to checkpoint.h5.tmp, synced; the old checkpoint.h5 becomes checkpoint.previous.h5, the new
// one takes its name. Throws Error with the old ones untouched.
void save_checkpoint(const std::string& directory, const Checkpoint& checkpoint);

// The same into one file of any name; what it was before is gone only when the new one is whole.
void write_checkpoint(const std::string& path, const Checkpoint& checkpoint);

// Throw Error on anything that is not a sound checkpoint: sizes that disagree, numbers that are not
// finite, contacts or remembered pairs out of order or of
// bodies that are not there, another version.
Checkpoint read_checkpoint(const std::string& path);
Checkpoint read_checkpoint(std::span<const std::byte> file, const std::string& name);

struct LatestCheckpoint {
  Checkpoint checkpoint;
  std::string path;
  std::string note;  // why it is not the newest; empty when it is
};
// The newest checkpoint of a run that can be read.
LatestCheckpoint load_latest(const std::string& directory);

}  // namespace floc
