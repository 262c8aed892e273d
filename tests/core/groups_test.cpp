#include "core/groups.hpp"

#include <doctest/doctest.h>

using namespace floc;

TEST_CASE("a set of groups is all of them, or those it was given") {
  const GroupSet every, some({3, 1}), none(std::vector<std::int32_t>{});
  CHECK(every.all());
  CHECK(!some.all());
  for (std::int32_t g = 0; g < 6; ++g) {
    CHECK(every.has(g));
    CHECK(some.has(g) == (g == 1 || g == 3));
    CHECK(!none.has(g));
  }
}
