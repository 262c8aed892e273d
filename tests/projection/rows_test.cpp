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

TEST_CASE("rigid units respond as PM⁻¹Gᵀ: M-orthogonal, rigid, and as one mass and one inertia") {
  // A square of four bodies as one unit in the plane, a body on its own, and rows from outside.
  test::Problem p;
  p.dimension = 2;
  for (const double m : {1.0, 2.0, 3.0, 4.0, 5.0}) p.add_body(m, {});
  p.add_row(0, -1, 0, {{0, 1}});
  p.add_row(2, -1, 0, {{0.6, 0.8}});
  p.add_row(4, 1, 0, {{1, 0}});
  const double x[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, centre[2] = {(2 + 3) / 10.0, (3 + 4) / 10.0};
  std::vector<double> arm(10, 0.0), inertia(9, 0.0), mass{0.1};
  double moment = 0;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 2; ++k) {
      arm[2 * i + k] = x[i][k] - centre[k];
      moment += static_cast<double>(i + 1) * arm[2 * i + k] * arm[2 * i + k];
    }
  inertia[8] = 1 / moment;
  const std::vector<std::int32_t> begin{0, 4}, bodies{0, 1, 2, 3}, unit{0, 0, 0, 0, -1};
  ProjectionProblem problem = p;
  problem.rigid = {begin, bodies, unit, arm, mass, inertia};
  REQUIRE(find_fault(problem).empty());
  Executor executor;
  Rows rows;
  rows.prepare(problem);
  std::vector<double> w(rows.displacements()), q{2, 3, 1};
  rows.displace(executor, q, w);

  // Force and torque by hand: (0, 2) on body 0, (1.8, 2.4) on 2, (−1, 0) on 1, (1, 0) on 4.
  const double fx = 1.8 - 1, fy = 2 + 2.4;
  const double torque = 2 * arm[0] + (2.4 * arm[4] - 1.8 * arm[5]) + 1 * arm[3];
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(w[2 * i] == doctest::Approx(fx / 10 - torque / moment * arm[2 * i + 1]));
    CHECK(w[2 * i + 1] == doctest::Approx(fy / 10 + torque / moment * arm[2 * i]));
  }
  CHECK(w[8] == doctest::Approx(0.2));
  // qᵀ G PM⁻¹ Gᵀ q = |w|²_M, and no more than without P: what the bounds of the solvers rest on.
  double energy = 0, power = 0, alone = 0;
  for (std::size_t i = 0; i < 5; ++i) energy += static_cast<double>(i + 1) * (w[2 * i] * w[2 * i] + w[2 * i + 1] * w[2 * i + 1]);
  power = 2 * w[1] + 3 * (0.6 * w[4] + 0.8 * w[5]) + (w[8] - w[2]);
  alone = 4 / 1.0 + 9 / 3.0 + 1 / 5.0 + 1 / 2.0;
  CHECK(energy == doctest::Approx(power));
  CHECK(energy <= alone);
}

TEST_CASE("rigid units that make no sense are faults, and solvers that cannot move them say so") {
  test::Problem p = test::column(2, 3);
  const std::vector<std::int32_t> begin{0, 2}, bodies{0, 1}, unit{0, 0, -1}, other{0, -1, -1}, twice{1, 0}, far{0, 7};
  const std::vector<double> arm(6, 0.5), mass{0.5}, inertia(9, 0.1), few(8, 0.1), nan(9, std::nan(""));
  ProjectionProblem problem = p;
  const auto fault = [&](const RigidUnits& rigid) {
    problem.rigid = rigid;
    return find_fault(problem);
  };
  CHECK(fault({begin, bodies, unit, arm, mass, inertia}).empty());
  CHECK(fault({begin, bodies, unit, arm, mass, few}) == "the arrays of 1 rigid units have the wrong sizes");
  CHECK(fault({begin, bodies, unit, arm, mass, nan}) == "a number of a rigid unit is not finite");
  CHECK(fault({begin, bodies, other, arm, mass, inertia}) == "rigid unit 0: body 1 is not one of its own");
  CHECK(fault({begin, far, unit, arm, mass, inertia}) == "rigid unit 0: body 7 is not one of its own");
  CHECK(fault({begin, twice, unit, arm, mass, inertia}) == "rigid unit 0 is not sorted");
  problem.rigid = {begin, bodies, unit, arm, mass, inertia};
  Executor executor;
  ProjectionResult result;
  for (const SolverEntry& entry : solvers()) {
    const auto solver = entry.make();
    solver->solve(problem, {}, executor, result);
    CHECK((result.status == ProjectionStatus::invalid) != solver->moves_rigid_units());
    CHECK(solver->moves_rigid_units() == (entry.name != "pgs" && entry.name != "ipm" && entry.name != "stream" &&
                                          entry.name != "conjugate"));
  }
}
