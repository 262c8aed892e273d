#include "draw/flow_layer.hpp"

#include <doctest/doctest.h>

#include "draw/picture_support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// v = (y, 0, 0) on 8 cells a side of the unit box, p = x − 0.5.
FlowField shear(int dimension) {
  FlowField flow;
  flow.dimension = dimension;
  flow.count = {8, 8, dimension == 3 ? 8 : 1};
  flow.h = 0.125;
  for (int k = 0; k < flow.n(2); ++k)
    for (int j = 0; j < 8; ++j)
      for (int i = 0; i < 8; ++i) {
        const Vec3 x = flow.middle({i, j, k});
        flow.velocity.push_back(x[1]);
        flow.velocity.insert(flow.velocity.end(), static_cast<std::size_t>(dimension - 1), 0.0);
        flow.pressure.push_back(x[0] - 0.5);
        if (dimension == 3) flow.vorticity.insert(flow.vorticity.end(), {0.0, 0.0});
        flow.vorticity.push_back(-1);
      }
  return flow;
}

}  // namespace

TEST_CASE("colours of both signs have nothing in the middle, a speed begins with it") {
  PictureStyle style;
  style.field = FlowQuantity::pressure;
  FlowScales s;
  add_flow(shear(2), style, s);
  s = ended(s, style);
  CHECK(s.range[1] == doctest::Approx(0.4375));
  CHECK(s.range[0] == -s.range[1]);
  CHECK(flow_colour(s, 0.4).r > flow_colour(s, 0.4).b);
  CHECK(flow_colour(s, -0.4).r < flow_colour(s, -0.4).b);
  style.field = FlowQuantity::speed;
  s = {};
  add_flow(shear(2), style, s);
  s = ended(s, style);
  CHECK(s.range[0] == 0);
  CHECK(s.range[1] == doctest::Approx(0.9375));
  style.field_range = {1.0, 2.0};
  CHECK(ended(s, style).range == std::array<double, 2>{1, 2});
}

TEST_CASE("a plane through a flow is across the view or where it is asked for, with values and lines") {
  PictureStyle style;
  style.field = FlowQuantity::speed;
  style.streamlines = true;
  const FlowField flow = shear(3);
  const FlowPlane facing(flow, style);  // the camera stands at −y
  CHECK(facing.axis() == 1);
  CHECK(facing.level() == 0.5);
  CHECK(facing.value({0.3, 0.3}) == doctest::Approx(0.5));
  CHECK(facing.place({0.1, 0.2}) == Vec3{{0.1, 0.5, 0.2}});
  style.slice = PictureStyle::Slice{2, 0.25};
  const FlowPlane across(flow, style);
  CHECK(across.level() == 0.25);
  CHECK(across.value({0.3, 0.75}) == doctest::Approx(0.75));
  CHECK(across.lines({0, 0}, {1, 1}).size() > 20);
  CHECK(across.holds({0.5, 1}));
  CHECK(!across.holds({0.5, 1.01}));
  style.streamlines = false;
  CHECK(across.lines({0, 0}, {1, 1}).empty());
}
