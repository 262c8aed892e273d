// Capillary bridges: the hysteresis loop of a pair as the program traces it, pushed together, pulled apart
// and pushed together again; and the law for three volumes of liquid.
#include <numbers>

#include "figure.hpp"
#include "forces/capillary.hpp"

using namespace floc;
using namespace floc::figures;

namespace {

constexpr double h = 2e-3, mass = 1;

double pull(double t) { return t < 2 || t > 3.5 ? -0.3 : 2.2; }

// Pulls body 1 to the right and body 0 to the left.
class Pull final : public Force {
  void add(const Surroundings& s, const FreeMotion& free) const override {
    const double kick = s.gain * pull(s.t) / mass;
    free.velocity[0] -= kick;
    free.velocity[1] += kick;
  }
};

CapillaryParameters water(double volume) {
  CapillaryParameters p;
  p.surface_tension = 1 / std::numbers::pi;  // forces are in units of πγr
  p.liquid = {volume, 0};
  return p;
}

Setup pair(double volume) {
  Setup setup;
  setup.bodies.dimension = 1;
  const double zero = 0, x = 2.25;
  setup.bodies.add(&zero, &zero, 1, mass, 0);
  setup.bodies.add(&x, &zero, 1, mass, 0);
  setup.forces = {std::make_shared<Pull>(), capillary(water(volume))};
  setup.tolerance = 1e-8;
  setup.h = h;
  return setup;
}

void draw_loop(Panel& panel, double volume) {
  const CapillaryBridge law = water(volume).between(1, 1);
  Curve exact{.name = "law", .style = Style::line, .colour = curve_colour(0), .width = 2.5};
  exact.x = values(0, law.rupture, 200);
  for (const double gap : exact.x) exact.y.push_back(law.force(std::min(gap, 0.999999 * law.rupture)));
  panel.add(exact);
  Curve coming{.name = "coming nearer", .style = Style::points, .colour = curve_colour(2), .mark = Mark::triangle};
  Curve parting{.name = "parting", .style = Style::points, .colour = curve_colour(1), .width = 1.5};
  Simulation s(pair(volume), 1);
  const auto gap_of = [&] { return s.bodies().position[1] - s.bodies().position[0] - 2; };
  const auto speed_of = [&] { return s.bodies().velocity[1] - s.bodies().velocity[0]; };
  double last = 1;
  while (s.time() < 5) {
    const double gap = gap_of(), speed = speed_of(), pulled = pull(s.time());
    if (advance(s).active > 0 || gap > 0.3 || std::abs(gap - last) < 0.006) continue;
    Curve& side = speed_of() > 0 ? parting : coming;
    side.x.push_back(gap);
    side.y.push_back(pulled - 0.5 * mass * (speed_of() - speed) / h);
    last = gap;
  }
  panel.add(coming);
  panel.add(parting);
  panel.notes.push_back({.x = law.rupture, .y = law.force(0.99 * law.rupture), .text = " rupture"});
}

void draw(const Folder& folder) {
  Plot plot;
  plot.columns = 2;
  plot.width = 1000;
  draw_loop(plot.add_panel("One pair, V = 0.01 r³", {.label = "gap D / r", .low = -0.01, .high = 0.3},
                           {.label = "attraction F / πγr", .low = -0.1, .high = 1.9}),
            0.01);
  Panel& laws =
      plot.add_panel("The law, θ = 0", {.label = "gap D / r", .low = 0}, {.label = "", .low = 0, .high = 1.9});
  for (const double volume : {0.001, 0.01, 0.03}) {
    const CapillaryBridge law = water(volume).between(1, 1);
    Curve curve{.name = fmt::format("V = {} r³", volume), .x = values(0, law.rupture, 200)};
    for (const double gap : curve.x) curve.y.push_back(law.force(gap));  // down to 0 at rupture
    laws.add(curve);
  }
  folder.draw(plot, "capillary.png");
}

}  // namespace

int main(int argc, char** argv) { return figure(argc, argv, draw); }
