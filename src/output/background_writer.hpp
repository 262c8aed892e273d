// Frames and checkpoints of a run, written by a thread of its own while the simulation goes on.
//
// What is handed over is copied; it is written in the order in which it came, and a checkpoint only when
// everything before it is on the disk. Whatever ends the program, the files are therefore those of a run that was
// a moment behind. An error of the files comes out of a later call.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "output/checkpoint.hpp"
#include "output/trajectory.hpp"
#include "parallel/job_queue.hpp"

namespace floc {

class BackgroundWriter {
 public:
  explicit BackgroundWriter(TrajectoryWriter trajectory);

  void frame(std::int64_t step, double time, double h, const Bodies& bodies, const Contacts& contacts,
             const FrameParts& parts = {});
  // Syncs the files named and the trajectory, and saves the checkpoint, whose frames are those handed over.
  void checkpoint(const std::string& directory, Checkpoint checkpoint, std::vector<std::string> files);
  void wait();   // until all is written
  void close();  // waits, and closes the trajectory

  std::size_t frames() const { return frames_; }  // handed over
  std::int64_t last_step() const { return last_step_; }

 private:
  std::shared_ptr<TrajectoryWriter> trajectory_;  // shared with the jobs
  std::size_t frames_;
  std::int64_t last_step_;
  JobQueue queue_;  // last: it ends before what it works on
};

}  // namespace floc
