#include "app/interrupt.hpp"

#include <doctest/doctest.h>
#include <signal.h>

#include <thread>

using floc::app::Interrupt;

namespace {

bool by_default(int signal) {
  struct sigaction present {};
  ::sigaction(signal, nullptr, &present);
  return present.sa_handler == SIG_DFL;
}

}  // namespace

TEST_CASE("the first SIGINT or SIGTERM is a request, and the next SIGINT will end the program") {
  {
    const Interrupt interrupt;
    CHECK(!Interrupt::requested());
    ::raise(SIGTERM);
    CHECK(Interrupt::requested());
    CHECK(!by_default(SIGINT));
    CHECK(!by_default(SIGTERM));
    ::raise(SIGINT);
    CHECK(by_default(SIGINT));
    CHECK(!by_default(SIGTERM));
  }
  CHECK(by_default(SIGINT));
  CHECK(by_default(SIGTERM));
}

TEST_CASE("the end of its time is a request too, told apart from that of a signal, and none when it comes after") {
  {
    const Interrupt interrupt(1e-3);
    while (!Interrupt::requested()) std::this_thread::yield();
    CHECK(Interrupt::out_of_time());
  }
  {
    const Interrupt interrupt(1e-3);
    ::raise(SIGTERM);
    CHECK(Interrupt::requested());
  }
  const Interrupt interrupt(1e300);  // does not wait for its end, and has not come to it
  CHECK(!Interrupt::requested());
  CHECK(!Interrupt::out_of_time());
  ::raise(SIGTERM);
  CHECK(Interrupt::requested());
  CHECK(!Interrupt::out_of_time());
}

TEST_CASE("a new watch has seen no request") {
  {
    const Interrupt interrupt;
    ::raise(SIGINT);
    CHECK(Interrupt::requested());
  }
  const Interrupt interrupt;
  CHECK(!Interrupt::requested());
}
