#include "neighbours/sift.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <random>
#include <vector>

#include "support/simd_targets.hpp"

using namespace floc;
using namespace floc::test;

namespace {

constexpr std::size_t bodies = 100;

std::vector<std::int32_t> some_others(std::size_t count, std::mt19937_64& draw) {
  std::vector<std::int32_t> others(count);
  for (std::int32_t& j : others) j = static_cast<std::int32_t>(draw() % bodies);
  return others;
}

// The first `count` of the others of body 7 that f finds, on every target the same.
template <class F>
std::vector<std::int32_t> found_by(F&& f, std::size_t count) {
  std::vector<std::int32_t> first;
  bool any = false;
  for_simd_targets([&] {
    std::vector<std::int32_t> found(count + sift::spare);
    found.resize(f(found.data()));
    CHECK(found.size() <= count);
    if (any) CHECK(found == first);
    first = found;
    any = true;
  });
  return first;
}

}  // namespace

TEST_CASE("near bodies are found in their order, whatever their number and the instructions") {
  std::mt19937_64 draw(11);
  std::vector<std::uint32_t> places(4 * bodies);
  for (std::size_t k = 0; k < places.size(); ++k)
    places[k] = k % 4 == 3 ? std::bit_cast<std::uint32_t>(0.2f) : static_cast<std::uint32_t>(draw());
  const std::array<float, 3> unit{0x1p-32f, 0x1p-32f, 0x1p-31f};
  for (std::size_t count = 0; count < 40; ++count) {
    const auto others = some_others(count, draw);
    const auto found =
        found_by([&](std::int32_t* to) { return sift::near(places.data(), unit, 7, others, to); }, count);
    std::vector<std::int32_t> expected;
    for (const std::int32_t j : others) {
      double square = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const auto apart = static_cast<std::int32_t>(places[4 * static_cast<std::size_t>(j) + k] - places[28 + k]);
        square += unit[k] * unit[k] * static_cast<double>(apart) * apart;
      }
      if (square < 0.16) expected.push_back(j);
    }
    CHECK(found == expected);
  }
}

TEST_CASE("bodies that moved by more than both reaches are found, and all where a sum of reaches is below zero") {
  std::mt19937_64 draw(12);
  std::vector<float> moves(4 * bodies);
  for (std::size_t k = 0; k < moves.size(); ++k)
    moves[k] = k % 4 == 3 ? 0.4f : static_cast<float>(static_cast<double>(draw() >> 11) * 0x1p-53);
  moves[4 * 9 + 3] = -3;  // then any move is more
  for (std::size_t count = 0; count < 40; ++count) {
    const auto others = some_others(count, draw);
    const auto found = found_by([&](std::int32_t* to) { return sift::moved(moves.data(), 7, others, to); }, count);
    std::vector<std::int32_t> expected;
    for (const std::int32_t j : others) {
      const float* const other = &moves[4 * static_cast<std::size_t>(j)];
      double square = 0;
      for (std::size_t k = 0; k < 3; ++k) square += static_cast<double>(other[k] - moves[28 + k]) * (other[k] - moves[28 + k]);
      const double reach = std::max(0.0f, other[3] + moves[31]);
      if (square >= reach * reach) expected.push_back(j);
    }
    CHECK(found == expected);
  }
}
