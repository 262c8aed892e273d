#include "output/background_writer.hpp"

#include <doctest/doctest.h>
#include <malloc.h>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

constexpr std::size_t n = 40;

TrajectoryHeader header_2d() {
  TrajectoryHeader h;
  h.dimension = 2;
  h.bodies = n;
  h.groups = two_groups();
  h.obstacles = {floor_obstacle()};
  h.double_precision = true;
  return h;
}

void hand_over(BackgroundWriter& writer, std::int64_t step) {
  writer.frame(step, 0.01 * static_cast<double>(step), 0.01, some_bodies(2, n, step), some_contacts(2, n, step),
               {some_bridges(n, step)});
}

Checkpoint checkpoint_at(std::int64_t step) {
  Checkpoint c;
  c.state.step = step;
  c.state.length = 0.01;
  c.state.bodies = some_bodies(2, n, step);
  c.state.contacts.dimension = 2;
  c.scene = "# scene\n";
  return c;
}

// Of this process, in bytes, when all that was freed is given back.
double resident() {
  malloc_trim(0);
  std::ifstream statm("/proc/self/statm");
  double size = 0, pages = 0;
  statm >> size >> pages;
  return pages * static_cast<double>(getpagesize());
}

}  // namespace

TEST_CASE("what is handed over may change at once: frames are those of the moment, in their order") {
  const TemporaryDirectory dir;
  BackgroundWriter writer(TrajectoryWriter::create(dir / "t.h5", header_2d()));
  Bodies bodies = some_bodies(2, n, 0);
  for (std::int64_t step = 0; step < 30; ++step) {
    bodies.position[0] = static_cast<double>(step);
    writer.frame(step, static_cast<double>(step), 0.01, bodies, {});
  }
  CHECK(writer.frames() == 30);
  CHECK(writer.last_step() == 29);
  writer.close();
  const TrajectoryReader reader(dir / "t.h5");
  REQUIRE(reader.frames() == 30);
  for (std::size_t k = 0; k < 30; ++k) CHECK(reader.read(k).bodies.position[0] == static_cast<double>(k));
}

TEST_CASE("a checkpoint is there when all frames before it are, and knows of them") {
  const TemporaryDirectory dir;
  set_contents(dir / "steps.csv", "x");
  BackgroundWriter writer(TrajectoryWriter::create(dir / "t.h5", header_2d()));
  hand_over(writer, 0);
  hand_over(writer, 3);
  writer.checkpoint(dir.path(), checkpoint_at(4), {dir / "steps.csv"});
  hand_over(writer, 6);
  writer.wait();
  const Checkpoint read = read_checkpoint(dir / "checkpoint.h5");
  CHECK(read.state.step == 4);
  CHECK(read.frames == 2);
  CHECK(read.last_frame == 3);
  CHECK(TrajectoryReader(dir / "t.h5").frames() == 3);  // while it is open for writing
}

TEST_CASE("a file that cannot be written is an error of a later call, and no checkpoint comes after it") {
  const TemporaryDirectory dir;
  CHECK(with_small_disk(60000, [&] {
          BackgroundWriter writer(TrajectoryWriter::create(dir / "t.h5", header_2d()));
          const std::string why = error_of([&] {
            for (std::int64_t step = 0;; ++step) hand_over(writer, step);
          });
          const bool told = why.find("t.h5: cannot write") != std::string::npos;
          const bool again = !error_of([&] { writer.checkpoint(dir.path(), checkpoint_at(1), {}); }).empty();
          return told && again && !std::filesystem::exists(dir / "checkpoint.h5") ? 0 : 1;
        }) == 0);
}

// Sanitizers keep what was freed.
#ifndef FLOC_SANITIZED
TEST_CASE("a run keeps no memory of the frames that it has written") {
  const TemporaryDirectory dir;
  BackgroundWriter writer(TrajectoryWriter::create(dir / "t.h5", header_2d()));
  std::int64_t step = 0;
  const auto resident_after = [&](std::int64_t frames) {
    for (; step < frames; ++step) hand_over(writer, step);
    writer.wait();
    return resident();
  };
  const double before = resident_after(5000);
  // Half a kilobyte a frame would be 7.5 MB.
  CHECK(resident_after(20000) - before < 1.5e6);
  writer.close();
  const TrajectoryReader reader(dir / "t.h5");
  REQUIRE(reader.frames() == 20000);
  for (const std::size_t k :
       {std::size_t{0}, std::size_t{2047}, std::size_t{2048}, std::size_t{2049}, std::size_t{19999}})
    CHECK(reader.read(k).bodies.position[0] == some_bodies(2, n, static_cast<std::int64_t>(k)).position[0]);
}
#endif
