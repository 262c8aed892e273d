#include "projection/cone_sweep.hpp"

#include <doctest/doctest.h>

#include <set>

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
