// How the projection of each step is solved.
#pragma once

#include <string>

#include "core/parameters.hpp"
#include "projection/problem.hpp"

namespace floc {

enum class OnUnconverged { warn, stop, halve_step };

struct SolverSettings {
  std::string solver = "auto";
  double tolerance = ProjectionSettings{}.tolerance;  // worst overlap after a step / r̄
  int max_iterations = ProjectionSettings{}.max_iterations;
  double cutoff = 0;             // pairs with a smaller gap become rows, in units of r̄; 0: automatic
  OnUnconverged on_unconverged = OnUnconverged::warn;
  LinearSolver linear_solver = LinearSolver::automatic;  // of laws with films

  void declare(Table& t);
};

}  // namespace floc
