// Measurements of three scenes: aggregates and their fractal dimension, grains through the mouth of a funnel, people
// who leave a room; and the coagulation kernels of the first.
#include "measure/measurements.hpp"

#include <functional>

#include "draw/coagulation_plot.hpp"
#include "figure.hpp"
#include "measure/coagulation.hpp"
#include "measure/fractal.hpp"
#include "measure/joins.hpp"
#include "scene/build.hpp"
#include "scene/make_measure.hpp"
#include "scene/scene.hpp"

using namespace floc;
using namespace floc::figures;

namespace {

// Runs a scene and shows it every so many steps.
Scene watch(const std::string& name, const std::vector<std::string>& overrides, int every_steps,
            const std::function<void(const MeasuredFrame&, const Scene&)>& see) {
  const SceneResult read = read_scene("scenes/" + name + "/scene.toml", overrides);
  if (!read.scene) throw Error(read.errors.front().str());
  BuildResult built = build(*read.scene, 1);
  if (!built.setup) throw Error(built.errors.front().str());
  Simulation simulation(std::move(*built.setup), 1);
  const auto show = [&] {
    see({simulation.step(), simulation.time(), simulation.setup().h, simulation.bodies(), simulation.setup().domain},
        *read.scene);
  };
  show();
  while (simulation.time() < read.scene->time.end - 1e-9 && !simulation.deserted()) {
    simulation.advance();
    if (simulation.step() % every_steps == 0 || simulation.deserted()) show();
  }
  return *read.scene;
}

// A column of a measurement against time.
Curve in_time(const std::string& scene, const std::vector<std::string>& overrides, int every_steps,
              const std::string& measurement, const std::string& column) {
  Curve curve{.name = column};
  MeasurementPtr m;
  watch(scene, overrides, every_steps, [&](const MeasuredFrame& frame, const Scene& told) {
    if (!m) m = scene::make_measurement(told, measurement);
    const std::vector<std::string> names = m->columns();
    const auto at = static_cast<std::size_t>(std::find(names.begin(), names.end(), column) - names.begin());
    curve.x.push_back(frame.time);
    curve.y.push_back(m->take(frame).at(0).at(at));
  });
  return curve;
}

const std::vector<std::string> joined{"measure.gap=0.1"};

void draw_fractal(Panel& panel) {
  Curve points{.name = "aggregates", .style = Style::points, .colour = curve_colour(0)};
  FractalDimension d{};
  double mean_n = 0, mean_r = 0;
  watch("aggregation", joined, 800, [&](const MeasuredFrame& frame, const Scene& told) {
    const MeasureSettings settings = scene::make_measure(told);
    const Joins joins = joined_pairs(frame, settings);
    const Aggregates all = find_aggregates(frame.bodies.size(), joins);
    const std::vector<double> radii = gyration_radii(frame, joins, all);
    d = fractal_dimension(all.size, radii, settings.smallest);
    points.x.clear(), points.y.clear();
    mean_n = mean_r = 0;
    for (std::size_t a = 0; a < all.count(); ++a) {
      points.x.push_back(all.size[a]);
      points.y.push_back(radii[a] / mean_radius(frame.bodies));
      if (all.size[a] < settings.smallest) continue;
      mean_n += std::log(all.size[a]) / static_cast<double>(d.aggregates);
      mean_r += std::log(points.y.back()) / static_cast<double>(d.aggregates);
    }
  });
  Curve line{.name = fmt::format("D = {:.2f} ± {:.2f}, from n = 5 on", d.value, d.error), .colour = curve_colour(1)};
  for (const double n : {5.0, 30.0}) {
    line.x.push_back(n);
    line.y.push_back(std::exp(mean_r + (std::log(n) - mean_n) / d.value));
  }
  panel.add(std::move(points));
  panel.add(std::move(line));
}

void draw_coagulation(const Folder& folder) {
  std::optional<CoagulationHistory> history;
  const Scene told = watch("aggregation", joined, 4, [&](const MeasuredFrame& frame, const Scene& s) {
    if (!history) history.emplace(scene::make_measure(s));
    history->add(frame);
  });
  folder.draw(coagulation_plot(*history, fit_coagulation(*history, told.measure.own<MeasureCoagulation>())),
              "coagulation.png");
}

}  // namespace

int main(int argc, char** argv) {
  return figure(argc, argv, [](const Folder& folder) {
    Plot plot;
    plot.columns = 2;
    plot.width = 1100;
    Panel& sizes = plot.add_panel("scenes/aggregation: sizes", {.label = "t"}, {.label = "bodies", .log = true});
    for (const char* column : {"mean_size", "weighted_size", "largest"})
      sizes.add(in_time("aggregation", joined, 8, "aggregates", column));
    draw_fractal(plot.add_panel("scenes/aggregation at t = 4", {.label = "n", .log = true},
                                {.label = "radius of gyration / r̄", .log = true}));
    Panel& flow =
        plot.add_panel("scenes/funnel: through the mouth", {.label = "t"}, {.label = "grains per unit of time"});
    Curve rate = in_time("funnel", {"measure.line=[[-0.09, 0.61], [0.09, 0.61]]"}, 50, "flow", "rate");
    for (double& t : rate.x) t -= 0.1;  // of the interval before
    rate.style = Style::steps;
    flow.add(std::move(rate));
    Panel& crowd = plot.add_panel("scenes/crowd: evacuation", {.label = "t"}, {.label = "people", .high = 250});
    for (const char* column : {"inside", "left"}) crowd.add(in_time("crowd", {}, 5, "evacuation", column));
    folder.draw(plot, "measurements.png");
    draw_coagulation(folder);
  });
}
