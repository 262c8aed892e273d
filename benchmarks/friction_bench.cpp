// A bed that falls into a box for half a second, from the same start without friction and with it, and of other shapes:
// processor seconds, projections a step, steps above the tolerance. And what a sphere with friction costs a step, in
// beds of one depth and growing size.
//
//   friction_bench OUTPUT.json [LARGEST = 10000] [--from GRAINS]     # falling beds of so many or more alone
//
// One thread; runs of one size take turns with each other. Spheres of radii 1 ± 15 % on a lattice, h² g = 0.01 r̄;
// tolerance 1e-4. Beds of one depth settle on all threads; ten steps of theirs are measured on one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "beds.hpp"
#include "core/quaternion.hpp"
#include "core/random.hpp"
#include "geometry/shapes.hpp"
#include "machine.hpp"
#include "result_file.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

constexpr int rounds = 9, steps = 450;  // of a falling bed
constexpr int deep = 10, settling = 60, measured = 10;  // layers and steps of beds of one depth

struct Case {
  std::string name;
  ShapePtr shape;  // null: spheres of several sizes
  std::optional<double> friction;
  FrictionScheme scheme = FrictionScheme::convex;
};

// `layers`: of the lattice; 0: about as high as wide once settled.
Setup falling(std::size_t grains, const Case& c, int layers = 0) {
  Setup setup;
  setup.bodies.dimension = 3;
  if (c.shape) {
    setup.bodies.let_turn();
    setup.bodies.shaped = true;
    setup.shapes = {c.shape};
  }
  const auto all = static_cast<double>(grains);
  const int across = static_cast<int>(std::lround(layers > 0 ? std::sqrt(all / layers) : std::cbrt(0.75 * all)));
  const double pitch = 2 * (c.shape ? c.shape->bounding_radius() : 1.15) * 1.02;
  for (std::size_t i = 0; i < grains; ++i) {
    const auto k = static_cast<int>(i);
    double x[3]{pitch * (k % across + 0.5), pitch * (k / across % across + 0.5), pitch * (k / across / across + 0.5)};
    double v[3];
    const auto push = [&](std::uint32_t n) { return 0.3 * normal({1, i, 0, 10 + n}); };
    for (std::uint32_t n = 0; n < 3; ++n) v[n] = push(n);  // or columns would stand
    const double radius = c.shape ? c.shape->bounding_radius() : 0.85 + 0.3 * uniform({1, i, 0, 0});
    const double mass = c.shape ? c.shape->mass_properties().volume : radius * radius * radius;
    setup.bodies.add(x, v, radius, mass, 0);
    if (!c.shape) continue;
    for (std::size_t m = 0; m < 3; ++m) setup.bodies.inertia[3 * i + m] = c.shape->mass_properties().inertia[m].c[m];
    const auto draw = [&](std::uint32_t n) { return normal({1, i, 0, 1 + n}); };
    turned(turned({draw(0), {{draw(1), draw(2), draw(3)}}}, {}), {}).store(&setup.bodies.orientation[4 * i]);
  }
  const double side = pitch * across;
  setup.obstacles = open_box(3, {{side, side, 0}});
  setup.forces = {gravity({{0, 0, -1}})};
  if (c.friction) setup.friction = std::make_shared<Friction>(*c.friction, c.scheme);
  setup.h = std::sqrt(0.01);
  return setup;
}

struct Run {
  explicit Run(Setup setup) : simulation(std::move(setup), 1) {}
  Run(Setup setup, const State& state) : Run(std::move(setup)) { simulation.restore(state); }
  void go(int count) {
    const double before = cpu_seconds();
    for (int s = 0; s < count; ++s) {
      const StepReport report = simulation.advance();
      projections += report.projections;
      iterations += static_cast<double>(report.iterations);
      rows += static_cast<double>(report.iterations) * static_cast<double>(report.contacts);
      worst = std::max(worst, report.overlap);
      unconverged += !report.converged;
    }
    seconds += cpu_seconds() - before;
  }
  Simulation simulation;
  double seconds = 0, projections = 0, iterations = 0, rows = 0, worst = 0;
  int unconverged = 0;
};

// What a sphere of a bed of one depth costs a step.
void one_depth(ResultFile& json, std::size_t grains) {
  const Setup setup = falling(grains, {"", nullptr, 0.5, {}}, deep);
  Simulation all(setup, static_cast<int>(core_count()));
  for (int s = 0; s < settling; ++s) all.advance();
  Run one(setup, all.state());
  one.go(measured);
  const double each = 1e6 * one.seconds / (measured * static_cast<double>(grains));
  json.print(
      "{}\n    {{\"grains\": {}, \"microseconds_a_sphere\": {:.4g}, \"iterations_a_step\": {:.1f}, "
      "\"nanoseconds_a_contact_an_iteration\": {:.3g}, \"worst_overlap\": {:.2e}, \"unconverged\": {}}}",
      json.comma(), grains, each, one.iterations / measured, 1e9 * one.seconds / one.rows, one.worst, one.unconverged);
  fmt::print("{:7} spheres with friction, {} layers: {:.2f} µs a sphere and step, {:.1f} iterations, {} unconverged\n",
             grains, deep, each, one.iterations / measured, one.unconverged);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  ResultFile json(argc, argv, "friction", "LARGEST", {"--from"});
  const auto most = static_cast<std::size_t>(json.size(10000)),
             least = static_cast<std::size_t>(json.option("--from", 0));
  json.print(",\n  \"one_depth\": [");
  for (const std::size_t grains : {std::size_t{1000}, std::size_t{10000}, std::size_t{100000}, std::size_t{1000000}})
    if (grains <= most) one_depth(json, grains);
  json.print("\n  ],\n  \"beds\": [");
  json.begin_list();
  for (const std::size_t grains : {std::size_t{1000}, std::size_t{10000}, std::size_t{100000}}) {
    if (grains > most || grains < least) continue;
    std::vector<Case> cases{{"spheres", nullptr, {}, {}}, {"spheres, friction .5", nullptr, 0.5, {}}};
    if (grains == 1000) {
      cases.push_back({"spheres, friction .5, exact", nullptr, 0.5, FrictionScheme::exact});
      cases.push_back({"cubes, friction .5", make_box({{1.6, 1.6, 1.6}}), 0.5, {}});
    }
    if (grains <= 10000) cases.push_back({"ellipsoids 2:1:1, friction .5", make_ellipsoid({{1.6, 0.8, 0.8}}), 0.5, {}});
    std::vector<Run> runs;
    for (const Case& c : cases) runs.emplace_back(falling(grains, c));
    for (int round = 0; round < rounds; ++round)
      for (Run& run : runs) run.go(steps / rounds);
    for (std::size_t k = 0; k < cases.size(); ++k) {
      const Run& r = runs[k];
      json.print(
          "{}\n    {{\"grains\": {}, \"case\": \"{}\", \"seconds\": {:.3f}, \"over_frictionless\": {:.3f}, "
          "\"projections_a_step\": {:.3f}, "
          "\"iterations_a_step\": {:.1f}, \"worst_overlap\": {:.2e}, \"unconverged\": {}}}",
          json.comma(), grains, cases[k].name, r.seconds, r.seconds / runs[0].seconds, r.projections / steps,
          r.iterations / steps, r.worst, r.unconverged);
      fmt::print(
          "{:7} {:32} {:8.2f} s, {:5.2f} times spheres without friction, {:.2f} projections and {:.1f} iterations a "
          "step, overlap {:.1e}, {} unconverged\n",
          grains, cases[k].name, r.seconds, r.seconds / runs[0].seconds, r.projections / steps, r.iterations / steps,
          r.worst, r.unconverged);
      std::fflush(stdout);
    }
  }
  json.close();
  return 0;
}
