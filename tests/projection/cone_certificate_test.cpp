#include "projection/cone_certificate.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "projection/problems.hpp"

using namespace floc;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double distance(const ConeForce& a, const ConeForce& b, double stretch) {
  const Vec3 t = a.tangential - b.tangential;
  return (a.normal - b.normal) * (a.normal - b.normal) + stretch * dot(t, t);
}

}  // namespace

TEST_CASE("the nearest point of a cone is in it, and none of it is nearer") {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 200; ++k) {
    const ConeForce f{normal(random), {{normal(random), normal(random), 0}}};
    const double lower = k % 3 == 0 ? 0 : -std::abs(normal(random)), mu = std::abs(normal(random));
    const double stretch = 1 + std::abs(normal(random));
    const ConeForce p = project_on_cone(f, lower, mu, stretch);
    CHECK(norm(p.tangential) <= mu * (p.normal - lower) * (1 + 1e-12) + 1e-15);
    for (int q = 0; q < 50; ++q) {
      const double n = lower + std::abs(normal(random)), angle = normal(random),
                   t = mu * (n - lower) * std::abs(std::sin(normal(random)));
      const ConeForce other{n, {{t * std::cos(angle), t * std::sin(angle), 0}}};
      CHECK(distance(f, p, stretch) <= distance(f, other, stretch) * (1 + 1e-9));
    }
  }
}

TEST_CASE("a half-line, an equality and a joint are cones, too") {
  const ConeForce f{-2, {{1, 0, 0}}};
  CHECK(project_on_cone(f, 0, 0, 1).normal == 0);
  CHECK(project_on_cone(f, -infinity, 0, 1).normal == -2);
  CHECK(project_on_cone(f, -infinity, 0, 1).tangential == Vec3{});
  CHECK(project_on_cone(f, -infinity, infinity, 1).tangential == f.tangential);
}

TEST_CASE("the metric of spheres is that of any levers, and bounds the block of a row") {
  test::Problem p;
  p.dimension = 3;
  p.add_body(2, {});
  p.add_body(0.5, {});
  const Vec3 e{{0.6, 0, 0.8}};
  p.add_row(1, 0, 0.1, e);
  for (int k = 0; k < 3; ++k) p.lever_first.push_back(-0.3 * e[k]), p.lever_second.push_back(0.7 * e[k]);
  p.free_spin.assign(6, 0);
  p.inverse_inertia = {4, 4, 4, 0, 0, 0, 9, 9, 9, 0, 0, 0};
  p.friction = {0.5};
  const ConeRow row = ConeRow::of(p, 0);
  const ConeMetric round = ConeMetric::of_round(p, row), any = ConeMetric::of(p, row);
  CHECK(round.normal == doctest::Approx(2.5));
  CHECK(round.tangential == doctest::Approx(2.5 + 9 * 0.09 + 4 * 0.49));
  CHECK(any.normal == doctest::Approx(round.normal));
  CHECK(any.tangential == doctest::Approx(round.tangential));
}

TEST_CASE("a body that is pushed off its centre moves and turns as force and torque say") {
  test::Problem p;
  p.dimension = 2;
  p.add_body(2, {{1, 0, 0}});
  p.add_row(0, -1, 0, {{0, 1, 0}});
  p.lever_first = {0.5, -1};
  p.lever_second = {0, 0};
  p.free_spin = {0.25};
  p.inverse_inertia = {0.5};
  p.friction = {1};
  p.step = 0.1;
  Incidence incidence;
  incidence.build(p);
  Executor executor;
  std::vector<double> velocity(2), spin(1);
  const std::vector<double> multiplier{4}, tangential{3, 0};
  take_motion(p, incidence, {multiplier, tangential, {}, {}}, velocity, spin, executor);
  CHECK(velocity[0] == doctest::Approx(1 + 0.1 * 3 / 2));
  CHECK(velocity[1] == doctest::Approx(0.1 * 4 / 2));
  CHECK(spin[0] == doctest::Approx(0.25 + 0.1 * 0.5 * (0.5 * 4 + 1 * 3)));
}
