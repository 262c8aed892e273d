#include "core/grow.hpp"

#include <doctest/doctest.h>

#include <numeric>

using namespace floc;

TEST_CASE("the first size is exact, later ones leave a little to spare, and values stay") {
  std::vector<int> values;
  grow(values, 1600);
  CHECK(values.capacity() == 1600);
  std::iota(values.begin(), values.end(), 0);
  grow(values, 6400);
  CHECK(values.size() == 6400);
  CHECK(values.capacity() == 6400 + 500 + 25);
  CHECK(values[1599] == 1599);
  CHECK(values[6399] == 0);
  const int* const place = values.data();
  grow(values, 10);
  grow(values, 6925);
  CHECK(values.data() == place);
}
