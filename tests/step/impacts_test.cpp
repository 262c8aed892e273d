#include "step/impacts.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace floc;

TEST_CASE("only active rows push, to the speeds that are asked for, and all is counted") {
  // Two bodies in a column on a floor: the lower one meets the floor, the upper one the lower.
  Contacts rows;
  rows.dimension = 1;
  rows.remembering = rows.two_gaps = false;
  rows.resize(2);
  rows.first = {0, 1};
  rows.second = {Contacts::second_of_surface(0), 0};
  rows.normal = {1, 1};
  rows.multiplier = {0, 0};
  const std::vector<double> inverse_mass{1, 1}, from{-1, -3};
  std::vector<double> out(2);
  Executor executor;
  Impacts impacts("auto", {.tolerance = 1e-10});
  impacts.begin(rows, {.dimension = 1, .step = 0.1, .inverse_mass = inverse_mass}, {}, executor);
  impacts.bound = {0.5, 0};
  impacts.active = {true, false};
  CHECK(impacts(from, out));
  CHECK(out[0] == doctest::Approx(0.5));
  CHECK(out[1] == -3);
  impacts.active = {true, true};
  CHECK(impacts(from, out));
  CHECK(out[0] == doctest::Approx(0.5));
  CHECK(out[1] == doctest::Approx(0.5));
  CHECK(impacts.projections() == 2);
  CHECK(impacts.iterations() > 0);
  impacts.begin(rows, {.dimension = 1, .step = 0.1, .inverse_mass = inverse_mass}, {}, executor);
  CHECK(impacts.projections() == 0);
}
