// Flows with exact solutions, from scene files: the orders in which errors shrink with the cells and the step; nobody is in them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "fluid/flow_solver.hpp"
#include "scene/build.hpp"
#include "step/simulation.hpp"

using namespace floc;

namespace {

std::string head(int dimension, double step, double end) {
  return fmt::format("[scene]\ndimension = {}\n[time]\nstep = {:.17g}\nend = {}\n", dimension, step, end);
}

// The largest difference of the velocity from the exact one, at the end.
double difference(const std::string& text, double end, const std::function<Vec3(const Vec3&)>& exact) {
  const SceneResult read = read_scene_text(text, "scene.toml", ".");
  for (const Diagnostic& e : read.errors) FAIL(e.str());
  BuildResult built = build(*read.scene);
  for (const Diagnostic& e : built.errors) FAIL(e.str());
  Simulation simulation(std::move(*built.setup), 1);
  while (simulation.time() < end * (1 - 1e-9)) REQUIRE(simulation.advance().moved);
  const FlowSolver& flow = *simulation.flow();
  double worst = 0;
  for (int c = 0; c < flow.grid().dimension; ++c) {
    std::array<int, 3> i;
    for (i[2] = flow.box(c).begin[2]; i[2] < flow.box(c).end[2]; ++i[2])
      for (i[1] = flow.box(c).begin[1]; i[1] < flow.box(c).end[1]; ++i[1])
        for (i[0] = flow.box(c).begin[0]; i[0] < flow.box(c).end[0]; ++i[0])
          worst = std::max(worst, std::abs(simulation.state().flow.velocity[static_cast<std::size_t>(c)]
                                                                           [flow.layout().at(i)] -
                                           exact(place(flow.grid(), c, i))[c]));
  }
  return worst;
}

double order(int coarse, const std::function<double(int)>& error) {
  const double one = error(coarse), two = error(2 * coarse);
  MESSAGE("errors ", one, " and ", two, ", order ", std::log2(one / two));
  return std::log2(one / two);
}

constexpr double around = 2 * M_PI;

}  // namespace

TEST_CASE("Taylor–Green vortices decay as the exact ones, to second order") {
  CHECK(order(16, [](int n) {
          const std::string velocity = "[\"sin(x)*cos(y)\", \"-cos(x)*sin(y)\"]";
          const std::string scene =
              head(2, 0.64 / n, 0.64) +
              fmt::format("[domain]\nperiodic = [\"x\", \"y\"]\nlow = [0, 0]\nhigh = [{0:.17g}, {0:.17g}]\n"
                          "[fluid]\ncell = {1:.17g}\ndensity = 1\nviscosity = 0.1\nvelocity = {2}\n",
                          around, around / n, velocity);
          const double decay = std::exp(-2 * 0.1 * 0.64);
          return difference(scene, 0.64, [&](const Vec3& x) {
            return decay * Vec3{{std::sin(x[0]) * std::cos(x[1]), -std::cos(x[0]) * std::sin(x[1]), 0}};
          });
        }) > 1.9);
}

TEST_CASE("a Beltrami flow in space decays as the exact one, to second order") {
  CHECK(order(12, [](int n) {
          const std::string scene =
              head(3, 0.48 / n, 0.48) +
              fmt::format("[domain]\nperiodic = [\"x\", \"y\", \"z\"]\nlow = [0, 0, 0]\nhigh = [{0:.17g}, {0:.17g}, "
                          "{0:.17g}]\n[fluid]\ncell = {1:.17g}\ndensity = 1\nviscosity = 0.1\n"
                          "velocity = [\"sin(z)+cos(y)\", \"sin(x)+cos(z)\", \"sin(y)+cos(x)\"]\n",
                          around, around / n);
          const double decay = std::exp(-0.1 * 0.48);
          return difference(scene, 0.48, [&](const Vec3& x) {
            return decay * Vec3{{std::sin(x[2]) + std::cos(x[1]), std::sin(x[0]) + std::cos(x[2]),
                                 std::sin(x[1]) + std::cos(x[0])}};
          });
        }) > 1.9);
}

TEST_CASE("Poiseuille's flow in the plane and in space is of second order, Couette's exact") {
  for (const int dimension : {2, 3}) {
    const auto channel = [&](int n, const std::string& more) {
      const std::string zero = dimension == 3 ? "[0, 0, 0]" : "[0, 0]", one = dimension == 3 ? "[1, 1, 1]" : "[1, 1]";
      return head(dimension, 0.02, 2) +
             fmt::format("[domain]\nperiodic = {}\nlow = {}\nhigh = {}\n[fluid]\nlow = {}\n"
                         "high = {}\ncell = {:.17g}\ndensity = 2\nviscosity = 2\n{}",
                         dimension == 3 ? "[\"x\", \"z\"]" : "[\"x\"]", zero, one, zero, one, 1.0 / n, more);
    };
    const std::string push = fmt::format("pressure_gradient = [-4, 0{}]\n", dimension == 3 ? ", 0" : "");
    CHECK(order(8, [&](int n) {
            return difference(channel(n, push), 2, [](const Vec3& x) { return Vec3{{x[1] * (1 - x[1]), 0, 0}}; });
          }) > 1.9);
    const std::string lid = fmt::format("[[fluid.sides]]\nside = \"+y\"\nvelocity = [\"1\", \"0\"{}]\n",
                                        dimension == 3 ? ", \"0\"" : "");
    CHECK(difference(channel(8, lid), 2, [](const Vec3& x) { return Vec3{{x[1], 0, 0}}; }) < 1e-7);
  }
}
