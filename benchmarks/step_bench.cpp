// A whole step of a settled 3D bed against its number of grains, at a fixed depth of twenty layers: seconds by
// stage, the share of all but the projection, two threads and all cores against one, and memory a grain.
//
//   step_bench OUTPUT.json [LARGEST = 100000] [--from SMALLEST = 1000]
//
// Beds of more than ten thousand grains are tiled (beds.hpp). Seconds on one thread are those of the processor.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
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

struct Cost {
  std::array<double, stage_count> seconds{};  // by the clock on the wall
  double total = 0;                           // the same, or the processor's on one thread
  double iterations = 0, worst_overlap = 0;
  int unconverged = 0;

  double wall() const {
    double sum = 0;
    for (const double s : seconds) sum += s;
    return sum;
  }
};

Cost steps(const Settled& bed, int threads, int count) {
  Simulation simulation(bed.setup, threads);
  simulation.restore(bed.resume);
  for (int s = 0; s < 2; ++s) simulation.advance();  // warm-up: the arrays of contacts take turns
  Cost cost;
  const double before = cpu_seconds();
  for (int s = 0; s < count; ++s) {
    const StepReport report = simulation.advance();
    for (std::size_t k = 0; k < stage_count; ++k) cost.seconds[k] += report.seconds[k] / count;
    cost.iterations += static_cast<double>(report.iterations) / count;
    cost.worst_overlap = std::max(cost.worst_overlap, report.overlap);
    cost.unconverged += !report.converged;
  }
  cost.total = threads == 1 ? (cpu_seconds() - before) / count : cost.wall();
  return cost;
}

struct Memory {
  double heap = 0, peak = 0;  // bytes a grain, the peak of what is resident
};

// Of the simulation alone: the bed goes into it. `heap` and `resident` are those before there was a bed.
Memory memory(Settled bed, double heap, double resident) {
  const auto n = static_cast<double>(bed.resume.bodies.size());
  Simulation simulation(std::move(bed.setup), cores);
  simulation.restore(std::move(bed.resume));
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
      const int count = n > 50000 ? 20 : 100;  // lists of neighbours are renewed every twenty to forty steps
      const Cost one_thread = steps(bed, 1, count), two = steps(bed, 2, count),
                 all = cores > 2 ? steps(bed, cores, count) : two;
      const double wall = one_thread.wall();
      const auto part = [&](Stage stage) { return one_thread.seconds[static_cast<std::size_t>(stage)] / wall; };
      const double search = part(Stage::neighbours) + part(Stage::rows), rest = 1 - part(Stage::projection);
      lines += fmt::format(
          "{}\n      {{\"tolerance\": {:g}, \"seconds_a_step\": {:.5f}, \"speed_up_two_threads\": {:.2f}, "
          "\"speed_up_all_cores\": {:.2f}, \"iterations\": {:.1f}, \"worst_overlap\": {:.2e}, \"unconverged\": {}, "
          "\"neighbours_and_rows_share\": {:.4f}, \"all_but_projection_share\": {:.4f}, \"stages\": {{",
          lines.empty() ? "" : ",", tolerance, one_thread.total, wall / two.wall(), wall / all.wall(),
          one_thread.iterations, one_thread.worst_overlap, one_thread.unconverged, search, rest);
      for (std::size_t k = 0; k < stage_count; ++k)
        lines += fmt::format("{}\"{}\": {:.6f}", k ? ", " : "", to_string(static_cast<Stage>(k)), one_thread.seconds[k]);
      lines += "}}";
      fmt::print("{:7} grains at {:g}: {:.4f} s a step, {:.1f} iterations, x2 {:.2f}, x{} {:.2f} times faster, all but "
                 "the projection {:.1f} %\n",
                 n, tolerance, one_thread.total, one_thread.iterations, wall / two.wall(), cores, wall / all.wall(),
                 100 * rest);
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
