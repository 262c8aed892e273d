#include "core/half.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/halves.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("every half comes back as it was; between two it is the nearer one, from the middle the even one") {
  int wrong = 0;
  for (unsigned bits = 0; bits < 0x7bff; ++bits) {
    const Half half{static_cast<std::uint16_t>(bits)}, next{static_cast<std::uint16_t>(bits + 1)};
    const float low = to_float(half), high = to_float(next), middle = 0.5f * (low + high);
    for (const unsigned sign : {0u, 0x8000u}) {
      const auto rounds = [&](float value, unsigned to) { wrong += to_half(sign ? -value : value).bits != (sign | to); };
      rounds(low, bits);
      rounds(high, bits + 1);
      rounds(middle, bits + (bits & 1));
      rounds(std::nextafter(middle, 0.0f), bits);
      rounds(std::nextafter(middle, high), bits + 1);
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("halves end at the largest there is, and keep what is not a number") {
  CHECK(to_float(to_half(6.5e20f)) == largest_half);
  CHECK(to_float(to_half(-70000)) == -largest_half);
  CHECK(to_float(to_half(std::numeric_limits<float>::infinity())) == largest_half);
  CHECK(std::isnan(to_float(to_half(std::numeric_limits<float>::quiet_NaN()))));
}
