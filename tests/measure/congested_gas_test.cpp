#include "measure/congested_gas.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "core/error.hpp"
#include "measure/monotone.hpp"
#include "support/gas.hpp"

using namespace floc;
using namespace floc::test;

namespace {

using Contact = GasContact;
using Force = std::function<double(double, double)>;

void run(CongestedGas& gas, int steps, double until, const Force& force) {
  const double h = until / steps;
  for (int s = 0; s < steps; ++s) gas.advance(h, force);
}
double none(double, double) { return 0; }

}  // namespace

TEST_CASE("a sampled gas has the mass of its density, in cells of the same mass") {
  const GasState gas = sample_gas([](double x) { return 0.5 + 0.5 * x; }, [](double x) { return x; }, 0, 1, 100);
  CHECK(gas.size() == 100);
  CHECK(100 * gas.mass[7] == doctest::Approx(0.75));
  CHECK(gas.velocity == gas.position);
  CHECK(l1_distance(gas.density(), steps_of([](double x) { return 0.5 + 0.5 * x; }, 0, 1)) < 0.02);
  CHECK_THROWS_AS(sample_gas([](double) { return 0.0; }, [](double) { return 0.0; }, 0, 1, 4), Error);
}

TEST_CASE("without a force both gases follow the exact projection, however long the step") {
  const auto start = [] {
    return sample_gas([](double x) { return 0.5 + 0.4 * std::cos(3 * x); },
                      [](double x) { return std::sin(5 * x) - 0.5 * x; }, -2, 2, 500);
  };
  const std::vector<double> want = sticky_blocks(blocks_of_gas(start()), 1.5);
  for (const Contact contact : {Contact::dry, Contact::lubricated})
    for (const int steps : {1, 3, 100}) {
      CongestedGas gas(start(), contact);
      run(gas, steps, 1.5, none);
      double worst = 0;
      for (std::size_t i = 0; i < want.size(); ++i)
        worst = std::max(worst, std::abs(gas.state().position[i] - want[i]));
      CHECK(worst < 1e-12);
      if (contact == Contact::lubricated)
        for (std::size_t k = 0; k <= want.size(); ++k)
          CHECK(gas.state().adhesion[k] == doctest::Approx(-gas.impulse()[k]));
    }
}

TEST_CASE("two halves that meet: saturated zone, fronts and pressure converge at first order") {
  const Meeting exact;
  const double t = 0.4;
  std::vector<double> density, velocity, impulse;
  for (const std::size_t n : {100u, 200u, 400u, 800u}) {
    CongestedGas gas(exact.start(n), Contact::dry);
    run(gas, static_cast<int>(n / 4), t, none);
    density.push_back(l1_distance(gas.state().density(), exact.density(t)));
    velocity.push_back(l1_distance(gas.state().velocity_by_mass(), exact.velocity(t)));
    impulse.push_back(l1_distance(between_cells(gas.state(), gas.impulse()), exact.impulse(t)));
    CHECK(integral(gas.state().pressure_profile()) == doctest::Approx(integral(exact.pressure(t))).epsilon(0.1));
  }
  CHECK(mean_order(density) > 0.9);
  CHECK(mean_order(velocity) > 0.9);
  CHECK(mean_order(impulse) > 0.9);
  CHECK(density.back() < 0.01);
}

TEST_CASE("a column that falls to the floor: density, velocity and pressure converge at first order") {
  const Falling exact;
  const double t = 0.9;
  for (const Contact contact : {Contact::dry, Contact::lubricated}) {  // nothing pulls: they agree
    std::vector<double> density, velocity, impulse;
    for (const std::size_t n : {100u, 200u, 400u, 800u}) {
      CongestedGas gas(exact.start(n), contact, {.low = 0});
      run(gas, static_cast<int>(n), t, Falling::force);
      density.push_back(l1_distance(gas.state().density(), exact.density(t)));
      velocity.push_back(l1_distance(gas.state().velocity_by_mass(), exact.velocity(t)));
      impulse.push_back(l1_distance(between_cells(gas.state(), gas.impulse()), exact.impulse(t)));
    }
    CHECK(mean_order(density) > 0.9);
    CHECK(mean_order(velocity) > 0.9);
    CHECK(mean_order(impulse) > 0.9);
    CHECK(impulse.back() < 1e-3);
  }
}

TEST_CASE("walls carry what is pressed against them, on both sides") {
  const auto slab = [] { return sample_gas([](double) { return 1.0; }, [](double) { return 0.0; }, 0, 1, 50); };
  for (const Contact contact : {Contact::dry, Contact::lubricated}) {
    CongestedGas left(slab(), contact, {.low = 0, .high = 1});
    run(left, 10, 0.5, Falling::force);
    CHECK(left.state().pressure.front() == doctest::Approx(1));
    CHECK(left.state().pressure.back() == doctest::Approx(0));
    CHECK(left.state().pressure[25] == doctest::Approx(0.5));
    CongestedGas right(slab(), contact, {.low = 0, .high = 1});
    run(right, 10, 0.5, [](double, double) { return 2.0; });
    CHECK(right.state().pressure.front() == doctest::Approx(0));
    CHECK(right.state().pressure.back() == doctest::Approx(2));
  }
  CHECK_THROWS_AS(CongestedGas(slab(), Contact::dry, {.low = 0, .high = 0.99}), Error);
  CHECK_THROWS_AS(CongestedGas({}, Contact::dry), Error);
}

TEST_CASE("a slab pressed together and pulled: dry it opens at once, lubricated when its adhesion is used up") {
  for (const bool lubricated : {false, true}) {
    std::vector<double> density, velocity;
    for (const int steps : {240, 480, 960}) {
      CongestedGas gas(Pressed::start(static_cast<std::size_t>(steps)),
                       lubricated ? Contact::lubricated : Contact::dry);
      const double h = 3.0 / steps;
      double adhesion = 0;
      for (int s = 1; s <= steps; ++s) {
        gas.advance(h, Pressed::force);
        if (lubricated)
          adhesion = std::max(
              adhesion, l1_distance(between_cells(gas.state(), gas.state().adhesion), Pressed::adhesion(gas.time())));
      }
      CHECK(adhesion < h);
      density.push_back(l1_distance(gas.state().density(), Pressed::density(gas.time(), lubricated)));
      velocity.push_back(l1_distance(gas.state().velocity_by_mass(), Pressed::velocity(gas.time(), lubricated)));
    }
    CHECK(mean_order(velocity) > 0.9);
    CHECK(density.back() < 0.01);
  }
}

TEST_CASE("two lubricated gases with the same force and the same W come nearer, never part") {
  std::mt19937 random(5);
  const auto unit = [&] { return static_cast<double>(random()) / 4294967296.0; };
  GasState a = sample_gas([](double) { return 0.5; }, [](double) { return 0.0; }, 0, 1, 200), b = a;
  for (std::size_t i = 0; i < a.size(); ++i) {
    a.velocity[i] = b.velocity[i] = 2 * unit() - 1;
    b.position[i] += 2e-3 * unit();
  }
  CongestedGas first(a, Contact::lubricated), second(b, Contact::lubricated);
  double last = 1;
  for (int s = 0; s < 300; ++s) {
    const double push = std::sin(0.1 * s);
    for (CongestedGas* gas : {&first, &second}) gas->advance(0.01, [&](double, double) { return push; });
    double distance = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      distance += a.mass[i] * std::pow(first.state().position[i] - second.state().position[i], 2);
    CHECK(distance <= last * (1 + 1e-12));
    last = distance;
  }
}

TEST_CASE("blocks and gas turn into each other, with the forces of neighbours as the pressure") {
  const GasState gas = sample_gas([](double) { return 0.5; }, [](double x) { return x; }, 0, 1, 4);
  const Bodies blocks = blocks_of_gas(gas);
  CHECK(blocks.radius[2] == doctest::Approx(0.5 * gas.mass[2]));
  Contacts contacts;
  contacts.dimension = 1;
  contacts.resize(4);
  contacts.first = {0, 1, 2, 3};
  contacts.second = {Contacts::second_of_surface(0), 0, 0, Contacts::second_of_surface(1)};
  contacts.normal = {1, 1, 1, -1};
  contacts.multiplier = {4, 3, 0, 7};
  contacts.memory = {-1, -2, 0, -3};
  const GasState back = gas_of_blocks(blocks, contacts);
  CHECK(back.position == gas.position);
  CHECK((back.pressure == std::vector<double>{4, 3, 0, 0, 7}));
  CHECK((back.adhesion == std::vector<double>{-1, -2, 0, 0, -3}));
  Bodies plane;
  plane.dimension = 2;
  CHECK_THROWS_AS(gas_of_blocks(plane, contacts), Error);
}
