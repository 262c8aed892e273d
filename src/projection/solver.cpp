#include "projection/solver.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "projection/apgd.hpp"

namespace floc {

namespace {

template <class Solver>
std::unique_ptr<ProjectionSolver> make() {
  return std::make_unique<Solver>();
}

}  // namespace

const std::vector<SolverEntry>& solvers() {
  static const std::vector<SolverEntry> entries = {
      {"apgd", "accelerated projected gradient with adaptive restart and step", make<Apgd>},
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
