#include "output/trajectory_layout.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

TrajectoryHeader header_of(int dimension, std::size_t bodies) {
  TrajectoryHeader header;
  header.dimension = dimension;
  header.bodies = bodies;
  header.groups = two_groups();
  header.scene = "[scene]\n";
  header.version = "0.1";
  return header;
}

}  // namespace

TEST_CASE("an empty trajectory has the groups of H5MD, and no frame") {
  const TemporaryDirectory dir;
  for (const int dimension : {1, 2, 3}) {
    const std::string path = dir / ("t" + std::to_string(dimension) + ".h5");
    {
      h5::File file = h5::File::create(path);
      create_trajectory(file, header_of(dimension, 7));
    }
    const h5::File file = h5::File::open(path);
    const h5::Group all = file.root().group("particles").group("all");
    const auto d = static_cast<h5::Size>(dimension);
    CHECK(all.group("position").dataset("value").shape() == h5::Shape{0, 7, d});
    CHECK(all.group("velocity").dataset("value").shape() == h5::Shape{0, 7, d});
    CHECK(all.group("position").dataset("step").rows() == 0);
    CHECK(all.group("velocity").dataset("step").rows() == 0);  // the same, by a link
    CHECK(all.dataset("radius").shape() == h5::Shape{7});
    CHECK(all.group("box").integer("dimension") == dimension);
    CHECK(TrajectoryReader(path).frames() == 0);
  }
}

TEST_CASE("numbers have the bytes that the header asks for, and a chunk holds one frame or a part of it") {
  const TemporaryDirectory dir;
  for (const bool doubles : {false, true}) {
    TrajectoryHeader header = header_of(3, 200000);
    header.double_precision = doubles;
    const std::string path = dir / (doubles ? "double.h5" : "single.h5");
    h5::File file = h5::File::create(path);
    create_trajectory(file, header);
    const h5::Dataset value = file.root().group("particles").group("all").group("position").dataset("value");
    CHECK(value.value_bytes() == (doubles ? 8 : 4));
    const h5::Storage storage = value.storage();
    CHECK(storage.chunk[0] == 1);
    CHECK(storage.chunk[1] < 200000);
    CHECK(storage.chunk[1] * 3 * value.value_bytes() <= 1 << 20);
    CHECK(storage.checksum);
  }
}
