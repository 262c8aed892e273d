// A whole step of a settled 3D bed of fixed depth against its number of grains: seconds by stage, the share
// of all but the projection, two threads and all cores against one, and memory a grain.
//
//   step_bench OUTPUT.json [LARGEST = 100000]
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "beds.hpp"
#include "machine.hpp"
#include "result_file.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

struct Cost {
  std::array<double, stage_count> seconds{};
  double total = 0, iterations = 0, worst_overlap = 0;
  int unconverged = 0;
};

Cost steps(const Settled& bed, int threads, int count) {
  Simulation simulation(bed.setup, threads);
  simulation.restore(bed.resume);
  simulation.advance();  // warm-up
  Cost cost;
  for (int s = 0; s < count; ++s) {
    const StepReport report = simulation.advance();
    for (std::size_t k = 0; k < stage_count; ++k) cost.seconds[k] += report.seconds[k] / count;
    cost.iterations += static_cast<double>(report.iterations) / count;
    cost.worst_overlap = std::max(cost.worst_overlap, report.overlap);
    cost.unconverged += !report.converged;
  }
  for (const double s : cost.seconds) cost.total += s;
  return cost;
}

}  // namespace

int main(int argc, char** argv) {
  ResultFile json(argc, argv, "step");
  const auto most = static_cast<std::size_t>(json.size(100000));
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  json.print(", \"cores\": {}, \"load\": {:.1f},\n  \"beds\": [", cores, load());
  for (const std::size_t n : {1000, 10000, 100000, 1000000}) {
    if (n > most) continue;
    const double before = resident_bytes();
    Settled bed = settle({3, n, 20}, cores);
    for (const double tolerance : {1e-3, 1e-4}) {
      bed.setup.tolerance = tolerance;
      const int count = n > 50000 ? 5 : 20;
      const Cost one = steps(bed, 1, count), two = steps(bed, 2, count), all = steps(bed, cores, count);
      const auto part = [&](Stage stage) { return one.seconds[static_cast<std::size_t>(stage)]; };
      const double search = (part(Stage::neighbours) + part(Stage::rows)) / one.total;
      const double rest = 1 - part(Stage::projection) / one.total;
      const double memory = (resident_bytes() - before) / static_cast<double>(n);
      json.print(
          "{}\n    {{\"grains\": {}, \"tolerance\": {:g}, \"seconds_a_step\": {:.5f}, \"speed_up_two_threads\": "
          "{:.2f}, "
          "\"speed_up_all_cores\": {:.2f}, \"iterations\": {:.1f}, \"worst_overlap\": {:.2e}, \"unconverged\": {}, "
          "\"neighbours_and_rows_share\": {:.4f}, "
          "\"all_but_projection_share\": {:.4f}, \"resident_bytes_a_grain\": {:.0f}, \"stages\": {{",
          json.comma(), n, tolerance, one.total, one.total / two.total, one.total / all.total, one.iterations,
          one.worst_overlap, one.unconverged, search, rest, memory);
      for (std::size_t k = 0; k < stage_count; ++k)
        json.print("{}\"{}\": {:.6f}", k ? ", " : "", to_string(static_cast<Stage>(k)), one.seconds[k]);
      json.print("}}}}");
      fmt::print(
          "{:7} grains at {:g}: {:.4f} s a step, {:.1f} iterations, x2 {:.2f}, x{} {:.2f} times faster, all but the "
          "projection "
          "{:.1f} %, {:.0f} bytes a grain\n",
          n, tolerance, one.total, one.iterations, one.total / two.total, cores, one.total / all.total, 100 * rest,
          memory);
      std::fflush(stdout);
    }
  }
  json.close();
  return 0;
}
