// What stands by friction alone, and what falls: Painlevé's rod, an arch, a house of cards.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "forces/gravity.hpp"
#include "support/shapes.hpp"

using namespace floc;
using test::advance;

namespace {

constexpr double g = 9.81;

Setup on_the_floor() {
  Setup setup;
  setup.bodies = test::empty(2);
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
  setup.forces = {gravity({{0, -g, 0}})};
  return setup;
}

// How far any coordinate is from where it was.
double furthest(const Simulation& s, const std::vector<double>& start) {
  double most = 0;
  for (std::size_t k = 0; k < start.size(); ++k) most = std::max(most, std::abs(s.bodies().position[k] - start[k]));
  return most;
}

// A uniform rod of mass 1 and half-length 1 at tan θ = 2, whose lower end slides along the floor with speed 1 in the
// direction that friction presses it down by.
Setup painleve(double mu, double h, FrictionScheme scheme) {
  Setup setup = on_the_floor();
  const double theta = std::atan(2.0), thin = 1e-5;
  test::add_shape(setup, make_capsule(2, thin, 2), {{0, std::sin(theta) + thin, 0}}, {{-1, 0, 0}});
  setup.bodies.mass[0] = 1;
  setup.bodies.inertia[0] = 1.0 / 3;
  setup.bodies.orientation[0] = theta;
  setup.friction = std::make_shared<Friction>(mu, scheme);
  setup.h = h;
  setup.tolerance = 1e-9;
  return setup;
}

// n wedges of a semicircular arch with mean radius 1 and this thickness, on a floor: whether it stands for three
// seconds.
bool arch_stands(double thickness, double mu, FrictionScheme scheme, double tolerance = 1e-4, int n = 25) {
  Setup setup = on_the_floor();
  const double inner = 1 - 0.5 * thickness, outer = 1 + 0.5 * thickness;
  for (int k = 0; k < n; ++k) {
    const double a = std::numbers::pi * k / n, b = std::numbers::pi * (k + 1) / n;
    test::add_polygon(setup, {{{inner * std::cos(a), inner * std::sin(a), 0}},
                              {{outer * std::cos(a), outer * std::sin(a), 0}},
                              {{outer * std::cos(b), outer * std::sin(b), 0}},
                              {{inner * std::cos(b), inner * std::sin(b), 0}}});
  }
  setup.friction = std::make_shared<Friction>(mu, scheme);
  setup.h = 5e-3;
  setup.tolerance = tolerance;
  const std::vector<double> start = setup.bodies.position;
  Simulation s(std::move(setup), 1);
  while (s.time() < 3) {
    advance(s, 1);
    if (furthest(s, start) > 0.5 * thickness) return false;
  }
  return furthest(s, start) < 0.1 * thickness;
}

// Tents of two cards, one beside the other, with a card across their tops and the next storey on it.
Setup house_of_cards(int tents, double lean, double mu) {
  Setup setup = on_the_floor();
  const double thick = 0.02;
  const auto card = [&](double x, double y, double angle) {
    setup.bodies.orientation[test::add_shape(setup, make_rectangle(1, thick), {{x, y, 0}})] = angle;
  };
  const double half = 0.5 * (std::cos(lean) + thick * std::sin(lean)), high = std::sin(lean) + thick * std::cos(lean);
  double base = 0;
  for (int k = tents; k > 0; --k) {
    for (int j = 0; j < k; ++j) {
      const double x = 4 * half * (j - 0.5 * k);
      card(x - half, base + 0.5 * high, lean);
      card(x + half, base + 0.5 * high, std::numbers::pi - lean);
      if (j + 1 < k) card(x + 2 * half, base + high + 0.5 * thick, 0);
    }
    base += high + thick;
  }
  setup.friction = std::make_shared<Friction>(mu);
  setup.h = 5e-3;
  return setup;
}

}  // namespace

TEST_CASE("Painlevé's rod jams with an impulse that does not vanish with h, and no step gives it energy") {
  // With W the inverse inertia at the tip, W⁻¹(−1, 0) = (−.4, .3): it fits into the cone where μ ≥ 4/3.
  for (const FrictionScheme scheme : {FrictionScheme::convex, FrictionScheme::exact})
    for (const double mu : {1.4, 2.0})
      for (const double h : {1e-3, 1e-4, 1e-5}) {
        CAPTURE(mu);
        CAPTURE(h);
        Simulation s(painleve(mu, h, scheme), 1);
        const StepReport report = s.advance();
        REQUIRE(report.converged);
        CHECK(report.contact_impulse[1] == doctest::Approx(0.3 + 0.85 * g * h).epsilon(1e-5));
        CHECK(report.contact_work < 0);
        for (int k = 0; k < 100; ++k) {
          const StepReport next = s.advance();
          REQUIRE(next.converged);
          CHECK(next.contact_work <= 1e-12);
        }
      }
}

TEST_CASE("below 4/3 the exact law of Painlevé's rod is regular: a force, and no impulse") {
  for (const double mu : {0.8, 1.2})
    for (const double h : {1e-4, 1e-5}) {
      CAPTURE(mu);
      Simulation s(painleve(mu, h, FrictionScheme::exact), 1);
      const StepReport report = s.advance();
      REQUIRE(report.converged);
      CHECK(report.contact_impulse[1] == doctest::Approx(g * h / (1.6 - 1.2 * mu)).epsilon(1e-3));
      CHECK(report.contact_impulse[0] == doctest::Approx(mu * report.contact_impulse[1]).epsilon(1e-6));
      CHECK(report.contact_work < 0);
    }
}

TEST_CASE("a semicircular arch of 25 voussoirs stands where its thickness is above .1070 of its radius") {
  // Linear programming over the joints: .10703.
  CHECK(!arch_stands(0.105, 0.6, FrictionScheme::convex));
  CHECK(arch_stands(0.110, 0.6, FrictionScheme::convex));
  CHECK(!arch_stands(0.1068, 0.6, FrictionScheme::convex, 1e-6));
  CHECK(arch_stands(0.1073, 0.6, FrictionScheme::convex, 1e-6));
}

TEST_CASE("an arch thick enough falls where friction is below what linear programming gives, by sliding") {
  struct Least {
    double thickness, friction;
  };
  for (const FrictionScheme scheme : {FrictionScheme::convex, FrictionScheme::exact})
    for (const Least& least : {Least{0.12, 0.3802}, Least{0.15, 0.3495}, Least{0.2, 0.3077}}) {
      CAPTURE(least.thickness);
      CHECK(!arch_stands(least.thickness, least.friction - 0.005, scheme));
      CHECK(arch_stands(least.thickness, least.friction + 0.005, scheme));
    }
  CHECK(!arch_stands(0.3, 0.29, FrictionScheme::exact));
}

TEST_CASE("a house of cards stands without creep, and falls where friction is too small") {
  for (const double mu : {0.5, 0.3}) {
    CAPTURE(mu);
    Setup setup = house_of_cards(2, 70 * std::numbers::pi / 180, mu);
    const std::vector<double> start = setup.bodies.position;
    Simulation s(std::move(setup), 1);
    advance(s, 200);
    const double soon = furthest(s, start);
    advance(s, 800);
    if (mu == 0.5) {
      CHECK(soon < 1e-3);
      CHECK(furthest(s, start) < 1.5 * soon + 1e-4);
    } else {
      CHECK(furthest(s, start) > 0.3);
    }
  }
}
