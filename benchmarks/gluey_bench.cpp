// The gluey law against the inelastic one, a step on the same settled bed: seconds and iterations, smooth
// and rough. All three go on from the bed as the inelastic law left it, and have time to come to rest as each
// does; then seconds are the median of a hundred steps, iterations their mean.
//
//   gluey_bench OUTPUT.json [LARGEST = 10000]
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "beds.hpp"
#include "contact/gluey.hpp"
#include "machine.hpp"
#include "result_file.hpp"

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
    runs.emplace_back(std::move(setup), 1).restore(bed.state);
  }
  std::vector<Cost> costs(laws.size());
  std::vector<std::vector<double>> seconds(laws.size());
  for (int s = 0; s < settling + measured; ++s)
    for (std::size_t k = 0; k < runs.size(); ++k) {
      const StepReport report = runs[k].advance();
      if (s < settling) continue;
      seconds[k].push_back(std::accumulate(report.seconds.begin(), report.seconds.end(), 0.0));
      costs[k].iterations += static_cast<double>(report.iterations) / measured;
      costs[k].unconverged += !report.converged;
    }
  for (std::size_t k = 0; k < runs.size(); ++k) {
    std::nth_element(seconds[k].begin(), seconds[k].begin() + measured / 2, seconds[k].end());
    costs[k].seconds = seconds[k][measured / 2];
  }
  return costs;
}

}  // namespace

int main(int argc, char** argv) {
  ResultFile json(argc, argv, "gluey");
  const auto most = static_cast<std::size_t>(json.size(10000));
  json.print(",\n  \"beds\": [");
  for (const int dimension : {2, 3})
    for (const std::size_t n : {1000, 10000}) {
      if (n > most) continue;
      Settled bed = settle({dimension, n, 20}, 1);
      // A weight is 3.1 in the plane and 4.2 in space: the rough contacts store what one grain gives in a time of 1.
      const std::vector<Cost> costs = compare(bed, {nullptr, gluey({}), gluey({.gamma_min = -3})});
      const double smooth = costs[1].seconds / costs[0].seconds, rough = costs[2].seconds / costs[0].seconds;
      json.print(
          "{}\n    {{\"dimension\": {}, \"grains\": {}, \"tolerance\": {:g}, \"inelastic\": {{\"seconds_a_step\": "
          "{:.5f}, \"iterations\": {:.1f}}}, \"smooth\": {{\"seconds_a_step\": {:.5f}, \"iterations\": {:.1f}, "
          "\"over_inelastic\": {:.2f}}}, \"rough\": {{\"seconds_a_step\": {:.5f}, \"iterations\": {:.1f}, "
          "\"over_inelastic\": {:.2f}}}, \"unconverged\": {}}}",
          json.comma(), dimension, n, bed.setup.tolerance, costs[0].seconds, costs[0].iterations, costs[1].seconds,
          costs[1].iterations, smooth, costs[2].seconds, costs[2].iterations, rough,
          costs[0].unconverged + costs[1].unconverged + costs[2].unconverged);
      fmt::print(
          "{}D, {:6} grains: inelastic {:.4f} s ({:.0f} iterations), smooth x{:.2f} ({:.0f}), rough x{:.2f} ({:.0f})\n",
          dimension, n, costs[0].seconds, costs[0].iterations, smooth, costs[1].iterations, rough, costs[2].iterations);
      std::fflush(stdout);
    }
  json.close();
  return 0;
}
