// Blocks on a line against the congested gas that they become when they shrink (GRAN 75–76): a cloud in
// a tide that presses until t = 1/2 and pulls from then on.
#include "figure.hpp"

#include <functional>

#include "contact/gluey.hpp"
#include "forces/field.hpp"
#include "support/gas.hpp"

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

std::vector<Moment> run(GasContact contact, const std::vector<double>& times) {
  Setup setup;
  if (contact == GasContact::lubricated) setup.law = gluey({});
  setup.bodies = blocks_of_gas(Tide::start(block_count));
  setup.forces = {field({Expression(Tide::expression, field_variables())}, true)};
  setup.tolerance = 1e-6;
  setup.h = h;
  Simulation simulation(std::move(setup), 1);
  CongestedGas gas(Tide::start(10 * block_count), contact);
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

Curve line(std::string name, Curve c) {
  c.name = std::move(name);
  c.colour = curve_colour(5);
  c.width = 3;
  return c;
}
Curve dashes(std::string name, Curve c) {
  c.name = std::move(name);
  c.style = Style::dashed;
  c.colour = grey;
  return c;
}
// Every fifth.
Curve points(std::string name, const Curve& all) {
  Curve c{.name = std::move(name), .style = Style::points, .colour = curve_colour(1), .width = 1.1};
  for (std::size_t k = 2; k < all.x.size(); k += 5) {
    c.x.push_back(all.x[k]);
    c.y.push_back(all.y[k]);
  }
  return c;
}

struct Row {
  std::string label;
  double low, high;
  std::function<Curve(const GasState&)> curve;  // of a profile, without its looks
};

Curve density(const GasState& gas) {
  const StepFunction rho = gas.density();
  return {.x = middles(rho), .y = rho.value};
}
Curve velocity(const GasState& gas) { return {.x = gas.position, .y = gas.velocity}; }
Curve pressure(const GasState& gas) {
  const StepFunction p = gas.pressure_profile();
  return {.x = middles(p), .y = p.value};
}
Curve adhesion(const GasState& gas) {
  const StepFunction gamma = gas.adhesion_profile();
  return {.x = middles(gamma), .y = gamma.value};
}

// A row a profile, a column a time; `other` is a gas to compare with. The legend has room in one column.
Plot compare(const std::vector<double>& times, const std::vector<Row>& rows, const std::vector<Moment>& moments,
             const std::vector<Moment>& other, std::size_t legend) {
  constexpr double width = 1.05;
  Plot plot;
  plot.columns = static_cast<int>(times.size());
  plot.width = 1000;
  plot.panel_height = 200;
  for (const Row& row : rows)
    for (std::size_t k = 0; k < times.size(); ++k) {
      const bool first = &row == &rows.front(), last = &row == &rows.back();
      Panel& panel = plot.add_panel(first ? fmt::format("t = {}", times[k]) : "",
                                    {.label = last ? "x" : "", .low = -width, .high = width},
                                    {.label = k == 0 ? row.label : "", .low = row.low, .high = row.high});
      if (first && !other.empty()) panel.add(dashes("dry gas", row.curve(other[k].gas)));
      panel.add(line("gas", row.curve(moments[k].gas)));
      panel.add(points(fmt::format("{} blocks", block_count), row.curve(moments[k].blocks)));
      panel.legend = first && k == legend ? Legend::lower_right : Legend::none;
    }
  return plot;
}

void draw(const Folder& folder) {
  const std::vector<double> early{0.15, 0.3, 0.45, 0.75}, late{0.55, 0.85, 1.05, 1.2};
  const Row rho{"density ρ", 0, 1.1, density}, u{"velocity u", -2.2, 2.2, velocity};
  const Row p{"pressure p", -0.05, 1.2, pressure}, gamma{"adhesion γ", -0.65, 0.05, adhesion};
  folder.draw(compare(early, {rho, u, p}, run(GasContact::dry, early), {}, 3), "gas.png");
  folder.draw(compare(late, {rho, u, gamma}, run(GasContact::lubricated, late), run(GasContact::dry, late), 0),
              "gas_lubricated.png");
}

}  // namespace

int main(int argc, char** argv) { return figure(argc, argv, draw); }
