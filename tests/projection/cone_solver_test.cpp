#include "projection/cone_solver.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "projection/cone_problems.hpp"
#include "projection/solver.hpp"
#include "support/simd_targets.hpp"

using namespace floc;
using test::motion_error;
using test::rubbing;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

ProjectionResult solved(const ProjectionProblem& p, double tolerance, int threads = 1) {
  Executor executor(threads);
  ConeSolver solver;
  ProjectionResult result;
  solver.solve(p, {.tolerance = tolerance}, executor, result);
  CHECK(result.message == "");
  REQUIRE(result.status == ProjectionStatus::converged);
  return result;
}

}  // namespace

TEST_CASE("what is returned obeys the cone's conditions row by row, for spheres and for any levers") {
  for (const int dimension : {2, 3})
    for (const bool levers : {false, true})
      for (const double mu : {0.0, 0.3, 2.0}) {
        CAPTURE(dimension);
        CAPTURE(levers);
        CAPTURE(mu);
        const test::Problem p = rubbing(dimension, 60, 5, mu, levers);
        const ProjectionResult r = solved(p, 1e-9);
        CHECK(motion_error(p, r) < 1e-9);
        const auto d = static_cast<std::size_t>(dimension);
        for (std::size_t c = 0; c < p.rows(); ++c) {
          CHECK(r.multiplier[c] >= 0);
          const Vec3 t = embed(&r.tangential[c * d], dimension), e = embed(&p.normal[c * d], dimension);
          CHECK(norm(t) <= mu * r.multiplier[c] * (1 + 1e-9) + 1e-12);
          CHECK(std::abs(dot(t, e)) < 1e-9 * (1 + r.multiplier[c]));
        }
        CHECK(r.certificate.duality_gap >= -1e-9);
        CHECK(r.certificate.residual <= 4e-9);
      }
}

TEST_CASE("without friction it finds what the others find") {
  for (const int dimension : {2, 3}) {
    const test::Problem p = rubbing(dimension, 80, 7, 0);
    test::Problem plain = p;
    plain.free_spin.clear();
    Executor executor;
    ProjectionResult reference;
    make_solver("ipm")->solve(plain, {.tolerance = 1e-10}, executor, reference);
    CHECK(test::largest_difference(solved(p, 1e-10).velocity, reference.velocity) < 1e-7);
  }
}

TEST_CASE("a tenth of the tolerance is a tenth of the error, and the duality gap bounds it") {
  const test::Problem p = rubbing(3, 100, 3, 0.5);
  const ProjectionResult exact = solved(p, 1e-11);
  for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
    CAPTURE(tolerance);
    const ProjectionResult r = solved(p, tolerance);
    double energy = 0;
    for (std::size_t i = 0; i < p.bodies(); ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        const double dv = r.velocity[3 * i + k] - exact.velocity[3 * i + k],
                     dw = r.spin[3 * i + k] - exact.spin[3 * i + k];
        energy += 0.5 * (dv * dv / p.inverse_mass[i] + dw * dw / p.inverse_inertia[6 * i]);
      }
    CHECK(energy <= r.certificate.duality_gap * (1 + 1e-6) + 1e-14);
  }
}

TEST_CASE("Coulomb's exact law: no overlap opens by sliding, and friction is against it") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    test::Problem p = rubbing(dimension, 60, 11, 0.4);
    p.exact = true;
    const ProjectionResult r = solved(p, 1e-8);
    const auto d = static_cast<std::size_t>(dimension);
    int sliding = 0;
    for (std::size_t c = 0; c < p.rows(); ++c) {
      const auto motion = [&](std::int32_t i, const double* lever) {
        if (i < 0) return Vec3{};
        const auto b = static_cast<std::size_t>(i);
        const Vec3 w = d == 3 ? Vec3::load(&r.spin[3 * b]) : Vec3{{0, 0, r.spin[b]}};
        return embed(&r.velocity[b * d], dimension) + cross(w, embed(lever, dimension));
      };
      const Vec3 e = embed(&p.normal[c * d], dimension), t = embed(&r.tangential[c * d], dimension);
      const Vec3 u = motion(p.first[c], &p.lever_first[c * d]) - motion(p.second[c], &p.lever_second[c * d]);
      const Vec3 slip = u - dot(u, e) * e;
      if (r.multiplier[c] < 1e-3) continue;
      CHECK(std::abs(p.gap[c] + p.step * dot(u, e)) < 1e-6);
      if (p.step * norm(slip) < 1e-5) continue;
      ++sliding;
      CHECK(norm(t) == doctest::Approx(0.4 * r.multiplier[c]).epsilon(1e-4));
      CHECK(dot(t, slip) == doctest::Approx(-norm(t) * norm(slip)).epsilon(1e-4));
    }
    CHECK(sliding > 3);
  }
}

TEST_CASE("a row that pulls and holds every way keeps two points together") {
  test::Problem p;
  p.dimension = 3;
  p.add_body(1, {{1, 2, 3}});
  p.add_body(2, {{-1, 0, 0.5}});
  p.add_row(1, 0, 0, {{1, 0, 0}});
  p.free_spin = {0, 1, 0, 2, 0, 0};
  p.inverse_inertia = {1, 2, 3, 0, 0, 0, 1, 1, 0.5, 0, 0, 0};
  p.lever_first = {0.5, 0, 0.2};
  p.lever_second = {-0.5, 0.3, 0};
  p.friction = {infinity};
  p.lower = {-infinity};
  p.step = 0.01;
  const ProjectionResult r = solved(p, 1e-12);
  const Vec3 a = Vec3::load(&r.velocity[3]) + cross(Vec3::load(&r.spin[3]), {{0.5, 0, 0.2}});
  const Vec3 b = Vec3::load(&r.velocity[0]) + cross(Vec3::load(&r.spin[0]), {{-0.5, 0.3, 0}});
  CHECK(norm(a - b) < 1e-9);
}

TEST_CASE("the same bits from every set of instructions and on any number of threads, in both precisions") {
  for (const bool levers : {false, true})
    for (const double tolerance : {1e-3, 1e-8}) {
      const test::Problem p = rubbing(3, 700, 2, 0.5, levers);
      ProjectionResult first;
      test::for_simd_targets([&] {
        for (const int threads : {1, 3}) {
          const ProjectionResult r = solved(p, tolerance, threads);
          if (first.velocity.empty()) first = r;
          CHECK(r.velocity == first.velocity);
          CHECK(r.tangential == first.tangential);
        }
      });
    }
}

TEST_CASE("stretches of many bodies: the same bits on any number of threads, the same solution as without them") {
  // Eight layers on a floor.
  test::Problem p;
  p.dimension = 2;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> some(-1, 1);
  const std::int32_t high = 8, all = 20000;
  for (std::int32_t i = 0; i < all; ++i) {
    const double across = some(random), down = some(random) - 2;
    p.add_body(1, {{across, down, 0}});
    const auto row = [&](std::int32_t other, const Vec3& e) {
      p.add_row(static_cast<std::size_t>(i), other, 0.05, e);
      for (std::size_t k = 0; k < 2; ++k)
        p.lever_first.push_back(-e.c[k]), p.lever_second.push_back(other < 0 ? 0 : e.c[k]);
    };
    if (i % high == 0) row(-1, {{0, 1, 0}});
    if (i >= high) row(i - high, {{1, 0, 0}});
    if (i % high != 0) row(i - 1, {{0, 1, 0}});
  }
  p.inverse_inertia.assign(p.bodies(), 2);
  p.free_spin.assign(p.bodies(), 0.2);
  p.friction.assign(p.rows(), 0.4);
  p.set_relative_compliance(1e-13);
  const ProjectionResult one = solved(p, 1e-5);
  std::vector<std::int32_t> order(p.bodies());
  std::iota(order.begin(), order.end(), 0);
  ProjectionProblem q = p;
  q.order = order;
  const ProjectionResult first = solved(q, 1e-5), again = solved(q, 1e-5, 3);
  CHECK(first.velocity == again.velocity);
  CHECK(first.tangential == again.tangential);
  CHECK(motion_error(p, first) < 1e-9);
  CHECK(test::largest_difference(first.velocity, one.velocity) < 2e-3);
}

TEST_CASE("a body with more contacts than there are colours is no exception") {
  test::Problem p;
  p.dimension = 3;
  p.add_body(100, {{0, 0, -1}});
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (std::size_t i = 1; i <= 150; ++i) {
    Vec3 e{{normal(random), normal(random), normal(random)}};
    e *= 1 / norm(e);
    p.add_body(1, -1.0 * e);
    p.add_row(i, 0, 0.01, e);
    for (int k = 0; k < 3; ++k) p.lever_first.push_back(-0.1 * e[k]), p.lever_second.push_back(e[k]);
  }
  for (std::size_t i = 0; i < p.bodies(); ++i)
    for (const double m : {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}) p.inverse_inertia.push_back(m * (i == 0 ? 0.02 : 100));
  p.free_spin.assign(3 * p.bodies(), 0.2);
  p.friction.assign(p.rows(), 0.3);
  const ProjectionResult r = solved(p, 1e-6);
  CHECK(motion_error(p, r) < 1e-9);
}

TEST_CASE("a problem without turns, and one with rigid units, are told as such") {
  test::Problem p = rubbing(3, 10, 1, 0.5);
  Executor executor;
  ConeSolver solver;
  ProjectionResult result;
  test::Problem still = p;
  still.free_spin.clear();
  solver.solve(still, {}, executor, result);
  CHECK(result.status == ProjectionStatus::invalid);
  p.friction[0] = -1;
  solver.solve(p, {}, executor, result);
  CHECK(result.message == "row 0: friction -1");
}
