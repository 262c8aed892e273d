// Every solver on the projection of one step of settled beds, 2D and 3D, 10³ to 10⁶ grains, cold and warm, to
// several tolerances; iterations against size, depth and an oracle (active_set_cg.hpp); bytes a second of
// the streaming pass against the machine's. Seconds are those of the processor on one thread, so that ratios
// do not depend on who else is on the machine; with more threads, those of the clock on the wall.
//
//   projection_bench OUTPUT.json [LARGEST = 100000] [--from SMALLEST] [--uzawa SECONDS = 20]
//                    [--uzawa-bars SECONDS = as --uzawa] [--beds FOLDER]
//
// Where uzawa does not end within its seconds, its time is extrapolated from how fast it comes closer in their
// second half, and said to be. --uzawa-bars is for the three solves that bars of the project are about; the bed of a
// hundred thousand in space to 1e-6 needs some ten minutes. A million is one cube in space, solved to 1e-5 by
// the passes and `auto` alone, for the growth of iterations; so are tiled beds of 350,000 and of a million (beds.hpp), for the memory's
// speed. Beds are kept in FOLDER for the next time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "active_set_cg.hpp"
#include "beds.hpp"
#include "machine.hpp"
#include "projection/solver.hpp"
#include "projection/streaming_apgd.hpp"
#include "projection/streaming_cg.hpp"
#include "result_file.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

const int cores = core_count();

struct Line {
  std::string solver;
  int threads = 1;
  double tolerance = 0;
  bool warm = false, extrapolated = false;
  std::string status;
  double iterations = 0, seconds = 0, bytes = 0;
  double oracle = 0;   // iterations of conjugate gradients; 0: not known
  double run_for = 0;  // seconds that it really ran
  double iteration = 0;  // seconds of one, without what comes before and after; 0: not measured
};

// The residual may be four tolerances, for all alike: `stream` takes that much.
constexpr double residual_share = 4;

double worst(const ProjectionResult& r) {
  return std::max({r.certificate.violation, r.certificate.complementarity, r.certificate.residual / residual_share});
}

double spent(int threads, const auto& work) {
  const Stopwatch watch;
  const double before = cpu_seconds();
  work();
  return threads == 1 ? cpu_seconds() - before : watch.seconds();
}

// The best of three where it is short.
void solve(ProjectionProblem problem, Line& line) {
  Executor executor(line.threads);
  auto solver = make_solver(line.solver);
  if (!line.warm) problem.guess = {};
  ProjectionResult result;
  line.seconds = 1e300;
  for (int k = 0; k < 3 && (k == 0 || line.seconds < 2); ++k)
    line.seconds = std::min(line.seconds, spent(line.threads, [&] {
      solver->solve(problem, {line.tolerance, 0, 1'000'000, residual_share}, executor, result);
    }));
  line.status = to_string(result.status);
  line.run_for = line.seconds;
  line.iterations = result.certificate.iterations;
  line.bytes = solver->bytes_an_iteration();
}

// What a pass takes by itself: the difference of runs that are stopped, short of a new refinement point.
template <class Pass>
void measure_iteration(ProjectionProblem problem, Line& line) {
  Executor executor(line.threads);
  Pass solver;
  problem.guess = {};
  ProjectionResult result;
  const auto seconds = [&](int iterations) {
    double least = 1e300;
    for (int k = 0; k < 4; ++k)
      least = std::min(least, spent(line.threads, [&] {
        solver.solve(problem, {1e-9, 0, iterations, residual_share}, executor, result);
      }));
    return least;
  };
  const int few = 13, many = 93;
  line.iteration = (seconds(many) - seconds(few)) / (many - few);
}

// Uzawa has no memory: it goes on from where it was.
void uzawa(ProjectionProblem problem, double budget, Line& line) {
  Executor executor(1);
  auto solver = make_solver("uzawa");
  problem.guess = {};
  ProjectionResult result;
  ProjectionSettings settings{line.tolerance, 0, 200, residual_share};
  double seconds = spent(1, [&] { solver->solve(problem, settings, executor, result); }), before = worst(result);
  settings.max_iterations = static_cast<int>(std::clamp(0.5 * budget * 200 / seconds, 200.0, 1e7));
  line.iterations = result.certificate.iterations;
  double pace = 0;  // e-folds an iteration, in the second half
  for (int half = 0; half < 2 && result.status != ProjectionStatus::converged; ++half) {
    before = worst(result);
    problem.guess = result.multiplier;
    seconds += spent(1, [&] { solver->solve(problem, settings, executor, result); });
    line.iterations += result.certificate.iterations;
    pace = std::log(before / worst(result)) / result.certificate.iterations;
  }
  line.seconds = line.run_for = seconds;
  line.status = to_string(result.status);
  line.extrapolated = result.status != ProjectionStatus::converged;
  if (!line.extrapolated) return;
  const double more = std::log(worst(result) / (line.tolerance * problem.length)) / pace;
  line.seconds *= 1 + more / line.iterations;
  line.iterations += more;
}

// Bars of the project compare uzawa on these.
bool is_bar(const Bed& bed, double tolerance) {
  return bed.depth == 0 && ((bed.dimension == 3 && bed.grains == 10000 && tolerance == 1e-5) ||
                            (bed.dimension == 3 && bed.grains == 100000 && tolerance == 1e-6) ||
                            (bed.dimension == 2 && bed.grains == 10000 && tolerance == 1e-8));
}

// How far a bed is from rest: the root of the mean square of what a grain moves in a step, over r̄.
double restlessness(const Simulation& simulation) {
  double sum = 0;
  for (const double v : simulation.bodies().velocity) sum += v * v;
  return simulation.setup().h * std::sqrt(sum / static_cast<double>(simulation.bodies().size())) / simulation.length();
}

class Bench {
 public:
  explicit Bench(ResultFile& json)
      : json_(json), budget_(json.option("--uzawa", 20)), bar_budget_(json.option("--uzawa-bars", budget_)),
        triad_(triad(1), triad(cores)) {
    json.print(",\n  \"triad_GB_per_s\": {{\"one_thread\": {:.1f}, \"all_cores\": {:.1f}}},\n  \"beds\": [",
               triad_.first / 1e9, triad_.second / 1e9);
  }

  void measure(const Bed& bed) {
    const Stopwatch making;
    measure(bed, settle(bed, cores, json_.text_option("--beds")), making);
  }

  // Copies of a bed of ten thousand, twenty layers deep: beyond the cache, and made in a minute.
  void measure_tiled(int across, int along) {
    const Stopwatch making;
    Bed bed{3, 10000, 40, true};
    Settled tiled = tile(settle(bed, cores, json_.text_option("--beds")), across, along, cores);
    bed.grains = tiled.state.bodies.size();
    measure(bed, std::move(tiled), making);
  }

 private:
  void measure(const Bed& bed, Settled settled, const Stopwatch& making) {
    Simulation simulation(settled.setup, cores);
    simulation.restore(std::move(settled.state));
    ProjectionProblem problem = simulation.next_problem();
    settled = {};
    const double made = making.seconds();
    const bool large = bed.grains > 200000;

    // What the tolerances and the compliance are measured in: the largest multiplier.
    ProjectionResult reference;
    Executor executor(cores);
    make_solver("auto")->solve(problem, {1e-6, 0, 100000}, executor, reference);
    const double largest = reference.certificate.largest_multiplier;
    double height = 0;
    for (std::size_t i = 0; i < simulation.bodies().size(); ++i)
      height = std::max(height, simulation.bodies().x(i)[bed.dimension - 1]);
    json_.print("{}\n    {{\"dimension\": {}, \"grains\": {}, \"depth\": {:g}, \"height_in_radii\": {:.1f}, "
                "\"moves_a_step\": {:.1e}, \"rows\": {}, \"active\": {}, \"made_in_seconds\": {:.1f},\n     \"solves\": [",
                json_.comma(), bed.dimension, bed.grains, bed.depth, height, restlessness(simulation), problem.rows(),
                reference.certificate.active, made);
    fmt::print("\n{}D, {} grains, {:.0f} radii high, {} rows, {} active\n", bed.dimension, bed.grains, height,
               problem.rows(), reference.certificate.active);
    comma_ = "";
    for (const double tolerance : {1e-3, 1e-5, 1e-6, 1e-8}) {
      if (large && tolerance != 1e-5) continue;
      problem.compliance = 0.05 * tolerance * problem.length / largest;
      Line base;
      base.tolerance = tolerance;
      if (large) {
        for (const std::string name : {"stream", "conjugate", "auto"})
          for (const int threads : std::set<int>{1, 2, cores}) solve_with(name, false, threads, problem, base, 0, true);
        continue;
      }
      make_solver("auto")->solve(problem, {0.1 * tolerance, 0, 1'000'000}, executor, reference);
      base.oracle = active_set_iterations(problem, reference.multiplier, tolerance, 100000);
      Line slow = base;
      slow.solver = "uzawa";
      uzawa(problem, is_bar(bed, tolerance) ? bar_budget_ : budget_, slow);
      say(slow, slow.seconds, problem.rows());
      compare(bed, problem, base, slow.seconds);
    }
    json_.print("\n     ]}}");
  }

  // Every solver that does not take minutes.
  void compare(const Bed& bed, const ProjectionProblem& problem, const Line& base, double slow) {
    const bool small = bed.grains <= 20000;
    for (const bool warm : {false, true})
      for (const std::string name : {"pgs", "apgd", "ipm", "stream", "conjugate", "auto"}) {
        if (name == "pgs" && (warm || bed.grains > 1000)) continue;
        if (!small && warm && name != "stream" && name != "conjugate") continue;
        if (name == "ipm" && (warm || (bed.dimension == 3 && bed.grains > 1000))) continue;  // has no use of a guess
        for (const int threads : name == "auto" && !warm ? std::set<int>{1, 2, cores} : std::set<int>{1})
          solve_with(name, warm, threads, problem, base, slow);
      }
  }

  void solve_with(const std::string& solver, bool warm, int threads, const ProjectionProblem& problem, Line line,
                  double slow, bool iteration = false) {
    line.solver = solver;
    line.warm = warm;
    line.threads = threads;
    solve(problem, line);
    if (iteration && solver == "stream") measure_iteration<StreamingApgd>(problem, line);
    if (iteration && solver == "conjugate") measure_iteration<StreamingCg>(problem, line);
    say(line, slow, problem.rows());
  }

  // `slow`: the seconds of uzawa; 0: not known.
  void say(const Line& l, double slow, std::size_t rows) {
    const double nano = l.iterations > 0 ? 1e9 * l.seconds / static_cast<double>(rows) / l.iterations : 0;
    const double bytes = l.bytes / static_cast<double>(rows), speed = l.bytes * l.iterations / l.seconds;
    const double triad = l.threads == 1 ? triad_.first : triad_.second;
    const std::string by_itself = l.iteration > 0 ? fmt::format("{:.2f}", l.bytes / l.iteration / triad) : "null";
    const std::string over_cg = l.oracle > 0 ? fmt::format("{:.2f}", l.iterations / l.oracle) : "null";
    const std::string faster = slow > 0 ? fmt::format("{:.1f}", slow / l.seconds) : "null";
    json_.print(
        "{}\n      {{\"tolerance\": {:g}, \"start\": \"{}\", \"solver\": \"{}\", \"threads\": {}, \"status\": \"{}\", "
        "\"iterations\": {:.0f}, \"seconds\": {:.4g}, \"extrapolated\": {}, \"run_for_seconds\": {:.4g}, "
        "\"ns_a_contact_an_iteration\": {:.2f}, \"bytes_a_contact_an_iteration\": {:.1f}, "
        "\"bytes_a_second_over_triad\": {:.2f}, \"bytes_a_second_of_the_iteration_over_triad\": {}, \"uzawa_cold_over_this\": {}, "
        "\"iterations_over_cg_on_active_set\": {}}}",
        std::exchange(comma_, ","), l.tolerance, l.warm ? "warm" : "cold", l.solver, l.threads, l.status, l.iterations,
        l.seconds, l.extrapolated, l.run_for, nano, bytes, speed / triad,
        by_itself, faster, over_cg);
    fmt::print("  {:7.0e} {} {:6} x{} {:9} {:8.0f} it{} {:9.4f} s {:6.2f} ns/contact/it {:>8} times uzawa {:>5} times cg{}\n",
               l.tolerance, l.warm ? "warm" : "cold", l.solver, l.threads, l.extrapolated ? "" : l.status, l.iterations,
               l.extrapolated ? "~" : " ", l.seconds, nano, faster, over_cg,
               l.iteration > 0 ? fmt::format(", {} of the triad by itself", by_itself) : "");
    std::fflush(stdout);
  }

  ResultFile& json_;
  double budget_, bar_budget_;  // seconds of uzawa
  std::pair<double, double> triad_;
  const char* comma_ = "";
};

}  // namespace

int main(int argc, char** argv) {
  ResultFile json(argc, argv, "projection", "LARGEST", {"--from", "--uzawa", "--uzawa-bars", "--beds"});
  const double most = json.size(100000), least = json.option("--from", 1);
  const auto wanted = [&](std::size_t n) { return static_cast<double>(n) <= most && static_cast<double>(n) >= least; };
  Bench bench(json);
  for (const int dimension : {2, 3})
    for (const std::size_t n : {1000, 10000, 100000, 1000000})
      if (wanted(n) && (dimension == 3 || n <= 100000)) bench.measure({dimension, n, 0});
  // Iterations against depth at one cross-section.
  for (const double depth : {10.0, 20.0, 40.0})
    if (const auto n = static_cast<std::size_t>(300 * depth); wanted(n)) bench.measure({3, n, depth});
  if (most >= 100000 && least <= 350000) bench.measure_tiled(7, 5);
  if (wanted(1000000)) bench.measure_tiled(10, 10);
  json.close();
  return 0;
}
