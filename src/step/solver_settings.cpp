#include "step/solver_settings.hpp"

#include <vector>

#include "projection/solver.hpp"

namespace floc {

void SolverSettings::declare(Table& t) {
  std::vector<std::string> names;
  for (const SolverEntry& entry : solvers()) names.push_back(entry.name);
  t.key("name", solver, {.help = "solver of the projection", .example = "\"apgd\"", .choices = names});
  t.key("tolerance", tolerance,
        {.help = "worst overlap after a step", .example = "1e-5", .unit = "r̄", .above = 0, .at_most = 0.1});
  t.key("max_iterations", max_iterations,
        {.help = "iterations a projection may take", .example = "20000", .at_least = 1, .at_most = 1e9});
  t.key("cutoff", cutoff,
        {.help = "pairs with a smaller gap are contacts; 0 chooses, and every choice is verified after the step",
         .example = "0.5",
         .unit = "r̄",
         .at_least = 0,
         .at_most = 100});
  t.choice("on_unconverged", on_unconverged,
           {{"warn", OnUnconverged::warn}, {"stop", OnUnconverged::stop}, {"halve_step", OnUnconverged::halve_step}},
           {.help = "what to do with a step that does not reach its tolerance", .example = "\"halve_step\""});
  t.choice("linear_solver", linear_solver,
           {{"auto", LinearSolver::automatic}, {"cholmod", LinearSolver::cholmod}, {"pcg", LinearSolver::pcg}},
           {.help = "solver of the linear systems of films (law = \"lubricated\"): a factorisation, or conjugate "
                    "gradients; auto goes by size",
            .example = "\"pcg\""});
}

}  // namespace floc
