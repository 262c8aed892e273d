// A whole step of a settled 3D bed against its number of grains, at a fixed depth of twenty layers, a mean of the same
// hundred steps: seconds by stage, the share of all but the projection, two threads and all cores against one, and memory
// a grain.
//
//   step_bench OUTPUT.json [LARGEST = 100000] [--from SMALLEST = 1000]
//
// Beds of more than ten thousand grains are tiled (beds.hpp). Seconds on one thread are those of the processor. One thread
// and more take turns, a few steps each.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "beds.hpp"
#include "machine.hpp"
#include "result_file.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

constexpr double depth = 40;  // in mean radii
const int cores = core_count();

// The same at every size: a bed goes on settling, and needs fewer iterations as it does. Lists of neighbours are renewed
// every twenty to forty steps.
constexpr int count = 100;
constexpr int rounds = 5;  // in which one thread and two take turns: the machine is not the same all the time

class Run {
 public:
  Run(const Settled& bed, int threads) : simulation_(bed.setup, threads) {
    simulation_.restore(bed.state);
    for (int s = 0; s < 2; ++s) simulation_.advance();  // warm-up: the arrays of contacts take turns
  }

  void go(int steps) {
    const double before = cpu_seconds();
    double wall = 0;
    for (int s = 0; s < steps; ++s) {
      const StepReport report = simulation_.advance();
      for (std::size_t k = 0; k < stage_count; ++k) {
        seconds[k] += report.seconds[k];
        wall += report.seconds[k];
      }
      iterations += static_cast<double>(report.iterations);
      worst_overlap = std::max(worst_overlap, report.overlap);
      unconverged += !report.converged;
    }
    processor += cpu_seconds() - before;
    walls.push_back(wall);
  }

  std::array<double, stage_count> seconds{};  // by the clock on the wall
  std::vector<double> walls;                  // of each round
  double processor = 0, iterations = 0, worst_overlap = 0;
  int unconverged = 0;

 private:
  Simulation simulation_;
};

// Times faster, in the round between: all of them make the same steps.
double speed_up(const Run& one, const Run& more) {
  std::vector<double> ratios(one.walls);
  for (std::size_t k = 0; k < ratios.size(); ++k) ratios[k] /= more.walls[k];
  std::ranges::sort(ratios);
  return ratios[ratios.size() / 2];
}

struct Memory {
  double heap = 0, peak = 0;  // bytes a grain, the peak of what is resident
};

// Of the simulation alone: the bed goes into it. `heap` and `resident` are those before there was a bed.
Memory memory(Settled bed, double heap, double resident) {
  const auto n = static_cast<double>(bed.state.bodies.size());
  Simulation simulation(std::move(bed.setup), cores);
  simulation.restore(std::move(bed.state));
  resident_bytes();
  forget_peak();
  for (int s = 0; s < 3; ++s) simulation.advance();
  return {(heap_bytes() - heap) / n, (peak_bytes() - resident) / n};
}

struct Size {
  std::size_t grains;
  int across, along;  // copies of the bed of ten thousand; 0: a bed of its own
};

}  // namespace

int main(int argc, char** argv) {
  ResultFile json(argc, argv, "step", "LARGEST", {"--from"});
  const auto most = static_cast<std::size_t>(json.size(100000)), least = static_cast<std::size_t>(json.option("--from", 1));
  json.print(",\n  \"beds\": [");
  std::optional<Settled> one;
  for (const auto& [n, across, along] : {Size{1000, 0, 0}, {10000, 1, 1}, {100000, 5, 2}, {1000000, 10, 10}}) {
    if (n > most || n < least) continue;
    if (across > 0 && !one) one = settle({3, 10000, depth, true}, cores);
    const double heap = heap_bytes(), resident = resident_bytes();
    Settled bed = across == 0 ? settle({3, n, depth, true}, cores) : tile(*one, across, along, cores);
    std::string lines;
    for (const double tolerance : {1e-3, 1e-4}) {
      bed.setup.tolerance = tolerance;
      Run one_thread(bed, 1), two_threads(bed, 2);
      std::optional<Run> all_cores;
      if (cores > 2) all_cores.emplace(bed, cores);
      for (int round = 0; round < rounds; ++round) {
        one_thread.go(count / rounds);
        two_threads.go(count / rounds);
        if (all_cores) all_cores->go(count / rounds);
      }
      const double wall = std::accumulate(one_thread.walls.begin(), one_thread.walls.end(), 0.0),
                   step = one_thread.processor / count, iterations = one_thread.iterations / count,
                   two = speed_up(one_thread, two_threads), all = all_cores ? speed_up(one_thread, *all_cores) : two;
      const auto part = [&](Stage stage) { return one_thread.seconds[static_cast<std::size_t>(stage)] / wall; };
      const double search = part(Stage::neighbours) + part(Stage::rows), rest = 1 - part(Stage::projection);
      lines += fmt::format(
          "{}\n      {{\"tolerance\": {:g}, \"seconds_a_step\": {:.5f}, \"speed_up_two_threads\": {:.2f}, "
          "\"speed_up_all_cores\": {:.2f}, \"iterations\": {:.1f}, \"worst_overlap\": {:.2e}, \"unconverged\": {}, "
          "\"neighbours_and_rows_share\": {:.4f}, \"all_but_projection_share\": {:.4f}, \"stages\": {{",
          lines.empty() ? "" : ",", tolerance, step, two, all, iterations, one_thread.worst_overlap,
          one_thread.unconverged, search, rest);
      for (std::size_t k = 0; k < stage_count; ++k)
        lines += fmt::format("{}\"{}\": {:.6f}", k ? ", " : "", to_string(static_cast<Stage>(k)),
                             one_thread.seconds[k] / count);
      lines += "}}";
      fmt::print("{:7} grains at {:g}: {:.4f} s a step, {:.1f} iterations, x2 {:.2f}, x{} {:.2f} times faster, all but "
                 "the projection {:.1f} %\n",
                 n, tolerance, step, iterations, two, cores, all, 100 * rest);
      std::fflush(stdout);
    }
    const Memory bytes = memory(std::move(bed), heap, resident);
    fmt::print("{:7} grains: {:.0f} bytes of heap a grain, {:.0f} resident at most\n", n, bytes.heap, bytes.peak);
    std::fflush(stdout);
    json.print("{}\n    {{\"grains\": {}, \"heap_bytes_a_grain\": {:.0f}, \"peak_resident_bytes_a_grain\": {:.0f}, \"steps\": [{}\n    ]}}",
               json.comma(), n, bytes.heap, bytes.peak, lines);
  }
  json.close();
  return 0;
}
