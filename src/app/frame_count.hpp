// The progress line of commands that walk through the frames of a run: written over on a terminal, and
// gone in the end. In a file there would be nothing to look at, and nothing is written.
#pragma once

#include <cstddef>
#include <cstdio>

#include "core/timer.hpp"

namespace floc::app {

class FrameCount {
 public:
  FrameCount(bool quiet, const char* what, std::size_t all);  // on stderr, when that is a terminal
  FrameCount(std::FILE* out, bool terminal, const char* what, std::size_t all);
  ~FrameCount();
  FrameCount(const FrameCount&) = delete;
  FrameCount& operator=(const FrameCount&) = delete;
  void show(std::size_t done);  // a line at most every tenth of a second, and one for the last frame

 private:
  std::FILE* out_;
  bool shown_;
  const char* what_;
  std::size_t all_;
  Stopwatch watch_;
  double next_ = 0;  // when the next line is due, in seconds
};

}  // namespace floc::app
