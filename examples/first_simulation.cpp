// A first simulation: two hundred spheres fall into a box and come to rest.
#include <cstdio>
#include <utility>

#include <floc/floc.hpp>

int main() {
  floc::Setup setup;
  setup.bodies.dimension = 3;
  const double still[] = {0, 0, 0};
  for (int k = 0; k < 200; ++k) {
    const double radius = 0.04 + 0.0001 * (k % 100), place[] = {0, 0, 0};
    setup.bodies.add(place, still, radius, 2500 * 4.19 * radius * radius * radius, 0);
  }

  // Six walls; bodies live on the side that a normal points to.
  const floc::Vec3 low{{0, 0, 0}}, high{{1, 1, 3}};
  floc::Obstacle box{.name = "box", .colour = "#808080", .motion = floc::at_rest(), .surfaces = {}};
  for (int axis = 0; axis < 3; ++axis) {
    floc::Vec3 inwards{};
    inwards[axis] = 1;
    box.surfaces.push_back(floc::half_space(low, inwards));
    box.surfaces.push_back(floc::half_space(high, -inwards));
  }
  setup.obstacles = floc::Obstacles({box});

  // At random places without overlap; seed 7, gaps to 1e-6 of the mean radius.
  floc::Executor executor(1);
  if (!floc::pack(setup.bodies, low, high, {}, setup.obstacles, 7, 1e-6, executor).done) return 1;

  setup.forces = {floc::gravity({{0, 0, -9.81}})};
  setup.h = 5e-3;
  floc::Simulation simulation(std::move(setup), 2);
  double worst_overlap = 0;
  while (simulation.time() < 1.5) {
    const floc::StepReport report = simulation.advance();
    if (!report.converged) {
      std::fprintf(stderr, "step %lld: %s\n", static_cast<long long>(simulation.step()), report.message.c_str());
      return 1;
    }
    worst_overlap = worst_overlap > report.overlap ? worst_overlap : report.overlap;
    if (simulation.step() % 50 == 0)
      std::printf("t = %.2f s: %lld contacts, kinetic energy %.3g J\n", simulation.time(),
                  static_cast<long long>(report.contacts), floc::kinetic_energy(simulation.bodies()));
  }
  std::printf("worst overlap of all steps: %.1e of the mean radius\n", worst_overlap);
  return worst_overlap < 1.1e-4 ? 0 : 1;
}
