#include "output/trajectory_arrays.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"
#include "output/trajectory.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a frame exists when its step does, whatever else is in the file") {
  const TemporaryDirectory dir;
  TrajectoryHeader h;
  h.dimension = 2;
  h.bodies = 4;
  h.groups = two_groups();
  h.obstacles = {floor_obstacle()};
  TrajectoryWriter w = TrajectoryWriter::create(dir / "t.h5", h);
  for (std::int64_t k = 0; k < 4; ++k) w.append(k, static_cast<double>(k), 0, some_bodies(2, 4, k), {});
  w.close();

  std::vector<std::int64_t> steps;
  std::vector<double> times;
  h5::File file = h5::File::open_again(dir / "t.h5");
  TrajectoryArrays arrays = TrajectoryArrays::open(file);
  arrays.step.resize(3);  // the fourth frame was never completed
  arrays.read_frames(steps, times);
  CHECK(steps == std::vector<std::int64_t>{0, 1, 2});
  CHECK(times == std::vector<double>{0, 1, 2});
  arrays.step.resize(4);  // extended, and the value not yet written
  arrays.read_frames(steps, times);
  CHECK(steps.size() == 3);
  arrays.velocity.resize(2);
  arrays.read_frames(steps, times);
  CHECK(steps.size() == 2);
}
