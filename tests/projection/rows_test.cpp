#include "projection/rows.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"
#include "projection/solver.hpp"

using namespace floc;

TEST_CASE("every row is listed once at each of its bodies") {
  const test::Problem p = test::random_heap(3, 40, 3, {});
  Incidence incidence;
  incidence.build(p);
  std::size_t own = 0, other = 0, obstacles = 0;
  for (std::size_t i = 0; i < p.bodies(); ++i) {
    for (std::int32_t c = incidence.begin(i); c < incidence.end(i); ++c, ++own)
      CHECK(p.first[c] == static_cast<std::int32_t>(i));
    std::int32_t last = -1;
    for (const std::int32_t c : incidence.others(i)) {
      CHECK(p.second[c] == static_cast<std::int32_t>(i));
      CHECK(c > last);
      last = c;
      ++other;
    }
  }
  for (const std::int32_t j : p.second) obstacles += j < 0;
  CHECK(own == p.rows());
  CHECK(other + obstacles == p.rows());
}

TEST_CASE("the incidence is built again only when the pattern changes") {
  test::Problem p = test::column(2, 4);
  Incidence incidence;
  incidence.build(p);
  const auto version = incidence.version();
  p.gap[0] = 1;
  incidence.build(p);
  CHECK(incidence.version() == version);
  p.second[2] = 0;
  incidence.build(p);
  CHECK(incidence.version() > version);
}

TEST_CASE("gather and sweep are M⁻¹Gᵀ and G") {
  const test::Problem p = test::random_heap(2, 30, 5, {});
  Executor executor;
  Rows rows;
  rows.prepare(p);
  std::vector<double> q(p.rows()), w(rows.displacements());
  for (std::size_t c = 0; c < q.size(); ++c) q[c] = std::sin(static_cast<double>(c));

  std::vector<double> expected(rows.displacements(), 0.0);
  for (std::size_t k = 0; k < p.free_velocity.size(); ++k) expected[k] = p.step * p.free_velocity[k];
  for (std::size_t c = 0; c < p.rows(); ++c)
    for (std::size_t k = 0; k < 2; ++k) {
      expected[p.first[c] * 2 + k] += p.inverse_mass[p.first[c]] * p.normal[2 * c + k] * q[c];
      if (p.second[c] >= 0) expected[p.second[c] * 2 + k] -= p.inverse_mass[p.second[c]] * p.normal[2 * c + k] * q[c];
    }
  rows.displace(executor, q, w);
  CHECK(test::largest_difference(w, expected) < 1e-12 * test::largest(expected));

  rows.sweep<2, Nothing>(executor, w, [&](std::size_t c, double g, Nothing&) {
    double value = p.gap[c];
    for (std::size_t k = 0; k < 2; ++k)
      value += p.normal[2 * c + k] * (w[p.first[c] * 2 + k] - (p.second[c] < 0 ? 0 : w[p.second[c] * 2 + k]));
    CHECK(g == doctest::Approx(value));
  });
  rows.sweep_linear<2, Nothing>(executor, w, [&](std::size_t c, double g, Nothing&) {
    double value = 0;
    for (std::size_t k = 0; k < 2; ++k)
      value += p.normal[2 * c + k] * (w[p.first[c] * 2 + k] - (p.second[c] < 0 ? 0 : w[p.second[c] * 2 + k]));
    CHECK(g == doctest::Approx(value));
  });
}

TEST_CASE("no direction is stiffer than Gershgorin's bound") {
  const test::Problem p = test::random_heap(3, 40, 9, {});
  Executor executor;
  Rows rows;
  rows.prepare(p);
  const double bound = rows.largest_eigenvalue_bound(executor);
  std::vector<double> q(p.rows()), w(rows.displacements()), free(rows.displacements());
  rows.displace(executor, q, free);  // q = 0
  for (std::size_t c = 0; c < q.size(); ++c) q[c] = std::cos(static_cast<double>(c)) / std::sqrt(rows.diagonal()[c]);
  double ratio = 0;
  for (int k = 0; k < 100; ++k) {
    rows.displace(executor, q, w);
    for (std::size_t i = 0; i < w.size(); ++i) w[i] -= free[i];
    double before = 0, after = 0;
    rows.sweep_linear<3, Nothing>(executor, w, [&](std::size_t c, double g, Nothing&) {
      const double a = rows.diagonal()[c];
      before += a * q[c] * q[c];
      after += g * g / a;
      q[c] = g / a;
    });
    ratio = std::sqrt(after / before);
    for (double& value : q) value /= ratio;
  }
  CHECK(ratio > 1);
  CHECK(ratio <= bound);
}
