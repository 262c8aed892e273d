#include "core/marks.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace floc;

TEST_CASE("marks are found again from any place, as many as are asked for") {
  constexpr std::size_t size = 300;
  const auto is_set = [](std::size_t k) { return k * k % 7 < 3 || (k > 120 && k < 200); };
  Marks marks;
  for (int time = 0; time < 2; ++time) {  // nothing is left of what was set before
    marks.clear(size);
    for (std::size_t k = 0; k < size; ++k)
      if (time == 0 || is_set(k)) marks.set(k);
  }
  for (std::size_t begin = 0; begin < size; ++begin)
    for (const std::size_t count : {0u, 1u, 63u, 64u, 65u, 130u}) {
      if (begin + count > size) continue;
      std::vector<std::size_t> found, expected;
      marks.for_set(begin, count, [&](std::size_t k) { found.push_back(k); });
      for (std::size_t k = 0; k < count; ++k)
        if (is_set(begin + k)) expected.push_back(k);
      REQUIRE(found == expected);
    }
}
