// The gluey particle over a plane, pushed until t = 2 and pulled from then on (GLUEY, figures 2 and 9):
// smooth, and with two sizes of roughness. The closed form, and the scheme with few, large steps on it.
#include "figure.hpp"
#include "support/gluey_plane.hpp"

using namespace floc;
using namespace floc::figures;

namespace {

void draw(const Folder& folder) {
  constexpr double h = 0.1;
  Plot plot;
  plot.panel_height = 320;
  Panel& gap = plot.add_panel("", {.label = "time t"}, {.label = "distance q"});
  Panel& gamma = plot.add_panel("", {.label = "time t"}, {.label = "adhesion γ"});
  gap.legend = gamma.legend = Legend::right;
  const struct {
    double gamma_min;
    const char* name;
  } particles[] = {{-std::numeric_limits<double>::infinity(), "smooth"}, {-2.5, "γ_min = −2.5"}, {-1, "γ_min = −1"}};
  std::size_t k = 0;
  for (const auto& particle : particles) {
    test::PlaneCase given{.q = 1, .u = 0, .m = 1, .r = 1, .force = {{2, -2}, {5, 2}}};
    given.gamma_min = particle.gamma_min;
    const test::ExactPlane exact(given);
    const std::vector<double> t = values(0, given.end(), 2001);
    std::vector<double> q, g, steps, scheme_q, scheme_g;
    for (const double at : t) {
      q.push_back(exact.at(at).q);
      g.push_back(exact.at(at).gamma);
    }
    Simulation simulation(test::plane_setup(given, h), 1);
    while (simulation.time() < given.end() - 0.5 * h) {
      advance(simulation);
      const test::PlaneState s = test::plane_state(simulation);
      steps.push_back(s.t);
      scheme_q.push_back(s.q);
      scheme_g.push_back(s.gamma);
    }
    const Colour colour = curve_colour(k++);
    gap.add({.name = particle.name, .x = t, .y = q, .colour = colour});
    gap.add({.x = steps, .y = scheme_q, .style = Style::points, .colour = colour});
    gamma.add({.name = particle.name, .x = t, .y = g, .colour = colour});
    gamma.add({.name = particle.gamma_min == -1 ? fmt::format("the scheme, h = {}", h) : "",
               .x = steps, .y = scheme_g, .style = Style::points, .colour = colour});
  }
  folder.draw(plot, "gluey.png");
}

}  // namespace

int main(int argc, char** argv) { return figure(argc, argv, draw); }
