// Every solver on the projection of one step of settled beds, 2D and 3D, 10³ to 10⁶ grains, cold and warm, to
// several tolerances; iterations against size, depth and an oracle (active_set_cg.hpp); bytes a second of
// the streaming pass against the machine's. Seconds are those of the processor on one thread, so that ratios
// do not depend on who else is on the machine; with more threads, those of the clock on the wall.
//
//   projection_bench OUTPUT.json [LARGEST = 100000] [SECONDS OF UZAWA = 20]
//
// Beside OUTPUT.json it draws OUTPUT.svg. Where uzawa does not end within its seconds, its time is
// extrapolated from how fast it comes closer in their second half, and said to be.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "active_set_cg.hpp"
#include "beds.hpp"
#include "core/version.hpp"
#include "machine.hpp"
#include "output/plot.hpp"
#include "projection/solver.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));

struct Line {
  std::string solver;
  int dimension = 0, threads = 1;
  std::size_t grains = 0;
  bool cube = true;
  double tolerance = 0;
  bool warm = false, extrapolated = false;
  std::string status;
  double iterations = 0, seconds = 0, bytes = 0, oracle = 0;
};

double worst(const ProjectionResult& r) {
  return std::max({r.certificate.violation, r.certificate.complementarity, r.certificate.residual});
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
      solver->solve(problem, {.tolerance = line.tolerance, .max_iterations = 1'000'000}, executor, result);
    }));
  line.status = to_string(result.status);
  line.iterations = result.certificate.iterations;
  line.bytes = solver->bytes_an_iteration();
}

// Uzawa has no memory: it goes on from where it was.
void uzawa(ProjectionProblem problem, double budget, Line& line) {
  Executor executor(1);
  auto solver = make_solver("uzawa");
  problem.guess = {};
  ProjectionResult result;
  ProjectionSettings settings{.tolerance = line.tolerance, .max_iterations = 200};
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
  line.seconds = seconds;
  line.status = to_string(result.status);
  line.extrapolated = result.status != ProjectionStatus::converged;
  if (!line.extrapolated) return;
  const double more = std::log(worst(result) / (line.tolerance * problem.length)) / pace;
  line.seconds *= 1 + more / line.iterations;
  line.iterations += more;
}

class Bench {
 public:
  Bench(const char* path, double budget) : file_(std::fopen(path, "w")), budget_(budget) {
    if (!file_) throw std::runtime_error(std::string("cannot write ") + path);
    triad_ = {triad(1), triad(cores)};
    fmt::print(file_,
               "{{\n  \"benchmark\": \"projection\", \"version\": \"{}\", \"processor\": \"{}\", \"cores\": {}, \"load\": {:.1f},\n"
               "  \"triad_GB_per_s\": {{\"one_thread\": {:.1f}, \"all_cores\": {:.1f}}},\n  \"beds\": [",
               version(), processor(), cores, load(), triad_.first / 1e9, triad_.second / 1e9);
  }

  void measure(const Bed& bed) {
    const Stopwatch making;
    Settled settled = settle(bed, cores);
    Simulation simulation(settled.setup, cores);
    simulation.restore(settled.resume);
    ProjectionProblem problem = simulation.next_problem();
    settled = {};

    // What the tolerances and the compliance are measured in: the largest multiplier.
    ProjectionResult reference;
    Executor executor(cores);
    make_solver("auto")->solve(problem, {.tolerance = 1e-6}, executor, reference);
    const double largest = reference.certificate.largest_multiplier;
    double height = 0;
    for (std::size_t i = 0; i < simulation.bodies().size(); ++i)
      height = std::max(height, simulation.bodies().x(i)[bed.dimension - 1]);
    fmt::print(file_, "{}\n    {{\"dimension\": {}, \"grains\": {}, \"height_in_radii\": {:.1f}, \"rows\": {}, \"active\": {}, "
               "\"made_in_seconds\": {:.1f},\n     \"solves\": [",
               std::exchange(comma_, ","), bed.dimension, bed.grains, height, problem.rows(),
               reference.certificate.active, making.seconds());
    fmt::print("\n{}D, {} grains, {:.0f} radii high, {} rows, {} active\n", bed.dimension, bed.grains, height,
               problem.rows(), reference.certificate.active);
    const char* comma = "";
    for (const double tolerance : {1e-3, 1e-5, 1e-6, 1e-8}) {
      problem.compliance = 0.05 * tolerance * problem.length / largest;
      make_solver("auto")->solve(problem, {.tolerance = 0.1 * tolerance, .max_iterations = 1'000'000}, executor, reference);
      Line base;
      base.dimension = bed.dimension;
      base.grains = bed.grains;
      base.cube = bed.depth == 0;
      base.tolerance = tolerance;
      base.oracle = active_set_iterations(problem, reference.multiplier, tolerance, 100000);
      Line slow = base;
      slow.solver = "uzawa";
      uzawa(problem, budget_, slow);
      say(slow, slow, problem.rows(), std::exchange(comma, ","));
      const bool small = bed.grains <= 20000;
      for (const bool warm : {false, true})
        for (const char* solver : {"pgs", "bbpgd", "apgd", "ipm", "stream", "auto"}) {
          const std::string name = solver;
          if (name == "pgs" && (warm || bed.grains > 1000)) continue;
          if (!small && (name == "bbpgd" || (warm && name != "stream"))) continue;
          if (name == "ipm" && (warm || (bed.dimension == 3 && bed.grains > 1000))) continue;  // no use of a guess; minutes
          for (const int threads : name == "auto" && !warm ? std::set<int>{1, 2, cores} : std::set<int>{1}) {
            Line line = base;
            line.solver = name;
            line.threads = threads;
            line.warm = warm;
            solve(problem, line);
            say(line, slow, problem.rows(), ",");
          }
        }
    }
    fmt::print(file_, "\n     ]}}");
  }

  void finish(std::string path) {
    fmt::print(file_, "\n  ]\n}}\n");
    std::fclose(file_);
    path.replace(path.rfind('.'), std::string::npos, ".svg");
    draw(path);
  }

 private:
  void say(const Line& l, const Line& slow, std::size_t rows, const char* comma) {
    const double nano = l.iterations > 0 ? 1e9 * l.seconds / static_cast<double>(rows) / l.iterations : 0;
    const double bytes = l.bytes / static_cast<double>(rows), speed = l.bytes * l.iterations / l.seconds;
    fmt::print(file_,
               "{}\n      {{\"tolerance\": {:g}, \"start\": \"{}\", \"solver\": \"{}\", \"threads\": {}, \"status\": \"{}\", "
               "\"iterations\": {:.0f}, \"seconds\": {:.4g}, \"extrapolated\": {}, \"ns_a_contact_an_iteration\": {:.2f}, "
               "\"bytes_a_contact_an_iteration\": {:.1f}, \"bytes_a_second_over_triad\": {:.2f}, "
               "\"uzawa_cold_over_this\": {:.1f}, \"iterations_over_cg_on_active_set\": {:.2f}}}",
               comma, l.tolerance, l.warm ? "warm" : "cold", l.solver, l.threads, l.status, l.iterations, l.seconds,
               l.extrapolated, nano, bytes, speed / (l.threads == 1 ? triad_.first : triad_.second),
               slow.seconds / l.seconds, l.iterations / l.oracle);
    std::fflush(file_);
    fmt::print("  {:7.0e} {} {:6} x{} {:9} {:8.0f} it{} {:9.4f} s {:6.2f} ns/contact/it {:8.1f} times uzawa {:5.2f} times cg\n",
               l.tolerance, l.warm ? "warm" : "cold", l.solver, l.threads, l.extrapolated ? "" : l.status, l.iterations,
               l.extrapolated ? "~" : " ", l.seconds, nano, slow.seconds / l.seconds, l.iterations / l.oracle);
    std::fflush(stdout);
    lines_.push_back(l);
  }

  // y against x of the cold one-thread lines of a solver.
  Curve curve(std::string solver, auto&& keep, auto&& x, auto&& y) const {
    Curve c{.name = std::move(solver), .style = Style::line_and_points};
    for (const Line& l : lines_)
      if (l.solver == c.name && !l.warm && l.threads == 1 && l.cube && keep(l)) c.x.push_back(x(l)), c.y.push_back(y(l));
    return c;
  }

  void draw(const std::string& path) const {
    Plot plot;
    plot.columns = 2;
    plot.width = 1100;
    const auto grains = [](const Line& l) { return static_cast<double>(l.grains); };
    const auto seconds = [](const Line& l) { return l.seconds; };
    const auto iterations = [](const Line& l) { return l.iterations; };
    for (const int d : {2, 3}) {
      const auto title = [d](const char* what) { return fmt::format("{}D: {}", d, what); };
      const auto at = [d](double tolerance) {
        return [=](const Line& l) { return l.dimension == d && l.tolerance == tolerance; };
      };
      Panel& time = plot.add_panel(title("seconds to 1e-5, cold, one thread"), {.label = "grains", .log = true},
                                   {.label = "s", .log = true});
      Panel& count = plot.add_panel(title("iterations to 1e-5"), {.label = "grains", .log = true},
                                    {.label = "iterations", .log = true});
      Panel& digits = plot.add_panel(title("seconds to a tolerance, 10,000 grains"),
                                     {.label = "tolerance / r̄", .log = true}, {.label = "s", .log = true});
      std::size_t k = 0;
      for (const char* solver : {"uzawa", "apgd", "stream", "ipm"}) {
        const auto add = [&](Panel& panel, Curve c) {
          c.colour = curve_colour(k);
          if (!c.x.empty()) panel.add(std::move(c));
        };
        add(time, curve(solver, at(1e-5), grains, seconds));
        if (solver != std::string("ipm")) add(count, curve(solver, at(1e-5), grains, iterations));
        add(digits, curve(solver, [d](const Line& l) { return l.dimension == d && l.grains == 10000; },
                          [](const Line& l) { return l.tolerance; }, seconds));
        ++k;
      }
      Curve oracle = curve("stream", at(1e-5), grains, [](const Line& l) { return l.oracle; });
      oracle.name = "conjugate gradients, active set known";
      oracle.style = Style::dashed;
      count.add(std::move(oracle));
    }
    Panel& roof = plot.add_panel("the streaming pass against the memory, one thread", {.label = "grains", .log = true},
                                 {.label = "GB/s", .low = 0});
    for (const int d : {2, 3}) {
      Curve c = curve("stream", [d](const Line& l) { return l.dimension == d && l.tolerance == 1e-8; }, grains,
                      [](const Line& l) { return 1e-9 * l.bytes * l.iterations / l.seconds; });
      c.name = fmt::format("{}D", d);
      roof.add(std::move(c));
    }
    roof.add({.name = "STREAM triad", .x = {1e3, 1e6}, .y = {1e-9 * triad_.first, 1e-9 * triad_.first}, .style = Style::dashed});
    draw_plot(plot, path);
  }

  std::FILE* file_;
  double budget_;
  std::pair<double, double> triad_;
  const char* comma_ = "";
  std::vector<Line> lines_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: projection_bench OUTPUT.json [LARGEST] [SECONDS OF UZAWA]\n");
    return 2;
  }
  const std::size_t most = argc > 2 ? static_cast<std::size_t>(std::atof(argv[2])) : 100000;
  Bench bench(argv[1], argc > 3 ? std::atof(argv[3]) : 20);
  for (const int dimension : {2, 3})
    for (const std::size_t n : {1000, 10000, 100000, 1000000})
      if (n <= most && (dimension == 3 || n <= 100000)) bench.measure({dimension, n, 0});
  // Iterations against depth at one cross-section.
  for (const double depth : {10.0, 20.0, 40.0})
    if (static_cast<std::size_t>(300 * depth) <= most)
      bench.measure({3, static_cast<std::size_t>(300 * depth), depth});
  bench.finish(argv[1]);
  return 0;
}
