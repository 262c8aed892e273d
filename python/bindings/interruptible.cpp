#include <pthread.h>
#include <signal.h>

#include "session.hpp"

namespace floc::python {
namespace {

std::atomic<std::atomic<bool>*> watched = nullptr;
struct sigaction before;  // Python's

void on_interrupt(int signal, siginfo_t* info, void* context) {
  if (std::atomic<bool>* flag = watched.load()) flag->store(true);
  if (before.sa_flags & SA_SIGINFO)
    before.sa_sigaction(signal, info, context);
  else if (before.sa_handler != SIG_IGN && before.sa_handler != SIG_DFL)
    before.sa_handler(signal);
}

bool in_main_thread() {
  static const auto main = py::module_::import("threading").attr("main_thread")().attr("ident").cast<std::uintptr_t>();
  return static_cast<std::uintptr_t>(pthread_self()) == main;
}

}  // namespace

Interruptible::Interruptible(std::atomic<bool>& flag) {
  if (!in_main_thread()) return;
  active_ = true;
  outer_ = watched.exchange(&flag);
  if (outer_) return;  // within another one: the handler is there
  struct sigaction present;
  if (sigaction(SIGINT, nullptr, &present) != 0) return;
  // A program that ignores the signal, or dies of it, wants that.
  if (!(present.sa_flags & SA_SIGINFO) && (present.sa_handler == SIG_IGN || present.sa_handler == SIG_DFL)) return;
  before = present;
  struct sigaction ours = {};
  ours.sa_sigaction = on_interrupt;
  ours.sa_flags = SA_SIGINFO | (present.sa_flags & (SA_ONSTACK | SA_RESTART));
  ours.sa_mask = present.sa_mask;
  installed_ = sigaction(SIGINT, &ours, nullptr) == 0;
}

Interruptible::~Interruptible() {
  if (!active_) return;
  if (installed_) sigaction(SIGINT, &before, nullptr);
  watched.store(outer_);
}

}  // namespace floc::python
