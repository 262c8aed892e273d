#include "draw/steps_plot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/did_you_mean.hpp"
#include "core/error.hpp"

namespace floc {
namespace {

constexpr std::size_t most_points = 4000;  // of a curve: more than a plot has pixels

constexpr std::array<PlotSubject, 6> subjects_table{{
    {"energies", "kinetic and potential energy, and their sum"},
    {"contacts", "contacts, and those that carry a force"},
    {"overlap", "worst overlap and complementarity of the step, over the mean radius"},
    {"iterations", "iterations of the solver"},
    {"aggregates", "number of clusters by contact, and bodies in the largest, from the frames"},
    {"step", "length of the steps, where they are adapted"},
}};

bool any(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double v) { return v != 0; });
}

Curve curve(std::string name, const std::vector<double>& x, const std::vector<double>& y) {
  Curve c{.name = std::move(name)};
  const std::size_t bucket = x.size() > most_points ? (2 * x.size() + most_points - 1) / most_points : 1;
  for (std::size_t from = 0; from < x.size(); from += bucket) {
    const auto begin = y.begin() + static_cast<std::ptrdiff_t>(from);
    const auto [low, high] =
        std::minmax_element(begin, y.begin() + static_cast<std::ptrdiff_t>(std::min(from + bucket, y.size())));
    for (const auto& at : {std::min(low, high), std::max(low, high)}) {
      c.x.push_back(x[static_cast<std::size_t>(at - y.begin())]);
      c.y.push_back(*at);
      if (low == high) break;
    }
  }
  return c;
}

}  // namespace

std::span<const PlotSubject> plot_subjects() { return subjects_table; }

void check_plot_subject(std::string_view name) {
  std::vector<std::string> names;
  for (const PlotSubject& s : subjects_table) {
    if (s.name == name) return;
    names.emplace_back(s.name);
  }
  throw Error(fmt::format("there is no plot of \"{}\"{} (there are {})", name, did_you_mean(name, names),
                          fmt::join(names, ", ")));
}

Plot plot_of_steps(const CsvTable& steps, const std::vector<std::string>& subjects, const AggregateCurve& aggregates) {
  const std::vector<double>& t = steps["time"];
  Plot plot;
  plot.columns = subjects.size() > 1 ? 2 : 1;
  plot.width = 480.0 * plot.columns;
  plot.panel_height = 270;
  const Axis time{.label = "time (s)"};
  for (const std::string& subject : subjects) {
    check_plot_subject(subject);
    if (subject == "energies") {
      Panel& p = plot.add_panel("energies", time, {.label = "energy (J)"});
      const std::vector<double>&kinetic = steps["kinetic_energy"], &potential = steps["potential_energy"];
      p.add(curve("kinetic", t, kinetic));
      if (any(potential)) {
        std::vector<double> sum(kinetic);
        for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += potential[k];
        p.add(curve("potential", t, potential));
        p.add(curve("sum", t, sum));
      }
    } else if (subject == "contacts") {
      Panel& p = plot.add_panel("contacts", time, {.label = "number", .low = 0});
      p.add(curve("contacts", t, steps["contacts"]));
      p.add(curve("with a force", t, steps["active"]));
      if (any(steps["bridges"])) p.add(curve("bridges", t, steps["bridges"]));
    } else if (subject == "overlap") {
      Panel& p = plot.add_panel("overlap", time, {.label = "over the mean radius", .log = true});
      p.add(curve("overlap", t, steps["overlap"]));
      p.add(curve("complementarity", t, steps["complementarity"]));
    } else if (subject == "iterations") {
      plot.add_panel("iterations", time, {.label = "per step", .low = 0}).add(curve("", t, steps["iterations"]));
    } else if (subject == "step") {
      plot.add_panel("step", time, {.label = "length (s)", .log = true}).add(curve("", t, steps["h"]));
    } else {
      Panel& p = plot.add_panel("aggregates", time, {.label = "number", .low = 0});
      p.add(curve("clusters", aggregates.time, aggregates.count));
      p.add(curve("bodies in the largest", aggregates.time, aggregates.largest));
    }
  }
  return plot;
}

}  // namespace floc
