#include "projection/cone_sweep.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "projection/problems.hpp"

using namespace floc;

TEST_CASE("no two rows of a colour share a body, and every row has its place") {
  for (const unsigned seed : {1u, 2u, 3u}) {
    const test::Problem p = test::random_heap(3, 300, seed, {});
    ConeColours colours;
    colours.find(p);
    std::set<std::int32_t> rows;
    for (std::size_t k = 0; k + 2 < colours.begin.size(); ++k) {
      std::set<std::int32_t> bodies;
      for (std::size_t t = 8 * colours.begin[k]; t < 8 * colours.begin[k + 1]; ++t) {
        const std::int32_t c = colours.entry[t];
        if (c < 0) continue;
        CHECK(rows.insert(c).second);
        CHECK(bodies.insert(p.first[c]).second);
        if (p.second[c] >= 0) CHECK(bodies.insert(p.second[c]).second);
      }
    }
    CHECK(rows.size() == p.rows());
  }
}

TEST_CASE("a stretch meets its own bodies and those of the one before, and no other; rows that reach further come last") {
  // A strip ten bodies wide, whose order is theirs backwards; one body touches many.
  test::Problem p;
  p.dimension = 2;
  const std::size_t n = 50000;
  for (std::size_t i = 0; i < n; ++i) p.add_body(1, {});
  for (std::size_t i = 1; i < n; ++i) {
    p.add_row(i, static_cast<std::int32_t>(i) - 1, 0, {{1, 0, 0}});
    if (i >= 10) p.add_row(i, static_cast<std::int32_t>(i) - 10, 0, {{0, 1, 0}});
    if (i % 500 == 0) p.add_row(i, 7, 0, {{0, 1, 0}});
    if (i % 1000 == 0) p.add_row(i, -1, 0, {{0, 1, 0}});
  }
  std::vector<std::int32_t> order;
  for (std::size_t k = 0; k < n; ++k) order.push_back(static_cast<std::int32_t>(n - 1 - k));
  ProjectionProblem q = p;
  q.order = order;
  ConeColours colours;
  colours.find(q);
  REQUIRE(colours.stretches() > 4);
  std::set<std::int32_t> rows;
  const auto place = [&](std::int32_t c, std::set<std::int32_t>& bodies) {
    rows.insert(c);
    bool alone = bodies.insert(p.first[c]).second;
    if (p.second[c] >= 0) alone = bodies.insert(p.second[c]).second && alone;
    return alone;
  };
  for (std::size_t b = 0; b < colours.stretches(); ++b)
    for (std::size_t k = colours.stretch[b]; k < colours.stretch[b + 1]; ++k) {
      std::set<std::int32_t> bodies;
      bool alone = true;
      for (std::size_t t = 8 * colours.begin[k]; t < 8 * colours.begin[k + 1]; ++t)
        if (colours.entry[t] >= 0) alone = place(colours.entry[t], bodies) && alone;
      CHECK(alone);
      const auto stretch = [&](std::int32_t i) { return (n - 1 - static_cast<std::size_t>(i)) / colours.extent; };
      CHECK(std::all_of(bodies.begin(), bodies.end(), [&](auto i) { return stretch(i) == b || stretch(i) + 1 == b; }));
    }
  const std::size_t near = rows.size();
  CHECK(p.rows() - near > 60);
  CHECK(p.rows() - near < 100);
  for (std::size_t t = 8 * colours.begin[colours.stretch.back()]; t < colours.entry.size(); ++t)
    if (colours.entry[t] >= 0) rows.insert(colours.entry[t]);
  CHECK(rows.size() == p.rows());
}

TEST_CASE("rows that find no colour are alone in their groups") {
  test::Problem p;
  p.dimension = 2;
  p.add_body(1, {});
  for (std::size_t i = 1; i <= 100; ++i) {
    p.add_body(1, {});
    p.add_row(i, 0, 0, {{1, 0, 0}});
  }
  ConeColours colours;
  colours.find(p);
  CHECK(colours.groups() == colours.begin.back());
  CHECK(colours.groups() - colours.shared == 36);  // 64 have a colour each
}
