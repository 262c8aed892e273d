#include "projection/anchor.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "projection/problems.hpp"

using namespace floc;

TEST_CASE("an anchor goes where x leads it, and the cost follows the slopes that it has") {
  const test::Problem p = test::column(3, 20);
  const ProjectionProblem problem = p;
  Executor executor;
  Workspace work;
  std::vector<double> passing(problem.free_velocity.size()), start(problem.rows(), 0.0);
  work.rows.prepare(problem);
  work.passing = passing;
  for (std::size_t k = 0; k < passing.size(); ++k) passing[k] = p.step * p.free_velocity[k];
  Sliced contacts;
  contacts.lay_out(work.rows, executor);
  Anchor anchor;
  const double aim = 1e-3 * p.length;
  anchor.begin(work, contacts, start, aim, executor);

  const auto here = [&](std::size_t c) { return contacts.here(work.rows.incidence(), c); };
  std::vector<float> x(contacts.entries(), 0.0f);
  const auto cost_after_move = [&] {
    anchor.move(work.rows, contacts, x, executor);
    return anchor.measure(work, contacts, executor).cost;
  };
  CHECK(cost_after_move() == 0);
  CHECK(anchor.slope()[here(5)] * anchor.length() == doctest::Approx(p.gap[5] - aim).epsilon(1e-5).scale(p.length));

  // A little down the slope of one row, then back beyond its bound.
  const std::int32_t floor = here(0);
  const float slope = anchor.slope()[floor], by = -1e-3f * slope;
  CHECK(slope < 0);
  x[floor] = by;
  const double cost = cost_after_move();
  const double unit = anchor.length() * anchor.length() / anchor.mean_diagonal();
  CHECK(anchor.at()[0] > 0);
  CHECK(cost == doctest::Approx(slope * by * unit).epsilon(0.01));
  x[floor] = -2 * by;
  CHECK(cost_after_move() == 0);
  CHECK(anchor.at()[0] == 0);
}
