#include "measure/stop_rule.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"

using namespace floc;

namespace {

StepReport at(double time, double speed, double energy = 1) {
  StepReport r;
  r.time = time;
  r.largest_speed = speed;
  r.kinetic_energy = energy;
  return r;
}

StopSettings resting(double speed, double lasting) {
  StopSettings s;
  s.at_rest = StopAtRest{speed, lasting};
  return s;
}

StopBound above(const std::string& quantity, double bound, double lasting = 0) {
  return {quantity, bound, {}, lasting};
}

}  // namespace

TEST_CASE("bodies are at rest when they were slow all the time, and a fast one begins it anew") {
  StopRule rule(resting(0.1, 0.3), 2);
  for (const double t : {0.1, 0.2, 0.3}) rule.take(at(t, 0.05), false);
  CHECK(!rule.met());
  CHECK(rule.waiting(0.3) == "at rest 0.2 of 0.3");
  rule.take(at(0.4, 0.2), false);
  CHECK(rule.waiting(0.4).empty());
  for (const double t : {0.5, 0.6, 0.7}) rule.take(at(t, 0.05), false);
  CHECK(!rule.met());
  rule.take(at(0.8, 0.05), false);
  CHECK(rule.reason() == "at rest: no body faster than 0.1, for 0.3");
}

TEST_CASE("a speed at the bound, or one that is no number, is not below it") {
  StopRule rule(resting(0.1, 0), 2);
  rule.take(at(0.1, 0.1), false);
  rule.take(at(0.2, std::nan("")), false);
  CHECK(!rule.met());
  rule.take(at(0.3, 0.09), false);
  CHECK(rule.met());
}

TEST_CASE("an expression of the statistics ends a run in the first step in which it holds") {
  std::vector<std::string> names = statistic_names(2);
  names.emplace_back("t");
  StopSettings s;
  s.when = StopWhen{Expression("kinetic_energy < e0 && t > 1", names, {{"e0", 0.5}}), 0};
  StopRule rule(s, 2);
  rule.take(at(0.5, 0, 0.1), false);
  rule.take(at(1.0, 0, 0.1), false);
  rule.take(at(1.5, 0, 0.6), false);
  CHECK(!rule.met());
  rule.take(at(2.0, 0, 0.4), false);
  CHECK(rule.reason() == "kinetic_energy < e0 && t > 1");
}

TEST_CASE("a column of a step, and any line of a measurement, pass a bound") {
  StopSettings s;
  s.measured = {above("kinetic_energy", 2), {"profile.density", {}, 0.5, 0.2}};
  StopRule energy(s, 3);
  energy.take(at(1, 0, 2), false);
  CHECK(!energy.met());
  energy.take(at(2, 0, 2.5), false);
  CHECK(energy.reason() == "kinetic_energy above 2 (it is 2.5)");

  StopRule density(s, 3);
  const auto lines = [](std::vector<double> values) { return [=](const std::string&) { return values; }; };
  density.take_measured(1.0, lines({0.7, 0.4, 0.6}));
  CHECK(density.waiting(1.1) == "profile.density below 0.5 0.1 of 0.2");
  density.take_measured(1.1, lines({}));  // no line: it does not hold
  density.take_measured(1.2, lines({0.4}));
  CHECK(!density.met());
  density.take_measured(1.4, lines({std::nan(""), 0.3}));
  CHECK(density.reason() == "profile.density below 0.5 (it is 0.3), for 0.2");
}

TEST_CASE("a run is over when everybody has left, unless the scene says otherwise") {
  StopSettings s;
  StopRule rule(s, 2);
  rule.take(at(1, 0), false);
  CHECK(!rule.met());
  rule.take(at(2, 0), true);
  CHECK(rule.reason() == "everybody has left");
  s.deserted = false;
  StopRule goes_on(s, 2);
  goes_on.take(at(2, 0), true);
  CHECK(!goes_on.met());
}

TEST_CASE("a rule that recalls its memory goes on as if there had been no break") {
  StopSettings s = resting(0.1, 0.3);
  s.measured = {above("kinetic_energy", 5, 0.1)};
  StopRule whole(s, 2), begun(s, 2);
  for (const double t : {0.1, 0.2, 0.3}) {
    whole.take(at(t, 0.05), false);
    begun.take(at(t, 0.05), false);
  }
  StopRule resumed(s, 2);
  resumed.recall(begun.memory());
  CHECK(resumed.memory() == begun.memory());
  whole.take(at(0.4, 0.05), false);
  resumed.take(at(0.4, 0.05), false);
  CHECK(whole.met());
  CHECK(resumed.memory() == whole.memory());
  CHECK_THROWS_AS(StopRule(resting(1, 1), 2).recall(begun.memory()), Error);
}
