#include "forces/pair_memory.hpp"

#include <doctest/doctest.h>

#include "forces_fixture.hpp"

using namespace floc;

namespace {

// Pairs that need several blocks, in an order that is not theirs.
void renew(PairMemory& memory, std::size_t bodies, int threads) {
  Executor executor(threads);
  memory.renew(bodies, executor, [&](std::size_t i, auto&& add) {
    const auto n = static_cast<std::int32_t>(i);
    if (i % 3 == 0) return;
    if (i > 1) add(n - 1);
    add(-1 - n % 5);
    if (i > 10) add(n / 2);
  });
}

}  // namespace

TEST_CASE("renewed pairs are sorted, and the same for any number of threads") {
  PairMemory one;
  renew(one, 2000, 1);
  const PairList& pairs = one.pairs();
  CHECK(pairs.size() > 3000);
  for (std::size_t k = 1; k < pairs.size(); ++k)
    REQUIRE(ContactKey{pairs.first[k - 1], pairs.second[k - 1]} < ContactKey{pairs.first[k], pairs.second[k]});
  for (const int threads : test::thread_counts) {
    PairMemory more;
    renew(more, 2000, threads);
    CHECK(more.pairs() == pairs);
  }
}

TEST_CASE("what is joined is known by its pair, and the pairs before are known while others are chosen") {
  PairMemory memory;
  CHECK_FALSE(memory.has(0, -1));
  memory.restore({{1, 4, 4}, {0, -2, 3}});
  CHECK(memory.has(1, 0));
  CHECK(memory.has(4, -2));
  CHECK(memory.has(4, 3));
  CHECK_FALSE(memory.has(4, 0));
  CHECK_FALSE(memory.has(3, 0));
  CHECK_FALSE(memory.has(99, 0));  // came later
  Executor executor(1);
  memory.renew(7, executor, [&](std::size_t i, auto&& add) {
    if (memory.has(i, 3) || i == 6) add(3);
  });
  CHECK(memory.pairs() == PairList{{4, 6}, {3, 3}});
  CHECK(memory.has(6, 3));
  CHECK_FALSE(memory.has(1, 0));
}

TEST_CASE("pairs go with their bodies when these have other indices, and are forgotten with those that leave") {
  PairMemory memory;
  memory.restore({{1, 2, 3, 3, 4}, {0, -1, -3, 2, 1}});
  // 1 leaves, 4 takes its place; 2 and 3 change places.
  const std::vector<std::int32_t> now{0, -1, 3, 2, 1};
  memory.renumber(now);
  CHECK(memory.pairs() == PairList{{2, 3, 3}, {-3, -1, 2}});
  CHECK(memory.has(3, 2));
}
