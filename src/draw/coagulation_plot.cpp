#include "draw/coagulation_plot.hpp"

#include <fmt/format.h>

#include "output/coagulation_files.hpp"

namespace floc {
namespace {

// The share of bodies in aggregates of at least n: smooth where numbers of single sizes are 0 or 1.
Curve share_above(const std::vector<double>& numbers) {
  Curve c;
  double all = 0;
  for (std::size_t n = 0; n < numbers.size(); ++n) all += static_cast<double>(n + 1) * numbers[n];
  double rest = all;
  for (std::size_t n = 0; n < numbers.size() && rest > 2e-3 * all; ++n) {
    c.x.push_back(static_cast<double>(n + 1));
    c.y.push_back(rest / all);
    rest -= static_cast<double>(n + 1) * numbers[n];
  }
  return c;
}

}  // namespace

Plot coagulation_plot(const CoagulationHistory& history, const CoagulationResult& result) {
  Plot p;
  p.columns = 2;
  p.width = 1200;
  p.panel_height = 480;
  const KernelFit& best = result.kernels[result.likeliest];
  p.title = kernel_line(best);
  Panel& sizes = p.add_panel("Sizes: the run (points), " + best.name + " kernel (lines)", {.label = "n", .log = true},
                             {.label = "share of bodies in aggregates of at least n", .low = 0, .high = 1.05});
  for (std::size_t s = 0; s < result.shown.size(); ++s) {
    const auto& seen = history.sizes[result.shown[s]];
    std::vector<double> numbers(seen.empty() ? 0 : static_cast<std::size_t>(seen.rbegin()->first), 0);
    for (const auto& [size, number] : seen) numbers[static_cast<std::size_t>(size) - 1] = number;
    Curve points = share_above(numbers);
    points.name = fmt::format("t = {:.4g}", history.time[result.shown[s]]);
    points.style = Style::points;
    points.colour = curve_colour(s);
    sizes.add(std::move(points));
    Curve line = share_above(best.expected[s]);
    line.colour = curve_colour(s);
    sizes.add(std::move(line));
  }
  Panel& numbers = p.add_panel("Number of aggregates", {.label = "t"}, {.label = "aggregates", .log = true});
  Curve run{.name = "run", .x = history.time, .style = Style::points, .colour = ink, .width = 1.2};
  for (std::size_t k = 0; k < history.time.size(); ++k) run.y.push_back(history.aggregates(k));
  numbers.add(std::move(run));
  for (std::size_t k = 0; k < result.kernels.size(); ++k) {
    const KernelFit& f = result.kernels[k];
    numbers.add({.name = f.name,
                 .x = history.time,
                 .y = f.number,
                 .style = k == result.likeliest ? Style::line : Style::dashed});
  }
  return p;
}

}  // namespace floc
