// What noise, drift in a flow and attraction add to a step of a settled 3D bed: the same steps from the same
// state, with and without each, one thread, in one run. Their strengths are so small that the bed stays as
// it is and the projection has the same work; the cost does not depend on the strength.
//
//   forces_bench OUTPUT.json [GRAINS = 10000]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
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
  double seconds = 1e300;  // a step: the least of the rounds
  double iterations = 0;
};

void run(const Settled& bed, Case& c, int steps) {
  Setup setup = bed.setup;
  setup.forces.insert(setup.forces.end(), c.forces.begin(), c.forces.end());
  Simulation simulation(std::move(setup), 1);
  simulation.restore(bed.resume);
  simulation.advance();  // warm-up: neighbours are listed
  const double begin = cpu_seconds();
  int iterations = 0;
  for (int s = 0; s < steps; ++s) iterations += simulation.advance().iterations;
  c.seconds = std::min(c.seconds, (cpu_seconds() - begin) / steps);
  c.iterations = static_cast<double>(iterations) / steps;
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
  fmt::print(json, "{{\n  \"benchmark\": \"forces\", \"version\": \"{}\", \"processor\": \"{}\", \"grains\": {},\n  \"cases\": [",
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
    for (int round = 0; round < 5; ++round)  // in turn, so that a busy machine is busy for all
      for (Case& c : cases) run(bed, c, 10);
    for (const Case& c : cases) {
      const double ratio = c.seconds / cases.front().seconds;
      fmt::print(json, "{}\n    {{\"tolerance\": {:g}, \"force\": \"{}\", \"seconds_a_step\": {:.5f}, \"iterations\": {:.1f}, \"ratio\": {:.3f}}}",
                 comma ? "," : "", tolerance, c.name, c.seconds, c.iterations, ratio);
      comma = true;
      fmt::print("{:g} {:28} {:.5f} s a step, {:.1f} iterations, {:+.1f} %\n", tolerance, c.name, c.seconds, c.iterations,
                 100 * (ratio - 1));
    }
    std::fflush(stdout);
  }
  fmt::print(json, "\n  ]\n}}\n");
  std::fclose(json);
  return 0;
}
