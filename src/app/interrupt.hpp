// SIGINT and SIGTERM as a question that a run asks on its way.
#pragma once

#include <atomic>

namespace floc::app {

// While it lives, the first SIGINT or SIGTERM only sets requested(); a second SIGINT ends the
// program at once, as without us. A reader of our output that goes away does not end it.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  static const std::atomic<bool>& requested();
};

}  // namespace floc::app
