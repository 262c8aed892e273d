#include "measure/settings.hpp"

#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("the box measured is the one given, else the period, else what the bodies fill") {
  Instant now{empty(2)};
  add(now.bodies, {{1, 2, 0}}, {}, 0.5);
  add(now.bodies, {{9, 4, 0}}, {}, 1);
  now.domain.period = {6, 0, 0};
  MeasureSettings s = settings(2);
  const Region own = region_of(now.frame(), s);
  CHECK(own.low == Vec3{{0, 1.5, 0}});
  CHECK(own.high == Vec3{{6, 5, 0}});
  CHECK(own.volume(2) == doctest::Approx(21));
  CHECK(bodies_of(now.frame(), s).size() == 2);
  s.low = Vec3{{2, 3, 0}};
  s.high = Vec3{{4, 5, 0}};
  CHECK(region_of(now.frame(), s).volume(2) == 4);
  CHECK(bodies_of(now.frame(), s) == std::vector<std::size_t>{1});  // whose image is at x = 3
  s.low = Vec3{{8, 3, 0}};
  s.high = Vec3{{10, 5, 0}};
  CHECK(bodies_of(now.frame(), s) == std::vector<std::size_t>{1});  // in a box beyond the period
  s.low = Vec3{{-3, 0, 0}};
  s.high = Vec3{{30, 10, 0}};
  CHECK(region_of(now.frame(), s).volume(2) == 60);  // a period is the most there is
  CHECK(bodies_of(now.frame(), s).size() == 2);
}
