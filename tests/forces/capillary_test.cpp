#include "forces/capillary.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "core/error.hpp"
#include "forces/pair_memory.hpp"
#include "forces_fixture.hpp"

using namespace floc;

namespace {

CapillaryParameters given(double a, double b, double c, double rupture) {
  CapillaryParameters p;
  p.surface_tension = 0.5;
  p.given = {a, b, c, rupture};
  return p;
}
CapillaryParameters liquid(double volume, double angle) {
  CapillaryParameters p;
  p.surface_tension = 0.5;
  p.liquid = {volume, angle};
  return p;
}

// Two bodies of radii 1 and 4 on a line, apart by a gap.
Bodies two(double gap) {
  Bodies bodies;
  bodies.dimension = 1;
  const double zero = 0, x = 5 + gap;
  bodies.add(&zero, &zero, 1, 2, 0);
  bodies.add(&x, &zero, 4, 10, 1);
  return bodies;
}

// V* of the two after the force, when they were joined before or not.
std::vector<double> pulled(const Force& force, const Bodies& bodies, bool joined) {
  test::Place place(bodies, force.range());
  PairMemory memory;
  if (joined) memory.restore({{1}, {0}});
  Surroundings around = place.at(0, 0.1);
  around.memory = &memory;
  force.remember(around, memory);
  std::vector<double> free = bodies.velocity;
  force.add(around, {free});
  return free;
}

}  // namespace

TEST_CASE("the law of given coefficients: constant below contact, decaying beyond, nothing from rupture on") {
  const CapillaryBridge bridge = given(3, 0.4, 0.1, 0.5).between(1, 4);
  const double size = std::numbers::pi * 0.5 * 2;
  CHECK(bridge.force(0) == doctest::Approx(size * (std::exp(0.4) + 0.1)));
  CHECK(bridge.force(-0.2) == bridge.force(0));
  CHECK(bridge.force(0.3) == doctest::Approx(size * (std::exp(0.4 - 0.9) + 0.1)));
  CHECK(bridge.force(0.5) == 0);
  CHECK(bridge.force(7) == 0);
}

TEST_CASE("the energy is minus the work left until rupture, and its slope is the force") {
  for (const double a : {0.0, 1e-9, 3.0, 500.0}) {
    const CapillaryBridge bridge = given(a, 0.4, 0.1, 0.5).between(1, 1);
    CHECK(bridge.energy(0.5) == 0);
    for (const double gap : {-0.3, -1e-3, 0.01, 0.1, 0.3, 0.49}) {
      const double e = 1e-6 / (1 + a);
      CHECK((bridge.energy(gap + e) - bridge.energy(gap - e)) / (2 * e) ==
            doctest::Approx(bridge.force(gap)).epsilon(1e-6));
    }
  }
}

TEST_CASE("coefficients from volume and angle are those of Soulié et al., for the larger radius") {
  // V/R³ = 0.01 and θ = 0: the values of their formulas, to six digits.
  const CapillaryBridge dry_angle = liquid(0.01 * 8, 0).between(1, 2);
  CHECK(dry_angle.a * 2 == doctest::Approx(12.6297).epsilon(1e-5));
  CHECK(dry_angle.b == doctest::Approx(0.517762).epsilon(1e-5));
  CHECK(dry_angle.c == doctest::Approx(0.0697107).epsilon(1e-5));
  CHECK(dry_angle.rupture == doctest::Approx(std::cbrt(0.08)));
  CHECK(dry_angle.size == doctest::Approx(std::numbers::pi * 0.5 * std::sqrt(2)));
  const double theta = 0.3;
  const CapillaryBridge other = liquid(0.01, theta * 180 / std::numbers::pi).between(1, 1);
  CHECK(other.b - liquid(0.01, 0).between(1, 1).b == doctest::Approx(-0.278435 * theta * theta).epsilon(1e-5));
  CHECK(other.rupture == doctest::Approx(1.15 * std::cbrt(0.01)));
}

TEST_CASE("a pair pulls once it has touched, opposite and equal, until it is out of reach") {
  const ForcePtr force = capillary(given(3, 0.4, 0.1, 0.5));
  CHECK(force->range() == 0.5);
  const double f = given(3, 0.4, 0.1, 0.5).between(1, 4).force(0.2), h = 0.1;
  for (const double gap : {0.2, 0.5, 0.6}) {
    const std::vector<double> strangers = pulled(*force, two(gap), false), joined = pulled(*force, two(gap), true);
    CHECK(strangers == std::vector<double>{0, 0});
    CHECK(joined[0] == doctest::Approx(gap < 0.5 ? h * f / 2 : 0));
    CHECK(joined[1] == doctest::Approx(gap < 0.5 ? -h * f / 10 : 0));
  }
  CHECK(pulled(*force, two(0), false)[0] > 0);  // touching
}

TEST_CASE("bridges join grains of the groups asked for only") {
  CapillaryParameters p = given(3, 0.4, 0.1, 0.5);
  p.groups = GroupSet({1});
  CHECK(pulled(*capillary(p), two(0), true) == std::vector<double>{0, 0});
  p.groups = GroupSet({0, 1});
  CHECK(pulled(*capillary(p), two(0), true)[0] > 0);
}

TEST_CASE("bridges that make no sense are refused") {
  const double nan = std::nan("");
  const auto refused = [](const CapillaryParameters& p) { CHECK_THROWS_AS(capillary(p), Error); };
  refused({});
  refused(given(-1, 0, 0, 1));
  refused(given(1, nan, 0, 1));
  refused(given(1, 0, 0, 0));
  refused(given(1, 0, -1, 1));  // would push
  refused(liquid(0, 0));
  refused(liquid(-1, 0));
  refused(liquid(1, -0.1));
  refused(liquid(1, 91));
  refused(liquid(std::numeric_limits<double>::infinity(), 0));
  CapillaryParameters p = given(1, 0, 0, 1);
  p.surface_tension = -1;
  refused(p);
  p = given(1, 0, 0, 1);
  p.liquid = {1, 0};
  refused(p);
}
