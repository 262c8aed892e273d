// What noise, drift in a flow and attraction add to a step of a settled 3D bed: the same steps from the same
// state, with and without each, on one thread, in one run. The strengths are so small that the bed stays as it
// is (the cost does not depend on them); still the iterations of the projection differ a little from run to
// run, so that what a force adds is taken from the other stages: neighbours (longer lists), free velocity,
// rows, certificate. Each of these is short, and has the least time of all its steps; a whole step has the
// least of the rounds, in processor seconds.
//
//   forces_bench OUTPUT.json [GRAINS = 10000]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "beds.hpp"
#include "core/version.hpp"
#include "forces/attraction.hpp"
#include "forces/noise.hpp"
#include "machine.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

struct Case {
  std::string name;
  std::vector<ForcePtr> forces;
  std::array<double, stage_count> seconds = never();  // the least of all steps
  double step = 1e300;                                // the least of the rounds
  double iterations = 0;

  static std::array<double, stage_count> never() {
    std::array<double, stage_count> all;
    all.fill(1e300);
    return all;
  }
  double beside_projection() const {
    return std::accumulate(seconds.begin(), seconds.end(), -seconds[static_cast<std::size_t>(Stage::projection)]);
  }
};

void run(const Settled& bed, Case& c, int steps) {
  Setup setup = bed.setup;
  setup.forces.insert(setup.forces.end(), c.forces.begin(), c.forces.end());
  Simulation simulation(std::move(setup), 1);
  go_on(simulation, bed.resume);
  simulation.advance();  // warm-up: neighbours are listed
  const double begin = cpu_seconds();
  for (int s = 0; s < steps; ++s) {
    const StepReport report = simulation.advance();
    for (std::size_t k = 0; k < stage_count; ++k) c.seconds[k] = std::min(c.seconds[k], report.seconds[k]);
    c.iterations += static_cast<double>(report.iterations);
  }
  c.step = std::min(c.step, (cpu_seconds() - begin) / steps);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: forces_bench OUTPUT.json [GRAINS]\n");
    return 2;
  }
  const std::size_t n = argc > 2 ? static_cast<std::size_t>(std::atof(argv[2])) : 10000;
  std::FILE* json = std::fopen(argv[1], "w");
  if (!json) {
    fmt::print(stderr, "forces_bench: cannot write {}\n", argv[1]);
    return 1;
  }
  fmt::print(
      json,
      "{{\n  \"benchmark\": \"forces\", \"version\": \"{}\", \"processor\": \"{}\", \"grains\": {},\n  \"cases\": [",
      version(), processor(), n);
  Settled bed = settle({3, n, 20}, 1);
  const double faint = 1e-9;
  bool comma = false;
  for (const double tolerance : {1e-3, 1e-4}) {
    bed.setup.tolerance = tolerance;
    std::vector<Case> cases{
        {"none", {}},
        {"noise", {noise({.sigma = faint})}},
        {"drift in a flow by name", {drag({1 / faint, {}, {}, true, {}, TaylorGreenFlow{1, 20, {}}})}},
        {"attraction, range 0.5 r", {attraction({.kappa = faint, .epsilon = 0.5 / 6})}},
        {"attraction, epsilon 0.3 r", {attraction({.kappa = faint, .epsilon = 0.3})}},
    };
    constexpr int rounds = 5, steps = 10;
    for (int round = 0; round < rounds; ++round)  // in turn, so that a busy machine is busy for all
      for (Case& c : cases) run(bed, c, steps);
    for (const Case& c : cases) {
      const Case& none = cases.front();
      const double added = (c.beside_projection() - none.beside_projection()) / none.step;
      fmt::print(
          json,
          "{}\n    {{\"tolerance\": {:g}, \"force\": \"{}\", \"seconds_a_step\": {:.5f}, \"iterations\": {:.1f}, "
          "\"added_share\": {:.4f}}}",
          comma ? "," : "", tolerance, c.name, c.step, c.iterations / (rounds * steps), added);
      comma = true;
      fmt::print("{:g} {:28} {:.5f} s a step, {:.1f} iterations, {:+.1f} %\n", tolerance, c.name, c.step,
                 c.iterations / (rounds * steps), 100 * added);
    }
    std::fflush(stdout);
  }
  fmt::print(json, "\n  ]\n}}\n");
  std::fclose(json);
  return 0;
}
