#include "core/lanes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

using namespace floc;

TEST_CASE("two short numbers in the place of one: each within a hundredth, and exact the second time") {
  const Lanes a{0, 1, -3.14159f, 1e-30f, 6.5e20f, -1e-3f, 0.3333f, 65504}, b = -a * 0.7f;
  const BitLanes pair = pair_of_short(shortened(a), shortened(b));
  for (int l = 0; l < 8; ++l) {
    CHECK(std::abs(first_of(pair)[l] - a[l]) <= 0.01f * std::abs(a[l]));
    CHECK(std::abs(second_of(pair)[l] - b[l]) <= 0.01f * std::abs(b[l]));
    CHECK(std::abs(first_of(pair)[l]) <= std::abs(a[l]));
    CHECK(shortened(first_of(pair))[l] == first_of(pair)[l]);
    CHECK(shortened(second_of(pair))[l] == second_of(pair)[l]);
  }
}

TEST_CASE("halves have eleven bits, end at the largest there is, and keep what is not a number") {
  const Lanes from{0, 1, -3.14159f, 1e-3f, 6.5e20f, -70000, -1.0f / 3, std::numeric_limits<float>::quiet_NaN()};
  Half halves[8];
  store_lanes(halves, from);
  const Lanes back = load_lanes(halves);
  for (int l = 0; l < 7; ++l) {
    const float nearest = std::clamp(from[l], -largest_half, largest_half);
    CHECK(std::abs(back[l] - nearest) <= std::abs(nearest) / 2048);
    CHECK(half_of(from[l]).bits == halves[l].bits);
  }
  CHECK(std::isnan(back[7]));
  float floats[8];
  store_lanes(floats, from);
  CHECK(load_lanes(floats)[2] == from[2]);
}

TEST_CASE("what is gathered from slots and scattered to slots in a row is the same") {
  float from[32], to[32] = {};
  for (int k = 0; k < 32; ++k) from[k] = static_cast<float>(k);
  scatter(gather(from, [](std::size_t l) { return 4 * l; }), to);
  for (int k = 0; k < 32; ++k) CHECK(to[k] == from[k]);
  const auto back = gather(from, [](std::size_t l) { return 4 * (7 - l); });
  for (int l = 0; l < 8; ++l) CHECK(back[2][l] == from[4 * (7 - l) + 2]);
}

TEST_CASE("a bit a lane") {
  const Lanes a{0, 1, 2, 3, 4, 5, 6, 7};
  CHECK(bits(a > 5.5f) == 0b1100'0000);
  CHECK(bits(a == a) == 255);
  CHECK(any(a > 6.5f));
  CHECK_FALSE(any(a > 7.5f));
}

TEST_CASE("the four numbers of bodies by their names, as many as there are") {
  float fours[80];
  for (int k = 0; k < 80; ++k) fours[k] = static_cast<float>(k);
  const std::int32_t names[] = {7, 0, 19, 3, 11, 2, 5, 13};
  for (std::size_t count = 1; count <= 8; ++count) {
    const auto found = gather_named(fours, std::span(names, count));
    CHECK(first_bits(count) == (1u << count) - 1);
    for (std::size_t l = 0; l < 8; ++l)
      for (std::size_t k = 0; k < 4; ++k)
        CHECK(found[k][l] == static_cast<float>(4 * names[std::min(l, count - 1)] + static_cast<int>(k)));
  }
}

TEST_CASE("bits that are set, one after the other") {
  std::vector<std::size_t> found;
  for_bits(0b1001'0110, [&](std::size_t l) { found.push_back(l); });
  CHECK(found == std::vector<std::size_t>{1, 2, 4, 7});
  found.clear();
  for_bits(std::uint64_t{1} << 63 | 1, [&](std::size_t l) { found.push_back(l); });
  CHECK(found == std::vector<std::size_t>{0, 63});
}

TEST_CASE("names eight by eight, all of them once and in their order") {
  std::vector<std::int32_t> names(30);
  for (std::size_t k = 0; k < names.size(); ++k) names[k] = static_cast<std::int32_t>(3 * k);
  for (std::size_t count = 0; count <= names.size(); ++count) {
    std::vector<std::int32_t> found;
    for_eights(std::span(names).first(count), [&](std::span<const std::int32_t> some) {
      CHECK(!some.empty());
      CHECK(some.size() <= 8);
      found.insert(found.end(), some.begin(), some.end());
    });
    CHECK(found == std::vector<std::int32_t>(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count)));
  }
}
