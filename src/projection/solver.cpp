#include "projection/solver.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "projection/apgd.hpp"
#include "projection/auto.hpp"
#include "projection/conjugate.hpp"
#include "projection/ipm.hpp"
#include "projection/pgs.hpp"
#include "projection/stream.hpp"
#include "projection/uzawa.hpp"

namespace floc {

namespace {

template <class Solver>
std::unique_ptr<ProjectionSolver> make() {
  return std::make_unique<Solver>();
}

}  // namespace

void go_on_with(ProjectionSolver& other, const ProjectionProblem& problem, const ProjectionSettings& settings,
                Executor& executor, ProjectionResult& result) {
  if (result.status == ProjectionStatus::converged || result.status == ProjectionStatus::invalid) return;
  const int iterations = result.certificate.iterations;
  ProjectionProblem from_here = problem;
  from_here.guess = result.multiplier;
  other.solve(from_here, settings, executor, result);
  result.certificate.iterations += iterations;
}

const std::vector<SolverEntry>& solvers() {
  static const std::vector<SolverEntry> entries = {
      {"auto", "picks one of the others by dimension, size and tolerance", make<Auto>},
      {"uzawa", "projected gradient with a fixed step, the reference of the papers", make<Uzawa>},
      {"apgd", "accelerated projected gradient with adaptive restart and step", make<Apgd>},
      {"stream", "apgd in one pass an iteration, single precision round a double anchor", make<Stream>},
      {"conjugate", "conjugate gradients on the rows that push, clipped and smoothed, in passes as those of stream", make<Conjugate>},
      {"pgs", "projected Gauss-Seidel, sequential", make<Pgs>},
      {"ipm", "interior point with a sparse factorisation, for many digits", make<Ipm>},
  };
  return entries;
}

std::unique_ptr<ProjectionSolver> make_solver(std::string_view name) {
  std::string known;
  for (const SolverEntry& entry : solvers()) {
    if (entry.name == name) return entry.make();
    known += (known.empty() ? "" : ", ") + entry.name;
  }
  throw Error(fmt::format("unknown solver \"{}\"; there are {}", name, known));
}

}  // namespace floc
