// A run as `floc view --serve` gives it to its page: frame by frame, also while it is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/frames.hpp"
#include "draw/view_run.hpp"

namespace floc::app {

class ServedRun {
 public:
  // Every n-th frame. Throws Error when the folder holds no frames that can be read.
  ServedRun(std::string directory, std::size_t every, bool network);

  // Looks whether there are more frames, or another run in the folder.
  void refresh();

  // What the page is told first: ranges and window are those of some of the frames, so that a large run need not be
  // read before its first picture. `run` counts the runs that this folder has held.
  Json describe() const;
  int dimension() const { return opened().trajectory.dimension(); }
  std::size_t frames() const { return times_.size(); }
  std::string frame(std::size_t k) const;
  // What has come since frame `from`: times, poses of obstacles, the ranges and the graphs as they are now.
  Json news(std::size_t from) const;

 private:
  void open();
  const Frames& opened() const;  // throws Error while the folder holds none
  void note_some();

  std::string directory_;
  std::size_t every_;
  bool network_;
  std::optional<Frames> frames_;
  std::string scene_;  // of the run that was opened last
  std::optional<ViewRun> view_;
  std::vector<double> times_;
  std::size_t noted_ = 0;  // frames there were when some were looked at
  std::int64_t run_ = 0;
  std::uint64_t file_ = 0, size_ = 0;  // inode and size of the trajectory
  std::int64_t changed_ = 0;
};

std::string title_of(const Frames& frames, const std::string& directory);

}  // namespace floc::app
