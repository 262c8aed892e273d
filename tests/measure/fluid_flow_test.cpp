#include "measure/fluid_flow.hpp"

#include <doctest/doctest.h>

#include "fluid/flow_field.hpp"
#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// u = (y, −2x), p = x, ω = −3 on a box of 2 × 1.
FlowField linear() {
  FlowField flow;
  flow.count = {8, 4, 1};
  flow.h = 0.25;
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 8; ++i) {
      const Vec3 x = flow.middle({i, j, 0});
      flow.velocity.insert(flow.velocity.end(), {x[1], -2 * x[0]});
      flow.pressure.push_back(x[0]);
      flow.vorticity.push_back(-3);
    }
  return flow;
}

Lines measured(MeasurementPtr measurement, const FlowField* flow) {
  Instant instant{empty(2)};
  MeasuredFrame frame = instant.frame();
  frame.flow = flow;
  return measurement->take(frame);
}

}  // namespace

TEST_CASE("probes have the flow at their points, and evenly along a line with its ends") {
  MeasureSettings s;
  s.dimension = 2;
  MeasureProbes probes;
  probes.probes = {{{0.3, 0.4, 0}}};
  probes.probe_line = {Vec3{{0, 0.5, 0}}, Vec3{{2, 0.5, 0}}};
  probes.probe_points = 3;
  CHECK(probes.make(s)->columns() ==
        std::vector<std::string>{"probe", "x", "y", "velocity_x", "velocity_y", "pressure", "vorticity"});
  const FlowField flow = linear();
  const Lines lines = measured(probes.make(s), &flow);
  REQUIRE(lines.size() == 4);
  for (std::size_t k = 0; k < 4; ++k) {
    const std::vector<double>& l = lines[k];
    CHECK(l[0] == static_cast<double>(k));
    CHECK(l[3] == doctest::Approx(l[2]));
    CHECK(l[4] == doctest::Approx(-2 * l[1]));
    CHECK(l[5] == doctest::Approx(l[1]));
    CHECK(l[6] == doctest::Approx(-3));
  }
  CHECK(lines[0][1] == 0.3);
  CHECK(lines[2][1] == 1);
  CHECK(lines[3][1] == 2);
}

TEST_CASE("a profile has a line a layer of cells, with the means of what is in the box") {
  MeasureSettings s;
  s.dimension = 2;
  s.axis = 0;
  const FlowField flow = linear();
  Lines lines = measured(MeasureFlowProfile{}.make(s), &flow);
  REQUIRE(lines.size() == 8);
  CHECK(lines[3][0] == doctest::Approx(0.875));
  CHECK(lines[3][1] == doctest::Approx(0.5));
  CHECK(lines[3][2] == doctest::Approx(-1.75));
  CHECK(lines[3][3] == doctest::Approx(0.875));
  CHECK(lines[3][4] == doctest::Approx(-3));
  s.low = Vec3{{0.5, 0.5, 0}};
  s.high = Vec3{{1, 1, 0}};
  lines = measured(MeasureFlowProfile{}.make(s), &flow);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0][0] == doctest::Approx(0.625));
  CHECK(lines[0][1] == doctest::Approx(0.75));
}

TEST_CASE("means of a fluid are those of all its cells") {
  MeasureSettings s;
  s.dimension = 2;
  const FlowField flow = linear();
  const Lines lines = measured(MeasureFluid{}.make(s), &flow);
  REQUIRE(lines.size() == 1);
  CHECK(MeasureFluid{}.make(s)->columns().size() == lines[0].size());
  CHECK(lines[0][0] == doctest::Approx(0.5));
  CHECK(lines[0][1] == doctest::Approx(-2));
  CHECK(lines[0][2] == doctest::Approx(0.5 * (0.328125 + 4 * 1.328125)));
  CHECK(lines[0][3] == doctest::Approx(4.5));
  CHECK(lines[0][4] == doctest::Approx(1));
  CHECK(lines[0][5] == doctest::Approx(std::hypot(0.875, 3.75)));
}

TEST_CASE("a frame without a flow is told") {
  MeasureSettings s;
  CHECK_THROWS_WITH(measured(MeasureFluid{}.make(s), nullptr), "the frame has no flow of a fluid to measure");
}
