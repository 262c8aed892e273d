#include "projection/in_turn.hpp"

#include <doctest/doctest.h>

#include "projection/apgd.hpp"
#include "projection/problems.hpp"
#include "projection/uzawa.hpp"

using namespace floc;

namespace {

// Says that it did nothing, with some iterations.
class GivesUp : public ProjectionSolver {
 public:
  explicit GivesUp(std::shared_ptr<Workspace>) {}
  void solve(const ProjectionProblem& problem, const ProjectionSettings&, Executor&, ProjectionResult& result) override {
    result.status = ProjectionStatus::stagnated;
    result.multiplier.assign(problem.rows(), 0);
    result.certificate = {};
    result.certificate.iterations = 7;
  }
  double bytes_an_iteration() const override { return 5; }
};

}  // namespace

TEST_CASE("what one solver does not reach the next does, and all iterations are counted") {
  const test::Problem p = test::column(2, 20);
  Executor executor;
  ProjectionResult alone, second, third;
  Apgd().solve(p, {.tolerance = 1e-6}, executor, alone);
  InTurn<GivesUp, Apgd> two;
  two.solve(p, {.tolerance = 1e-6}, executor, second);
  CHECK(second.status == ProjectionStatus::converged);
  CHECK(second.certificate.iterations == 7 + alone.certificate.iterations);
  CHECK(second.velocity == alone.velocity);
  CHECK(two.bytes_an_iteration() == 5);
  // The last is not asked where the second is through.
  InTurn<GivesUp, Apgd, Uzawa>().solve(p, {.tolerance = 1e-6}, executor, third);
  CHECK(third.certificate.iterations == second.certificate.iterations);
}
