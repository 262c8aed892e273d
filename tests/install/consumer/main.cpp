// What a project that uses the installed library may look like: two bodies, and a sum over them on
// two threads. Touching an expression also links one of the libraries that floc stands on.
#include <cmath>
#include <string_view>

#include <floc/floc.hpp>

int main(int count, char** arguments) {
  floc::Bodies bodies;
  const double x[] = {0, 0, 0}, y[] = {3, 0, 0}, v[] = {1, 2, 2};
  bodies.add(x, v, 1.0, 2.0, 0);
  bodies.add(y, v, 1.0, 4.0, 0);

  floc::Executor executor(2);
  const double mass = executor.reduce(
      bodies.size(), 0.0, [&](std::size_t begin, std::size_t) { return bodies.mass[begin]; },
      [](double a, double b) { return a + b; }, 1);
  floc::Expression::Evaluator energy(floc::Expression("m * 9 / 2", {"m"}));

  const bool same_version = count == 2 && floc::version() == std::string_view(arguments[1]);
  return same_version && std::abs(energy(&mass) - floc::kinetic_energy(bodies)) < 1e-12 ? 0 : 1;
}
