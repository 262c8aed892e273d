// Boxes that fall on a slope: below the angle of friction they come to rest, above it they slide away.
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>

#include <floc/floc.hpp>

namespace {

constexpr double friction = 0.4, g = 9.81;

// Twelve boxes and a body from a mesh above a plane that falls along x; the mean of their speeds down it after two seconds, or no
// number where a step went wrong.
double speed_down(double angle) {
  floc::Setup setup;
  setup.bodies.dimension = 3;
  const floc::ShapePtr box = floc::make_box({{0.3, 0.2, 0.1}});
  for (int k = 0; k < 12; ++k) {
    floc::Pose pose = floc::Pose::rotation_about({}, {{0, 0, 1}}, 0.3 * k);
    pose.position = {{0.5 * (k % 3), 0.5 * (k / 3), 0.1 + 0.02 * k}};
    floc::add_body(setup, {box, pose}, {}, 2500);
  }
  // A tetrahedron as it could stand in an OBJ file; make_body finds its centre of mass and its axes.
  const floc::PlacedShape stone = floc::make_body(floc::parse_mesh(
      "v 0 0 0\nv 0.3 0 0\nv 0 0.3 0\nv 0 0 0.3\n"
      "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"));
  floc::Pose pose;
  pose.position = {{2, 0.5, 0.02}};
  floc::add_body(setup, {stone.shape, pose * stone.pose}, {}, 2500);

  setup.obstacles = floc::Obstacles({{.name = "slope", .colour = "#808080", .motion = floc::at_rest(),
                                      .surfaces = {floc::half_space({}, {{0, 0, 1}})}}});
  setup.friction = std::make_shared<floc::Friction>(friction);
  setup.forces = {floc::gravity({{g * std::sin(angle), 0, -g * std::cos(angle)}})};
  setup.h = 2e-3;
  floc::Simulation simulation(std::move(setup), 1);
  while (simulation.time() < 2) {
    const floc::StepReport report = simulation.advance();
    if (report.converged && report.overlap < 1.1e-4) continue;
    std::fprintf(stderr, "step %lld: %s\n", static_cast<long long>(simulation.step()), report.message.c_str());
    return std::nan("");
  }
  const floc::Bodies& bodies = simulation.bodies();
  double sum = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) sum += bodies.v(i)[0];
  return sum / static_cast<double>(bodies.size());
}

}  // namespace

int main() {
  const double steepest = std::atan(friction);
  const double below = speed_down(steepest - 0.1), above = speed_down(steepest + 0.1);
  std::printf("mean speed after 2 s: %.2g m/s at %.2f rad, %.2g m/s at %.2f rad\n", below, steepest - 0.1, above,
              steepest + 0.1);
  return std::abs(below) < 1e-3 && above > 1 ? 0 : 1;
}
