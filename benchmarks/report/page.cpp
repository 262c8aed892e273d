#include "report/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "report/bars.hpp"
#include "report/plots.hpp"
#include "report/results.hpp"

namespace floc::bench {
namespace {

using Row = std::vector<std::string>;

std::string line(const Row& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + (cell.empty() ? "–" : cell) + " |";
  return text + "\n";
}

std::string table(const Row& head, const std::vector<Row>& rows) {
  std::string text = line(head) + "|";
  for (std::size_t k = 0; k < head.size(); ++k) text += "---|";
  text += "\n";
  for (const Row& row : rows) text += line(row);
  return text;
}

std::string number(const Json& value, const char* format) {
  const double x = value.number();
  return std::isnan(x) ? "" : fmt::format(fmt::runtime(format), x);
}
std::string number(const Json& value) { return std::isnan(value.number()) ? "" : three_digits(value.number()); }
std::string whole(const Json& value) { return value.kind() == Json::Kind::number ? with_commas(value.number()) : ""; }
std::string percent(const Json& share) {
  return std::isnan(share.number()) ? "" : fmt::format("{:.1f} %", 100 * share.number());
}

// The tables of a part where it was measured, how to measure it where not.
template <class F>
std::string section(const Json& results, const std::string& title, const std::string& name, F&& tables) {
  const Json& found = part(results, name);
  std::string text = "\n## " + title + "\n\n";
  if (found.is_null()) return text + fmt::format("Not measured: `make bench ONLY={}`.\n", name);
  return text + tables(found);
}

std::string bar_table(const Json& results) {
  std::vector<Row> rows;
  for (const Bar& b : bars(results))
    rows.push_back({b.what, b.bar, b.beyond, b.got, to_string(b.verdict), b.note, b.run});
  return table({"what", "bar", "beyond", "got", "verdict", "how", "run"}, rows);
}

std::string projections(const Json& projection) {
  std::vector<Row> rows;
  for (const Json& bed : projection["beds"].items())
    for (const double tolerance : {1e-5, 1e-6, 1e-8}) {
      Row row{fmt::format(
                  "{}D, {}{}", bed["dimension"].number(), whole(bed["grains"]),
                  bed["depth"].number(0) > 0 ? fmt::format(", {:.0f} r̄ high", bed["height_in_radii"].number()) : ""),
              power_of_ten(tolerance)};
      for (const char* solver : {"uzawa", "apgd", "ipm", "auto"}) {
        const Json& s = find_solve(bed, solver, tolerance);
        row.push_back(s.is_null() ? ""
                                  : (s["extrapolated"].truth() ? "≈ " : "") + number(s["seconds"]) + " (" +
                                        whole(s["iterations"]) + ")");
      }
      const Json& fast = find_solve(bed, "auto", tolerance);
      if (fast.is_null()) continue;
      row.push_back(find_solve(bed, "uzawa", tolerance).is_null() ? "" : number(fast["uzawa_cold_over_this"]));
      row.push_back(number(fast["iterations_over_cg_on_active_set"]));
      row.push_back(number(Json(fast["seconds"].number() / find_solve(bed, "auto", tolerance, 2)["seconds"].number())));
      row.push_back(told(run_of(projection, bed)));
      rows.push_back(std::move(row));
    }
  return "Processor seconds on one thread from a cold start, iterations in brackets; ≈: extrapolated, from a quarter "
         "of it or more.\n\n" +
         table({"bed", "tolerance / r̄", "`uzawa`", "`apgd`", "`ipm`", "`auto`", "times faster than `uzawa`",
                "iterations over CG on the active set", "two threads against one", "run"},
               rows);
}

std::string steps(const Json& step) {
  std::vector<Row> rows;
  for (const Json& bed : step["beds"].items())
    for (const Json& s : bed["steps"].items())
      rows.push_back({whole(bed["grains"]), power_of_ten(s["tolerance"].number()), number(s["seconds_a_step"]),
                      number(s["iterations"], "{:.0f}"), percent(s["all_but_projection_share"]),
                      number(s["speed_up_two_threads"]), number(s["worst_overlap"], "{:.1e}"),
                      whole(bed["heap_bytes_a_grain"]), told(run_of(step, bed))});
  return table({"grains", "tolerance / r̄", "s per step", "iterations", "all but the projection", "two threads",
                "worst overlap / r̄", "heap, bytes per grain", "run"},
               rows);
}

std::string peer_rows(const Json& peers) {
  std::vector<Row> rows;
  for (const Json& r : peers["rows"].items())
    rows.push_back({r["program"].text(), whole(r["count"]), whole(r["threads"]), number(r["step"], "{:.2g}"),
                    number(r["parameters"]["tolerance"], "{:.0e}"),
                    number(r["seconds_a_simulated_second"]) + (r.has("extrapolated") ? " (extrapolated)" : ""),
                    number(r["worst_overlap"], "{:.1e}"), number(r["final_overlap"], "{:.1e}"),
                    number(r["mean_height_at_the_end"], "{:.2f}")});
  std::string skipped;
  for (const Json& name : peers["skipped"].items())
    skipped += (skipped.empty() ? "Not installed: " : ", ") + name.text();
  if (!skipped.empty()) skipped += ".\n\n";
  return skipped + table({"program", "N", "threads", "time step, s", "tolerance / r̄", "s per simulated s",
                          "worst overlap / r̄",
                          "at the end", "height / r̄"},
                         rows);
}

std::string forces(const Json& part) {
  std::vector<Row> rows;
  for (const Json& c : part["cases"].items())
    rows.push_back({c["force"].text(), power_of_ten(c["tolerance"].number()), number(c["seconds_a_step"]),
                    percent(c["added_share"]), percent(c["whole_step_share"])});
  return table({"force", "tolerance / r̄", "s per step", "added between searches", "added to all steps"}, rows);
}

std::string gluey(const Json& part) {
  std::vector<Row> rows;
  for (const Json& bed : part["beds"].items())
    rows.push_back({whole(bed["dimension"]) + "D, " + whole(bed["grains"]), number(bed["inelastic"]["seconds_a_step"]),
                    number(bed["smooth"]["over_inelastic"]), number(bed["rough"]["over_inelastic"])});
  return table({"bed", "inelastic, s per step", "smooth / inelastic", "rough / inelastic"}, rows);
}

std::string lubrication(const Json& part) {
  std::vector<Row> rows;
  for (const Json& c : part["growth"].items())
    rows.push_back({whole(c["spheres"]), number(c["viscosity"]), number(c["microseconds_a_sphere"]),
                    number(c["iterations"]), number(c["ratio_to_smallest"])});
  return table({"spheres", "viscosity", "µs per sphere and step", "iterations", "over the smallest"}, rows);
}

std::string pictures(const Json& part) {
  std::vector<Row> rows;
  for (const Json& c : part["spheres"].items())
    rows.push_back({whole(c["spheres"]), number(c["orthographic"]["processor_seconds"]),
                    number(c["perspective"]["processor_seconds"])});
  return table({"spheres", "orthographic, processor s", "in perspective"}, rows);
}

std::string friction(const Json& part) {
  std::vector<Row> rows;
  for (const Json& c : part["beds"].items())
    rows.push_back({number(c["grains"], "{:.0f}"), c["case"].text(), number(c["seconds"], "{:.2f}"), number(c["over_frictionless"], "{:.2f}"),
                    number(c["projections_a_step"], "{:.2f}"), number(c["iterations_a_step"], "{:.1f}"), number(c["worst_overlap"], "{:.1e}"),
                    number(c["unconverged"], "{:.0f}")});
  std::vector<Row> depths;
  for (const Json& c : part["one_depth"].items())
    depths.push_back({whole(c["grains"]), number(c["microseconds_a_sphere"]), number(c["iterations_a_step"], "{:.1f}"),
                      number(c["nanoseconds_a_contact_an_iteration"]), number(c["worst_overlap"], "{:.1e}"),
                      number(c["unconverged"], "{:.0f}")});
  const std::string scaling =
      depths.empty() ? ""
                     : "\nSpheres with friction .5 in beds of ten layers, steps of a bed that settles, on one thread:\n\n" +
                           table({"spheres", "µs per sphere and step", "iterations per step", "ns per contact and iteration",
                                  "worst overlap / r̄", "unconverged"},
                                 depths);
  return table({"bodies", "what", "processor s", "times spheres without friction", "projections per step", "iterations per step", "worst overlap / r̄", "unconverged"}, rows) + scaling;
}

std::string shapes(const Json& part) {
  std::vector<Row> rows;
  for (const Json& c : part["pairs"].items())
    rows.push_back({c["pair"].text(), number(c["cold_ns"], "{:.0f}"), number(c["warm_ns"], "{:.0f}"),
                    number(c["points"], "{:.2f}")});
  std::vector<Row> bands;
  for (const Json& b : part["bands"].items())
    bands.push_back(
        {whole(b["dimension"]) + "D", number(b["band"]), whole(b["nodes"]), number(b["milliseconds"], "{:.1f}")});
  return table({"pair", "from nothing, ns", "from the last normal, ns", "points"}, rows) + "\n" +
         table({"narrow band of distances", "width / semi-axis", "nodes in it", "ms"}, bands);
}

std::string python(const Json& part) {
  const auto us = [&](const char* figure) { return number(part[figure]); };
  const std::string bodies = whole(part["bodies"]);
  return table({"with Python " + part["python"].text(), "bodies", "µs"},
               {{"a step, all included", "1", us("step_of_one_body")},
                {"a step, beyond its stages", "1", us("step_beyond_its_stages")},
                {"a view", "1", us("view_of_one_body")},
                {"a view", bodies, us("view_of_all")},
                {"a force in numpy adds to a step", bodies, us("force_in_numpy")},
                {"its numpy, in the step", bodies, us("numpy_in_the_step")},
                {"its numpy, where its arrays are in the cache", bodies, us("numpy_alone")},
                {"gravity of the scene adds to a step", bodies, us("gravity_of_the_scene")}});
}

std::string fluid(const Json& part) {
  const auto grid = [](const Json& row, double dimension) {
    return fmt::format("{}{}", row["cells"].word(), dimension == 3 ? "³" : "²");
  };
  std::vector<Row> steps, mobility;
  for (const Json& s : part["steps"].items())
    steps.push_back({grid(s, s["dimension"].number()), whole(s["bodies"]), number(s["ms"]), number(s["poisson_ms"]),
                     number(s["ratio"]), number(s["ns_a_cell"]), whole(s["iterations"])});
  for (const Json& m : part["mobility"].items())
    mobility.push_back({grid(m, 3), m["walls"].truth() ? "walls" : "periodic", whole(m["iterations"]),
                        number(m["seconds"]), number(m["ratio"]), number(m["first_seconds"])});
  return "Discs and spheres that settle, 20 cells across; processor seconds on one thread:\n\n" +
         table({"cells", "bodies", "ms per step", "ms per Poisson solve", "ratio", "ns per cell", "iterations"}, steps) +
         "\nA sphere 24 cells across that is pulled through slow flow, to 1e-5:\n\n" +
         table({"cells", "sides", "iterations", "s", "Poisson solves", "s the first time"}, mobility);
}

std::string pour(const Json& part) {
  return table(
      {"steps", "threads", "s", "iterations", "worst overlap / r̄", "unconverged"},
      {{whole(part["steps"]), whole(part["threads"]), number(part["wall_seconds"], "{:.0f}"), whole(part["iterations"]),
        number(part["worst_overlap"], "{:.1e}"), whole(part["unconverged_steps"])}});
}

std::string runs(const Json& results) {
  std::vector<Row> rows;
  const auto add = [&](const std::string& name, const Json& run) {
    rows.push_back({name, run["date"].text(), run["commit"].text(), run["version"].text(), run["processor"].text(),
                    whole(run["cores"]), number(run["load"], "{:.1f}"), run["size"].text()});
  };
  for (const auto& [name, figures] : results["parts"].members()) {
    add(name, figures["run"]);
    // Beds that stayed from runs before, run by run.
    std::vector<std::pair<Json, std::string>> before;
    for (const Json& bed : figures["beds"].items()) {
      if (!bed.has("run")) continue;
      const auto same = std::ranges::find(before, told(bed["run"]), [](const auto& b) { return told(b.first); });
      if (same == before.end())
        before.emplace_back(bed["run"], name + ", beds of " + whole(bed["grains"]));
      else
        same->second += "; " + whole(bed["grains"]);
    }
    for (const auto& [run, what] : before) add(what, run);
  }
  return table({"part", "date", "commit", "version", "processor", "cores", "load before", "size"}, rows);
}

}  // namespace

std::string draw_page(const Json& results, const std::string& folder, const std::string& folder_link) {
  std::string text =
      "# Results of the benchmarks\n\n"
      "Written by `make bench` from the [result file](" +
      folder_link +
      "/bench.json): nothing here is typed by hand. "
      "[What the programs measure](README.md).\n\n## Bars\n\n" +
      bar_table(results);
  for (const Figure& f : figures(results)) {
    text += "\n## " + f.title + "\n\n";
    if (f.plot.panels.empty()) {
      text += "Not measured.\n";
      continue;
    }
    draw_plot(f.plot, folder + "/" + f.file);
    text += fmt::format("![{}]({}/{})\n\n{}\n", f.title, folder_link, f.file, f.caption);
  }
  text += section(results, "Projections", "projection", projections);
  text += section(results, "Steps", "step", steps);
  text += section(results, "The same bed with its peers", "peers", peer_rows);
  text += section(results, "The same bed with friction", "peers-friction", peer_rows);
  text += section(results, "Boxes with friction", "peers-boxes", peer_rows);
  text += section(results, "Forces", "forces", forces);
  text += section(results, "Gluey contacts", "gluey", gluey);
  text += section(results, "Lubrication", "lubrication", lubrication);
  text += section(results, "Pictures", "picture", pictures);
  text += section(results, "Friction and shapes", "friction", friction);
  text += section(results, "Pairs of shapes", "shapes", shapes);
  text += section(results, "Python", "python", python);
  text += section(results, "A fluid with bodies", "fluid", fluid);
  text += section(results, "A hundred thousand spheres poured", "pour", pour);
  text += section(results, "A million spheres poured", "pour-million", pour);
  return text + "\n## Runs\n\n" + runs(results);
}

std::string bars_as_lines(const Json& results) {
  std::string text;
  for (const Bar& b : bars(results)) {
    std::string verdict = to_string(b.verdict);
    std::erase(verdict, '*');
    text += fmt::format("  {:22} {:>10}  ({})  {}\n", verdict, b.got, b.bar, b.what);
  }
  return text;
}

}  // namespace floc::bench
