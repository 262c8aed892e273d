// A lubricated step of dense suspensions of 10³, 10⁴ and 10⁵ spheres: processor seconds a sphere, which
// stay what they are as the number grows; and the two linear solvers side by side on smaller ones, from
// which `auto` has its choice (src/projection/metric.cpp).
//
//   lubrication_bench OUTPUT.json [LARGEST = 100000]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "contact/lubricated.hpp"
#include "beds.hpp"
#include "machine.hpp"
#include "result_file.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

// Spheres of radius 1 ± 15 % at random in a box, with random velocities: a suspension that is stirred.
Setup suspension(int dimension, std::size_t count, double fraction) {
  Setup setup;
  Bodies& bodies = setup.bodies;
  bodies.dimension = dimension;
  const double zero[3] = {};
  double volume = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double r = 0.85 + 0.3 * uniform({3, i, 0, 0});
    const double v = dimension == 2 ? std::numbers::pi * r * r : 4.0 / 3.0 * std::numbers::pi * r * r * r;
    double velocity[3];
    for (std::uint32_t k = 0; k < 3; ++k) velocity[k] = 4 * uniform({3, i, 1, k}) - 2;
    volume += v;
    bodies.add(zero, velocity, r, v, 0);
  }
  const double side = std::pow(volume / fraction, 1.0 / dimension);
  setup.obstacles = open_box(dimension, {{side, side, side}});
  Executor executor(2);
  if (!pack(bodies, {}, {{side, side, side}}, {}, setup.obstacles, 5, 1e-3, executor).done)
    throw std::runtime_error("no packing");
  setup.h = 0.01;
  setup.tolerance = 1e-4;
  return setup;
}

struct Cost {
  double seconds = 0, iterations = 0, rows = 0, overlap = 0;
  int unconverged = 0;
};

Cost steps(Setup setup, double viscosity, LinearSolver solver, int count) {
  setup.law = lubricated({viscosity, 0.5});
  setup.linear_solver = solver;
  Simulation simulation(std::move(setup), 1);
  for (int s = 0; s < 3; ++s) simulation.advance();  // the films take hold
  Cost cost;
  const double begin = cpu_seconds();
  for (int s = 0; s < count; ++s) {
    const StepReport report = simulation.advance();
    cost.iterations += static_cast<double>(report.iterations) / count;
    cost.rows += static_cast<double>(report.contacts) / count;
    cost.overlap = std::max(cost.overlap, report.overlap);
    cost.unconverged += !report.converged;
  }
  cost.seconds = (cpu_seconds() - begin) / count;
  return cost;
}

}  // namespace

int main(int argc, char** argv) {
  ResultFile json(argc, argv, "lubrication");
  const auto most = static_cast<std::size_t>(json.size(100000));
  json.print(", \"threads\": 1,\n");
  const auto tell = [&](int dimension, std::size_t n, double viscosity, const char* solver, const Cost& c,
                        const std::string& more) {
    const double each = 1e6 * c.seconds / static_cast<double>(n);
    json.print(
        "{}\n    {{\"dimension\": {}, \"spheres\": {}, \"viscosity\": {:g}, \"linear_solver\": \"{}\", "
        "\"cpu_seconds_a_step\": {:.5f}, \"microseconds_a_sphere\": {:.2f}, \"rows_a_sphere\": {:.2f}, "
        "\"iterations\": {:.1f}, \"worst_overlap\": {:.1e}, \"unconverged\": {}{}}}",
        json.comma(), dimension, n, viscosity, solver, c.seconds, each, c.rows / static_cast<double>(n), c.iterations,
        c.overlap, c.unconverged, more);
    fmt::print("{}D {:7} spheres, viscosity {:g}, {}: {:.2f} µs a sphere and step, {:.1f} iterations{}\n", dimension, n,
               viscosity, solver, each, c.iterations, more);
    std::fflush(stdout);
  };

  json.print("  \"growth\": [");
  const double viscosities[] = {1.0, 0.01};
  double first[2] = {};
  for (const std::size_t n : {1000, 10000, 100000}) {
    if (n > most) continue;
    const Setup setup = suspension(3, n, 0.45);
    for (std::size_t k = 0; k < 2; ++k) {
      const Cost cost = steps(setup, viscosities[k], LinearSolver::automatic, 10);
      const double each = cost.seconds / static_cast<double>(n);
      if (first[k] == 0) first[k] = each;
      tell(3, n, viscosities[k], "auto", cost, fmt::format(", \"ratio_to_smallest\": {:.2f}", each / first[k]));
    }
  }

  json.print("\n  ],\n  \"solvers\": [");
  json.begin_list();
  const struct {
    int dimension;
    std::size_t spheres;
    double fraction;
  } sizes[] = {{2, 1000, 0.7}, {2, 10000, 0.7}, {2, 40000, 0.7}, {3, 250, 0.45},
               {3, 500, 0.45}, {3, 1000, 0.45}, {3, 2000, 0.45}};
  for (const auto& size : sizes) {
    if (size.spheres > most) continue;
    const Setup setup = suspension(size.dimension, size.spheres, size.fraction);
    for (const double viscosity : viscosities) {
      tell(size.dimension, size.spheres, viscosity, "cholmod", steps(setup, viscosity, LinearSolver::cholmod, 5), "");
      tell(size.dimension, size.spheres, viscosity, "pcg", steps(setup, viscosity, LinearSolver::pcg, 5), "");
    }
  }
  json.close();
  return 0;
}
