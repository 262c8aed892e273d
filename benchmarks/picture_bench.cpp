// Pictures of spheres in space: seconds for 1200 pixels, orthographic and in perspective.
//
//   picture_bench OUTPUT.json [LARGEST = 1000000]
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/random.hpp"
#include "draw/picture.hpp"
#include "machine.hpp"
#include "result_file.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

// A heap: a shaken lattice whose upper side is a hill.
Snapshot heap(std::size_t count) {
  Snapshot frame;
  frame.bodies.dimension = 3;
  frame.bodies.reserve(count);
  frame.groups = {{"grains", "#f4a259"}};
  const auto side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(count))));
  for (std::size_t i = 0; i < count; ++i) {
    const double a = static_cast<double>(i % side), b = static_cast<double>(i / side % side),
                 c = static_cast<double>(i / side / side), all = static_cast<double>(side);
    const double hill = 0.3 * c * std::sin(3 * a / all) * std::sin(3 * b / all);
    const double x[3] = {a + 0.3 * uniform({1, i, 0, 0}), b + 0.3 * uniform({1, i, 0, 1}), c + hill};
    const double v[3] = {0, 0, 0};
    frame.bodies.add(x, v, 0.4 + 0.1 * uniform({1, i, 0, 2}), 1, 0);
  }
  return frame;
}

struct Cost {
  double wall = 0, processor = 0;
};

Cost cost(const Snapshot& frame, bool perspective, int threads) {
  PictureStyle style;
  style.perspective = perspective;
  style.threads = threads;
  PictureSurvey survey({}, style);
  const double before = cpu_seconds();
  const Stopwatch watch;
  survey.add(frame);
  const Image image = draw_image(frame, {}, style, survey.scales());
  return {watch.seconds(), cpu_seconds() - before};
}

}  // namespace

int main(int argc, char** argv) {
  ResultFile json(argc, argv, "picture");
  const auto most = static_cast<std::size_t>(json.size(1000000));
  const int threads = core_count();
  json.print(", \"threads\": {},\n  \"pixels\": 1200,\n  \"spheres\": [", threads);
  for (const std::size_t n : {10000, 100000, 1000000}) {
    if (n > most) continue;
    const Snapshot frame = heap(n);
    const Cost flat = cost(frame, false, threads), deep = cost(frame, true, threads);
    json.print(
        "{}\n    {{\"spheres\": {}, \"orthographic\": {{\"seconds\": {:.3f}, \"processor_seconds\": {:.3f}}}, "
        "\"perspective\": {{\"seconds\": {:.3f}, \"processor_seconds\": {:.3f}}}}}",
        json.comma(), n, flat.wall, flat.processor, deep.wall, deep.processor);
    fmt::print("{:7} spheres: {:.2f} s (processor {:.2f}), in perspective {:.2f} s ({:.2f})\n", n, flat.wall,
               flat.processor, deep.wall, deep.processor);
    std::fflush(stdout);
  }
  json.close();
  return 0;
}
