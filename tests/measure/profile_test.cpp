#include "measure/profile.hpp"

#include <cmath>

#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

namespace {

const double pi = std::acos(-1.0);

}  // namespace

TEST_CASE("a slice takes its exact part of a sphere, a disc and a rod") {
  for (int d : {1, 2, 3}) {
    Instant now{empty(d)};
    add(now.bodies, {{1, 1, 1}});
    MeasureSettings s = settings(d);
    s.axis = 0;
    s.bins = 4;
    s.low = Vec3{};
    s.high = Vec3{{2, 2, 2}};
    const auto m = MeasureProfile{}.make(s);
    const std::vector<double> f = column(*m, m->take(now.frame()), "fraction");
    // the cap beyond half the radius: ½; π/3 − √3/4; 5π/24, of slices of ½; 1; 2
    const double cap = d == 1 ? 0.5 : d == 2 ? pi / 3 - std::sqrt(3.0) / 4 : 5 * pi / 24;
    const double whole = d == 1 ? 2 : d == 2 ? pi : 4 * pi / 3, slice = 0.5 * std::pow(2, d - 1);
    CHECK(f[0] == doctest::Approx(cap / slice));
    CHECK(f[1] == doctest::Approx((whole / 2 - cap) / slice));
    CHECK(f[2] == doctest::Approx(f[1]));
    CHECK(f[3] == doctest::Approx(cap / slice));
  }
}

TEST_CASE("nothing is lost: the mean of the profile is the packing fraction, across a periodic border too") {
  Instant now{gas(3, 30, {{2, 3, 4}}, 5, 0.3)};
  now.domain.period = {2, 3, 4};
  for (int axis : {0, 1, 2}) {
    MeasureSettings s = settings(3);
    s.axis = axis;
    s.bins = 7;
    const auto m = MeasureProfile{}.make(s);
    double mean = 0;
    for (const double f : column(*m, m->take(now.frame()), "fraction")) mean += f / 7;
    CHECK(mean == doctest::Approx(30 * 4 * pi / 3 * 0.027 / 24));
  }
}

TEST_CASE("of a box that is given, the bodies whose centres are in its cross section count") {
  Instant now{empty(2)};
  add(now.bodies, {{1, 1, 0}}, {}, 0.5);
  add(now.bodies, {{5, 1, 0}}, {}, 0.5);
  MeasureSettings s = settings(2);
  s.bins = 1;
  s.low = Vec3{};
  s.high = Vec3{{2, 1, 0}};  // cuts the first in halves
  const auto m = MeasureProfile{}.make(s);
  CHECK(number(*m, now.frame(), "fraction") == doctest::Approx(pi * 0.25 / 2 / 2));
}
