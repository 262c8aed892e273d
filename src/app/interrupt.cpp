#include "app/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace floc::app {
namespace {

// A signal handler has no other way to speak.
std::atomic<bool> flag = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void handle(int signal) {
  flag = true;
  if (signal == SIGINT) std::signal(SIGINT, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
  flag = false;
  std::signal(SIGINT, handle);
  std::signal(SIGTERM, handle);
  std::signal(SIGPIPE, SIG_IGN);  // nobody reads the progress any more: no reason to stop
}

Interrupt::~Interrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
}

const std::atomic<bool>& Interrupt::requested() { return flag; }

}  // namespace floc::app
