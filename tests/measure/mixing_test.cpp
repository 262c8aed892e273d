#include "measure/mixing.hpp"

#include <algorithm>
#include <cmath>

#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// 8 bodies in 3 cells of unequal number; the groups as told.
Instant dealt(const std::vector<int>& groups) {
  Instant now{empty(1)};
  for (double x : {0.1, 0.2, 0.3, 1.1, 1.2, 2.1, 2.2, 2.3}) add(now.bodies, {{x, 0, 0}}, {}, 0.01);
  for (std::size_t i = 0; i < groups.size(); ++i) now.bodies.group[i] = groups[i];
  return now;
}

MeasurementPtr in_three_cells(const std::vector<std::string>& groups = {}) {
  MeasureSettings s = settings(1);
  s.groups = {"0", "1", "2", "3", "4", "5"};
  s.low = Vec3{};
  s.high = Vec3{{3, 0, 0}};
  MeasureMixing mixing;
  mixing.groups = groups;
  mixing.cells = {3};
  return mixing.make(s);
}

}  // namespace

TEST_CASE("groups that share no cell have the index 0") {
  CHECK(number(*in_three_cells(), dealt({0, 0, 0, 1, 1, 0, 0, 0}).frame(), "index") == doctest::Approx(0));
}

TEST_CASE("over all ways to deal the groups out the index is 1 on average, exactly") {
  std::vector<int> groups{0, 0, 0, 1, 1, 1, 1, 1};
  const auto m = in_three_cells();
  double sum = 0, ways = 0;
  do {
    sum += number(*m, dealt(groups).frame(), "index");
    ++ways;
  } while (std::next_permutation(groups.begin(), groups.end()));
  CHECK(ways == 56);
  CHECK(sum / ways == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("equal shares in every cell are more even than chance: above 1; one group alone has no index") {
  const auto m = in_three_cells({"2", "5"});
  const Instant now = dealt({2, 5, 9, 2, 5, 2, 5, 9});
  CHECK(number(*m, now.frame(), "bodies") == 6);
  CHECK(number(*m, now.frame(), "index") > 1);
  CHECK(std::isnan(number(*in_three_cells(), dealt({0, 0, 0, 0, 0, 0, 0, 0}).frame(), "index")));
}
