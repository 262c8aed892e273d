#include "output/trajectory_arrays.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

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

  h5::File file = h5::File::open_again(dir / "t.h5");
  TrajectoryArrays arrays = TrajectoryArrays::open(file);
  arrays.step.resize(3);  // the fourth frame was never completed
  const std::vector<FrameNumbers> frames = arrays.read_frames();
  REQUIRE(frames.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(frames[k].step == static_cast<std::int64_t>(k));
    CHECK(frames[k].time == static_cast<double>(k));
    CHECK(frames[k].stored == frames[k].checksum());
  }
  arrays.step.resize(4);  // extended, and the value not yet written
  CHECK(arrays.read_frames().size() == 3);
  arrays.velocity.resize(2);
  CHECK(arrays.read_frames().size() == 2);
}

TEST_CASE("a step or a time that makes no sense before others is an error with its frame") {
  const TemporaryDirectory dir;
  TrajectoryHeader h;
  h.dimension = 2;
  h.bodies = 4;
  h.groups = two_groups();
  h.obstacles = {floor_obstacle()};
  TrajectoryWriter w = TrajectoryWriter::create(dir / "t.h5", h);
  for (std::int64_t k = 0; k < 4; ++k) w.append(k, static_cast<double>(k), 0, some_bodies(2, 4, k), {});
  w.close();
  h5::File file = h5::File::open_again(dir / "t.h5");
  TrajectoryArrays arrays = TrajectoryArrays::open(file);
  const std::int64_t wrong = -1, right = 2;
  arrays.step.write<std::int64_t>(2, 1, std::span(&wrong, 1));
  CHECK(error_of([&] { arrays.read_frames(); }).find("/particles/all/position/step: is damaged at frame 2") !=
        std::string::npos);
  arrays.step.write<std::int64_t>(2, 1, std::span(&right, 1));
  const double never = std::nan("");
  arrays.time.write<double>(1, 1, std::span(&never, 1));
  CHECK(error_of([&] { arrays.read_frames(); }).find("/particles/all/position/time: is damaged at frame 1") !=
        std::string::npos);
}

TEST_CASE("the checksum of a frame tells which of its numbers is damaged, for every bit") {
  FrameNumbers f{12, 0.75, 100, 1e-3, 4096, 300, 64, 5};
  const std::int64_t good = f.checksum();
  CHECK(good != 0);
  const auto wrong_byte = [&] {
    const auto wrong = static_cast<std::uint64_t>(f.checksum() ^ good);
    for (int j = 0; j < 8; ++j)
      if (wrong >> 8 * j & 0xff) return (wrong & ~(std::uint64_t{0xff} << 8 * j)) == 0 ? j : -2;
    return -1;
  };
  const auto flip_all = [&](auto& number, int byte) {
    for (int bit = 0; bit < 64; ++bit) {
      const auto before = number;
      std::uint64_t word = 0;
      std::memcpy(&word, &number, 8);
      word ^= std::uint64_t{1} << bit;
      std::memcpy(&number, &word, 8);
      CHECK(wrong_byte() == byte);
      number = before;
    }
  };
  flip_all(f.step, 0);
  flip_all(f.time, 1);
  flip_all(f.bodies, 2);
  flip_all(f.h, 3);
  flip_all(f.offset, 4);
  flip_all(f.count, 5);
  flip_all(f.bridge_offset, 6);
  flip_all(f.bridge_count, 7);
}
