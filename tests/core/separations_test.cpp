#include "core/separations.hpp"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "core/random.hpp"

using namespace floc;

namespace {

constexpr std::uint64_t count = 150;  // more than two batches

Vec<3> vector(std::uint64_t q) {
  return {{9 * normal({4, q, 0, 0}), 9 * normal({4, q, 1, 0}), 9 * normal({4, q, 2, 0})}};
}

Domain half_periodic() {
  Domain domain;
  domain.period = {7, 0, 2.5};
  return domain;
}

}  // namespace

TEST_CASE("many separations are to the bit what each is alone") {
  const Domain domain = half_periodic();
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{13}, Separations<3>::most}) {
    Separations<3> many;
    for (std::size_t q = 0; q < size; ++q) many.set(q, vector(q));
    many.finish(domain, size);
    for (std::size_t q = 0; q < size; ++q) {
      const Vec<3> alone = domain.nearest_image(vector(q));
      CHECK(many.at(q) == alone);
      CHECK(many.square[q] == dot(alone, alone));
    }
  }
}

TEST_CASE("a sieve takes the pairs that are near enough, each once and in their order") {
  const Domain domain = half_periodic();
  const auto limit = [](std::uint64_t q) { return 3 + 3 * static_cast<double>(q % 4); };
  std::vector<std::pair<std::size_t, std::int32_t>> taken, expected;
  const auto take = [&](std::size_t i, std::int32_t name, std::size_t k) {
    taken.emplace_back(i, name);
    CHECK(k == static_cast<std::size_t>(name));
  };
  Sieve<3, decltype(take)> sieve(domain, take);
  std::vector<std::int32_t> names;
  for (std::uint64_t q = 0; q < count; ++q) {
    names.push_back(static_cast<std::int32_t>(q));
    if (norm(domain.nearest_image(vector(q))) < limit(q)) expected.emplace_back(q < 100, names.back());
  }
  const auto of = [&](std::int32_t name) {
    const auto q = static_cast<std::uint64_t>(name);
    return std::pair(vector(q), limit(q));
  };
  sieve.add(1, std::span(names).first(100), of);
  sieve.add(0, std::span(names).subspan(100), of);
  sieve.finish();
  CHECK(expected.size() > 30);
  CHECK(expected.size() < count - 30);
  CHECK(taken == expected);
}
