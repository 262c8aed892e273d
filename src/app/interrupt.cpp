#include "app/interrupt.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>

namespace floc::app {
namespace {

// A signal handler has no other way to speak.
std::atomic<bool> flag = false, late = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void handle(int signal) {
  flag = true;
  if (signal == SIGINT) std::signal(SIGINT, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt(double seconds) {
  flag = late = false;
  std::signal(SIGINT, handle);
  std::signal(SIGTERM, handle);
  std::signal(SIGPIPE, SIG_IGN);  // nobody reads the progress any more: no reason to stop
  if (seconds > 0) clock_ = std::thread([this, seconds] { wait(seconds); });
}

Interrupt::~Interrupt() {
  if (clock_.joinable()) {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    ended_.notify_one();
    clock_.join();
  }
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
}

void Interrupt::wait(double seconds) {
  constexpr double longest = 1e9;  // what the clock can count; nobody waits so long
  std::unique_lock lock(mutex_);
  const std::chrono::duration<double> time(std::min(seconds, longest));
  if (ended_.wait_for(lock, time, [this] { return over_; }) || flag) return;
  late = true;
  flag = true;
}

const std::atomic<bool>& Interrupt::requested() { return flag; }
bool Interrupt::out_of_time() { return late; }

}  // namespace floc::app
