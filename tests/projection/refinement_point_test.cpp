#include "projection/refinement_point.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "projection/problems.hpp"
#include "support/halves.hpp"

using namespace floc;

namespace {

// A column of grains, and a refinement point in it that nothing pushes yet.
struct AtPoint {
  test::Problem p = test::column(3, 20);
  ProjectionProblem problem = p;
  Executor executor;
  Workspace work;
  std::vector<double> passing = p.free_velocity;
  SlicedEllpack contacts;
  RefinementPoint point;
  DefaultInitVector<float> x;
  double target_gap = 1e-3 * p.length;

  void begin(DefaultInitVector<float>* whole) {
    work.rows.prepare(problem);
    work.passing = passing;
    for (double& w : passing) w *= p.step;
    contacts.lay_out(work.rows, executor);
    point.begin(work, contacts, std::vector<double>(problem.rows(), 0.0), target_gap, whole, executor);
    if (!whole) x.assign(contacts.entries(), 0.0f);
  }
  std::size_t here(std::size_t c) const { return static_cast<std::size_t>(contacts.here(work.rows.incidence(), c)); }
  double cost_after_move() {
    point.move(work.rows, contacts, x, executor);
    return point.measure(work, contacts, executor).cost;
  }
};

}  // namespace

TEST_CASE_FIXTURE(AtPoint, "a refinement point goes where x leads it, and the cost follows the slopes that it has") {
  begin(nullptr);
  CHECK(cost_after_move() == 0);
  const double above = p.gap[5] - target_gap;
  CHECK(point.slope<float>()[here(5)] * point.length() == doctest::Approx(above).epsilon(1e-5).scale(p.length));

  // A little down the slope of one row, then back beyond its bound.
  const std::size_t floor = here(0);
  const float slope = point.slope<float>()[floor], by = -1e-3f * slope;
  CHECK(slope < 0);
  x[floor] = by;
  const double cost = cost_after_move();
  const double unit = point.length() * point.length() / point.mean_diagonal();
  CHECK(point.at()[0] > 0);
  CHECK(cost == doctest::Approx(slope * by * unit).epsilon(0.01));
  x[floor] = -2 * by;
  CHECK(cost_after_move() == 0);
  CHECK(point.at()[0] == 0);
}

TEST_CASE_FIXTURE(AtPoint, "where passes have p itself the refinement point puts it at both bodies, and a p that stays keeps all its digits") {
  problem.compliance = 1e-4 * p.step * p.step;
  begin(&x);
  const double unit = point.length() / point.mean_diagonal();
  for (std::size_t c = 0; c < problem.rows(); ++c) CHECK(x[here(c)] == 0);
  const auto slope_of = [&](std::size_t t) { return test::to_float(point.slope<Half>()[t]); };
  const float slope = slope_of(here(5)), to = 0.3f;
  CHECK(slope * point.length() == doctest::Approx(p.gap[5] - target_gap).epsilon(1e-3));
  x[here(5)] = to;
  cost_after_move();
  CHECK(point.at()[5] == doctest::Approx(0.3 * unit));
  CHECK(x[contacts.there(5)] == to);
  // The slope is without the compliance, which passes add.
  const double pushed = 0.3 * (work.rows.diagonal()[5] - work.rows.compliance()) / point.mean_diagonal();
  CHECK(slope_of(here(5)) == doctest::Approx(slope + pushed).epsilon(1e-3));

  const double digits = 1.0 / 3 * unit;
  point.at()[5] = digits;
  point.measure(work, contacts, executor);
  x[here(6)] = to;
  cost_after_move();
  CHECK(point.at()[5] == digits);
  x[here(5)] = 0;
  cost_after_move();
  CHECK(point.at()[5] == 0);
}
