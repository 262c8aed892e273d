// Solvers that take turns, on one set of rows and arrays: what the first does not reach, the next goes on with.
#pragma once

#include <memory>
#include <tuple>

#include "projection/solver.hpp"
#include "projection/workspace.hpp"

namespace floc {

template <class First, class... Others>
class InTurn : public ProjectionSolver {
 public:
  void solve(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
             ProjectionResult& result) override {
    first_.solve(problem, settings, executor, result);
    std::apply([&](auto&... others) { (go_on_with(others, problem, settings, executor, result), ...); }, others_);
  }
  bool moves_rigid_units() const override { return first_.moves_rigid_units(); }
  double bytes_an_iteration() const override { return first_.bytes_an_iteration(); }

 private:
  template <class>
  std::shared_ptr<Workspace> shared() const { return work_; }

  const std::shared_ptr<Workspace> work_ = std::make_shared<Workspace>();
  First first_{work_};
  std::tuple<Others...> others_{shared<Others>()...};
};

}  // namespace floc
