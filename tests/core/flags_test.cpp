#include "core/flags.hpp"

#include <doctest/doctest.h>

using namespace floc;

TEST_CASE("every combination of flags arrives as it was given") {
  for (int k = 0; k < 8; ++k) {
    const int found = with_flags([]<bool a, bool b, bool c>() { return a + 2 * b + 4 * c; }, (k & 1) != 0, (k & 2) != 0, (k & 4) != 0);
    CHECK(found == k);
  }
}
