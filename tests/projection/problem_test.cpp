#include "projection/problem.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "projection/problems.hpp"
#include "projection/solver.hpp"

using namespace floc;

TEST_CASE("a well-posed problem has no fault, also with duplicated rows, bounds and a guess of NaN") {
  test::Problem p = test::random_heap(3, 20, 1, {});
  CHECK(find_fault(p) == "");
  p.guess.assign(p.rows(), std::nan(""));
  CHECK(find_fault(p) == "");
}

TEST_CASE("every fault is found, said, and refused by every solver") {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  const std::vector<std::pair<const char*, std::function<void(test::Problem&)>>> faults = {
      {"dimension 4", [](auto& p) { p.dimension = 4; }},
      {"dimension 0", [](auto& p) { p.dimension = 0; }},
      {"step 0", [](auto& p) { p.step = 0; }},
      {"step nan", [=](auto& p) { p.step = nan; }},
      {"length -1", [](auto& p) { p.length = -1; }},
      {"compliance -1", [](auto& p) { p.compliance = -1; }},
      {"free_velocity has 5", [](auto& p) { p.free_velocity.pop_back(); }},
      {"second has 2", [](auto& p) { p.second.pop_back(); }},
      {"normal has 5", [](auto& p) { p.normal.pop_back(); }},
      {"gap has 2", [](auto& p) { p.gap.pop_back(); }},
      {"lower has 1", [](auto& p) { p.lower = {0}; }},
      {"guess has 1", [](auto& p) { p.guess = {0}; }},
      {"body 1: inverse mass -1", [](auto& p) { p.inverse_mass[1] = -1; }},
      {"body 1: inverse mass nan", [=](auto& p) { p.inverse_mass[1] = nan; }},
      {"body 2: free velocity inf", [=](auto& p) { p.free_velocity[5] = infinity; }},
      {"row 0: gap nan", [=](auto& p) { p.gap[0] = nan; }},
      {"row 2: lower bound nan", [=](auto& p) { p.lower = {0, 0, nan}; }},
      {"row 2: lower bound inf", [=](auto& p) { p.lower = {0, -infinity, infinity}; }},
      {"row 0 joins two obstacles", [](auto& p) { p.first[0] = -1; }},
      {"row 2: no body 3", [](auto& p) { p.first[2] = 3; }},
      {"row 1: second 1 is not below first 1", [](auto& p) { p.second[1] = 1; }},
      {"row 0 joins two bodies of infinite mass", [](auto& p) { p.inverse_mass[0] = 0; }},
      {"row 2 joins two bodies of infinite mass", [](auto& p) { p.inverse_mass = {1, 0, 0}; }},
      {"row 2 is not sorted", [](auto& p) { p.first[2] = 1, p.second[2] = -1; }},
      {"row 1: the normal", [](auto& p) { p.normal[3] = 0.9; }},
      {"row 1: the normal", [=](auto& p) { p.normal[2] = nan; }},
  };
  for (const auto& [message, spoil] : faults) {
    test::Problem p = test::column(2, 3);
    spoil(p);
    CAPTURE(std::string(message));
    CHECK(find_fault(p).find(message) == 0);
    for (const SolverEntry& entry : solvers()) {
      Executor executor;
      ProjectionResult result;
      entry.make()->solve(p, {}, executor, result);
      CHECK(result.status == ProjectionStatus::invalid);
      CHECK(result.message == find_fault(p));
    }
  }
}

TEST_CASE("every status has a name") {
  CHECK(std::string(to_string(ProjectionStatus::converged)) == "converged");
  CHECK(std::string(to_string(ProjectionStatus::iteration_limit)) == "iteration limit");
  CHECK(std::string(to_string(ProjectionStatus::stagnated)) == "stagnated");
  CHECK(std::string(to_string(ProjectionStatus::invalid)) == "invalid");
}
