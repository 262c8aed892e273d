// The reflected particle of GRAN 27–28: du = σ dw + dλ, q = ∫u ≥ 0, at four zooms. A visit to the wall is a
// cluster of contacts at every scale; with t → ct the path scales as q → c^{3/2} q.
#include <algorithm>

#include "figure.hpp"
#include "forces/noise.hpp"
#include "geometry/motions.hpp"
#include "geometry/surfaces.hpp"

using namespace floc;
using namespace floc::figures;

namespace {

constexpr double h = 1e-6;
constexpr int steps = 1'000'000;

std::vector<double> path() {
  Setup setup;
  setup.bodies.dimension = 1;
  const double x = 1, v = 0;
  setup.bodies.add(&x, &v, 1, 1, 0);
  setup.obstacles = Obstacles({{"wall", "#000000", at_rest(), {half_space({}, {{1, 0, 0}})}}});
  setup.forces = {noise({.sigma = 1})};
  setup.h = h;
  setup.seed = 4;
  setup.tolerance = 1e-12;
  Simulation simulation(std::move(setup), 1);
  std::vector<double> q{0};
  while (simulation.step() < steps) {
    advance(simulation);
    q.push_back(std::max(0.0, simulation.bodies().position[0] - 1));
  }
  return q;
}

void draw(const Folder& folder) {
  const std::vector<double> q = path();
  const auto touches = [&](std::size_t k) { return q[k] < 1e-10; };
  // Where the path lands after a long flight it begins anew, from rest: contacts gather to the right of it.
  std::size_t last = 0, landing = 0, longest = 0;
  for (std::size_t k = 1; k < q.size(); ++k)
    if (touches(k)) {
      if (k - last > longest && k < q.size() / 2) longest = k - last, landing = k;
      last = k;
    }
  Plot plot;
  plot.columns = 2;
  plot.panel_height = 260;
  std::size_t window = q.size() - 1, begin = 0;
  for (int zoom = 0; zoom < 4; ++zoom, window /= 16) {
    if (zoom > 0) begin = std::min(landing - std::min(landing, window / 16), q.size() - 1 - window);
    Panel& panel = plot.add_panel(fmt::format("{} steps", window), {.label = "time t"}, {.label = "q"});
    Curve curve{.x = {}, .y = {}, .colour = curve_colour(0), .width = 1.4};
    Curve at_wall{.x = {}, .y = {}, .style = Style::points, .colour = curve_colour(1), .width = 1.6};
    const std::size_t stride = std::max<std::size_t>(1, window / 2000);
    for (std::size_t k = begin; k <= begin + window; ++k) {
      const double t = h * static_cast<double>(k);
      if (touches(k)) at_wall.x.push_back(t), at_wall.y.push_back(0);
      if (k % stride == 0 || touches(k)) curve.x.push_back(t), curve.y.push_back(q[k]);
    }
    panel.add(curve);
    panel.add(at_wall);
  }
  folder.draw(plot, "reflected_noise.png");
}

}  // namespace

int main(int argc, char** argv) { return figure(argc, argv, draw); }
