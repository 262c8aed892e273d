#include "core/error.hpp"
#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// Bodies at these heights, one frame after the other.
Instant at(std::vector<double> y, double time) {
  Instant now{empty(2)};
  now.time = time;
  double x = 0.5;
  for (const double v : y) add(now.bodies, {{x++, v, 0}}, {}, 0.1, 2);
  return now;
}

MeasurementPtr across(Vec3 normal = {{0, -1, 0}}) {
  MeasureFlow flow;
  flow.point = Vec3{{0, 1, 0}};
  flow.normal = normal;
  return flow.make(settings(2));
}

MeasurementPtr across_line() {
  MeasureFlow flow;
  flow.line = {Vec3{{0, 1, 0}}, Vec3{{2, 1, 0}}};
  return flow.make(settings(2));
}

}  // namespace

TEST_CASE("bodies that cross are counted once each, those that come back are taken off, masses with them") {
  const auto m = across();
  const Lines first = m->take(at({2, 2, 3, 0}, 0).frame());
  CHECK(column(*m, first, "forward")[0] == 0);
  CHECK(std::isnan(column(*m, first, "rate")[0]));
  const Lines second = m->take(at({0, 0.5, 2, 0}, 0.5).frame());
  CHECK(column(*m, second, "forward")[0] == 2);
  CHECK(column(*m, second, "rate")[0] == 4);
  CHECK(column(*m, second, "mass_rate")[0] == 8);
  const Lines third = m->take(at({0, 1.5, 0, 3}, 1.5).frame());
  CHECK(column(*m, third, "forward")[0] == 1);
  CHECK(column(*m, third, "backward")[0] == 2);
  CHECK(column(*m, third, "passed")[0] == 1);
  CHECK(column(*m, third, "passed_mass")[0] == 2);
  CHECK(column(*m, third, "rate")[0] == -1);
}

TEST_CASE("a line with ends counts what crosses between them, from its left to its right") {
  const auto m = across_line();
  m->take(at({2, 2, 2, 2}, 0).frame());
  CHECK(number(*m, at({0, 0, 0, 0}, 1).frame(), "forward") == 2);  // at x = 0.5 and 1.5
}

TEST_CASE("a plane across a periodic direction is crossed once a turn, whichever image it is") {
  const auto m = across({{0, 1, 0}});
  Instant now = at({0.5, 12.5, -7}, 0), later = at({30.5, 13.5, -21}, 1);
  now.domain.period = later.domain.period = {0, 10, 0};
  m->take(now.frame());
  const Lines lines = m->take(later.frame());
  CHECK(column(*m, lines, "forward")[0] == 3);   // at y = 1, 11, 21; none between 12.5 and 13.5
  CHECK(column(*m, lines, "backward")[0] == 2);  // at −9 and −19
}

TEST_CASE("a line with ends is seen by every periodic image, and bodies that come or go are not taken for crossing") {
  const auto m = across_line();
  Instant now = at({2, 2}, 0), later = at({0, 0, 0}, 1);
  now.bodies.x(0)[0] += 40, later.bodies.x(0)[0] += 40;
  now.domain.period = later.domain.period = {20, 0, 0};
  m->take(now.frame());
  CHECK(number(*m, later.frame(), "forward") == 2);
  Instant gone = at({2, 2, 2}, 2);
  gone.bodies.keep(std::vector<char>{0, 0, 1});
  CHECK(number(*m, gone.frame(), "backward") == 0);  // at x = 2.5, outside
}

TEST_CASE("what the flow remembers goes on in another one; something else is refused") {
  const auto one = across(), two = across();
  one->take(at({2, 2, 0}, 0).frame());
  one->take(at({0, 2, 0}, 1).frame());
  two->recall(one->memory());
  const Instant last = at({0, 0, 2}, 3);
  CHECK(two->take(last.frame()) == one->take(last.frame()));
  CHECK_THROWS_AS(two->recall(std::vector<double>{1, 2}), Error);
}

TEST_CASE("flow through nothing in particular is refused") {
  CHECK(MeasureFlow{}.lacks({}) == "which needs a line, or a point and a normal");
  CHECK_THROWS_AS(MeasureFlow{}.make(settings(2)), Error);
}
