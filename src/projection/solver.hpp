// A solver of the projection problem, chosen at run time by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parallel/executor.hpp"
#include "projection/problem.hpp"

namespace floc {

class ProjectionSolver {
 public:
  virtual ~ProjectionSolver() = default;
  // Fills velocity, multiplier, status and certificate. The guess may be the result's own multiplier.
  // Work arrays are kept between calls, so a warmed-up solver does not allocate.
  virtual void solve(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
                     ProjectionResult& result) = 0;
  // What an iteration of the last solve read from memory and wrote to it, each array once; 0: not known.
  virtual double bytes_an_iteration() const { return 0; }
};

struct SolverEntry {
  std::string name;
  std::string help;
  std::unique_ptr<ProjectionSolver> (*make)();
};

// Every solver, one line each.
const std::vector<SolverEntry>& solvers();
// Throws Error for an unknown name.
std::unique_ptr<ProjectionSolver> make_solver(std::string_view name);

}  // namespace floc
