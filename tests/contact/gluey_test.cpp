#include "contact/gluey.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "contact/gluey_reference.hpp"
#include "core/error.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

struct NoProjection final : VelocityProjection {
  bool operator()(std::span<const double>, std::span<double>) override { return false; }
};

// Three rows: two bodies, and each of them on a surface; masses 1 and 4, radii 1 and 2, groups 0 and 1.
struct ThreeRows {
  ThreeRows() {
    const double zero = 0;
    bodies.add(&zero, &zero, 1, 1, 0);
    bodies.add(&zero, &zero, 2, 4, 1);
    contacts.dimension = 1;
    contacts.resize(3);
    contacts.first = {0, 1, 1};
    contacts.second = {-1, -2, 0};
    contacts.normal = {1, 1, 1};
    contacts.gap = {0, 0, 0};
  }

  // γ⁺ of the three rows for γ and λ, with velocities that leave the gaps closed.
  std::vector<double> remember(const ContactLaw& law, std::vector<double> gamma, std::vector<double> lambda) {
    contacts.memory = std::move(gamma);
    contacts.multiplier = std::move(lambda);
    NoProjection project;
    std::vector<double> kept(2);
    Cones cones;
    law.cones(contacts, step, cones);
    REQUIRE(law.finish(contacts, cones, step, free, moved, kept, project));
    CHECK(kept == moved);
    return contacts.memory;
  }

  Bodies bodies = test::empty(1);
  Contacts contacts;
  std::vector<double> inverse_mass{1, 0.25}, free{0, 0}, moved{0, 0};
  ContactStep step{.bodies = bodies, .h = 0.125, .tolerance = 1e-4, .inverse_mass = inverse_mass};
};

using Values = std::vector<double>;

}  // namespace

TEST_CASE("the lower bound of a multiplier is the force that spends the stored impulse in one step") {
  ThreeRows rows;
  rows.contacts.memory = {0, -3, -0.5};
  Cones cones, reference;
  gluey({})->cones(rows.contacts, rows.step, cones);
  CHECK(cones.lower == Values{0, -3 / 0.125, -0.5 / 0.125});
  gluey_reference({})->cones(rows.contacts, rows.step, reference);
  CHECK(reference.lower[0] == 0);
  CHECK(reference.lower[1] == -std::numeric_limits<double>::infinity());
}

TEST_CASE("pushed a contact stores, pulled it gives back, and at the bound nothing is left, exactly") {
  ThreeRows rows;
  const Values next = rows.remember(*gluey({}), {-1, -0.3, -0.7}, {5, -0.3 / 0.125, -2});
  CHECK(next[0] == doctest::Approx(-1.625));
  CHECK(next[1] == 0);
  CHECK(next[2] == doctest::Approx(-0.45));
}

TEST_CASE("an open row remembers nothing, whatever the solver's residual pushes") {
  ThreeRows rows;
  rows.contacts.gap = {1e-3, 1e-3, 1e-3};
  for (const auto& law : {gluey({}), gluey_reference({})})
    CHECK(rows.remember(*law, {0, 0, 0}, {0.05, 0.1, 0}) == Values{0, 0, 0});
  // Stored adhesion is not lost with the gap of a moment.
  CHECK(rows.remember(*gluey({}), {-1, 0, 0}, {0, 0, 0})[0] == -1);
}

TEST_CASE("roughness bounds what is stored") {
  ThreeRows rows;
  CHECK(rows.remember(*gluey({.gamma_min = -0.4}), {0, -0.25, 0}, {5, -1, 3}) == Values{-0.4, -0.125, -0.375});
  CHECK(rows.remember(*gluey({.gamma_min = 0}), {0, 0, 0}, {5, 1, 3}) == Values{0, 0, 0});
  // 6πμ ln(s_i + s_j), by group and for the obstacles
  const GlueyParameters sizes{.roughness = 0.1, .viscosity = 0.05, .obstacle_roughness = 0.3, .rough = {{GroupSet({1}), 0.2}}};
  const Values next = rows.remember(*gluey(sizes), {0, 0, 0}, {100, 100, 100});
  CHECK(next[0] == doctest::Approx(6 * M_PI * 0.05 * std::log(0.4)));
  CHECK(next[1] == doctest::Approx(6 * M_PI * 0.05 * std::log(0.5)));
  CHECK(next[2] == doctest::Approx(6 * M_PI * 0.05 * std::log(0.3)));
}

TEST_CASE("with radius scaling a larger sphere stores less for the same impulse") {
  ThreeRows rows;
  const auto law = gluey({.radius_scaling = true});
  const Values next = rows.remember(*law, {0, 0, 0}, {1, 1, 1});
  CHECK(next[0] == doctest::Approx(-0.125));            // R = 1/1²
  CHECK(next[1] == doctest::Approx(-0.125 / 4));        // R = 1/2²
  CHECK(next[2] == doctest::Approx(-0.125 * 9 / 4));    // R = (1 + 2)²/(1·2)²
  Cones cones;
  law->cones(rows.contacts, rows.step, cones);
  for (const double bound : cones.lower) CHECK(bound == doctest::Approx(-1));  // all of it comes back
}

TEST_CASE("parameters that make no sense are refused") {
  CHECK_THROWS_AS(gluey({.gamma_min = 1}), Error);
  CHECK_THROWS_AS(gluey({.gamma_min = std::nan("")}), Error);
  CHECK_THROWS_AS(gluey({.roughness = 0.1, .obstacle_roughness = 0.1}), Error);
  CHECK_THROWS_AS(gluey({.roughness = 0.1, .viscosity = 1, .rough = {{GroupSet({1}), 0}}}), Error);
  CHECK_THROWS_AS(gluey({.roughness = 0.6, .viscosity = 1, .obstacle_roughness = 0.1}), Error);
  CHECK_THROWS_AS(gluey_reference({.gamma_min = 1}), Error);
}
