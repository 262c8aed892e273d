// Twenty blocks on a line that stick when they meet (GRAN 20–21): their paths in the (t, x) plane by
// the scheme with few, large steps, on those of the exact projection.
#include <random>

#include "figure.hpp"
#include "measure/monotone.hpp"

using namespace floc;
using namespace floc::figures;

namespace {

Setup blocks(std::size_t n) {
  std::mt19937 random(8);
  const auto unit = [&] { return static_cast<double>(random()) / 4294967296.0; };
  Setup setup;
  setup.bodies.dimension = 1;
  double edge = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double r = 0.05 + 0.1 * unit();
    const double x = edge + 0.9 * unit() + r;
    const double v =
        0.5 * (0.5 * static_cast<double>(n) - static_cast<double>(i)) / static_cast<double>(n) + 0.9 * (2 * unit() - 1);
    setup.bodies.add(&x, &v, r, r, 0);
    edge = x + r;
  }
  setup.tolerance = 1e-8;
  return setup;
}

void draw(const Folder& folder) {
  constexpr double end = 12, h = 0.6;
  constexpr std::size_t n = 20;
  const Setup setup = blocks(n);
  Plot plot;
  plot.panel_height = 480;
  Panel& panel = plot.add_panel("", {.label = "time t"}, {.label = "position x"});

  const std::vector<double> times = values(0, end, 601);
  std::vector<std::vector<double>> exact(n), scheme(n);
  for (const double t : times) {
    const std::vector<double> x = sticky_blocks(setup.bodies, t);
    for (std::size_t i = 0; i < n; ++i) exact[i].push_back(x[i]);
  }
  Setup with_step = setup;
  with_step.h = h;
  Simulation simulation(std::move(with_step), 1);
  std::vector<double> steps{0};
  for (std::size_t i = 0; i < n; ++i) scheme[i].push_back(setup.bodies.position[i]);
  while (simulation.time() < end - 0.5 * h) {
    advance(simulation);
    steps.push_back(simulation.time());
    for (std::size_t i = 0; i < n; ++i) scheme[i].push_back(simulation.bodies().position[i]);
  }
  for (std::size_t i = 0; i < n; ++i) {  // a block is a band of its width
    std::vector<double> low = exact[i], high = exact[i];
    for (double& x : low) x -= setup.bodies.radius[i];
    for (double& x : high) x += setup.bodies.radius[i];
    panel.add({.name = i == 0 ? "exact projection" : "",
               .x = times,
               .y = high,
               .style = Style::area,
               .colour = mix(curve_colour(i % 2 ? 0 : 5), white, 0.35),
               .base = low});
  }
  for (std::size_t i = 0; i < n; ++i)
    panel.add({.name = i == 0 ? fmt::format("scheme, h = {}", h) : "",
               .x = steps,
               .y = scheme[i],
               .style = Style::points,
               .colour = curve_colour(1),
               .width = 1.5});
  folder.draw(plot, "sticky_blocks.png");
}

}  // namespace

int main(int argc, char** argv) { return figure(argc, argv, draw); }
