#include <doctest/doctest.h>

#include "peer_pairs/pairs.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("distances and least ways out of random pairs of every two kinds are those of FCL and libccd") {
  Sampler sampler(1);
  for (const TwoBodies& a : two_bodies())
    for (const TwoBodies& b : two_bodies()) {
      Comparison c;
      compare(a, b, sampler, 100, c);
      CAPTURE(a.name);
      CAPTURE(b.name);
      CHECK(c.apart > 20);
      CHECK(c.overlapping > 10);
      CHECK(c.worst_distance < 2e-6);  // the tolerance of libccd
      CHECK(c.worst_depth < 1e-9);
      CHECK(c.disagree == 0);
    }
}
