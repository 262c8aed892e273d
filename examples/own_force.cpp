// A force of one's own: a spring that draws every body to a point. One body goes round it, as Kepler would have it for springs:
// after a period it is where it was.
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>

#include <floc/floc.hpp>

namespace {

// f = −k(x − centre).
class Spring final : public floc::Force {
 public:
  Spring(double stiffness, const floc::Vec3& centre) : stiffness_(stiffness), centre_(centre) {}

  // V* += gain f/m; blocks of bodies are shared among the threads.
  void add(const floc::Surroundings& around, const floc::FreeMotion& free) const override {
    const floc::Bodies& bodies = around.bodies;
    const int d = bodies.dimension;
    around.executor.for_each(bodies.size(), [&](std::size_t i) {
      for (int k = 0; k < d; ++k)
        free.velocity[i * static_cast<std::size_t>(d) + static_cast<std::size_t>(k)] -=
            around.gain / bodies.mass[i] * stiffness_ * (bodies.x(i)[k] - centre_[k]);
    });
  }

  double energy(const floc::Surroundings& around) const override {
    double sum = 0;
    for (std::size_t i = 0; i < around.bodies.size(); ++i)
      for (int k = 0; k < around.bodies.dimension; ++k) {
        const double away = around.bodies.x(i)[k] - centre_[k];
        sum += 0.5 * stiffness_ * away * away;
      }
    return sum;
  }

 private:
  double stiffness_;
  floc::Vec3 centre_;
};

}  // namespace

int main() {
  const double stiffness = 4, mass = 1, period = 2 * std::acos(-1.0) * std::sqrt(mass / stiffness);
  floc::Setup setup;
  setup.bodies.dimension = 2;
  const double x[] = {1, 0}, v[] = {0, 2};  // a circle of radius 1
  setup.bodies.add(x, v, 0.1, mass, 0);
  setup.forces = {std::make_shared<Spring>(stiffness, floc::Vec3{})};
  setup.h = period / 10000;
  floc::Simulation simulation(std::move(setup), 1);
  for (int step = 0; step < 10000; ++step) simulation.advance();
  const double* const end = simulation.bodies().x(0);
  std::printf("after one period: (%.4f, %.4f)\n", end[0], end[1]);
  return std::hypot(end[0] - 1, end[1]) < 0.01 ? 0 : 1;
}
