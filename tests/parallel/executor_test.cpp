#include "parallel/executor.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

using namespace floc;

namespace {

const std::vector<int> thread_counts{1, 2, 3, 7};

}  // namespace

TEST_CASE("every item is visited once, in blocks that do not depend on the threads") {
  for (int threads : thread_counts) {
    Executor executor(threads);
    CHECK(executor.threads() == threads);
    for (std::size_t n : {0, 1, 2, 1023, 1024, 1025, 5000, 1000000}) {
      std::vector<int> visits(n, 0);
      std::atomic<std::size_t> blocks{0};
      std::atomic<bool> aligned{true};
      executor.for_blocks(n, [&](std::size_t begin, std::size_t end) {
        ++blocks;
        if (begin % 1024 != 0 || end != std::min(n, begin + 1024)) aligned = false;
        for (std::size_t i = begin; i < end; ++i) ++visits[i];
      });
      CHECK(blocks == (n + 1023) / 1024);
      CHECK(aligned);
      CHECK(std::all_of(visits.begin(), visits.end(), [](int v) { return v == 1; }));
    }
  }
}

TEST_CASE("for_each visits every item once, whatever the size of the blocks") {
  for (int threads : thread_counts) {
    Executor executor(threads);
    for (std::size_t block : {1, 3, 100, 100000}) {
      std::vector<int> visits(1000, 0);
      executor.for_each(visits.size(), [&](std::size_t i) { ++visits[i]; }, block);
      CHECK(std::all_of(visits.begin(), visits.end(), [](int v) { return v == 1; }));
    }
  }
}

TEST_CASE("a sum has the same bits for 1, 2, 3 and 7 threads") {
  std::vector<double> values(300001);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(static_cast<double>(i)) * std::exp(i % 50);
  const auto sum = [&](int threads) {
    Executor executor(threads);
    double total = 0;
    for (int again = 0; again < 5; ++again)
      total = executor.reduce(
          values.size(), 0.0,
          [&](std::size_t begin, std::size_t end) {
            double s = 0;
            for (std::size_t i = begin; i < end; ++i) s += values[i];
            return s;
          },
          [](double a, double b) { return a + b; });
    return total;
  };
  for (int threads : thread_counts) CHECK(sum(threads) == sum(1));
}

TEST_CASE("parts are combined from left to right, from the initial value on") {
  for (int threads : thread_counts) {
    Executor executor(threads);
    // a, b ↦ 31 a + b is sensitive to the order; unsigned arithmetic is exact.
    const auto digest = [&](std::size_t n, std::uint64_t initial) {
      return executor.reduce(
          n, initial, [](std::size_t begin, std::size_t end) -> std::uint64_t { return begin * 7 + end; },
          [](std::uint64_t a, std::uint64_t b) { return 31 * a + b; }, 10);
    };
    std::uint64_t expected = 5;
    for (std::uint64_t b = 0; b < 100; ++b) expected = 31 * expected + (10 * b * 7 + 10 * (b + 1));
    CHECK(digest(1000, 5) == expected);
    CHECK(digest(0, 5) == 5);
    CHECK(digest(4, 5) == 31 * 5 + 4);
  }
}

TEST_CASE("parts may be small structures") {
  struct Extremes {
    double low = 1e300, high = -1e300;
  };
  for (int threads : thread_counts) {
    Executor executor(threads);
    const Extremes e = executor.reduce(
        std::size_t{100000}, Extremes{},
        [](std::size_t begin, std::size_t end) {
          return Extremes{-static_cast<double>(end), static_cast<double>(begin)};
        },
        [](Extremes a, Extremes b) { return Extremes{std::min(a.low, b.low), std::max(a.high, b.high)}; });
    CHECK(e.low == -100000);
    CHECK(e.high == 97 * 1024);
  }
}

TEST_CASE("an exception reaches the caller, and the executor works on") {
  for (int threads : thread_counts) {
    Executor executor(threads);
    for (int again = 0; again < 20; ++again) {
      CHECK_THROWS_AS(executor.for_each(100, [](std::size_t i) { if (i == 37) throw std::runtime_error("37"); }, 1),
                      std::runtime_error);
      CHECK_THROWS_AS(executor.for_each(100, [](std::size_t) { throw 1; }, 1), int);  // all threads at once
      std::atomic<int> count{0};
      executor.for_each(100, [&](std::size_t) { ++count; }, 1);
      CHECK(count == 100);
    }
  }
}

TEST_CASE("many short loops of changing sizes neither hang nor lose a block") {
  for (int threads : thread_counts) {
    Executor executor(threads);
    std::atomic<std::uint64_t> count{0};
    std::uint64_t expected = 0;
    for (std::size_t k = 0; k < 3000; ++k) {
      const std::size_t n = k * 7 % 23;
      expected += n;
      executor.for_each(n, [&](std::size_t) { count.fetch_add(1, std::memory_order_relaxed); }, 2);
    }
    CHECK(count == expected);
  }
}

TEST_CASE("executors come and go, idle or just used, and several live side by side") {
  for (int k = 0; k < 50; ++k) {
    const Executor idle(3);
    Executor a(2), b(3);
    std::atomic<int> count{0};
    a.for_each(10, [&](std::size_t) { ++count; }, 1);
    b.for_each(10, [&](std::size_t) { ++count; }, 1);
    CHECK(count == 20);
  }
}

TEST_CASE("fewer than one thread is one") {
  Executor executor(0);
  CHECK(executor.threads() == 1);
  int count = 0;
  executor.for_each(5, [&](std::size_t) { ++count; });
  CHECK(count == 5);
}
