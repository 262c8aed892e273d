#include "fluid/flow_field.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "fluid/flow_solver.hpp"

using namespace floc;

namespace {

constexpr double pi = std::numbers::pi;

FlowSettings box(int dimension, int n, FaceKind kind) {
  FlowSettings s;
  s.grid.dimension = dimension;
  s.grid.h = 1.0 / n;
  s.density = 2;
  for (int k = 0; k < dimension; ++k) {
    s.grid.cells[static_cast<std::size_t>(k)] = n;
    for (FluidFace& face : s.grid.faces[static_cast<std::size_t>(k)]) face.kind = kind;
  }
  return s;
}

}  // namespace

TEST_CASE("velocity, vorticity and pressure in the middle of the cells are of second order") {
  Executor executor(2);
  double before = 0;
  for (const int n : {16, 32}) {
    FlowSolver flow(box(3, n, FaceKind::periodic));
    const auto u = [](const Vec3& x) {
      return Vec3{{std::sin(2 * pi * x[1]), std::sin(2 * pi * x[2]), std::sin(2 * pi * x[0])}};
    };
    FlowState state = flow.begin(u, executor);
    for (double& p : state.pressure) p = 3;
    const FlowField f = flow_field(flow, state, executor);
    double wrong = 0, pressed = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k) {
          const Vec3 x = f.middle({i, j, k});
          const Vec3 turn{{-2 * pi * std::cos(2 * pi * x[2]), -2 * pi * std::cos(2 * pi * x[0]),
                           -2 * pi * std::cos(2 * pi * x[1])}};
          wrong = std::max({wrong, norm(f.velocity_at(x) - u(x)), 0.1 * norm(f.vorticity_at(x) - turn)});
          pressed = std::max(pressed, std::abs(f.pressure_at(x) - 6));
        }
    CHECK(pressed < 1e-12);
    if (before > 0) CHECK(std::log2(before / wrong) > 1.95);
    before = wrong;
  }
}

TEST_CASE("a linear flow between walls that move is exact up to the walls") {
  Executor executor(1);
  FlowSettings s = box(2, 8, FaceKind::wall);
  s.grid.origin = {{1, -1, 0}};
  for (int k = 0; k < 2; ++k)
    for (FluidFace& face : s.grid.faces[static_cast<std::size_t>(k)])
      face.velocity = {Expression("3*y", place_and_time()), Expression("0", place_and_time())};
  FlowSolver flow(s);
  const FlowState state = flow.begin([](const Vec3& x) { return Vec3{{3 * x[1], 0, 0}}; }, executor);
  const FlowField f = flow_field(flow, state, executor);
  for (const double y : {-1.0, -0.97, -0.5, -0.01, 0.0})
    for (const double x : {1.0, 1.5, 1.99}) {
      CHECK(f.velocity_at({{x, y, 0}})[0] == doctest::Approx(3 * y));
      CHECK(f.vorticity_at({{x, y, 0}})[2] == doctest::Approx(-3));
    }
  CHECK(f.velocity_at({{1.5, 7, 0}})[0] == doctest::Approx(0));  // outside: the nearest inside
  CHECK(flow_quantity(FlowQuantity::vorticity, f).front() == doctest::Approx(-3));
  CHECK(flow_quantity(FlowQuantity::speed, f).front() == doctest::Approx(3 * (1 - 1.0 / 16)));
  CHECK(flow_quantity(FlowQuantity::pressure, f) == f.pressure);
}

TEST_CASE("a periodic flow is read across its ends") {
  Executor executor(1);
  FlowSolver flow(box(2, 4, FaceKind::periodic));
  const FlowField f =
      flow_field(flow, flow.begin([](const Vec3& x) { return Vec3{{std::cos(2 * pi * x[1]), 0, 0}}; }, executor), executor);
  CHECK(f.velocity_at({{0.3, 0.9, 0}})[0] == doctest::Approx(f.velocity_at({{1.3, -0.1, 0}})[0]));
  CHECK(f.velocity_at({{0.3, 0, 0}})[0] == doctest::Approx(std::cos(pi / 4)));
}

TEST_CASE("fields have names, and one that is wrong is told what there is") {
  CHECK(flow_quantity_named("vorticity") == FlowQuantity::vorticity);
  CHECK(flow_quantity_info(FlowQuantity::pressure).unit == "Pa");
  std::string message;
  try {
    flow_quantity_named("vortisity");
  } catch (const Error& e) {
    message = e.what();
  }
  CHECK(message ==
        "there is no field \"vortisity\" of a flow; did you mean \"vorticity\"? (there are speed, pressure, vorticity)");
}
