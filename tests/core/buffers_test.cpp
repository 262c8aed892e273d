#include "core/buffers.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <numeric>

using namespace floc;

TEST_CASE("the first size is exact, later ones leave a little to spare, and values stay") {
  std::vector<int> values;
  resize_buffer(values, 1600);
  CHECK(values.capacity() == 1600);
  std::iota(values.begin(), values.end(), 0);
  resize_buffer(values, 6400);
  CHECK(values.size() == 6400);
  CHECK(values.capacity() == 6400 + 500 + 25);
  CHECK(values[1599] == 1599);
  CHECK(values[6399] == 0);
  const int* const place = values.data();
  resize_buffer(values, 10);
  resize_buffer(values, 6925);
  CHECK(values.data() == place);
}

TEST_CASE("what is not wanted any more is not copied, and a large array that is much too large is given back") {
  std::vector<double> values;
  for (const std::size_t size : {100000, 95000, 99000}) {
    renew_buffer(values, size);
    CHECK(values.size() == size);
    CHECK(values.capacity() == 100000);
  }
  renew_buffer(values, 80000);
  CHECK(values.size() == 80000);
  CHECK(values.capacity() == 80000);
  renew_buffer(values, 80001);
  CHECK(values.capacity() > 80001);
  values.assign(values.size(), 7);
  renew_buffer(values, values.capacity() + 1);
  CHECK(values.front() == 0);

  std::vector<double> small(1000);
  renew_buffer(small, 10);
  CHECK(small.capacity() == 1000);
}

TEST_CASE("untouched arrays begin with a line of the cache") {
  for (const std::size_t size : {1, 1000, 100000}) {
    const DefaultInitVector<float> values(size);
    CHECK(reinterpret_cast<std::uintptr_t>(values.data()) % 64 == 0);
  }
}
