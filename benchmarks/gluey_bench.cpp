// The gluey law against the inelastic one, a step on the same settled bed: seconds and iterations, smooth
// and rough.
//
//   gluey_bench OUTPUT.json [LARGEST = 10000]
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "beds.hpp"
#include "contact/gluey.hpp"
#include "core/version.hpp"
#include "machine.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

constexpr int settling = 150, measured = 100;

struct Cost {
  double seconds = 0, iterations = 0;
  int unconverged = 0;
};

// Laws take turns, a step each, so that what else the machine does falls on all of them.
std::vector<Cost> compare(const Settled& bed, const std::vector<std::shared_ptr<const ContactLaw>>& laws) {
  std::vector<Simulation> runs;
  for (const auto& law : laws) {
    Setup setup = bed.setup;
    setup.law = law;
    runs.emplace_back(std::move(setup), 1).restore(bed.resume);
  }
  std::vector<Cost> costs(laws.size());
  for (int s = 0; s < settling + measured; ++s)
    for (std::size_t k = 0; k < runs.size(); ++k) {
      const StepReport report = runs[k].advance();
      if (s < settling) continue;
      for (const double seconds : report.seconds) costs[k].seconds += seconds / measured;
      costs[k].iterations += static_cast<double>(report.iterations) / measured;
      costs[k].unconverged += !report.converged;
    }
  return costs;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: gluey_bench OUTPUT.json [LARGEST]\n");
    return 2;
  }
  const std::size_t most = argc > 2 ? static_cast<std::size_t>(std::atof(argv[2])) : 10000;
  std::FILE* json = std::fopen(argv[1], "w");
  if (!json) {
    fmt::print(stderr, "gluey_bench: cannot write {}\n", argv[1]);
    return 1;
  }
  fmt::print(json, "{{\n  \"benchmark\": \"gluey\", \"version\": \"{}\", \"processor\": \"{}\",\n  \"beds\": [", version(),
             processor());
  bool comma = false;
  for (const int dimension : {2, 3})
    for (const std::size_t n : {1000, 10000}) {
      if (n > most) continue;
      Settled bed = settle({dimension, n, 20}, 1);
      // A weight is 3.1 in the plane and 4.2 in space: the rough contacts store what one grain gives in a time of 1.
      const std::vector<Cost> costs = compare(bed, {nullptr, gluey({}), gluey({.gamma_min = -3})});
      const double smooth = costs[1].seconds / costs[0].seconds, rough = costs[2].seconds / costs[0].seconds;
      fmt::print(json,
                 "{}\n    {{\"dimension\": {}, \"grains\": {}, \"tolerance\": {:g}, \"inelastic\": {{\"seconds_a_step\": "
                 "{:.5f}, \"iterations\": {:.1f}}}, \"smooth\": {{\"seconds_a_step\": {:.5f}, \"iterations\": {:.1f}, "
                 "\"over_inelastic\": {:.2f}}}, \"rough\": {{\"seconds_a_step\": {:.5f}, \"iterations\": {:.1f}, "
                 "\"over_inelastic\": {:.2f}}}, \"unconverged\": {}}}",
                 comma ? "," : "", dimension, n, bed.setup.tolerance, costs[0].seconds, costs[0].iterations,
                 costs[1].seconds, costs[1].iterations, smooth, costs[2].seconds, costs[2].iterations, rough,
                 costs[0].unconverged + costs[1].unconverged + costs[2].unconverged);
      std::fflush(json);
      comma = true;
      fmt::print("{}D, {:6} grains: inelastic {:.4f} s ({:.0f} iterations), smooth x{:.2f} ({:.0f}), rough x{:.2f} ({:.0f})\n",
                 dimension, n, costs[0].seconds, costs[0].iterations, smooth, costs[1].iterations, rough,
                 costs[2].iterations);
      std::fflush(stdout);
    }
  fmt::print(json, "\n  ]\n}}\n");
  std::fclose(json);
  return 0;
}
