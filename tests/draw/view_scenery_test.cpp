#include "draw/view_scenery.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "geometry/motions.hpp"
#include "geometry/surfaces.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const Bounds window{{{-2, -2, -2}}, {{2, 2, 2}}};
const Bounds plane{{{-2, -2, 0}}, {{2, 2, 0}}};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a wall in the plane is a line with its solid on one side") {
  const Obstacle floor = floor_obstacle(1);
  const std::string json = view_obstacles(std::span(&floor, 1), std::vector<double>{0, 1}, 2, plane).to_compact_text();
  CHECK(json == R"([{"name":"floor","colour":"#444444","surfaces":[{"points":[[0,0,0],[1,0,0]],"lines":[[0,1]],)"
                R"("filled":[false],"sides":[[-1]]}]}])");
}

TEST_CASE("in space it has faces; it is neither a solid nor open where its other side is solid") {
  const Obstacle floor = floor_obstacle(1);
  const std::string json = view_obstacles(std::span(&floor, 1), std::vector<double>{0}, 3, window).to_compact_text();
  CHECK(has(json, R"("faces":[[0,1,2,3]],"solid":false)"));
  CHECK(!has(json, "poses"));
}

TEST_CASE("a turning obstacle has a place and a quaternion for every time, from the first on") {
  Obstacle wheel = floor_obstacle(1);
  wheel.motion = rotation({{1, 0, 0}}, {{0, 0, 1}}, 3.14159265358979, 0, infinity);
  const std::string json =
      view_obstacles(std::span(&wheel, 1), std::vector<double>{0.5, 1, 1.5}, 2, plane).to_compact_text();
  CHECK(has(json, R"("poses":[[0,0,0,0,0,0,1],[)"));
  // A quarter turn about (1, 0) takes 0 to (1, −1); half a turn takes it to (2, 0), where w vanishes.
  CHECK(has(json, "[1,-1,0,0,0,0.7071068,0.7071068]"));
  CHECK(has(json, ",0,0,1,"));
}

TEST_CASE("half a turn about every axis has its quaternion") {
  for (int k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    Obstacle o = floor_obstacle(1);
    o.motion = rotation({}, axis, 3.14159265358979323846, 0, infinity);
    const std::string json = view_obstacles(std::span(&o, 1), std::vector<double>{0, 1}, 3, window).to_compact_text();
    const std::string pose = json.substr(json.rfind("],[") + 3);
    std::istringstream numbers(pose);
    std::vector<double> values;
    for (std::string cell; std::getline(numbers, cell, ',') && values.size() < 7;) values.push_back(std::stod(cell));
    REQUIRE(values.size() == 7);
    for (int c = 0; c < 4; ++c)
      CHECK(std::abs(values[static_cast<std::size_t>(3 + c)]) == doctest::Approx(c == k ? 1 : 0));
  }
}

TEST_CASE("exits are lines with a name") {
  const std::vector<Exit> exits{{"\"east\"", {{{{1, 2}}, {{3, 4}}}}}};
  CHECK(view_exits(exits).to_compact_text() == R"([{"name":"\"east\"","lines":[[[1,2,0],[3,4,0]]]}])");
  CHECK(view_exits({}).to_compact_text() == "[]");
}
