// A ball pushed to a plane and pulled off again (GRAN 63), with films of five viscosities between, and the
// gluey particle, which is their limit: the gap, and the impulse that the film has taken up.
#include "figure.hpp"
#include "support/ball_over_plane.hpp"

using namespace floc;
using namespace floc::figures;

namespace {

void draw(const Folder& folder) {
  constexpr double h = 1e-3, shown = 4.4;
  const struct {
    double viscosity;
    const char* name;
  } fluids[] = {{100, "molasses, μ = 100"}, {10, "honey, 10"}, {1, "castor oil, 1"}, {0.1, "olive oil, 0.1"},
                {0.025, "blood, 0.025"}};
  Plot plot;
  plot.panel_height = 320;
  Panel& gap = plot.add_panel("", {.label = "time t"}, {.label = "gap q", .low = 0, .high = 0.12});
  Panel& gamma =
      plot.add_panel("", {.label = "time t"}, {.label = "γ/m,  γ = 6πμr² ln(q/q⁰)", .low = -2.2, .high = 0.2});
  gap.legend = gamma.legend = Legend::right;
  for (const auto& fluid : fluids) {
    Simulation simulation(test::ball_over_plane(fluid.viscosity, h), 1);
    std::vector<double> t{0}, q{test::height}, g{0};
    while (simulation.time() < shown - 0.5 * h) {
      advance(simulation);
      t.push_back(simulation.time());
      q.push_back(simulation.bodies().position[0] - test::radius);
      const double begin = test::strength(fluid.viscosity) * film_level(test::height, test::range);
      g.push_back((simulation.contacts().memory[0] - begin) / test::mass);
    }
    gap.add({.name = fluid.name, .x = t, .y = q});
    gamma.add({.name = fluid.name, .x = t, .y = g});
  }
  const std::vector<double> t = values(0, shown, 4401);
  std::vector<double> q, g;
  for (const double at : t) {
    q.push_back(test::gluey_gap(at));
    g.push_back(test::gluey_gamma(at));
  }
  gap.add({.name = "gluey particle", .x = t, .y = q, .style = Style::dashed, .colour = ink});
  gamma.add({.name = "gluey particle", .x = t, .y = g, .style = Style::dashed, .colour = ink});
  folder.draw(plot, "lubrication.png");
}

}  // namespace

int main(int argc, char** argv) { return figure(argc, argv, draw); }
