// Every solver on the projection of one step of settled beds, 2D and 3D, 10³ to 10⁵ grains, cold and
// warm, to three tolerances; iterations against size and depth; time a contact and iteration against
// the machine's bandwidth. Seconds are those of the processor on one thread, so that ratios do not
// depend on who else is on the machine; `auto` also on all cores, by the clock on the wall.
//
//   projection_bench OUTPUT.json [LARGEST = 100000] [SECONDS A SOLVE = 30]
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "beds.hpp"
#include "core/version.hpp"
#include "machine.hpp"
#include "projection/solver.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

struct Run {
  ProjectionStatus status{};
  int iterations = 0;
  double seconds = 0;
};

Run timed(const char* solver, ProjectionProblem problem, double tolerance, bool warm, double budget, int threads) {
  Executor executor(threads);
  auto s = make_solver(solver);
  if (!warm) problem.guess = {};
  ProjectionResult result;
  ProjectionSettings settings{tolerance, 0, 1'000'000};
  if (const std::string_view name = solver; name != "auto" && name != "ipm") {
    // A short try gives the price of an iteration, and with it how many the budget allows.
    settings.max_iterations = 200;
    const double price = cpu_seconds();
    s->solve(problem, settings, executor, result);
    const double each = (cpu_seconds() - price) / std::max(1, result.certificate.iterations);
    settings.max_iterations = static_cast<int>(std::clamp(budget / each, 200.0, 1e6));
  }
  const Stopwatch watch;
  const double before = cpu_seconds();
  s->solve(problem, settings, executor, result);
  return {result.status, result.certificate.iterations, threads == 1 ? cpu_seconds() - before : watch.seconds()};
}

class Report {
 public:
  explicit Report(const char* path) : file_(std::fopen(path, "w")) {
    if (!file_) throw std::runtime_error(std::string("cannot write ") + path);
  }
  ~Report() { std::fclose(file_); }
  template <class... T>
  void operator()(fmt::format_string<T...> format, T&&... values) {
    fmt::print(file_, format, std::forward<T>(values)...);
    std::fflush(file_);
  }

 private:
  std::FILE* file_;
};

void measure(Report& json, const Bed& bed, double budget, bool first) {
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const Stopwatch making;
  Settled settled = settle(bed, cores);
  Simulation simulation(settled.setup, cores);
  simulation.restore(settled.resume);
  ProjectionProblem problem = simulation.next_problem();
  const double rows = static_cast<double>(problem.rows());

  // What the tolerances and the compliance are measured in: the largest multiplier.
  ProjectionResult reference;
  Executor executor(cores);
  make_solver("auto")->solve(problem, {1e-5, 0, 100000}, executor, reference);
  const double largest = reference.certificate.largest_multiplier;
  double height = 0;
  for (std::size_t i = 0; i < simulation.bodies().size(); ++i)
    height = std::max(height, simulation.bodies().x(i)[bed.dimension - 1]);
  json("{}    {{\"dimension\": {}, \"grains\": {}, \"height_in_radii\": {:.1f}, \"rows\": {}, \"active\": {}, "
       "\"made_in_seconds\": {:.1f},\n     \"solves\": [",
       first ? "\n" : ",\n", bed.dimension, bed.grains, height, problem.rows(), reference.certificate.active,
       making.seconds());
  fmt::print("\n{}D, {} grains, {} rows, {} active\n", bed.dimension, bed.grains, problem.rows(),
             reference.certificate.active);

  bool comma = false;
  for (const double tolerance : {1e-3, 1e-5, 1e-8}) {
    problem.compliance = 0.05 * tolerance * problem.length / largest;
    // Cold seconds of the reference, for the ratios.
    const Run reference_run = timed("uzawa", problem, tolerance, false, budget, 1);
    const double uzawa = reference_run.seconds;
    const bool uzawa_done = reference_run.status == ProjectionStatus::converged;
    for (const bool warm : {false, true})
      for (const auto& entry : solvers()) {
        const bool direct = entry.name == "ipm";
        if (direct && bed.dimension == 3 && bed.grains > 20000) continue;  // hours, not seconds
        if (warm && (direct || entry.name == "uzawa" || entry.name == "pgs")) continue;  // no use of a guess, or too slow
        for (const int threads : entry.name == "auto" ? std::vector<int>{1, cores} : std::vector<int>{1}) {
          const Run run = entry.name == "uzawa" ? reference_run
                                                : timed(entry.name.c_str(), problem, tolerance, warm, budget, threads);
          const double nano = run.iterations > 0 ? 1e9 * run.seconds / rows / run.iterations : 0;
          json("{}\n      {{\"tolerance\": {:g}, \"start\": \"{}\", \"solver\": \"{}\", \"threads\": {}, \"status\": \"{}\", "
               "\"iterations\": {}, \"seconds\": {:.4f}, \"ns_a_contact_an_iteration\": {:.2f}, "
               "\"uzawa_cold_over_this\": {:.2f}, \"uzawa_finished\": {}}}",
               comma ? "," : "", tolerance, warm ? "warm" : "cold", entry.name, threads, to_string(run.status),
               run.iterations, run.seconds, nano, uzawa / run.seconds, uzawa_done);
          comma = true;
          fmt::print("  {:7.0e} {} {:6} x{} {:16} {:8} it {:10.4f} s {:7.2f} ns/contact/it  {:8.1f} times uzawa{}\n",
                     tolerance, warm ? "warm" : "cold", entry.name, threads, to_string(run.status), run.iterations,
                     run.seconds, nano, uzawa / run.seconds, uzawa_done ? "" : " (at least)");
          std::fflush(stdout);
        }
      }
  }
  json("\n     ]}}");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: projection_bench OUTPUT.json [LARGEST] [SECONDS]\n");
    return 2;
  }
  const std::size_t most = argc > 2 ? static_cast<std::size_t>(std::atof(argv[2])) : 100000;
  const double budget = argc > 3 ? std::atof(argv[3]) : 30;
  Report json(argv[1]);
  json("{{\n  \"benchmark\": \"projection\", \"version\": \"{}\", \"processor\": \"{}\", \"cores\": {},\n"
       "  \"triad_GB_per_s\": {{\"one_thread\": {:.1f}, \"all_cores\": {:.1f}}},\n  \"seconds_allowed_a_solve\": {},\n"
       "  \"beds\": [",
       version(), processor(), std::thread::hardware_concurrency(), triad(1) / 1e9,
       triad(static_cast<int>(std::thread::hardware_concurrency())) / 1e9, budget);
  bool first = true;
  for (const int dimension : {2, 3})
    for (const std::size_t n : {1000, 10000, 100000})
      if (n <= most) measure(json, {dimension, n, 0}, budget, std::exchange(first, false));
  // Iterations against depth at one cross-section.
  for (const double depth : {10.0, 20.0, 40.0})
    if (static_cast<std::size_t>(300 * depth) <= most)
      measure(json, {3, static_cast<std::size_t>(300 * depth), depth}, budget, false);
  json("\n  ]\n}}\n");
  return 0;
}
