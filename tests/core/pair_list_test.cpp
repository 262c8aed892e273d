#include "core/pair_list.hpp"

#include <doctest/doctest.h>

using namespace floc;

TEST_CASE("pairs are sorted by key: surfaces of a body before its bodies") {
  const PairList list = PairList::sorted({{3, 1}, {2, -1}, {3, -2}, {2, 0}});
  CHECK(list.first == std::vector<std::int32_t>{2, 2, 3, 3});
  CHECK(list.second == std::vector<std::int32_t>{-1, 0, -2, 1});
  CHECK(list.pair(3) == ContactKey{3, 1});
}

TEST_CASE("keys of contacts go by first, second and feature; what gives none is of spheres") {
  CHECK(ContactKey{1, 0} == ContactKey{1, 0, 0});
  CHECK(ContactKey{1, 0} < ContactKey{1, 0, 2});
  CHECK(ContactKey{1, -1, 2} < ContactKey{1, 0, 1});
  CHECK(ContactKey{1, 0, 9} < ContactKey{2, -3});
}

TEST_CASE("the second of a surface gives the surface back") {
  for (const std::size_t s : {std::size_t{0}, std::size_t{1}, std::size_t{12345}}) {
    CHECK(PairList::second_of_surface(s) < 0);
    CHECK(PairList::surface_of(PairList::second_of_surface(s)) == static_cast<std::int32_t>(s));
  }
}
