// Steps of any length: bodies with radii over a ratio of 50 in a box, under gravity, with steps in which they fall by .6 r̄
// and by up to 6·10⁹ r̄. The first forty steps from a packing without overlap: processor seconds, projections and
// iterations a step, over those of the shortest. In long steps the first projection finds a bed nearly at rest, where the
// shortest steps fall: `settled_over_shortest` compares the last twenty steps with twenty of a bed that short steps have
// settled. A fifth of the bodies with films between them, four steps.
//
//   huge_bench OUTPUT.json [BODIES = 506]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "beds.hpp"
#include "contact/lubricated.hpp"
#include "machine.hpp"
#include "result_file.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

constexpr double ratio = 50, fall = 24400;  // g in r̄ a second squared
constexpr double films = 1000;              // their viscosity

Setup box(int dimension, std::size_t count) {
  Setup setup;
  Bodies& bodies = setup.bodies;
  bodies.dimension = dimension;
  std::vector<double> radii(count);
  double mean = 0, volume = 0;
  for (std::size_t i = 0; i < count; ++i) mean += radii[i] = std::pow(ratio, uniform({3, i, 0, 0}));
  mean /= static_cast<double>(count);
  const double zero[3] = {};
  for (const double radius : radii) {
    const double r = radius / mean, v = dimension == 2 ? std::numbers::pi * r * r : 4.0 / 3.0 * std::numbers::pi * r * r * r;
    volume += v;
    bodies.add(zero, zero, r, v, 0);
  }
  const double side = std::pow(volume / (dimension == 2 ? 0.5 : 0.35), 1.0 / dimension);
  const Vec3 high{{side, side, side}};
  setup.obstacles = open_box(dimension, high);
  Executor executor(1);
  if (!pack(bodies, {}, high, {}, setup.obstacles, 5, 1e-4, executor).done) throw std::runtime_error("no packing");
  Vec3 g;
  g[dimension - 1] = -fall;
  setup.forces = {gravity(g)};
  return setup;
}

struct Cost {
  double seconds = 0, settled = 0, projections = 0, iterations = 0, worst_overlap = 0;
  int unconverged = 0;
};

// `before`: steps that settle the bed, not counted.
Cost run(Setup setup, double h, int steps, int before = 0) {
  setup.h = h;
  Simulation simulation(std::move(setup), 1);
  for (int s = 0; s < before; ++s) simulation.advance();
  const int last = steps / 2;
  Cost cost;
  const double begin = cpu_seconds();
  double middle = begin;
  for (int s = 0; s < steps; ++s) {
    if (s == steps - last) middle = cpu_seconds();
    const StepReport report = simulation.advance();
    cost.projections += static_cast<double>(report.projections) / steps;
    cost.iterations += static_cast<double>(report.iterations) / steps;
    cost.worst_overlap = std::max(cost.worst_overlap, report.overlap);
    cost.unconverged += !report.converged;
  }
  cost.seconds = (cpu_seconds() - begin) / steps;
  cost.settled = (cpu_seconds() - middle) / last;
  return cost;
}

}  // namespace

int main(int argc, char** argv) {
  ResultFile json(argc, argv, "huge", "BODIES");
  const auto n = static_cast<std::size_t>(json.size(506));
  json.print(", \"bodies\": {},\n  \"runs\": [", n);
  const auto compare = [&](const Setup& setup, const char* law, int steps, const std::vector<double>& lengths) {
    double shortest = 0, at_rest = 0;
    for (const double h : lengths) {
      const Cost cost = run(setup, h, steps);
      if (shortest == 0) {
        shortest = cost.seconds;
        at_rest = run(setup, h, steps, 10 * steps).settled;
      }
      const double times = cost.seconds / shortest, settled = cost.settled / at_rest;
      json.print("{}\n    {{\"law\": \"{}\", \"dimension\": {}, \"bodies\": {}, \"step\": {:g}, \"seconds_a_step\": {:.6f}, "
                 "\"over_shortest\": {:.2f}, \"settled_over_shortest\": {:.2f}, \"projections\": {:.1f}, \"iterations\": "
                 "{:.1f}, \"worst_overlap\": {:.2e}, \"unconverged\": {}}}",
                 json.comma(), law, setup.bodies.dimension, setup.bodies.size(), h, cost.seconds, times, settled,
                 cost.projections, cost.iterations, cost.worst_overlap, cost.unconverged);
      fmt::print("{}, {}D, h = {:g}: {:.2f} ms a step (x{:.1f}; settled x{:.1f}), {:.1f} projections, {:.0f} iterations, "
                 "overlap {:.1e}, {} unconverged\n",
                 law, setup.bodies.dimension, h, 1e3 * cost.seconds, times, settled, cost.projections, cost.iterations,
                 cost.worst_overlap, cost.unconverged);
      std::fflush(stdout);
    }
  };
  for (const int dimension : {2, 3}) compare(box(dimension, n), "inelastic", 40, {0.005, 0.05, 0.5, 5, 500});
  for (const int dimension : {2, 3}) {
    Setup setup = box(dimension, n / 5);
    setup.law = lubricated({films, 0.5});
    compare(setup, "lubricated", 4, {0.005, 0.05, 0.5, 2, 5, 500});
  }
  json.close();
  return 0;
}
