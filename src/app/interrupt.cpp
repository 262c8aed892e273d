#include "app/interrupt.hpp"

#include <csignal>

namespace floc::app {
namespace {

// A signal handler has no other way to speak.
volatile std::sig_atomic_t flag = 0;

void handle(int signal) {
  flag = 1;
  if (signal == SIGINT) std::signal(SIGINT, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
  flag = 0;
  std::signal(SIGINT, handle);
  std::signal(SIGTERM, handle);
  std::signal(SIGPIPE, SIG_IGN);  // nobody reads the progress any more: no reason to stop
}

Interrupt::~Interrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
}

bool Interrupt::requested() { return flag != 0; }

}  // namespace floc::app
