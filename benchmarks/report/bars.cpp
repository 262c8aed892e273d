#include "report/bars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "report/results.hpp"

namespace floc::bench {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double overlap_bar = 1e-4;  // of Floc beside its peers, in mean radii
constexpr double million = 1e6;

struct Limits {
  bool at_least;
  double bar;
  std::optional<double> beyond = {};
};

Bar wanted(std::string what, Limits limits, const std::string& unit = "") {
  const auto limit = [&](double x) { return (limits.at_least ? "≥ " : "≤ ") + three_digits(x) + unit; };
  return {std::move(what), limit(limits.bar), limits.beyond ? limit(*limits.beyond) : ""};
}

// `whole`: the bar asks for no more than was measured.
void judge(Bar& bar, double value, Limits limits, const std::string& unit = "", bool whole = true) {
  if (std::isnan(value)) return;
  const auto reaches = [&](double x) { return limits.at_least ? value >= x : value <= x; };
  bar.got = three_digits(value) + unit;
  bar.verdict = !reaches(limits.bar)                       ? Verdict::missed
                : !whole                                   ? Verdict::so_far
                : limits.beyond && reaches(*limits.beyond) ? Verdict::beyond
                                                           : Verdict::met;
}

std::string bed_name(const Json& bed) {
  return fmt::format("{}D, {} grains", bed["dimension"].number(), with_commas(bed["grains"].number()));
}

Bar uzawa(const Json& projection, int dimension, double grains, double tolerance, Limits limits) {
  Bar bar = wanted(fmt::format("Uzawa / `auto`, {}D bed of {}, cold, {}, one thread each", dimension,
                               with_commas(grains), power_of_ten(tolerance)),
                   limits);
  const Json& bed = find_bed(projection, dimension, grains);
  const Json& slow = find_solve(bed, "uzawa", tolerance);
  const Json& fast = find_solve(bed, "auto", tolerance);
  judge(bar, slow["seconds"].number() / fast["seconds"].number(), limits);
  if (bar.verdict == Verdict::not_measured) return bar;
  bar.run = told(run_of(projection, bed));
  bar.note = fmt::format("{:.3g} s against {:.3g} s; Uzawa ", slow["seconds"].number(), fast["seconds"].number());
  bar.note += !slow["extrapolated"].truth() ? "run to its end"
              : slow.has("run_for_seconds")
                  ? fmt::format("extrapolated from {:.0f} s", slow["run_for_seconds"].number())
                  : "extrapolated";
  return bar;
}

// The largest `value` of the beds of a part, and the bed.
template <class F>
std::pair<double, const Json*> worst_bed(const Json& part, F&& value) {
  std::pair<double, const Json*> worst{nan, nullptr};
  for (const Json& bed : part["beds"].items())
    if (const double x = value(bed); std::isnan(worst.first) || x > worst.first)
      if (!std::isnan(x)) worst = {x, &bed};
  return worst;
}

Bar worst_of_solves(const Json& projection, const char* what, double tolerance, const char* figure, Limits limits,
                    const char* solver = "auto") {
  Bar bar = wanted(what, limits);
  const auto [value, bed] =
      worst_bed(projection, [&](const Json& b) { return find_solve(b, solver, tolerance)[figure].number(); });
  if (!bed) return bar;
  judge(bar, value, limits);
  bar.note = "the worst of all beds: " + bed_name(*bed);
  bar.run = told(run_of(projection, *bed));
  return bar;
}

Bar growth_of_iterations(const Json& projection) {
  const Limits limits{false, 0.25, 0.1};
  Bar bar = wanted("growth of iterations with N, 3D cubes of 10³ to 10⁶, 1e-5: exponent", limits);
  std::vector<double> grains, iterations;
  for (const Json* bed : cubes(projection, 3)) {
    const double count = find_solve(*bed, "auto", 1e-5)["iterations"].number();
    if (!(count > 0)) continue;
    grains.push_back((*bed)["grains"].number());
    iterations.push_back(count);
    bar.note += fmt::format("{}{}", bar.note.empty() ? "iterations " : ", ", with_commas(count));
    bar.run = told(run_of(projection, *bed));
  }
  if (grains.empty()) return bar;
  judge(bar, power(grains, iterations), limits, "", grains.back() >= million);
  bar.note += fmt::format("; up to {} grains", with_commas(grains.back()));
  return bar;
}

Bar memory_speed(const Json& projection) {
  const Limits limits{true, 0.85, 0.95};
  Bar bar = wanted("bytes per second of the iteration at 10⁶ contacts or more / STREAM triad", limits);
  for (const Json& bed : projection["beds"].items()) {
    if (bed["rows"].number(0) < 1e6) continue;
    const auto of = [&](int threads) {
      return find_solve(bed, "stream", 1e-5, threads)["bytes_a_second_of_the_iteration_over_triad"].number();
    };
    const double one = of(1), two = of(2);
    // With more cores than two the triad of all of them is no roof of two threads.
    if (run_of(projection, bed)["cores"].number(0) != 2) continue;
    judge(bar, std::isnan(two) ? one : two, limits);
    bar.note = fmt::format("`stream`, {} contacts; on one thread {}, on two {}; {} of the whole solve",
                           with_commas(bed["rows"].number()), three_digits(one), three_digits(two),
                           three_digits(find_solve(bed, "stream", 1e-5, 2)["bytes_a_second_over_triad"].number()));
    bar.run = told(run_of(projection, bed));
  }
  return bar;
}

// Of the streaming pass; that of conjugate gradients moves more, in fewer iterations.
Bar bytes_a_contact(const Json& projection) {
  const char* const figure = "bytes_a_contact_an_iteration";
  Bar bar = worst_of_solves(projection, "bytes per contact and iteration", 1e-5, figure, {false, 80, 60}, "stream");
  const auto [other, bed] =
      worst_bed(projection, [&](const Json& b) { return find_solve(b, "conjugate", 1e-5)[figure].number(); });
  if (bed)
    bar.note = fmt::format("`stream`, {}; {} in the fewer iterations of `conjugate`", bar.note, three_digits(other));
  return bar;
}

Bar threads(const Json& step, double grains) {
  const Limits limits{true, 1.75, 1.9};
  Bar bar = wanted(fmt::format("2 threads / 1 thread, a settled step of {}", with_commas(grains)), limits);
  const Json& bed = find_bed(step, 3, grains);
  const double loose = find_step(bed, 1e-3)["speed_up_two_threads"].number(),
               tight = find_step(bed, 1e-4)["speed_up_two_threads"].number();
  judge(bar, std::fmin(loose, tight), limits);
  if (bar.verdict == Verdict::not_measured) return bar;
  bar.note = fmt::format("{} to 1e-3, {} to 1e-4", three_digits(loose), three_digits(tight));
  bar.run = told(run_of(step, bed));
  return bar;
}

// The least of some ratios, all of them told.
Bar peer(const Json& peers, const std::string& name, const std::vector<double>& spheres, Limits limits,
         const std::string& how = "") {
  std::string sizes;
  for (const double n : spheres) sizes += (sizes.empty() ? "" : " and ") + with_commas(n);
  Bar bar = wanted(fmt::format("settle {} spheres{} for 1 s, {} / ours, overlap ≤ 1e-4 r̄", sizes, how, name), limits);
  double least = nan;
  for (const double n : spheres)
    for (const double count : {1.0, 2.0}) {
      const double ratio = peer_over_floc(peers, name, n, count);
      if (std::isnan(ratio)) continue;
      least = std::fmin(least, ratio);
      bar.note += fmt::format("{}{} with {} on {}", bar.note.empty() ? "" : ", ", three_digits(ratio), with_commas(n),
                              count == 1 ? "one thread" : "two");
    }
  judge(bar, least, limits);
  if (bar.verdict != Verdict::not_measured) bar.run = told(peers["run"]);
  return bar;
}

// Floc is allowed a tenth of the overlap that its peer comes to.
Bar boxes(const Json& peers) {
  const Limits limits{true, 1, 3};
  Bar bar =
      wanted("settle 1,000 boxes with friction .5 for 1 s, Bullet / ours, at a tenth of its worst overlap", limits);
  const auto rows = [&](const char* program, double most) {
    std::pair<double, double> best{nan, nan};  // seconds, overlap
    for (const Json& row : peers["rows"].items())
      if (const double seconds = row["seconds_a_simulated_second"].number();
          row["program"].text() == program && row["worst_overlap"].number() <= most && !(seconds >= best.first))
        best = {seconds, row["worst_overlap"].number()};
    return best;
  };
  const auto [theirs, overlap] = rows("Bullet", 1e300);
  const auto [ours, own] = rows("Floc", 0.1 * overlap);
  judge(bar, theirs / ours, limits);
  if (bar.verdict == Verdict::not_measured) return bar;
  bar.note = fmt::format("{} s and {} r̄ against {} s and {} r̄", three_digits(theirs), three_digits(overlap),
                         three_digits(ours), three_digits(own));
  bar.run = told(peers["run"]);
  return bar;
}

const Json& find_case(const Json& friction, double grains, const std::string& name) {
  static const Json none;
  for (const Json& bed : friction["beds"].items())
    if (bed["grains"].number() == grains && bed["case"].text() == name) return bed;
  return none;
}

Bar price_of_friction(const Json& friction, double grains) {
  const Limits limits{false, 4, 2};
  Bar bar =
      wanted(fmt::format("settling run of {} spheres with friction .5 / without, 1e-4", with_commas(grains)), limits);
  const Json &with = find_case(friction, grains, "spheres, friction .5"),
             &without = find_case(friction, grains, "spheres");
  judge(bar, with["over_frictionless"].number(), limits);
  if (bar.verdict == Verdict::not_measured) return bar;
  bar.note = fmt::format("{} s against {} s", three_digits(with["seconds"].number()),
                         three_digits(without["seconds"].number()));
  bar.run = told(run_of(friction, with));
  return bar;
}

Bar growth_with_friction(const Json& friction) {
  const Limits limits{false, 1.05};
  Bar bar =
      wanted("time of a step with friction .5 against N at fixed depth, 10³ to 10⁶, one thread: exponent", limits);
  std::vector<double> grains, all, one_iteration;
  for (const Json& bed : friction["one_depth"].items()) {
    const double n = bed["grains"].number(), seconds = n * bed["microseconds_a_sphere"].number();
    if (!(n > 0) || !(seconds > 0)) continue;
    grains.push_back(n);
    all.push_back(seconds);
    one_iteration.push_back(seconds / bed["iterations_a_step"].number());
  }
  if (grains.size() < 2) return bar;
  judge(bar, power(grains, all), limits, "", grains.back() >= million);
  bar.note =
      fmt::format("{:.2f} per iteration; up to {} spheres", power(grains, one_iteration), with_commas(grains.back()));
  bar.run = told(friction["run"]);
  return bar;
}

// Steps above the tolerance are none that count.
Bar ellipsoids(const Json& friction) {
  const Limits limits{false, 2.6, 1.5};
  Bar bar = wanted("10,000 ellipsoids 2:1:1 with friction .5 settle: projections per step", limits);
  const Json& bed = find_case(friction, 1e4, "ellipsoids 2:1:1, friction .5");
  judge(bar, bed["projections_a_step"].number(), limits);
  if (bar.verdict == Verdict::not_measured) return bar;
  if (bed["unconverged"].number() > 0) bar.verdict = Verdict::missed;
  bar.note = fmt::format("{} steps above the tolerance", bed["unconverged"].word());
  bar.run = told(run_of(friction, bed));
  return bar;
}

Bar pair_of_ellipsoids(const Json& shapes) {
  const Limits limits{false, 1, 0.3};
  Bar bar = wanted("a pair of ellipsoids: gap, points and normal", limits, " µs");
  for (const Json& pair : shapes["pairs"].items()) {
    if (pair["pair"].text() != "ellipsoids 2:1:1") continue;
    judge(bar, 1e-3 * pair["cold_ns"].number(), limits, " µs");
    bar.note = fmt::format("from nothing; {} µs from the last normal", three_digits(1e-3 * pair["warm_ns"].number()));
    bar.run = told(shapes["run"]);
  }
  return bar;
}

Bar share_of_the_rest(const Json& step) {
  const Limits limits{false, 15, 8};
  Bar bar = wanted("everything but the solve, share of a settled step", limits, " %");
  const auto share = [&](double tolerance) {
    return worst_bed(
        step, [&](const Json& bed) { return 100 * find_step(bed, tolerance)["all_but_projection_share"].number(); });
  };
  const auto [value, bed] = share(1e-4);
  if (!bed) return bar;
  judge(bar, value, limits, " %");
  bar.note = fmt::format("to 1e-4, the worst of all sizes: {} grains; to 1e-3 {} %",
                         with_commas((*bed)["grains"].number()), three_digits(share(1e-3).first));
  bar.run = told(run_of(step, *bed));
  return bar;
}

// The worse of both tolerances.
Bar growth_of_a_step(const Json& step, int threads) {
  const Limits limits{false, 1.05};
  Bar bar = wanted(fmt::format("cost per step against N at fixed depth, 10⁴ to 10⁶, on {}: exponent",
                               threads == 1 ? "one thread" : "two"),
                   limits);
  double worst = nan, largest = 0;
  std::vector<std::string> runs;
  for (const double tolerance : {1e-3, 1e-4}) {
    std::vector<double> grains, all, one_iteration;
    for (const Json& bed : step["beds"].items()) {
      const Json& cost = find_step(bed, tolerance);
      const double n = bed["grains"].number(), seconds = cost["seconds_a_step"].number() /
                                                         (threads == 1 ? 1 : cost["speed_up_two_threads"].number());
      if (!(n >= 1e4) || !(seconds > 0)) continue;
      grains.push_back(n);
      all.push_back(seconds);
      one_iteration.push_back(seconds / cost["iterations"].number());
      largest = std::max(largest, n);
      if (const std::string run = told(run_of(step, bed)); std::ranges::find(runs, run) == runs.end())
        runs.push_back(run);
    }
    const double exponent = power(grains, all);
    if (std::isnan(exponent)) continue;
    worst = std::fmax(worst, exponent);
    bar.note += fmt::format("{:.2f} to {} ({:.2f} per iteration), ", exponent, power_of_ten(tolerance),
                            power(grains, one_iteration));
  }
  judge(bar, worst, limits, "", largest >= million);
  if (bar.verdict == Verdict::not_measured) return bar;
  bar.note += fmt::format("up to {} grains", with_commas(largest));
  if (runs.size() > 1) bar.note += "; of several runs";
  bar.run = runs.back();
  return bar;
}

Bar memory(const Json& step) {
  const Limits limits{false, 800, 500};
  Bar bar = wanted("memory per particle at 10⁶ in 3D", limits, " bytes");
  const Json& bed = find_bed(step, 3, million);
  judge(bar, bed["heap_bytes_a_grain"].number(), limits, " bytes");
  if (bar.verdict == Verdict::not_measured) return bar;
  bar.note = fmt::format("of the heap; at most {} resident", three_digits(bed["peak_resident_bytes_a_grain"].number()));
  bar.run = told(run_of(step, bed));
  return bar;
}

Bar poured(const Json& pour) {
  Bar bar{"10⁶ spheres poured and settled in 3D, g h² = 0.01 r", "stated", "< 2 h"};
  const double seconds = pour["wall_seconds"].number();
  if (std::isnan(seconds)) return bar;
  bar.got = fmt::format("{:.0f} min", seconds / 60);
  bar.verdict = seconds < 7200 ? Verdict::beyond : Verdict::stated;
  bar.note = fmt::format("{} threads of {}; {} steps, overlap at most {:.1e} r̄, {} unconverged", pour["threads"].word(),
                         pour["run"]["processor"].text("an unknown machine"), with_commas(pour["steps"].number()),
                         pour["worst_overlap"].number(), pour["unconverged_steps"].word());
  bar.run = told(pour["run"]);
  return bar;
}

// CONTACT's published times over ours: another machine, and a grid of ours, since it does not say its own.
Bar narrow_band(const Json& bands) {
  const Limits limits{true, 20, 100};
  Bar bar = wanted("narrow band of distances in space, CONTACT / ours", limits);
  double least = nan, width = nan;
  for (const Json& band : bands["bands"].items()) {
    if (band["dimension"].number() != 3) continue;
    const double times = band["contact_milliseconds"].number() / band["milliseconds"].number();
    if (std::isnan(least) || times < least) least = times, width = band["width"].number();
  }
  judge(bar, least, limits);
  if (bar.verdict == Verdict::not_measured) return bar;
  bar.note = fmt::format("the worst of the published widths: {:g}; their times are the paper's", width);
  bar.run = told(bands["run"]);
  return bar;
}

// The longest steps of very unequal bodies over the shortest, the worst of all lengths.
Bar huge_steps(const Json& huge, const std::string& law, double dimension) {
  const Limits limits{false, 10, 5};
  Bar bar = wanted(fmt::format("{} of radii over a ratio of 50{}: a step of any length / one of .6 r̄ of free fall",
                               dimension == 2 ? "discs" : "spheres", law == "lubricated" ? ", with films" : ""),
                   limits);
  double worst = nan, at = nan;
  int unconverged = 0;
  for (const Json& run : huge["runs"].items()) {
    if (run["law"].text() != law || run["dimension"].number() != dimension) continue;
    unconverged += run["unconverged"].number(0) > 0;
    if (const double times = run["over_shortest"].number(); std::isnan(worst) || times > worst)
      worst = times, at = run["step"].number();
  }
  judge(bar, worst, limits);
  if (bar.verdict == Verdict::not_measured) return bar;
  if (unconverged > 0) bar.verdict = Verdict::missed;
  bar.note = fmt::format("the worst at h = {:g}; {} lengths with steps above the tolerance", at, unconverged);
  bar.run = told(huge["run"]);
  return bar;
}

const Json& plane_step(const Json& fluid, double cells, double bodies) {
  static const Json none;
  for (const Json& step : fluid["steps"].items())
    if (step["dimension"].number() == 2 && step["cells"].number() == cells && step["bodies"].number() == bodies)
      return step;
  return none;
}

Bar step_of_a_fluid(const Json& fluid) {
  const Limits limits{false, 2};
  Bar bar = wanted("a step of 512² cells of a fluid with 100 discs / a Poisson solve, one thread", limits);
  const Json& step = plane_step(fluid, 512, 100);
  judge(bar, step["ratio"].number(), limits);
  if (bar.verdict == Verdict::not_measured) return bar;
  bar.note = fmt::format("{} ms against {} ms; {} for one disc", three_digits(step["ms"].number()),
                         three_digits(step["poisson_ms"].number()),
                         three_digits(plane_step(fluid, 512, 1)["ratio"].number()));
  bar.run = told(fluid["run"]);
  return bar;
}

Bar steps_of_a_fluid(const Json& fluid) {
  const Limits limits{true, 60};
  Bar bar = wanted("steps per second of 512² cells of a fluid with 100 discs, one thread", limits);
  judge(bar, 1e3 / plane_step(fluid, 512, 100)["ms"].number(), limits);
  if (bar.verdict != Verdict::not_measured) bar.run = told(fluid["run"]);
  return bar;
}

Bar mobility(const Json& fluid, bool walls) {
  const Limits limits{false, 100};
  Bar bar = wanted(fmt::format("mobility of a sphere in 128³ cells{} / a Poisson solve", walls ? " between walls" : ""),
                   limits);
  for (const Json& solve : fluid["mobility"].items()) {
    if (solve["cells"].number() != 128 || solve["walls"].truth() != walls) continue;
    judge(bar, solve["ratio"].number(), limits);
    bar.note = fmt::format("{} s, {} iterations; {} s with the preconditioner made",
                           three_digits(solve["seconds"].number()), solve["iterations"].word(),
                           three_digits(solve["first_seconds"].number()));
    bar.run = told(fluid["run"]);
  }
  return bar;
}

// As many discs per cell on every grid: cells and markers grow together.
Bar growth_of_a_fluid(const Json& fluid) {
  const Limits limits{false, 1.1};
  Bar bar = wanted("time of a step of a fluid against its cells and discs, 128² to 1024²: exponent", limits);
  std::vector<double> cells, times;
  for (const Json& step : fluid["steps"].items()) {
    const double n = step["cells"].number();
    if (step["dimension"].number() != 2 || step["bodies"].number() != std::floor(100 * n * n / (512 * 512))) continue;
    cells.push_back(n * n);
    times.push_back(step["ms"].number());
    bar.note += fmt::format("{}{}", bar.note.empty() ? "ns per cell: " : ", ", three_digits(step["ns_a_cell"].number()));
  }
  if (cells.size() < 2) return bar;
  judge(bar, power(cells, times), limits, "", cells.back() >= 1024 * 1024);
  bar.run = told(fluid["run"]);
  return bar;
}

// By the clock, since a thread of its own writes; what that computes is told.
Bar cost_of_files(const Json& output) {
  const Limits limits{false, 10, 3};
  Bar bar = wanted("files with the default keys, share of settling 1,000 spheres for 1 s, by the clock", limits, " %");
  double worst = nan, processor = nan;
  for (const Json& run : output["runs"].items()) {
    worst = std::fmax(worst, 100 * run["share_of_wall"].number());
    processor = std::fmax(processor, 100 * run["share_of_processor"].number());
  }
  judge(bar, worst, limits, " %");
  if (bar.verdict == Verdict::not_measured) return bar;
  bar.note = fmt::format("the worst of two steps, on one thread and on two; of processor seconds at most {} %",
                         three_digits(processor));
  bar.run = told(output["run"]);
  return bar;
}

Bar of_python(const Json& python, const std::string& what, Limits limits, double value, const std::string& unit,
              std::string note) {
  Bar bar = wanted(what, limits, unit);
  judge(bar, value, limits, unit);
  if (bar.verdict == Verdict::not_measured) return bar;
  bar.note = std::move(note);
  bar.run = told(python["run"]);
  return bar;
}

std::vector<Bar> of_python(const Json& python) {
  const auto us = [&](const char* figure) { return python[figure].number(); };
  const auto note = [&](const char* words, auto... figures) {
    return fmt::format(fmt::runtime(words), three_digits(us(figures))..., with_commas(us("bodies")));
  };
  const double all = us("view_of_all");
  return {of_python(python, "a step from Python, beyond its stages", {false, 20, 5}, us("step_beyond_its_stages"),
                    " µs", note("{} µs in all, with one body", "step_of_one_body")),
          of_python(python, "an array of the state as a view in numpy", {false, 5, 1}, all, " µs",
                    note("{} µs with one body, this with {}", "view_of_one_body")),
          of_python(python, "a force in numpy / its numpy and what a force of the scene adds", {false, 1.1},
                    us("force_in_numpy") / (us("numpy_in_the_step") + us("gravity_of_the_scene")), "",
                    note("{} µs against {} and {} µs, {} bodies", "force_in_numpy", "numpy_in_the_step",
                         "gravity_of_the_scene"))};
}

}  // namespace

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::missed: return "missed";
    case Verdict::so_far: return "met as far as measured";
    case Verdict::met: return "met";
    case Verdict::beyond: return "**beyond**";
    case Verdict::stated: return "stated";
    default: return "not measured";
  }
}

double peer_over_floc(const Json& peers, const std::string& peer, double spheres, double allowed) {
  double ours = nan, theirs = nan;
  for (const Json& row : peers["rows"].items()) {
    if (row["count"].number() != spheres) continue;
    const double seconds = row["seconds_a_simulated_second"].number(), threads = row["threads_allowed"].number();
    if (row["program"].text() == "Floc" && threads == allowed &&
        row["worst_overlap_of_all_steps"].number(1) <= overlap_bar)
      ours = std::fmin(ours, seconds);
    // That they were run on as many threads at all is asked for, too.
    if (row["program"].text() == peer && threads <= allowed) theirs = std::fmin(theirs, seconds);
  }
  return theirs / ours;
}

std::vector<Bar> bars(const Json& results) {
  const Json &projection = part(results, "projection"), &step = part(results, "step"), &peers = part(results, "peers"),
             &rubbed = part(results, "peers-friction"), &friction = part(results, "friction");
  const std::string how = " with friction .5";
  std::vector<Bar> all{uzawa(projection, 3, 1e4, 1e-5, {true, 70, 150}),
                       uzawa(projection, 3, 1e5, 1e-6, {true, 100, 300}),
                       uzawa(projection, 2, 1e4, 1e-8, {true, 100, 300}),
                       worst_of_solves(projection, "iterations to 1e-8 / those of CG given the active set", 1e-8,
                                       "iterations_over_cg_on_active_set", {false, 2, 1}),
                       growth_of_iterations(projection),
                       memory_speed(projection),
                       bytes_a_contact(projection),
                       threads(step, 1e5),
                       threads(step, million),
                       peer(peers, "LAMMPS", {1e4}, {true, 6, 20}),
                       peer(peers, "LAMMPS", {1e3}, {true, 4, 10}),
                       peer(peers, "Yade", {1e3, 1e4}, {true, 40}),
                       peer(peers, "Bullet", {1e3, 1e4}, {true, 12}),
                       peer(rubbed, "LAMMPS", {1e4}, {true, 3, 8}, how),
                       peer(rubbed, "Yade", {1e4}, {true, 20}, how),
                       peer(rubbed, "Bullet", {1e4}, {true, 6}, how),
                       boxes(part(results, "peers-boxes")),
                       price_of_friction(friction, 1e4),
                       price_of_friction(friction, 1e5),
                       growth_with_friction(friction),
                       ellipsoids(friction),
                       pair_of_ellipsoids(part(results, "shapes")),
                       narrow_band(part(results, "bands")),
                       share_of_the_rest(step),
                       growth_of_a_step(step, 2),
                       growth_of_a_step(step, 1),
                       memory(step),
                       cost_of_files(part(results, "output")),
                       step_of_a_fluid(part(results, "fluid")),
                       steps_of_a_fluid(part(results, "fluid")),
                       mobility(part(results, "fluid"), false),
                       mobility(part(results, "fluid"), true),
                       growth_of_a_fluid(part(results, "fluid")),
                       huge_steps(part(results, "huge"), "inelastic", 2),
                       huge_steps(part(results, "huge"), "inelastic", 3),
                       huge_steps(part(results, "huge"), "lubricated", 2),
                       huge_steps(part(results, "huge"), "lubricated", 3),
                       poured(part(results, "pour-million"))};
  const std::vector<Bar> python = of_python(part(results, "python"));
  all.insert(all.end(), python.begin(), python.end());
  return all;
}

}  // namespace floc::bench
