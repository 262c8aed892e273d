#include "draw/ground_shadow.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace floc;

namespace {

const Vec3 low{{0, 0, 0}}, high{{2, 1, 1}};

float darkest(const GroundShadow& s) { return *std::max_element(s.dark.begin(), s.dark.end()); }

}  // namespace

TEST_CASE("a shadow lies beneath its body, and is softer and paler where that is higher") {
  const GroundShadow near = ground_shadow({{1.5, 0.25, 0.1, 0.1}}, low, high);
  const auto at = std::max_element(near.dark.begin(), near.dark.end()) - near.dark.begin();
  CHECK(near.x + near.cell * (static_cast<double>(at % near.columns) + 0.5) == doctest::Approx(1.5).epsilon(0.02));
  CHECK(near.y + near.cell * (static_cast<double>(at / near.columns) + 0.5) == doctest::Approx(0.25).epsilon(0.05));
  const GroundShadow far = ground_shadow({{1.5, 0.25, 0.6, 0.1}}, low, high);
  CHECK(darkest(far) < 0.6f * darkest(near));
  CHECK(darkest(near) < 1);
}

TEST_CASE("a faint shadow covers the area of its body, however soft it is") {
  for (const double height : {0.02, 0.2, 0.4}) {
    const GroundShadow s = ground_shadow({{1, 0.5, height, 0.02}}, low, high);
    double area = 0;
    for (const float d : s.dark) area -= std::log1p(-static_cast<double>(d)) * s.cell * s.cell;
    CHECK(area == doctest::Approx(3.141592653589793 * 0.02 * 0.02).epsilon(0.02));
  }
}

TEST_CASE("the softest shadow ends without an edge, and one on the ground in the corner is whole") {
  const GroundShadow s = ground_shadow({{1, 0.5, 3, 0.5}, {0, 0, 3, 0.5}}, low, high);
  for (int x = 0; x < s.columns; ++x) CHECK(s.dark[static_cast<std::size_t>(x)] < 1e-3);
  const GroundShadow corner = ground_shadow({{0, 0, 0.02, 0.02}}, low, high);
  double area = 0;
  for (const float d : corner.dark) area -= std::log1p(-static_cast<double>(d)) * corner.cell * corner.cell;
  CHECK(area == doctest::Approx(3.141592653589793 * 0.02 * 0.02).epsilon(0.02));
}

TEST_CASE("bodies without a place, far off or without a size cast none") {
  const double nan = std::nan("");
  const GroundShadow s =
      ground_shadow({{nan, 0, 0, 1}, {0.5, 0.5, nan, 1}, {99, 0, 0, 1}, {0.5, 0.5, 0, 0}}, low, high);
  CHECK(darkest(s) == 0);
  CHECK(ground_shadow({{0, 0, 1, 1}}, low, low).columns == 0);
}
