#include "forces/chain.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "core/error.hpp"
#include "forces_fixture.hpp"

using namespace floc;
using namespace floc::test;

namespace {

std::vector<std::int64_t> names(std::int64_t begin, std::int64_t end) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(end - begin));
  std::iota(all.begin(), all.end(), begin);
  return all;
}

// An open chain, a loop that shares two of its beads, and a triangle.
std::vector<Chain> tangle() {
  return {{names(0, 8), false, 0.7, 3, 1.5}, {names(6, 12), true, 1.1, 2, 0.8}, {names(12, 15), true, 0.9, 1, 2}};
}

// f of every body, from V* of a step of 1.
std::vector<double> forces(const Force& force, const Bodies& bodies, int threads = 1) {
  std::vector<double> f = free_velocity(force, bodies, 0, 1, threads);
  const auto d = static_cast<std::size_t>(bodies.dimension);
  for (std::size_t k = 0; k < f.size(); ++k) f[k] = (f[k] - bodies.velocity[k]) * bodies.mass[k / d];
  return f;
}

double energy(const Force& force, const Bodies& bodies) { return force.energy(Place(bodies, 0).at(0, 1)); }

// Forces without the masses and velocities that would round them.
Bodies still(std::size_t n, int dimension) {
  Bodies bodies = random_bodies(n, dimension);
  std::fill(bodies.velocity.begin(), bodies.velocity.end(), 0.0);
  std::fill(bodies.mass.begin(), bodies.mass.end(), 1.0);
  return bodies;
}

}  // namespace

TEST_CASE("the force of chains and loops is minus the derivative of their energy, to 1e-8") {
  const ForcePtr force = chains(tangle());
  for (int d = 1; d <= 3; ++d) {
    Bodies bodies = still(15, d);
    const std::vector<double> f = forces(*force, bodies);
    for (std::size_t k = 0; k < f.size(); ++k) {
      const double x = bodies.position[k], step = 1e-4;
      const auto at = [&](double shift) {
        bodies.position[k] = x + shift;
        const double e = energy(*force, bodies);
        bodies.position[k] = x;
        return e;
      };
      // Fourth order: what is left is the rounding of the energy.
      const double slope = (8 * (at(step) - at(-step)) - (at(2 * step) - at(-2 * step))) / (12 * step);
      CHECK(std::abs(f[k] + slope) < 1e-8);
    }
  }
}

TEST_CASE("a chain pulls on itself without net force or torque") {
  for (int d = 2; d <= 3; ++d) {
    const Bodies bodies = still(15, d);
    const std::vector<double> f = forces(*chains(tangle()), bodies);
    Vec3 total, torque;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      total += embed(&f[i * static_cast<std::size_t>(d)], d);
      torque += cross(embed(bodies.x(i), d), embed(&f[i * static_cast<std::size_t>(d)], d));
    }
    CHECK(norm(total) < 1e-13);
    CHECK(norm(torque) < 1e-12);
  }
}

TEST_CASE("a straight chain at its rest length and a regular polygon are at rest") {
  Bodies line, loop;
  line.dimension = loop.dimension = 2;
  const double pi = std::acos(-1), zero[2] = {0, 0};
  for (int k = 0; k < 6; ++k) {
    const double x[2] = {0.6 * k, 0.8 * k}, y[2] = {std::cos(pi * k / 3), std::sin(pi * k / 3)};
    line.add(x, zero, 0.1, 1, 0);
    loop.add(y, zero, 0.1, 1, 0);
  }
  const ForcePtr open = chains({{names(0, 6), false, 1, 5, 7}}), closed = chains({{names(0, 6), true, 1, 5, 7}});
  for (const double f : forces(*open, line)) CHECK(std::abs(f) < 1e-14);
  for (const double f : forces(*closed, loop)) CHECK(std::abs(f) < 1e-14);
  CHECK(energy(*open, line) == doctest::Approx(3.5 * 4 * -1));
  CHECK(energy(*closed, loop) == doctest::Approx(3.5 * 6 * -0.5));
}

TEST_CASE("links go to the nearest image, and are cut where a bead is gone") {
  Bodies bodies;
  bodies.dimension = 1;
  const double x[3] = {0.5, 9.5, 8.7}, zero = 0;
  for (const double& at : x) bodies.add(&at, &zero, 0.1, 1, 0);
  const ForcePtr force = chains({{{0, 1, 2}, false, 0.9, 10, 0}});
  Place place(bodies, 0);
  place.domain.period[0] = 10;
  std::vector<double> free(3);
  force->add(place.at(0, 1), {free});
  CHECK(free[0] == doctest::Approx(-1));
  CHECK(free[1] == doctest::Approx(1 + 1));
  CHECK(free[2] == doctest::Approx(-1));
  CHECK(force->energy(place.at(0, 1)) == doctest::Approx(0.5 * 10 * (0.01 + 0.01)));
  bodies.id = {1, 2, 5};  // bead 0 has left; the others moved up
  std::fill(free.begin(), free.end(), 0.0);
  force->add(place.at(0, 1), {free});
  CHECK(free[0] == doctest::Approx(-1));
  CHECK(free[1] == -free[0]);
  CHECK(free[2] == 0);
}

TEST_CASE("beads at one place feel no force that is not a number") {
  Bodies bodies = still(3, 2);
  std::fill(bodies.position.begin(), bodies.position.end(), 0.5);
  for (const double f : forces(*chains({{names(0, 3), false, 1, 1, 1}}), bodies)) CHECK(f == 0);
}

TEST_CASE("many chains give the same bits for any number of threads") {
  const Bodies bodies = random_bodies(6000, 3);
  std::vector<Chain> many;
  for (std::int64_t c = 0; c < 300; ++c) many.push_back({names(20 * c, 20 * (c + 1)), c % 2 == 0, 0.5, 3, 2});
  const ForcePtr force = chains(many);
  const std::vector<double> one = free_velocity(*force, bodies, 0, 0.1, 1);
  for (const int threads : thread_counts) {
    CHECK(free_velocity(*force, bodies, 0, 0.1, threads) == one);
    Place place(bodies, 0, threads), alone(bodies, 0);
    CHECK(force->energy(place.at(0, 1)) == force->energy(alone.at(0, 1)));
  }
}

TEST_CASE("chains that make no sense are refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(chains({{{0}, false, 1, 1, 1}}), Error);
  CHECK_THROWS_AS(chains({{{0, 1}, true, 1, 1, 1}}), Error);
  CHECK_THROWS_AS(chains({{{0, 1, 0}, false, 1, 1, 1}}), Error);
  CHECK_THROWS_AS(chains({{{0, 1}, false, 0, 1, 1}}), Error);
  CHECK_THROWS_AS(chains({{{0, 1}, false, nan, 1, 1}}), Error);
  CHECK_THROWS_AS(chains({{{0, 1}, false, 1, -1, 1}}), Error);
  CHECK_THROWS_AS(chains({{{0, 1}, false, 1, 1, nan}}), Error);
  CHECK_NOTHROW(chains({}));
}
