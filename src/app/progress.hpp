// The progress line of a run: live on a terminal, a line now and then in a file.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "core/timer.hpp"
#include "step/report.hpp"

namespace floc::app {

// The steps of a run, which may be adapted: then how many there will be is not known, and time tells how far it is.
struct Course {
  std::int64_t last = 0;  // in steps of the scene
  bool adaptive = false;
  std::string stage = {};  // its name, in a run with stages: the last step is the stage's
};
// How fast it goes: in steps, and in steps of the scene, a second.
struct Speed {
  double steps = 0, progress = 0;
};
// "step 1200/5000  t 0.240  grains 400  contacts 812  it 14  overlap 6.1e-05  310 steps/s  left 0:12", and
// "step 1200  12 %  t 0.240  h 0.00025  grains 400 …" where steps are adapted.
// What a stop condition waits for goes to the end: "…  at rest 0.05 of 0.1".
std::string progress_line(const StepReport& report, const Course& course, const Speed& speed,
                          const std::string& waiting = {});
// Seconds as 0:07, 12:34, 1:02:03 or 3 d 4:05:06.
std::string clock_time(double seconds);

// How far a dense packing is: a live line on a terminal, a line now and then in a file, none for the first second.
class PlacingLine {
 public:
  explicit PlacingLine(std::FILE* out);  // null: says nothing
  void show(double reached, double fraction);
  void clear();

 private:
  std::FILE* out_;
  bool terminal_ = false, live_ = false;
  Stopwatch watch_;
  double next_ = 1;
};

class Progress {
 public:
  // `first` is where this run starts (not 0 after a resume): the step, and how far that is.
  Progress(std::FILE* out, bool terminal, const StepReport& first, const Course& course);
  void show(const StepReport& report, const std::string& waiting = {});
  // Says something on a line of its own without disturbing the live line; a warning on standard error.
  void note(const std::string& text);
  void warn(const std::string& text);
  void follow(const Course& course) { course_ = course; }  // from now on
  void finish(const StepReport& report);

 private:
  void print(const StepReport& report, const std::string& waiting);
  void put(const std::string& text);
  void clear();

  std::FILE* out_;
  bool terminal_;
  std::int64_t first_step_;
  double first_progress_;
  Course course_;
  Stopwatch watch_;
  double next_ = 0;  // when the next line is due, in seconds
  double interval_;
  bool live_ = false;  // a live line is on the screen
};

}  // namespace floc::app
