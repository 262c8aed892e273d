#include "core/disjoint_sets.hpp"

#include <doctest/doctest.h>

#include "core/random.hpp"

using namespace floc;

TEST_CASE("the root of a set is its first member, whatever the order of the pairs") {
  const std::vector<std::pair<int, int>> pairs{{7, 3}, {3, 5}, {9, 8}, {5, 1}};
  for (const bool backwards : {false, true}) {
    std::vector<std::int32_t> parent{42, 42};  // what was there before is forgotten
    DisjointSets sets(10, parent);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const auto& [a, b] = pairs[backwards ? pairs.size() - 1 - k : k];
      sets.join(a, b);
    }
    for (const int i : {1, 3, 5, 7}) CHECK(sets.root(i) == 1);
    for (const int i : {8, 9}) CHECK(sets.root(i) == 8);
    for (const int i : {0, 2, 4, 6}) CHECK(sets.root(i) == i);
  }
}

TEST_CASE("sets are those that a walk along the pairs finds") {
  constexpr int n = 200;
  std::vector<std::pair<int, int>> pairs;
  for (std::uint64_t k = 0; k < 120; ++k)
    pairs.emplace_back(static_cast<int>(n * uniform({1, k, 0, 0})), static_cast<int>(n * uniform({1, k, 1, 0})));
  std::vector<std::int32_t> parent;
  DisjointSets sets(n, parent);
  for (const auto& [a, b] : pairs) sets.join(a, b);
  std::vector<int> first(n);  // by relaxation until nothing changes
  std::iota(first.begin(), first.end(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [a, b] : pairs) {
      const int least = std::min(first[a], first[b]);
      changed = changed || first[a] != least || first[b] != least;
      first[a] = first[b] = least;
    }
  }
  for (int i = 0; i < n; ++i) CHECK(sets.root(i) == first[i]);
}
