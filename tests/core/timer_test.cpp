#include "core/timer.hpp"

#include <doctest/doctest.h>

#include <thread>

using namespace floc;

TEST_CASE("a stopwatch goes forward, and a lap starts it again") {
  Stopwatch watch;
  std::this_thread::sleep_for(std::chrono::milliseconds(3));
  const double seconds = watch.seconds();
  CHECK(seconds >= 0.003);
  CHECK(watch.lap() >= seconds);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(watch.lap() >= 0.001);
}
