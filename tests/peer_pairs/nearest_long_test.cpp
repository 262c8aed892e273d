#include <doctest/doctest.h>

#include "peer_pairs/pairs.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("distances and least ways out of a million random pairs are those of FCL and libccd") {
  Sampler sampler(2);
  int near_libccd = 0, overlapping = 0;
  for (const TwoBodies& a : two_bodies())
    for (const TwoBodies& b : two_bodies()) {
      Comparison c;
      compare(a, b, sampler, 40000, c);
      CAPTURE(a.name);
      CAPTURE(b.name);
      MESSAGE(a.name, " and ", b.name, ": apart off by ", c.worst_distance, ", overlap disagrees ", c.disagree,
              " times");
      CHECK(c.worst_distance < 1e-4);  // libccd's, of round bodies that nearly touch; of flat ones it is 1e-13
      CHECK(c.worst_depth < 1e-9);
      CHECK(c.disagree == 0);
      near_libccd += c.near_libccd;
      overlapping += c.overlapping;
    }
  MESSAGE("libccd's depth is ours to 1e-4 in ", near_libccd, " of ", overlapping);
}
