// What noise, drift in a flow and attraction add to a step of a settled 3D bed: the same steps from the same
// state, with and without each, on one thread, in one run. The strengths are so small that the bed stays as it
// is (the cost does not depend on them); still the iterations of the projection differ a little from run to
// run, so that what a force adds is taken from the other stages: neighbours, free velocity, rows, certificate.
//
// `added_share` is that of a step between two searches for neighbours: each stage has the least time of all its
// steps. `whole_step_share` is that of all steps, with the searches (longer lists take longer to find; in this bed
// the fastest grain asks for new ones every third step) and with what else the projection had to do: the least of
// the rounds, in processor seconds.
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
#include "forces/attraction.hpp"
#include "forces/noise.hpp"
#include "machine.hpp"
#include "result_file.hpp"

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
  static double but_projection(const std::array<double, stage_count>& seconds) {
    return std::accumulate(seconds.begin(), seconds.end(), -seconds[static_cast<std::size_t>(Stage::projection)]);
  }
};

void run(const Settled& bed, Case& c, int steps) {
  Setup setup = bed.setup;
  setup.forces.insert(setup.forces.end(), c.forces.begin(), c.forces.end());
  Simulation simulation(std::move(setup), 1);
  go_on(simulation, bed.state);
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
  ResultFile json(argc, argv, "forces", "GRAINS");
  const auto n = static_cast<std::size_t>(json.size(10000));
  json.print(", \"grains\": {},\n  \"cases\": [", n);
  Settled bed = settle({3, n, 20}, 1);
  const double faint = 1e-9;
  for (const double tolerance : {1e-3, 1e-4}) {
    bed.setup.tolerance = tolerance;
    std::vector<Case> cases{
        {"none", {}},
        {"noise", {noise({.sigma = faint})}},
        {"drift in a flow by name", {drag({1 / faint, {}, TaylorGreenFlow{1, 20, {}}})}},
        {"attraction, range 0.5 r", {attraction({.kappa = faint, .epsilon = 0.5 / 6})}},
        {"attraction, epsilon 0.3 r", {attraction({.kappa = faint, .epsilon = 0.3})}},
    };
    constexpr int rounds = 8, steps = 12;
    for (int round = 0; round < rounds; ++round)  // in turn, so that a busy machine is busy for all
      for (Case& c : cases) run(bed, c, steps);
    for (const Case& c : cases) {
      const Case& none = cases.front();
      const double added = (Case::but_projection(c.seconds) - Case::but_projection(none.seconds)) / none.step;
      const double whole = c.step / none.step - 1;
      json.print(
          "{}\n    {{\"tolerance\": {:g}, \"force\": \"{}\", \"seconds_a_step\": {:.5f}, \"iterations\": {:.1f}, "
          "\"added_share\": {:.4f}, \"whole_step_share\": {:.4f}}}",
          json.comma(), tolerance, c.name, c.step, c.iterations / (rounds * steps), added, whole);
      fmt::print("{:g} {:28} {:.5f} s a step, {:.1f} iterations, {:+.1f} %, the whole step {:+.1f} %\n", tolerance,
                 c.name, c.step, c.iterations / (rounds * steps), 100 * added, 100 * whole);
    }
    std::fflush(stdout);
  }
  json.close();
  return 0;
}
