#include "draw/view_frame.hpp"

#include <doctest/doctest.h>

#include "draw/view_support.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

UnpackedFrame there_and_back(const Snapshot& frame) {
  const auto bytes = pack_view_frame(frame, view_values(frame));
  UnpackedFrame f = unpack_view_frame(bytes, static_cast<std::size_t>(frame.bodies.dimension));
  CHECK(f.bytes == bytes.size());
  return f;
}

std::size_t index_of(std::string_view name) {
  for (std::size_t q = 0; q < view_quantities().size(); ++q)
    if (view_quantities()[q].name == name) return q;
  FAIL("no quantity ", name);
  return 0;
}

}  // namespace

TEST_CASE("places come back to a hundredth of the smallest radius, in every dimension") {
  for (const int d : {1, 2, 3}) {
    const Snapshot frame = some_frame(d, 50);
    const UnpackedFrame f = there_and_back(frame);
    CHECK(f.bodies == 50);
    CHECK(!f.exact);
    for (std::size_t i = 0; i < f.position.size(); ++i)
      CHECK(std::abs(f.position[i] - frame.bodies.position[i]) < 0.01 * 0.1);
  }
}

TEST_CASE("one that is far off makes the places floats, so that the others stay where they are") {
  Snapshot frame = some_frame(2, 50);
  frame.bodies.position[0] = -1e4;
  const UnpackedFrame f = there_and_back(frame);
  CHECK(f.exact);
  for (std::size_t i = 0; i < f.position.size(); ++i)
    CHECK(f.position[i] == static_cast<float>(frame.bodies.position[i]));
}

TEST_CASE("places are those in the periodic box") {
  Snapshot frame = some_frame(2, 20);
  frame.domain.period = {1, 0, 0};
  const UnpackedFrame f = there_and_back(frame);
  for (std::size_t i = 0; i < 20; ++i) {
    CHECK(f.position[2 * i] >= -1e-4);
    CHECK(f.position[2 * i] < 1.0001);
    CHECK(std::abs(f.position[2 * i + 1] - frame.bodies.position[2 * i + 1]) < 1e-3);
  }
}

TEST_CASE("bodies that came and went leave ids that are not in a row; a place that is none leaves nobody") {
  Snapshot frame = some_frame(2, 10);
  frame.contacts = {};
  std::vector<char> stays(10, 1);
  stays[0] = stays[4] = 0;
  frame.bodies.keep(stays);
  frame.bodies.position[2] = std::nan("");
  const UnpackedFrame f = there_and_back(frame);
  CHECK(f.id == std::vector<std::uint32_t>{1, 3, 5, 6, 7, 8, 9});
}

TEST_CASE("values come back: speed to its sixteen bits, whole numbers exactly") {
  const Snapshot frame = some_frame(3, 40);
  const UnpackedFrame f = there_and_back(frame);
  const auto values = view_values(frame);
  const std::size_t speed = index_of("speed"), coordination = index_of("coordination");
  const auto [low, high] = std::minmax_element(values[speed].begin(), values[speed].end());
  for (std::size_t i = 0; i < 40; ++i) CHECK(std::abs(f.values[speed][i] - values[speed][i]) <= (*high - *low) / 65000);
  CHECK(f.values[coordination] == values[coordination]);
}

TEST_CASE("orientations come back where bodies turn, before the bridges: angles to a turn, quaternions to 16 bits") {
  for (const int d : {2, 3}) {
    Snapshot frame = some_frame(d, 20);
    frame.bodies = turning_bodies(d, 20, 3);
    if (d == 2) frame.bodies.orientation[4] = -7.5;
    frame.bodies.position[3] = std::nan("");  // body 1 is not to be seen
    const auto bridges = bridge_lines(frame, {});
    REQUIRE(bridges.size() > 0);
    const UnpackedFrame f =
        unpack_view_frame(pack_view_frame(frame, view_values(frame), bridges), static_cast<std::size_t>(d));
    const std::size_t width = frame.bodies.orientation_width();
    REQUIRE(f.orientation.size() == 19 * width);
    for (std::size_t k = 0; k < f.orientation.size(); ++k) {
      const double right = frame.bodies.orientation[k < width ? k : k + width];
      const double off =
          d == 2 ? std::remainder(f.orientation[k] - right, 2 * std::acos(-1.0)) : f.orientation[k] - right;
      CHECK(std::abs(off) < 1e-4);
    }
    CHECK(!f.ends.empty());
  }
  CHECK(there_and_back(some_frame(2, 5)).orientation.empty());
}

TEST_CASE("velocities come back to their sixteen bits, those of bodies without a place left out") {
  for (const int d : {1, 2, 3}) {
    Snapshot frame = some_frame(d, 30);
    frame.bodies.position[0] = std::nan("");
    const UnpackedFrame f = there_and_back(frame);
    REQUIRE(f.velocity.size() == static_cast<std::size_t>(d));
    for (int k = 0; k < d; ++k) {
      REQUIRE(f.velocity[static_cast<std::size_t>(k)].size() == 29);
      for (std::size_t i = 0; i < 29; ++i)
        CHECK(std::abs(f.velocity[static_cast<std::size_t>(k)][i] - frame.bodies.v(i + 1)[k]) < 1e-4);
    }
  }
}

TEST_CASE("contacts that carry a force or a memory come back at their first body, with their ways to obstacles") {
  Snapshot frame = some_frame(2, 6);
  frame.bridges = {};
  frame.h = 0.5;
  // Out of order; the third carries nothing; surface 0 is the floor.
  frame.contacts = {{4, 1, 2, 4}, {0, -1, 1, 3}, {0, 0, 0, 0}, {1, 0, 0, 1, 1, 0, 0, 1}, {3, 1, 0, -0.5}, {0, 0, 0, 2}};
  const Obstacle floor = floor_obstacle();
  const auto lines = view_contacts(frame, std::span(&floor, 1));
  CHECK(lines.size() == 3);
  const UnpackedFrame f = unpack_view_frame(pack_view_frame(frame, view_values(frame), {}, lines), 2);
  CHECK(f.contacts == std::vector<std::uint32_t>{0, 1, 0, 0, 2, 0});
  CHECK(f.second == std::vector<std::uint32_t>{view_obstacle, 0, 3});
  const std::vector<double> force{2, 6, -1}, memory{0, 0, 2};
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(std::abs(f.force[k] - force[k]) < 1e-3);
    CHECK(std::abs(f.memory[k] - memory[k]) < 1e-3);
  }
  REQUIRE(f.contact_ways.size() == 2);
  CHECK(std::abs(f.contact_ways[0]) < 1e-6);
  CHECK(f.contact_ways[1] == doctest::Approx(-frame.bodies.x(1)[1]).epsilon(1e-5));

  frame.h = 0;  // no step yet: no forces
  CHECK(unpack_view_frame(pack_view_frame(frame, view_values(frame), {}, lines), 2).force == std::vector<double>(3, 0));
}

TEST_CASE("a value that is none stays none, and does not disturb the others") {
  const Snapshot frame = some_frame(2, 5);
  auto values = view_values(frame);
  const std::size_t speed = index_of("speed");
  values[speed] = {1, std::nan(""), 3, 2.5, 1};
  const UnpackedFrame f = unpack_view_frame(pack_view_frame(frame, values), 2);
  CHECK(std::isnan(f.values[speed][1]));
  CHECK(f.values[speed][2] == doctest::Approx(3).epsilon(1e-4));
}

TEST_CASE("nothing stays nothing where others have something") {
  const Snapshot frame = some_frame(2, 3);
  auto values = view_values(frame);
  values[index_of("pressure")] = {0, 5.5, 0};
  CHECK(unpack_view_frame(pack_view_frame(frame, values), 2).values[index_of("pressure")][0] == 0);
}

TEST_CASE("what is alike for all takes no room") {
  const Snapshot frame = some_frame(2, 100);
  auto values = view_values(frame);
  const std::size_t before = pack_view_frame(frame, values).size();
  values[index_of("speed")].assign(100, 0.25);
  CHECK(pack_view_frame(frame, values).size() == before - 200);
  CHECK(unpack_view_frame(pack_view_frame(frame, values), 2).values[index_of("speed")] ==
        std::vector<double>(100, 0.25));
}

TEST_CASE("an aggregate is called by its first body") {
  Snapshot frame = some_frame(2, 6);
  frame.contacts = {{1, 2, 5}, {0, 1, 4}, {0, 0, 0}, {1, 0, 1, 0, 1, 0}, {1, 1, 1}, {0, 0, 0}};
  CHECK(there_and_back(frame).values[index_of("aggregate")] == std::vector<double>{0, 0, 0, 3, 4, 4});
}

TEST_CASE("a frame without bodies is a frame") {
  Snapshot frame = some_frame(2, 0);
  frame.contacts = {};
  CHECK(there_and_back(frame).bodies == 0);
}

TEST_CASE("a frame takes no more bytes a body than foretold") {
  for (const int d : {1, 2, 3}) {
    const Snapshot frame = some_frame(d, 1000);
    CHECK(pack_view_frame(frame, view_values(frame)).size() <= 1000 * view_frame_bytes(d, false) + 100);
    if (d == 1) continue;
    Snapshot turning = frame;
    turning.bodies = turning_bodies(d, 1000, 1);
    CHECK(pack_view_frame(turning, view_values(turning)).size() <= 1000 * view_frame_bytes(d, true) + 100);
  }
}

TEST_CASE("bridges come with the names of their ends; those on an obstacle with the way to it") {
  Snapshot frame = some_frame(2, 10);
  frame.contacts = {};
  std::vector<char> stays(10, 1);
  stays[0] = 0;
  frame.bodies.keep(stays);
  frame.bridges = PairList::sorted({{3, 1}, {5, PairList::second_of_surface(0)}, {7, PairList::second_of_surface(9)}});
  const std::vector<Obstacle> obstacles{floor_obstacle()};
  const auto bytes = pack_view_frame(frame, view_values(frame), bridge_lines(frame, obstacles));
  const UnpackedFrame f = unpack_view_frame(bytes, 2);
  CHECK(f.bytes == bytes.size());
  CHECK(f.ends == std::vector<std::uint32_t>{4, 2});
  CHECK(f.on_obstacles == std::vector<std::uint32_t>{6});  // there is no surface 9
  REQUIRE(f.ways.size() == 2);
  CHECK(f.ways[0] == 0);
  CHECK(f.ways[1] == doctest::Approx(-frame.bodies.x(5)[1]));
}
