// A small result file: figures as the benchmarks write them, cut to what the report reads.
#pragma once

#include <fmt/format.h>

#include <string>

#include "output/json.hpp"
#include "report/results.hpp"
#include "support/process.hpp"

namespace floc::test {

inline std::string solve(const std::string& solver, double tolerance, int threads, double iterations, double seconds,
                         bool extrapolated = false) {
  return fmt::format(
      "{{\"tolerance\": {:g}, \"start\": \"cold\", \"solver\": \"{}\", \"threads\": {}, \"iterations\": {}, "
      "\"seconds\": {}, \"extrapolated\": {}, \"run_for_seconds\": 30, \"bytes_a_contact_an_iteration\": 75, "
      "\"bytes_a_second_over_triad\": 0.9, \"uzawa_cold_over_this\": 1, "
      "\"iterations_over_cg_on_active_set\": 1.5}}",
      tolerance, solver, threads, iterations, seconds, extrapolated);
}

// A bed of one projection by uzawa, and by auto on one and two threads.
inline std::string projection_bed(int dimension, double grains, double tolerance, double slow, double fast,
                                  double iterations, bool extrapolated = false) {
  return fmt::format(
      "{{\"dimension\": {}, \"grains\": {:.0f}, \"depth\": 0, \"height_in_radii\": 20, \"rows\": {:.0f}, "
      "\"solves\": [{}, {}, {}]}}",
      dimension, grains, 3.3 * grains, solve("uzawa", tolerance, 1, 20 * iterations, slow, extrapolated),
      solve("auto", tolerance, 1, iterations, fast), solve("auto", tolerance, 2, iterations, fast / 2));
}

inline std::string step_bed(double grains, double seconds, double speed_up = 1.8) {
  const auto cost = [&](double tolerance) {
    return fmt::format(
        "{{\"tolerance\": {:g}, \"seconds_a_step\": {}, \"speed_up_two_threads\": {}, \"iterations\": 100, "
        "\"worst_overlap\": 9e-4, \"all_but_projection_share\": 0.1, \"stages\": {{\"projection\": {}, "
        "\"rows\": {}}}}}",
        tolerance, seconds, speed_up, 0.9 * seconds, 0.1 * seconds);
  };
  return fmt::format("{{\"grains\": {:.0f}, \"heap_bytes_a_grain\": 700, \"steps\": [{}, {}]}}", grains, cost(1e-3),
                     cost(1e-4));
}

inline Json figures(const std::string& beds) {
  return parse_json(
      "{\"benchmark\": \"x\", \"version\": \"1.2\", \"processor\": \"P\", \"cores\": 2, \"load\": 0.5, "
      "\"triad_GB_per_s\": {\"one_thread\": 20, \"all_cores\": 40}, \"beds\": [" +
          beds + "]}",
      "figures");
}

inline Json run(const std::string& date) {
  Json values = Json::object();
  values.set("date", date);
  values.set("commit", "abc1234");
  return values;
}

inline Json nothing_yet() { return bench::read_results("/nowhere/bench.json"); }

inline std::string peer_row(const std::string& program, int spheres, int threads, double seconds,
                            double overlap = 9e-5) {
  return fmt::format(
      "{{\"program\": \"{}\", \"count\": {}, \"threads\": {}, \"threads_allowed\": {}, \"step\": 0.005, "
      "\"seconds_a_simulated_second\": {}, \"worst_overlap_of_all_steps\": {}}}",
      program, spheres, threads, threads, seconds, overlap);
}

}  // namespace floc::test
