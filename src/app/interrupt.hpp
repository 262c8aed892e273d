// SIGINT, SIGTERM and the clock as one question that a run asks on its way.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace floc::app {

// While it lives, the first SIGINT or SIGTERM, or the end of the time it was given, only sets requested(); a second
// SIGINT ends the program at once, as without us. A reader of our output that goes away does not end it.
class Interrupt {
 public:
  explicit Interrupt(double seconds = 0);  // 0: as long as it takes
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // For whoever cannot ask the clock at every turn: a solve that has begun, a packing on its way.
  static const std::atomic<bool>& requested();
  // The request was one of the clock, not of a signal.
  static bool out_of_time();

 private:
  void wait(double seconds);

  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;  // guarded by the mutex
  std::thread clock_;
};

}  // namespace floc::app
