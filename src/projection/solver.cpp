#include "projection/solver.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "projection/apgd.hpp"
#include "projection/auto.hpp"
#include "projection/fallback_chain.hpp"
#include "projection/ipm.hpp"
#include "projection/pgs.hpp"
#include "projection/uzawa.hpp"

namespace floc {

namespace {

template <class Solver>
std::unique_ptr<ProjectionSolver> make() {
  return std::make_unique<Solver>();
}

}  // namespace

const std::vector<SolverEntry>& solvers() {
  static const std::vector<SolverEntry> entries = {
      {"auto", "picks one of the others by dimension, size and tolerance", make<Auto>},
      {"uzawa", "projected gradient with a fixed step, the reference of the papers", make<Uzawa>},
      {"apgd", "accelerated projected gradient with adaptive restart and step", make<Apgd>},
      {"stream", "apgd in one pass an iteration, single precision with iterative refinement in double", make<Stream>},
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
