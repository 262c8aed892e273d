// One force, one initial state, several motions (GRAN 22–24): a particle on a plane under the dyadic
// force. Runs with h = 2⁻¹⁰ and 2⁻¹¹ go to different ones.
#include "figure.hpp"
#include "geometry/surfaces.hpp"
#include "support/dyadic.hpp"
#include "support/setups.hpp"

using namespace floc;
using namespace floc::figures;
using test::Dyadic;
using test::Flight;

namespace {

constexpr double end = 4;

Curve run(int n, std::size_t colour) {
  constexpr double r = 1e-3;
  Setup setup;
  setup.bodies = test::empty(1);
  test::add(setup.bodies, {{r, 0, 0}}, {}, r);
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{1, 0, 0}})})});
  setup.forces = {std::make_shared<test::DyadicForce>(Dyadic{}, true)};
  setup.h = std::exp2(-n);
  setup.tolerance = 1e-9;
  Simulation simulation(std::move(setup), 1);
  Curve c{.name = fmt::format("scheme, h = 1/{}", 1 << n), .style = Style::points, .colour = curve_colour(colour)};
  while (simulation.time() < end) {
    const StepReport report = advance(simulation);
    if (report.step % (1 << (n - 4)) != 0) continue;
    c.x.push_back(report.time);
    c.y.push_back(simulation.bodies().position[0] - r);
  }
  return c;
}

Curve exact(const Flight& flight, std::string name, Style style, std::size_t colour) {
  Curve c{.name = std::move(name), .style = style, .colour = curve_colour(colour)};
  for (const double t : values(1e-3, end, 2000)) {
    c.x.push_back(t);
    c.y.push_back(flight.position(t));
  }
  return c;
}

// q/t² over log₂ t: motions that are their own copies are periodic.
Curve scaled(const Flight& flight, std::string name, Style style, Colour colour) {
  Curve c{.name = std::move(name), .style = style, .colour = colour};
  for (const double e : values(-8, 2, 1600)) {
    const double t = std::exp2(e);
    c.x.push_back(e);
    c.y.push_back(flight.position(t) / (t * t));
  }
  return c;
}

void draw(const Folder& folder) {
  const Dyadic f;
  const Flight even = locked_motion(f, false, 2 * end), odd = locked_motion(f, true, 2 * end);
  const double early = std::exp2(-30);
  const Flight third = test::fly(f, early * (1 + f.touch()), 2 * end);
  const Flight leaving = test::fly(f, early * (1 + f.touch() + 1e-5), 2 * end);

  Plot plot;
  plot.panel_height = 230;
  plot.width = 860;
  plot.scale = 1.1;
  Panel& forces = plot.add_panel("", {.low = 0.0, .high = end}, {.label = "force f"});
  Curve force{.style = Style::steps, .colour = ink};
  for (double t = std::exp2(-10); t < end; t *= 2)
    for (const double s : {t, 1.5 * t}) {
      force.x.push_back(s);
      force.y.push_back(f.force(s));
    }
  force.x.push_back(end);
  force.y.push_back(f.force(end));
  forces.add(force);

  Panel& motions = plot.add_panel("", {.label = "time t", .low = 0.0, .high = end}, {.label = "distance q"});
  motions.add(exact(odd, "off at 2·4ʲ, exact", Style::line, 0));
  motions.add(exact(even, "off at 4ʲ, exact", Style::line, 1));
  motions.add(run(10, 0));
  Curve other = run(11, 1);
  other.mark = Mark::square;
  motions.add(other);

  Panel& copies = plot.add_panel("", {.label = "log₂ t"}, {.label = "q / t²"});
  Curve over = scaled(leaving, "one that leaves it", Style::line, mix(curve_colour(2), white, 0.5));
  over.width = 5;
  copies.add(over);
  copies.add(scaled(odd, "off at 2·4ʲ", Style::line, curve_colour(0)));
  copies.add(scaled(even, "off at 4ʲ", Style::line, curve_colour(1)));
  copies.add(scaled(third, "the third", Style::dashed, ink));
  copies.legend = motions.legend = Legend::right;
  folder.draw(plot, "non_uniqueness.png");
}

}  // namespace

int main(int argc, char** argv) { return figure(argc, argv, draw); }
