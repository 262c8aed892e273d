// Blocks on a line against the congested gas that they become when they shrink (GRAN 75–76): a cloud in
// a tide that presses first and pulls later.
#include "support/gas.hpp"

#include "figure.hpp"
#include "forces/field.hpp"
#include "measure/congested_gas.hpp"

using namespace floc;
using namespace floc::figures;
using test::Tide;

namespace {

constexpr std::size_t block_count = 400;
constexpr double h = 2.5e-3, window = 24 * h;  // pressures come blow by blow: their means over that time

struct Moment {
  GasState blocks, gas;
};

// Adds up pressures over the window before each of the times.
class MeanPressure {
 public:
  void add(const std::vector<double>& pressure, double weight) {
    sum_.resize(pressure.size(), 0.0);
    for (std::size_t k = 0; k < sum_.size(); ++k) sum_[k] += weight * pressure[k];
  }
  std::vector<double> take() { return std::exchange(sum_, {}); }

 private:
  std::vector<double> sum_;
};

std::vector<Moment> run(const std::vector<double>& times) {
  Setup setup;
  setup.bodies = blocks_of_gas(Tide::start(block_count));
  setup.forces = {field({Expression(Tide::expression, field_variables())}, true)};
  setup.tolerance = 1e-6;
  setup.h = h;
  Simulation simulation(std::move(setup), 1);
  CongestedGas gas(Tide::start(10 * block_count), GasContact::dry);
  constexpr int substeps = 5;

  std::vector<Moment> moments;
  MeanPressure of_blocks, of_gas;
  for (const double t : times) {
    while (simulation.time() < t - 0.5 * h) {
      const bool near = simulation.time() > t - window - 0.5 * h;
      advance(simulation);
      if (near) of_blocks.add(gas_of_blocks(simulation.bodies(), simulation.contacts()).pressure, h / window);
      for (int s = 0; s < substeps; ++s) {
        gas.advance(h / substeps, Tide::force);
        if (near) of_gas.add(gas.state().pressure, h / substeps / window);
      }
    }
    moments.push_back({gas_of_blocks(simulation.bodies(), simulation.contacts()), gas.state()});
    moments.back().blocks.pressure = of_blocks.take();
    moments.back().gas.pressure = of_gas.take();
  }
  return moments;
}

// The middles of the steps.
std::vector<double> middles(const StepFunction& f) {
  std::vector<double> x;
  for (std::size_t k = 0; k < f.value.size(); ++k) x.push_back(0.5 * (f.edge[k] + f.edge[k + 1]));
  return x;
}

Curve line(std::string name, std::vector<double> x, std::vector<double> y) {
  return {.name = std::move(name), .x = std::move(x), .y = std::move(y), .colour = curve_colour(5), .width = 3};
}
// Every fifth.
Curve points(std::string name, const std::vector<double>& x, const std::vector<double>& y) {
  Curve c{.name = std::move(name), .style = Style::points, .colour = curve_colour(1), .width = 1.1};
  for (std::size_t k = 2; k < std::min(x.size(), y.size()); k += 5) {
    c.x.push_back(x[k]);
    c.y.push_back(y[k]);
  }
  return c;
}

void draw(const Folder& folder) {
  const std::vector<double> times{0.15, 0.3, 0.6, 1.3};
  const std::vector<Moment> moments = run(times);
  Plot plot;
  plot.columns = static_cast<int>(times.size());
  plot.width = 1000;
  plot.panel_height = 200;
  for (std::size_t k = 0; k < times.size(); ++k) {
    Panel& panel = plot.add_panel(fmt::format("t = {}", times[k]), {.low = -1.05, .high = 1.05},
                                  {.label = k == 0 ? "density ρ" : "", .low = 0.0, .high = 1.1});
    const StepFunction gas = moments[k].gas.density(), blocks = moments[k].blocks.density();
    panel.add(line("gas", middles(gas), gas.value));
    panel.add(points(fmt::format("{} blocks", block_count), middles(blocks), blocks.value));
    panel.legend = k == 3 ? Legend::lower_right : Legend::none;
  }
  for (std::size_t k = 0; k < times.size(); ++k) {
    Panel& panel = plot.add_panel("", {.low = -1.05, .high = 1.05},
                                  {.label = k == 0 ? "velocity u" : "", .low = -2.2, .high = 2.2});
    panel.add(line("", moments[k].gas.position, moments[k].gas.velocity));
    panel.add(points("", moments[k].blocks.position, moments[k].blocks.velocity));
  }
  for (std::size_t k = 0; k < times.size(); ++k) {
    Panel& panel = plot.add_panel("", {.label = "x", .low = -1.05, .high = 1.05},
                                  {.label = k == 0 ? "pressure p" : "", .low = -0.05, .high = 1.2});
    const StepFunction gas = moments[k].gas.pressure_profile(), blocks = moments[k].blocks.pressure_profile();
    panel.add(line("", middles(gas), gas.value));
    panel.add(points("", middles(blocks), blocks.value));
  }
  folder.draw(plot, "gas.png");
}

}  // namespace

int main(int argc, char** argv) { return figure(argc, argv, draw); }
