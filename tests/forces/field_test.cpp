#include "forces/field.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/error.hpp"
#include "forces_fixture.hpp"

using namespace floc;
using namespace floc::test;

namespace {

Expression of_state(const char* text) { return {text, field_variables()}; }

}  // namespace

TEST_CASE("a field per unit of mass adds h F, a force per body h F/m") {
  const Bodies bodies = random_bodies(1500, 3);
  const std::vector<Expression> f{of_state("x*vy - t"), of_state("sin(z)"), of_state("vx + vz")};
  const double h = 0.1, t = 2;
  const auto per_mass = free_velocity(*field(f, true), bodies, t, h);
  const auto per_body = free_velocity(*field(f, false), bodies, t, h);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double *x = bodies.x(i), *v = bodies.v(i);
    const double expected[3] = {x[0] * v[1] - t, std::sin(x[2]), v[0] + v[2]};
    for (int k = 0; k < 3; ++k) {
      REQUIRE(per_mass[3 * i + k] == doctest::Approx(v[k] + h * expected[k]));
      REQUIRE(per_body[3 * i + k] == doctest::Approx(v[k] + h / bodies.mass[i] * expected[k]));
    }
  }
  CHECK(!field(f, true)->implicit());
}

TEST_CASE("a magnetic field turns the velocity and keeps its energy, at first order") {
  const auto energy_drift = [](int n) {
    Bodies bodies;
    bodies.dimension = 2;
    const double x[2] = {0, 0}, v[2] = {1, 0};
    bodies.add(x, v, 1, 1, 0);
    const auto force = field({of_state("vy"), of_state("-vx")}, true);
    for (int k = 0; k < n; ++k) bodies.velocity = free_velocity(*force, bodies, 0, 1.0 / n);
    return kinetic_energy(bodies) - 0.5;
  };
  CHECK(energy_drift(200) / energy_drift(100) == doctest::Approx(0.5).epsilon(0.02));
}

TEST_CASE("a field has the same bits for 1, 2, 3 and 7 threads, and a force may be used by several at once") {
  const Bodies bodies = random_bodies(20000, 2);
  const auto force = field({of_state("cos(x)*vy"), of_state("exp(-y^2) + t")}, false);
  const auto one = free_velocity(*force, bodies, 1, 0.1, 1);
  for (int threads : thread_counts) CHECK(free_velocity(*force, bodies, 1, 0.1, threads) == one);
}

TEST_CASE("a field acts on the groups it is given") {
  Bodies bodies = random_bodies(100, 2);
  for (std::size_t i = 0; i < bodies.size(); ++i) bodies.group[i] = static_cast<std::int32_t>(i % 3);
  for (const char* text : {"1", "1 + 0*x"}) {  // the same for all bodies, and evaluated for each
    const auto kicked = free_velocity(*field({of_state(text), of_state("0")}, true, GroupSet({0, 2})), bodies, 0, 1);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      CHECK(kicked[2 * i] == bodies.velocity[2 * i] + (i % 3 == 1 ? 0 : 1));
  }
}
