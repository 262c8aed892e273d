#include "output/window.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "geometry/surfaces.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

struct Shift : Motion {
  Pose at(double t) const override { return {{{t, 0, 0}}, Pose{}.rotation}; }
};

}  // namespace

TEST_CASE("the window holds bodies and obstacles where they are at that time") {
  Snapshot f = some_frame(2, 1);
  f.bodies.position = {5, 1};
  f.bodies.radius = {0.5};
  Obstacle floor = floor_obstacle(2);
  floor.motion = std::make_shared<Shift>();
  f.time = 10;
  const std::vector<Obstacle> obstacles{floor};
  const Bounds w = window_of(f, obstacles, 0);
  CHECK(w.low == Vec3{{4.5, 0, 0}});
  CHECK(w.high == Vec3{{12, 1.5, 0}});
  const auto placed = place_meshes(obstacles, f.time, 2, w);
  REQUIRE(placed.size() == 1);
  CHECK(placed[0].mesh.points[1] == Vec3{{12, 0, 0}});
  CHECK(placed[0].distance({{10, -0.5, 0}}) == -0.5);
}

TEST_CASE("a periodic direction is shown from edge to edge, and positions lie in it") {
  Snapshot f = some_frame(2, 1);
  f.bodies.position = {7.5, 1};
  f.domain.period = {2, 0, 0};
  const Bounds w = window_of(f, {}, 0);
  CHECK(w.low[0] == 0);
  CHECK(w.high[0] == 2);
  CHECK(wrapped_position(f, 0) == Vec3{{1.5, 1, 0}});
}

TEST_CASE("the window is never empty, whatever the state") {
  Snapshot f = some_frame(3, 0);
  CHECK(window_of(f, {}, 0.1).high[2] > window_of(f, {}, 0.1).low[2]);
  f = some_frame(2, 2);
  f.bodies.position = {std::nan(""), 0, std::numeric_limits<double>::infinity(), 1};
  const Bounds w = window_of(f, {}, 0.1);
  CHECK(w.high[0] > w.low[0]);
  CHECK(std::isfinite(w.high[0] - w.low[0]));
}

TEST_CASE("walls of a container in space end at its corners") {
  Obstacle box;
  box.motion = std::make_shared<Shift>();
  for (int k = 0; k < 3; ++k) {
    Vec3 low, high, normal;
    for (int i = 0; i < 3; ++i) high[i] = 1;
    normal[k] = 1;
    box.surfaces.push_back(half_space(low, normal));
    box.surfaces.push_back(half_space(high, -normal));
  }
  const std::vector<Obstacle> obstacles{box};
  const auto placed =
      place_meshes(obstacles, 0, 3, {{{-1, -1, -1}}, {{2, 2, 0.5}}});  // open above: the window ends there
  REQUIRE(placed.size() == 6);
  std::size_t faces = 0;
  for (const PlacedMesh& m : placed)
    for (const std::vector<int>& face : m.mesh.faces) {
      ++faces;
      CHECK(face.size() == 4);
      for (const int p : face) {
        const Vec3& x = m.mesh.points[static_cast<std::size_t>(p)];
        for (int k = 0; k < 3; ++k) CHECK((x[k] == 0 || x[k] == (k == 2 ? 0.5 : 1)));
        CHECK(m.distance(x) == doctest::Approx(0));
      }
    }
  CHECK(faces == 5);
}

TEST_CASE("walls in the plane end at the corners they form, also with those of another obstacle that moves") {
  Obstacle box, lid, again;
  box.motion = std::make_shared<Shift>();
  lid.motion = std::make_shared<Shift>();
  for (const auto& [point, normal] :
       {std::pair{Vec3{}, Vec3{{1, 0, 0}}}, {Vec3{}, Vec3{{0, 1, 0}}}, {Vec3{{1, 0, 0}}, Vec3{{-1, 0, 0}}}})
    box.surfaces.push_back(half_space(point, normal));
  lid.surfaces.push_back(half_space({{0, 0.5, 0}}, {{0, -1, 0}}));
  again.motion = std::make_shared<Shift>();
  again.surfaces.push_back(half_space({{0.3, 0, 0}}, {{0, 1, 0}}));  // the floor, once more
  const std::vector<Obstacle> obstacles{box, lid, again};
  const double shift = 2;
  const auto placed = place_meshes(obstacles, shift, 2, {{{1, -1, 0}}, {{4, 2, 0}}});
  REQUIRE(placed.size() == 5);
  for (const PlacedMesh& m : placed) {
    REQUIRE(m.mesh.lines.size() == 1);
    REQUIRE(m.mesh.lines[0].size() == 2);
    for (const int p : m.mesh.lines[0]) {
      const Vec3& x = m.mesh.points[static_cast<std::size_t>(p)];
      CHECK((x[0] == shift || x[0] == shift + 1));
      CHECK((x[1] == 0 || x[1] == 0.5));
      CHECK(m.distance(x) == doctest::Approx(0));
    }
  }
}
