// A fluid with bodies: what a step costs in Poisson solves of its grid, how that grows with the cells and with the
// markers, and what the mobility of a sphere in slow flow costs. LARGEST: cells a side of the largest plane grid.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "fluid/fast_solver.hpp"
#include "fluid/stokes_bodies.hpp"
#include "forces/gravity.hpp"
#include "geometry/motions.hpp"
#include "geometry/surfaces.hpp"
#include "result_file.hpp"
#include "step/medium.hpp"
#include "step/simulation.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

constexpr double pi = std::numbers::pi;
constexpr double across = 20;  // cells, of a disc or sphere

double median(std::vector<double> all) {
  std::ranges::nth_element(all, all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2));
  return all[all.size() / 2];
}

// Δφ = b between walls, by cosine transforms.
double poisson_seconds(int dimension, int n) {
  std::array<LineKind, 3> lines;
  lines.fill({n, false, LineEnd::even, LineEnd::even});
  const FastSolver solver(lines, dimension, 1.0 / n);
  Executor executor(1);
  std::vector<double> b(solver.size()), x;
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = std::sin(1e-3 * static_cast<double>(i * i % 10007));
  std::vector<double> all;
  for (int k = 0; k < 15; ++k) {
    x = b;
    const double before = cpu_seconds();
    solver.solve(x.data(), 0, -1, executor);
    all.push_back(cpu_seconds() - before);
  }
  return median(all);
}

// A box of n cells a side with walls, and discs or spheres that settle in it: on a square lattice, half of them 1.05
// and half 1.5 as dense as the fluid, so that they move through each other's flow.
Simulation settling(int dimension, int n, int bodies) {
  auto fluid = std::make_shared<FluidSettings>();
  const double cell = 1.0 / 512, side = n * cell;
  fluid->grid.dimension = dimension;
  fluid->grid.cells = {n, n, dimension == 3 ? n : 1};
  fluid->grid.h = cell;
  fluid->viscosity = 1e-4;
  fluid->gravity = {{0, -1, 0}};
  fluid->gap = cell;
  Setup setup;
  setup.h = 1e-3;
  setup.bodies.dimension = dimension;
  const int rows = static_cast<int>(std::ceil(std::pow(bodies, 1.0 / dimension) - 1e-9));
  const auto at = [&](int row) { return side * (row % rows + 0.5) / rows; };
  for (int k = 0; k < bodies; ++k) {
    const double x[]{at(k), at(k / rows), at(k / rows / rows)}, still[3]{}, radius = 0.5 * across * cell,
        volume = dimension == 3 ? 4.0 / 3 * pi * radius * radius * radius : pi * radius * radius;
    setup.bodies.add(x, still, radius, (k % 2 ? 1.5 : 1.05) * volume, 0);
  }
  setup.bodies.let_turn();
  setup.forces = {gravity({{0, -1, 0}})};
  std::vector<Obstacle> walls;
  for (int k = 0; k < dimension; ++k)
    for (const bool upper : {false, true}) {
      Vec3 point, normal;
      point[k] = upper ? side : 0;
      normal[k] = upper ? -1 : 1;
      walls.push_back({"side", "", at_rest(), {half_space(point, normal)}});
    }
  setup.obstacles = Obstacles(std::move(walls));
  setup.fluid = fluid;
  return Simulation(std::move(setup), 1);
}

// Processor seconds. Stages have a clock on the wall, which goes on while others have the processor: of them the
// shares count.
struct Measured {
  double step = 0, predict = 0, follow = 0, iterations = 0;
};

Measured steps_of(int dimension, int n, int bodies) {
  Simulation s = settling(dimension, n, bodies);
  for (int k = 0; k < 10; ++k) s.advance();
  Measured m;
  std::vector<double> steps, predict, follow;
  for (int k = 0; k < 25; ++k) {
    const double before = cpu_seconds();
    const StepReport r = s.advance();
    steps.push_back(cpu_seconds() - before);
    const double all = std::accumulate(r.seconds.begin(), r.seconds.end(), 0.0);
    predict.push_back(r.seconds[static_cast<std::size_t>(Stage::free_velocity)] / all);
    follow.push_back(r.seconds[static_cast<std::size_t>(Stage::motion)] / all);
    m.iterations = r.fluid->iterations;
  }
  m.step = median(steps);
  m.predict = median(predict) * m.step;
  m.follow = median(follow) * m.step;
  return m;
}

struct Mobility {
  double first = 0, again = 0;  // with the preconditioner made, and as in the steps after that
  int iterations = 0;
};

// A sphere of 24 cells in a box of n³ that is pulled, in slow flow, to 1e-5: periodic, or with walls on all sides.
Mobility mobility(int n, bool walls) {
  FlowSettings settings;
  settings.grid.dimension = 3;
  settings.grid.cells = {n, n, n};
  settings.grid.h = 1.0 / n;
  for (auto& direction : settings.grid.faces)
    for (FluidFace& face : direction) face.kind = walls ? FaceKind::wall : FaceKind::periodic;
  const FlowSolver flow(settings);
  Executor executor(1);
  Markers markers(flow);
  StokesBodies stokes(flow, {.tolerance = 1e-5});
  ImmersedBody body{ImmersedShape::round(3, 12.0 / n, settings.grid.h), {}};
  body.pose.position = {{0.502, 0.503, 0.507}};
  const std::vector<ImmersedBody> bodies{body};
  const std::vector<std::uint8_t> free{1};
  std::vector<RigidMotion> force(1), motion(1);
  force[0].velocity = {{0, 0, -1}};
  Mobility m;
  for (double* seconds : {&m.first, &m.again}) {
    const double before = cpu_seconds();
    markers.place(bodies, executor);
    stokes.place(markers, 0, executor);
    m.iterations = stokes.solve(markers, free, force, {}, motion, executor).iterations;
    *seconds = cpu_seconds() - before;
  }
  return m;
}

}  // namespace

int main(int argc, char** argv) {
  ResultFile json(argc, argv, "fluid");
  const int largest = static_cast<int>(json.size(1024));
  json.print(",\n  \"steps\": [");
  const auto tell = [&](int dimension, int n, int bodies) {
    const double poisson = poisson_seconds(dimension, n), cells = std::pow(n, dimension);
    const Measured m = steps_of(dimension, n, bodies);
    json.print("{}\n    {{\"dimension\": {}, \"cells\": {}, \"bodies\": {}, \"ms\": {:.3f}, \"poisson_ms\": {:.3f}, \"ratio\": {:.2f}, "
               "\"free_velocity_ms\": {:.3f}, \"motion_ms\": {:.3f}, \"iterations\": {}, \"ns_a_cell\": {:.1f}}}",
               json.comma(), dimension, n, bodies, 1e3 * m.step, 1e3 * poisson, m.step / poisson, 1e3 * m.predict,
               1e3 * m.follow, m.iterations, 1e9 * m.step / cells);
    fmt::print("{}^{} cells, {} bodies: a step {:.2f} ms ({:.1f} steps/s), Poisson {:.2f} ms, ratio {:.2f}; before "
               "contacts {:.2f} ms, after {:.2f} ms, {} iterations\n",
               n, dimension, bodies, 1e3 * m.step, 1 / m.step, 1e3 * poisson, m.step / poisson, 1e3 * m.predict, 1e3 * m.follow,
               m.iterations);
    std::fflush(stdout);
  };
  for (int n = 128; n <= largest; n *= 2) tell(2, n, 100 * n * n / (512 * 512));
  for (const int discs : {1, 25, 200})
    if (largest >= 512) tell(2, 512, discs);
  for (int n = 32; n <= largest / 8; n *= 2) tell(3, n, n * n * n / (32 * 32 * 32));
  json.print("\n  ],\n  \"mobility\": [");
  json.begin_list();
  for (int n = 64; n <= std::min(128, largest / 4); n *= 2)
    for (const bool walls : {false, true}) {
      const double poisson = poisson_seconds(3, n);
      const Mobility m = mobility(n, walls);
      json.print("{}\n    {{\"cells\": {}, \"walls\": {}, \"seconds\": {:.3f}, \"first_seconds\": {:.3f}, "
                 "\"poisson_ms\": {:.2f}, \"ratio\": {:.1f}, \"iterations\": {}}}",
                 json.comma(), n, walls, m.again, m.first, 1e3 * poisson, m.again / poisson, m.iterations);
      fmt::print("{}³ cells, a sphere in slow flow, {}: {:.2f} s, {:.0f} Poisson solves of {:.1f} ms, {} iterations "
                 "({:.2f} s the first time)\n",
                 n, walls ? "walls" : "periodic", m.again, m.again / poisson, 1e3 * poisson, m.iterations, m.first);
      std::fflush(stdout);
    }
  json.close();
  return 0;
}
