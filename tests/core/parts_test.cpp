#include "core/parts.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace floc;

TEST_CASE("every part of every step has a tick of its own, that tells the part") {
  std::set<std::uint64_t> ticks;
  for (std::uint64_t whole = 0; whole < 3; ++whole)
    for (std::uint64_t part = 1; part < 2 * static_cast<std::uint64_t>(least_parts); ++part) {
      const std::uint64_t tick = tick_of(whole, part);
      CHECK(ticks.insert(tick).second);
      CHECK(part_of(tick) == part);
      CHECK(same_step(tick, 1) == tick_of(whole, 1));
    }
}
