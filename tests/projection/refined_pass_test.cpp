#include "projection/refined_pass.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"

using namespace floc;

namespace {

// Passes that change nothing and seem converged as soon as they are told to.
class Idle : public RefinedPass {
 public:
  explicit Idle(int most) : RefinedPass(std::make_shared<Workspace>(), most) {}
  double bytes_an_iteration() const override { return bytes(2, 3); }

  std::vector<int> looks;  // passes before each
  bool seems_converged = false, may_relax = false;
  float padding = -1, first = -1;

 protected:
  bool relaxes() const override { return may_relax; }
  double few() const override { return 0.5; }
  void begin(std::span<const double> start, Executor& executor) override {
    begin_at(start, nullptr, executor);
    x_.assign(contacts.entries(), 0);
    first = inverse_mass(0);
    padding = inverse_mass(contacts.slots() - 1);
  }
  Tests advance(bool watch, Executor& executor) override {
    ++since_refinement;
    if (seems_converged && !watch) ready = few_lack(0);
    if (!watch) return {};
    looks.push_back(since_refinement);
    return move_to(x_, executor).tests;
  }

 private:
  std::vector<float> x_;
};

}  // namespace

TEST_CASE("passes look at the tests when they seem converged, ever later, and now and then in any case") {
  test::Problem p = test::column(2, 13);
  Executor executor;
  ProjectionResult result;
  Idle idle(20);
  idle.solve(p, {.tolerance = 1e-6, .max_iterations = 50}, executor, result);
  CHECK(result.status == ProjectionStatus::iteration_limit);
  CHECK(idle.looks == std::vector<int>{21, 21, 8});
  CHECK(idle.first > 0);
  CHECK(idle.padding == 0);
  idle.looks.clear();
  idle.seems_converged = true;
  idle.solve(p, {.tolerance = 1e-6, .max_iterations = 22}, executor, result);
  CHECK(idle.looks == std::vector<int>{6, 7, 8, 1});
  idle.looks.clear();
  idle.may_relax = true;
  for (std::size_t c = 0; c < p.rows(); ++c) p.guess.push_back(static_cast<double>(p.rows() - c));
  p.guess.back() = 20;  // so far off in the mean that rows are not relaxed from the start
  idle.solve(p, {.tolerance = 1e-2}, executor, result);
  CHECK(result.status == ProjectionStatus::converged);
  CHECK(idle.looks == std::vector<int>{6});
}

TEST_CASE("a pass moves normals, names and its numbers") {
  const test::Problem p = test::column(2, 8);  // a body on a floor and seven on the one below: no padding of bodies
  Executor executor;
  ProjectionResult result;
  Idle idle(20);
  idle.solve(p, {.tolerance = 1e-6, .max_iterations = 1}, executor, result);
  // Two columns of eight: two directions of two bytes, a name and two numbers each; three numbers a body.
  CHECK(idle.bytes_an_iteration() == 16 * (4 + 4 + 8) + 8 * 12);
}
