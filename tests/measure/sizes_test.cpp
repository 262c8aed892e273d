#include "measure/sizes.hpp"

#include <cmath>

#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a line a size: how many, which share of the bodies, how wide") {
  Instant now{empty(2)};
  for (int n : {1, 3, 3, 1, 1}) block(now.bodies, {{0, 5.0 * static_cast<double>(now.bodies.size()), 0}}, n, 1);
  const auto m = MeasureSizes{}.make(settings(2));
  const Lines lines = m->take(now.frame());
  CHECK(column(*m, lines, "size") == std::vector<double>{1, 3});
  CHECK(column(*m, lines, "number") == std::vector<double>{3, 2});
  CHECK(column(*m, lines, "share")[1] == doctest::Approx(6.0 / 9));
  CHECK(column(*m, lines, "gyration")[1] == doctest::Approx(std::sqrt(4.0 * 8 / 12 + 0.5)));
}
