#include "report/plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "report/results.hpp"

namespace floc::bench {
namespace {

const Axis grains_axis{.label = "grains", .log = true};
constexpr const char* solvers[] = {"uzawa", "apgd", "stream", "ipm", "conjugate"};
constexpr Colour grey{0.45, 0.48, 0.52};

using Figurer = std::function<double(const Json& bed, const Json& solve)>;

double grains_of(const Json& bed, const Json&) { return bed["grains"].number(); }
double seconds_of(const Json&, const Json& solve) { return solve["seconds"].number(); }
double iterations_of(const Json&, const Json& solve) { return solve["iterations"].number(); }
// Of conjugate gradients that know the active set.
double oracle_of(const Json&, const Json& solve) {
  return solve["iterations"].number() / solve["iterations_over_cg_on_active_set"].number();
}

Plot sheet(double height = 340) {
  Plot plot;
  plot.columns = 2;
  plot.width = 1100;
  plot.panel_height = height;
  return plot;
}

// A panel is kept when a curve of it has a point.
void keep(Plot& plot, Panel panel) {
  std::erase_if(panel.curves, [](const Curve& c) { return c.x.empty(); });
  if (std::ranges::any_of(panel.curves, [](const Curve& c) { return c.style != Style::dashed; }))
    plot.panels.push_back(std::move(panel));
}

Panel panel(std::string title, Axis x, Axis y) {
  Panel p;
  p.title = std::move(title);
  p.x = std::move(x);
  p.y = std::move(y);
  return p;
}

void append(Curve& curve, double x, double y) {
  if (!(x > 0) || !(y > 0)) return;
  curve.x.push_back(x);
  curve.y.push_back(y);
}

// y against x of a solver on some beds at one tolerance.
Curve of_beds(const std::string& solver, const std::vector<const Json*>& beds, double tolerance, const Figurer& x,
              const Figurer& y) {
  Curve curve{.name = solver, .style = Style::line_and_points};
  for (const Json* bed : beds) {
    const Json& solve = find_solve(*bed, solver, tolerance);
    append(curve, x(*bed, solve), y(*bed, solve));
  }
  return curve;
}

// Rings about the points of uzawa that it did not reach itself.
Curve extrapolated(const std::vector<const Json*>& beds, const std::vector<double>& tolerances, const Figurer& x,
                   const Figurer& y) {
  Curve curve{
      .name = "extrapolated", .style = Style::points, .colour = curve_colour(0), .width = 3, .mark = Mark::ring};
  for (const Json* bed : beds)
    for (const double tolerance : tolerances)
      if (const Json& solve = find_solve(*bed, "uzawa", tolerance); solve["extrapolated"].truth())
        append(curve, x(*bed, solve), y(*bed, solve));
  return curve;
}

void add_solvers(Panel& p, const std::vector<const Json*>& beds, const Figurer& x, const Figurer& y, bool with_ipm) {
  for (std::size_t k = 0; k < std::size(solvers); ++k) {
    if (!with_ipm && solvers[k] == std::string("ipm")) continue;
    p.add(of_beds(solvers[k], beds, 1e-5, x, y)).colour = curve_colour(k);
  }
  p.add(extrapolated(beds, {1e-5}, x, y));
}

void add_oracle(Panel& p, const std::vector<const Json*>& beds, const Figurer& x) {
  Curve oracle = of_beds("stream", beds, 1e-5, x, oracle_of);
  oracle.name = "CG, active set known";
  oracle.style = Style::dashed;
  oracle.colour = grey;
  p.add(std::move(oracle));
}

// Cubes that were measured on the machine of the run; with `tiled` also what is tiled to go beyond the cache.
std::vector<const Json*> of_this_machine(const Json& projection, int dimension, bool tiled) {
  std::vector<const Json*> beds = cubes(projection, dimension);
  if (tiled)
    for (const Json& bed : projection["beds"].items())
      if (bed["dimension"].number() == dimension && bed["depth"].number(0) > 0 && bed["grains"].number() > 2e5)
        beds.push_back(&bed);
  std::erase_if(beds, [&](const Json* bed) { return !same_machine(projection, *bed); });
  std::ranges::stable_sort(beds, {}, [](const Json* bed) { return (*bed)["grains"].number(); });
  return beds;
}

Figure time_against_size(const Json& projection) {
  Figure f{"time.png", "Time against N",
           "One projection of a settled bed to 1e-5 of the mean radius from a cold start, processor seconds on one "
           "thread. `stream` and `conjugate` are what `auto` uses for large beds.",
           sheet()};
  for (const int d : {2, 3}) {
    Panel p = panel(fmt::format("{}D: a projection to 1e-5", d), grains_axis, {.label = "s", .log = true});
    add_solvers(p, of_this_machine(projection, d, false), grains_of, seconds_of, true);
    keep(f.plot, std::move(p));
  }
  return f;
}

Figure iterations(const Json& projection) {
  Figure f{"iterations.png", "Iterations against N and depth",
           "Dashed is an oracle, conjugate gradients on the rows that are active in the solution, which no method "
           "without a preconditioner goes below by much. The depth of all beds in space is the height of the highest "
           "grain: in a cube it grows with N, three beds have one cross-section.",
           sheet()};
  const auto height = [](const Json& bed, const Json&) { return bed["height_in_radii"].number(); };
  std::vector<const Json*> deep;
  for (const Json& bed : projection["beds"].items())
    if (bed["dimension"].number() == 3) deep.push_back(&bed);
  std::ranges::stable_sort(deep, {}, [](const Json* bed) { return (*bed)["height_in_radii"].number(0); });
  const auto add = [&](const std::string& title, const std::vector<const Json*>& beds, const Axis& axis,
                       const Figurer& x) {
    Panel p = panel(title, axis, {.label = "iterations", .log = true});
    add_solvers(p, beds, x, iterations_of, false);
    add_oracle(p, beds, x);
    keep(f.plot, std::move(p));
  };
  add("2D: iterations to 1e-5", cubes(projection, 2), grains_axis, grains_of);
  add("3D: iterations to 1e-5", cubes(projection, 3), grains_axis, grains_of);
  add("3D: iterations to 1e-5", deep, {.label = "depth / r̄", .log = true}, height);
  Panel over = panel("iterations to 1e-8 over those of CG", grains_axis, {.label = "ratio", .low = 0});
  for (const int d : {2, 3})
    over.add(of_beds("auto", cubes(projection, d), 1e-8, grains_of,
                     [](const Json&, const Json& solve) { return solve["iterations_over_cg_on_active_set"].number(); }))
        .name = fmt::format("auto, {}D", d);
  keep(f.plot, std::move(over));
  return f;
}

Figure time_to_tolerance(const Json& projection) {
  Figure f{"tolerance.png", "Time to tolerance",
           "Overlap and complementarity over the mean radius, both certified in double precision; cold, one thread.",
           sheet()};
  const std::vector<double> tolerances{1e-3, 1e-5, 1e-6, 1e-8};
  for (const auto& [d, grains] : {std::pair{2, 1e4}, {2, 1e5}, {3, 1e4}, {3, 1e5}}) {
    const Json& bed = find_bed(projection, d, grains);
    Panel p = panel(fmt::format("{}D, {} grains", d, with_commas(grains)), {.label = "tolerance / r̄", .log = true},
                    {.label = "s", .log = true});
    const auto tolerance_of = [](const Json&, const Json& solve) { return solve["tolerance"].number(); };
    for (std::size_t k = 0; k < std::size(solvers); ++k) {
      Curve curve{.name = solvers[k], .style = Style::line_and_points, .colour = curve_colour(k)};
      for (const double tolerance : tolerances)
        append(curve, tolerance, find_solve(bed, solvers[k], tolerance)["seconds"].number());
      p.add(std::move(curve));
    }
    p.add(extrapolated({&bed}, tolerances, tolerance_of, seconds_of));
    keep(f.plot, std::move(p));
  }
  return f;
}

Figure roofline(const Json& projection) {
  Figure f{"roofline.png", "Roofline",
           "Bytes per second that a pass of `auto` moves, of the whole solve, against the STREAM triad of the same run: "
           "small beds live in "
           "the cache of a core and are bound by instructions; the largest are tiled, and beyond all caches.",
           sheet()};
  const Json& triad = projection["triad_GB_per_s"];
  for (const double threads : {1.0, 2.0}) {
    Panel p = panel(threads == 1 ? "one thread" : "two threads", grains_axis, {.label = "GB/s", .low = 0});
    double least = 1e300, most = 0;
    for (const int d : {2, 3}) {
      Curve c{.name = fmt::format("the pass, {}D", d), .style = Style::line_and_points};
      for (const Json* bed : of_this_machine(projection, d, true)) {
        const Json& solve = find_solve(*bed, "auto", 1e-5, threads);
        append(c, (*bed)["grains"].number(),
               1e-9 * solve["bytes_a_contact_an_iteration"].number() * (*bed)["rows"].number() *
                   solve["iterations"].number() / solve["seconds"].number());
        least = std::min(least, (*bed)["grains"].number());
        most = std::max(most, (*bed)["grains"].number());
      }
      p.add(std::move(c));
    }
    // With more cores than two the triad of all of them is no roof of two threads.
    const double roof = threads == 1                               ? triad["one_thread"].number()
                        : projection["run"]["cores"].number() == 2 ? triad["all_cores"].number()
                                                                   : 0;
    if (roof > 0)
      p.add({.name = "STREAM triad", .x = {least, most}, .y = {roof, roof}, .style = Style::dashed, .colour = grey});
    keep(f.plot, std::move(p));
  }
  return f;
}

Figure whole_step(const Json& step) {
  Figure f{"step.png", "A settled step by stage",
           "A whole step of a settled bed of twenty layers against its number of grains, one thread, seconds of the "
           "clock by stage; what a grain costs; and how much faster two threads are.",
           sheet()};
  std::vector<const Json*> beds;
  for (const Json& bed : step["beds"].items()) beds.push_back(&bed);
  std::ranges::sort(beds, {}, [](const Json* bed) { return (*bed)["grains"].number(0); });
  Panel faster = panel("two threads against one", grains_axis, {.label = "times faster", .low = 1});
  Panel each = panel("a whole step, one thread", grains_axis, {.label = "µs per grain", .low = 0});
  for (const double tolerance : {1e-3, 1e-4}) {
    Panel p = panel("a step to " + power_of_ten(tolerance) + ", by stage", grains_axis, {.label = "s", .log = true});
    p.legend = Legend::right;
    for (const char* stage : {"projection", "rows", "neighbours", "certificate", "free_velocity", "motion"}) {
      std::string name = stage;
      std::ranges::replace(name, '_', ' ');
      Curve c{.name = std::move(name), .style = Style::line_and_points};
      for (const Json* bed : beds)
        append(c, (*bed)["grains"].number(), find_step(*bed, tolerance)["stages"][stage].number());
      p.add(std::move(c));
    }
    keep(f.plot, std::move(p));
    Curve c{.name = "to " + power_of_ten(tolerance), .style = Style::line_and_points};
    for (const Json* bed : beds)
      append(c, (*bed)["grains"].number(), find_step(*bed, tolerance)["speed_up_two_threads"].number());
    faster.add(std::move(c));
    Curve cost{.name = "to " + power_of_ten(tolerance), .style = Style::line_and_points};
    for (const Json* bed : beds)
      append(cost, (*bed)["grains"].number(),
             1e6 * find_step(*bed, tolerance)["seconds_a_step"].number() / (*bed)["grains"].number());
    each.add(std::move(cost));
  }
  keep(f.plot, std::move(each));
  if (!beds.empty())
    faster.add({.name = "twice",
                .x = {(*beds.front())["grains"].number(), (*beds.back())["grains"].number()},
                .y = {2, 2},
                .style = Style::dashed,
                .colour = grey});
  keep(f.plot, std::move(faster));
  return f;
}

double least_seconds(const Json& peers, const std::string& program, double spheres, double threads) {
  double seconds = 1e300;
  for (const Json& row : peers["rows"].items())
    if (row["program"].text() == program && row["count"].number() == spheres && row["threads"].number() == threads)
      seconds = std::min(seconds, row["seconds_a_simulated_second"].number(1e300));
  return seconds;
}

Figure peers(const Json& peers, const char* file, const char* title, const std::string& what) {
  Figure f{file, title,
           "Seconds that one simulated second takes, " + what +
               " that settle in an open box from the same start; Floc at the fastest of its steps, with an overlap "
               "below 1e-4 of the mean radius at all times.",
           sheet(380)};
  for (const double spheres : {1e3, 1e4}) {
    Panel p =
        panel(fmt::format("{} spheres, per simulated second", with_commas(spheres)), {}, {.label = "s", .log = true});
    std::vector<std::string> programs;
    for (const Json& row : peers["rows"].items())
      if (const std::string name = row["program"].text();
          row["count"].number() == spheres && std::ranges::find(programs, name) == programs.end())
        programs.push_back(name);
    double least = 1e300, most = 0;
    std::vector<Note> heights;
    for (const double threads : {1.0, 2.0}) {
      std::string name = threads == 1 ? "one thread" : "two threads";
      for (std::size_t k = 0; k < programs.size(); ++k) {
        const double seconds = least_seconds(peers, programs[k], spheres, threads);
        if (!(seconds < 1e300)) continue;
        least = std::min(least, seconds);
        most = std::max(most, seconds);
        const double middle = static_cast<double>(k + 1) + (threads == 1 ? -0.2 : 0.2);
        p.add({.name = std::exchange(name, ""),
               .x = {middle - 0.18, middle + 0.18},
               .y = {seconds, seconds},
               .style = Style::area,
               .colour = curve_colour(threads == 1 ? 0 : 2)});
        heights.push_back({middle, seconds, fmt::format("{:.3g}", seconds), 0});
      }
    }
    for (const std::string& program : programs)  // "LAMMPS, k = 5e+06"
      p.x.names.push_back(program.find(", k") == std::string::npos ? program
                                                                   : program.substr(0, program.find(',')) + " stiff");
    p.y.low = 0.5 * least;
    for (Note& note : heights) {  // above its bar
      note.y *= std::pow(most / least, 0.04);
      p.notes.push_back(note);
    }
    keep(f.plot, std::move(p));
  }
  return f;
}

}  // namespace

std::vector<Figure> figures(const Json& results) {
  const Json& projection = part(results, "projection");
  return {roofline(projection),
          time_against_size(projection),
          iterations(projection),
          time_to_tolerance(projection),
          whole_step(part(results, "step")),
          peers(part(results, "peers"), "peers.png", "Peers", "spheres"),
          peers(part(results, "peers-friction"), "peers-friction.png", "Peers with friction",
                "spheres with a coefficient of friction of .5")};
}

}  // namespace floc::bench
