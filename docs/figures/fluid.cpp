// Bodies in slow flow: a sphere that is pushed to a plane and pulled off it, gluey and not; the resistance on the way
// to a wall; how viscous a sheared suspension is.
#include <cmath>

#include "figure.hpp"
#include "validation/pulled_sphere.hpp"

using namespace floc;
using namespace floc::figures;

namespace {

void draw_gluey(const Folder& folder) {
  Curve exact{.name = "exact, to a gap of 0.03", .style = Style::dashed, .colour = ink, .width = 1.2};
  for (const double q : values(0.5, 0.028, 200)) {
    exact.x.push_back(test::pulled_sphere_falls_to(q));
    exact.y.push_back(q);
  }
  for (std::size_t k = exact.x.size(); k-- > 0;) {  // back on the way it came
    exact.x.push_back(4 - exact.x[k]);
    exact.y.push_back(exact.y[k]);
  }
  Plot plot;
  plot.panel_height = 300;
  const Axis time{.label = "time t"}, height{.label = "gap to the plane q", .low = 0, .high = 0.55};
  Panel& laws = plot.add_panel("", time, height);
  Panel& gaps = plot.add_panel("", time, height);
  laws.legend = gaps.legend = Legend::right;
  const auto run = [&](const std::string& name, std::size_t colour, const std::vector<std::string>& overrides) {
    const test::PulledSphere sphere = test::pulled_sphere("scenes", overrides);
    fmt::print("{}: comes {:.3f}, leaves {:.3f}, at the end {:.3f}\n", name, sphere.comes, sphere.leaves,
               sphere.height.back());
    return Curve{.name = name, .x = sphere.t, .y = sphere.height, .colour = curve_colour(colour)};
  };
  const Curve gluey = run("gluey, η = h", 0, {});
  laws.add(exact);
  laws.add(run("inelastic, η = h", 1, {"contact.law=inelastic"}));
  laws.add(gluey);
  gaps.add(exact);
  gaps.add(gluey);
  gaps.add(run("η = 1.5 h", 2, {"fluid.gap=0.15"}));
  gaps.add(run("η = 2 h", 3, {"fluid.gap=0.2"}));
  folder.draw(plot, "fluid_gluey.png");
}

void draw_resistance(const Folder& folder) {
  Executor executor(2);
  Plot plot;
  plot.panel_height = 340;
  const Axis gap{.label = "gap, in radii", .log = true};
  Panel& discs = plot.add_panel("a disc goes to a wall", gap, {.label = "resistance / μ", .log = true});
  Panel& balls = plot.add_panel("a sphere goes to a plane", gap, {.label = "resistance / 6πμa", .log = true});
  for (const int d : {2, 3}) {
    Panel& panel = d == 2 ? discs : balls;
    const double unit = d == 2 ? 1 : 6 * test::circle;
    Curve exact{.name = d == 2 ? "exact" : "Brenner", .style = Style::dashed, .colour = ink, .width = 1.2};
    for (const double g : values(std::log(0.006), 0.3, 120)) {
      exact.x.push_back(std::exp(g));
      exact.y.push_back(d == 2 ? test::disc_to_wall(std::exp(g)) : test::brenner(std::exp(g)));
    }
    Curve grid{.name = "the grid alone, 16 cells across",
               .style = Style::points,
               .colour = curve_colour(1),
               .mark = Mark::ring},
        film{.name = "with the film below the grid", .style = Style::points, .colour = curve_colour(0)};
    for (const double g : {0.00625, 0.0125, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0}) {
      const double all = d == 2 ? test::resistance_to_wall(2, 16, g, 12, 9, 0.2, executor)
                                : test::resistance_to_wall(3, 16, g, 14, 10, 0.2, executor);
      film.x.push_back(g);
      film.y.push_back(all / unit);
      grid.x.push_back(g);
      grid.y.push_back((all - unseen_resistance(d, 1, 1, g, 2.0 / 16)) / unit);
    }
    panel.add(exact);
    panel.add(film);
    panel.add(grid);
  }
  folder.draw(plot, "fluid_films.png");
}

void draw_viscosity(const Folder& folder) {
  Executor executor(2);
  Plot plot;
  Panel& panel = plot.add_panel("", {.label = "solid fraction φ", .low = 0, .high = 0.55},
                                {.label = "viscosity of the suspension, over the fluid's", .low = 0.8, .high = 7});
  panel.legend = Legend::right;
  for (const double level : {1.62, 2.0, 2.45, 6.54})
    panel.add({.name = level == 1.62 ? "GRAN 46, fractions not given" : "",
               .x = {0, 0.55},
               .y = {level, level},
               .colour = grey,
               .width = 0.8});
  for (const int d : {2, 3})
    panel.add({.name = d == 2 ? "Einstein, 1 + 2φ in the plane" : "1 + 2.5φ in space",
               .x = {0, 0.55},
               .y = {1, 1 + (d == 2 ? 2 : 2.5) * 0.55},
               .style = Style::dashed,
               .colour = curve_colour(d == 2 ? 0 : 1)});
  Curve discs{.name = "discs at random places", .style = Style::points, .colour = curve_colour(0)};
  for (const double fraction : {0.05, 0.1, 0.2, 0.3, 0.4, 0.5}) {
    const bool dense = fraction == 0.5;  // there is room for half a cell between them only
    for (const unsigned seed : {1, 2}) {
      discs.x.push_back(fraction);
      discs.y.push_back(
          test::apparent_viscosity(2, fraction, dense ? 12 : 8, dense ? 384 : 256, dense ? 0.5 : 1, seed, executor));
    }
  }
  panel.add(discs);
  Curve balls{.name = "spheres", .style = Style::points, .colour = curve_colour(1), .mark = Mark::ring};
  for (const double fraction : {0.05, 0.1, 0.15, 0.2}) {  // more do not find room one after the other
    balls.x.push_back(fraction);
    balls.y.push_back(test::apparent_viscosity(3, fraction, 5, 64, 1, 1, executor));
  }
  panel.add(balls);
  folder.draw(plot, "fluid_viscosity.png");
}

void draw(const Folder& folder) {
  draw_viscosity(folder);
  draw_resistance(folder);
  draw_gluey(folder);
}

}  // namespace

int main(int argc, char** argv) { return figure(argc, argv, draw); }
