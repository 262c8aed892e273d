#include "measure/aggregates_in_time.hpp"

#include <cmath>

#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a line on the aggregates of a frame: rows of 1, 2 and 5 discs") {
  Instant now{empty(2)};
  for (int n : {1, 2, 5}) block(now.bodies, {{0, 10.0 * n, 0}}, n, 1);
  const auto m = MeasureAggregates{}.make(settings(2));
  const MeasuredFrame f = now.frame();
  CHECK(number(*m, f, "bodies") == 8);
  CHECK(number(*m, f, "number") == 3);
  CHECK(number(*m, f, "mean_size") == doctest::Approx(8.0 / 3));
  CHECK(number(*m, f, "weighted_size") == doctest::Approx(30.0 / 8));
  CHECK(number(*m, f, "largest") == 5);
  // n (a² (n² − 1)/12 + ½) with a = 2, over all bodies
  CHECK(number(*m, f, "gyration") == doctest::Approx(std::sqrt((0.5 + 2 * 1.5 + 5 * 8.5) / 8)));
  CHECK(std::isnan(number(*m, f, "fractal_dimension")));
  CHECK(number(*m, f, "fractal_aggregates") == 1);
}

TEST_CASE("a frame without bodies has no aggregates, and is no reason to stop") {
  const Instant now{empty(3)};
  for (const MeasurementKind& kind : measurement_kinds()) {
    if (kind.whole_run || kind.fluid) continue;
    const auto m = some(kind, settings(3));
    for (const auto& line : m->take(now.frame())) CHECK(line.size() == m->columns().size());
  }
}
