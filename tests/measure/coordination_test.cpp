#include "measure/coordination.hpp"

#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a square lattice has four neighbours a disc in a periodic box, fewer at its edges, six in space") {
  Instant now{empty(2)};
  block(now.bodies, {}, 6, 4);
  const auto m = MeasureCoordination{}.make(settings(2)), numbers = MeasureCoordinationNumbers{}.make(settings(2));
  // 6 · 3 + 5 · 4 pairs of 24 discs: 4 corners with 2, 12 at the edges with 3, 8 inside with 4
  CHECK(number(*m, now.frame(), "mean") == doctest::Approx(2 * 38 / 24.0));
  CHECK(column(*numbers, numbers->take(now.frame()), "number") == std::vector<double>{0, 0, 4, 12, 8});
  now.domain.period = {12, 8, 0};
  CHECK(number(*m, now.frame(), "mean") == 4);
  CHECK(number(*m, now.frame(), "deviation") == 0);
  CHECK(column(*numbers, numbers->take(now.frame()), "share") == std::vector<double>{0, 0, 0, 0, 1});

  Instant space{empty(3)};
  for (int k = 0; k < 27; ++k) add(space.bodies, {{2.0 * (k % 3), 2.0 * (k / 3 % 3), 2.0 * (k / 9)}});
  space.domain.period = {6, 6, 6};
  CHECK(number(*MeasureCoordination{}.make(settings(3)), space.frame(), "mean") == 6);
}

TEST_CASE("only bodies in the box that is given are asked, but all of their neighbours count") {
  Instant now{empty(2)};
  block(now.bodies, {}, 3, 3);
  MeasureSettings s = settings(2);
  s.low = Vec3{{1, 1, 0}};
  s.high = Vec3{{3, 3, 0}};
  const auto m = MeasureCoordination{}.make(s);
  CHECK(number(*m, now.frame(), "bodies") == 1);
  CHECK(number(*m, now.frame(), "mean") == 4);
}
