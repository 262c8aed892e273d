// The lists of close pairs of bodies of very unequal sizes: nanoseconds a body that making them anew takes, against the
// number of bodies and the ratio of the largest radius to the smallest.
//
//   neighbours_bench OUTPUT.json [LARGEST = 100000]
//
// One thread. Radii are log-uniform, or most bodies small; their balls a fifth of the volume, centres at random (a
// small body may lie in a large one: that is a pair like any other), bodies numbered row by row, as they are in a
// scene. A pair is close where the gap is below a fifth of the smallest radius.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <tuple>
#include <vector>

#include "core/random.hpp"
#include "machine.hpp"
#include "neighbours/neighbours.hpp"
#include "result_file.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

// Radii log-uniform, or with as much volume in every octave of them: nearly all bodies are small then.
Bodies cloud(int dimension, std::size_t count, double ratio, bool mostly_small) {
  Bodies bodies;
  bodies.dimension = dimension;
  const auto draw = [](std::size_t i, std::uint32_t n) { return uniform({1, i, 0, n}); };
  double volume = 0;
  std::vector<double> radius(count);
  for (std::size_t i = 0; i < count; ++i) {
    radius[i] = mostly_small ? std::pow(1 - draw(i, 0) * (1 - std::pow(ratio, -dimension)), -1.0 / dimension)
                             : std::pow(ratio, draw(i, 0));
    volume += dimension == 3 ? 4.18879 * std::pow(radius[i], 3) : 3.14159 * radius[i] * radius[i];
  }
  const double side = std::pow(5 * volume, 1.0 / dimension), rest[3] = {};
  std::vector<Vec3> centre(count);
  for (std::size_t i = 0; i < count; ++i) centre[i] = {{side * draw(i, 1), side * draw(i, 2), side * draw(i, 3)}};
  const double row = side * std::pow(static_cast<double>(count), -1.0 / dimension);
  std::ranges::sort(centre, {}, [&](const Vec3& x) {
    return std::tuple(dimension == 3 ? std::floor(x[2] / row) : 0, std::floor(x[1] / row), x[0]);
  });
  for (std::size_t i = 0; i < count; ++i) bodies.add(centre[i].c.data(), rest, radius[i], 1, 0);
  return bodies;
}

}  // namespace

int main(int argc, char** argv) {
  ResultFile json(argc, argv, "neighbours", "LARGEST");
  const auto most = static_cast<std::size_t>(json.size(100000));
  json.print(",\n  \"clouds\": [");
  json.begin_list();
  for (const bool mostly_small : {false, true})
    for (const int dimension : {2, 3})
      for (const double ratio : {1.0, 10.0, 100.0, 1000.0})
        for (std::size_t count = 1000; count <= (mostly_small ? std::min<std::size_t>(most, 100000) : most);
             count *= 10) {
          const Bodies bodies = cloud(dimension, count, ratio, mostly_small);
          Executor executor;
          Neighbours neighbours(0.2, 0.2);
          double best = 1e300, pairs = 0;
          for (int round = 0; round < 3; ++round) {
            neighbours.invalidate();
            const double before = cpu_seconds();
            neighbours.update(bodies, {}, {}, executor);
            best = std::min(best, cpu_seconds() - before);
          }
          for (std::size_t i = 0; i < count; ++i) pairs += static_cast<double>(neighbours.bodies_near(i).size());
          const double each = 1e9 * best / static_cast<double>(count);
          json.print(
              "{}\n    {{\"mostly_small\": {}, \"dimension\": {}, \"ratio\": {}, \"bodies\": {}, "
              "\"nanoseconds_a_body\": {:.1f}, "
              "\"pairs_a_body\": {:.3f}}}",
              json.comma(), mostly_small, dimension, ratio, count, each, pairs / static_cast<double>(count));
          fmt::print("{}{}D, ratio {:4}: {:7} bodies, {:8.0f} ns each, {:.2f} pairs each\n",
                     mostly_small ? "mostly small, " : "", dimension, ratio, count, each,
                     pairs / static_cast<double>(count));
          std::fflush(stdout);
        }
  json.close();
  return 0;
}
