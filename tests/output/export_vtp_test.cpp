#include <doctest/doctest.h>

#include <cstring>

#include "output/export.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// The numbers of an array, found as a VTK reader does: by name, offset and length.
template <class T>
std::vector<T> array(const std::string& file, const std::string& name) {
  const std::size_t at = file.find("Name=\"" + name + "\"");
  REQUIRE(at != std::string::npos);
  const std::string mark = "offset=\"", start = "<AppendedData encoding=\"raw\">\n_";
  const std::size_t offset = std::stoul(file.substr(file.find(mark, at) + mark.size()));
  const char* data = file.data() + file.find(start) + start.size() + offset;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, data, sizeof bytes);
  std::vector<T> values(bytes / sizeof(T));
  if (bytes > 0) std::memcpy(values.data(), data + sizeof bytes, bytes);
  return values;
}

bool contains(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

}  // namespace

TEST_CASE("particles carry what glyphs need, obstacles are surfaces, collections give the times") {
  const TemporaryDirectory dir;
  const Snapshot f = some_frame(2, 5);
  const auto vtp = make_vtp_exporter(dir.path());
  vtp->add(f, std::vector<Obstacle>{floor_obstacle(3)});
  const auto files = vtp->finish();
  REQUIRE(files.size() == 3);
  CHECK(contains(contents(files[0]), "timestep=\"0.75\" part=\"0\" file=\"particles_000000.vtp\""));
  CHECK(contains(contents(files[1]), "file=\"obstacles_000000.vtp\""));

  const std::string particles = contents(dir / "particles_000000.vtp");
  CHECK(contains(particles, "NumberOfPoints=\"5\" NumberOfVerts=\"5\""));
  CHECK(array<double>(particles, "radius") == f.bodies.radius);
  CHECK(array<std::int32_t>(particles, "group") == f.bodies.group);
  CHECK(array<std::int64_t>(particles, "id") == f.bodies.id);
  const auto points = array<double>(particles, "Points"), velocity = array<double>(particles, "velocity"),
             force = array<double>(particles, "force"), expected = contact_force(f);
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(points[3 * i] == f.bodies.x(i)[0]);
    CHECK(points[3 * i + 2] == 0);
    CHECK(velocity[3 * i + 1] == f.bodies.v(i)[1]);
    CHECK(force[3 * i] == expected[2 * i]);
  }
  const std::string obstacles = contents(dir / "obstacles_000000.vtp");
  CHECK(contains(obstacles, "NumberOfLines=\"1\""));
  CHECK(array<double>(obstacles, "Points") == std::vector<double>{0, 0, 0, 3, 0, 0});
}

TEST_CASE("faces of 3D obstacles are polygons, and without obstacles there is no collection of them") {
  const TemporaryDirectory dir;
  auto vtp = make_vtp_exporter(dir.path());
  vtp->add(some_frame(3, 2), std::vector<Obstacle>{floor_obstacle()});
  vtp->finish();
  CHECK(contains(contents(dir / "obstacles_000000.vtp"), "NumberOfPolys=\"1\""));
  vtp = make_vtp_exporter(dir / "bare");
  Snapshot bare = some_frame(3, 2);
  bare.bridges = {};
  vtp->add(bare, {});
  CHECK(vtp->finish().size() == 1);
}

TEST_CASE("bridges are lines from centre to centre or to the obstacle, and a frame without is empty once there were") {
  const TemporaryDirectory dir;
  auto vtp = make_vtp_exporter(dir.path());
  Snapshot f = some_frame(2, 3);
  f.bodies.position = {0, 2, 1, 2, 1, 1};
  f.domain.period = {10, 0, 0};
  const std::vector<Obstacle> obstacles{floor_obstacle(3)};
  f.bridges = {};
  vtp->add(f, obstacles);
  f.bridges = {{1, 2}, {0, -1}};
  vtp->add(f, obstacles);
  f.bridges = {};
  vtp->add(f, obstacles);
  const auto files = vtp->finish();
  REQUIRE(files.size() == 3);
  const std::string all = contents(files[2]);
  CHECK_FALSE(contains(all, "bridges_000000.vtp"));
  CHECK(contains(all, "bridges_000001.vtp"));
  CHECK(contains(all, "bridges_000002.vtp"));
  const std::string lines = contents(dir / "bridges_000001.vtp");
  CHECK(contains(lines, "NumberOfPoints=\"4\" NumberOfVerts=\"0\" NumberOfLines=\"2\""));
  CHECK(array<double>(lines, "Points") == std::vector<double>{1, 2, 0, 0, 2, 0, 1, 1, 0, 1, 0, 0});
  CHECK(array<double>(lines, "gap")[1] == doctest::Approx(1 - f.bodies.radius[2]));
  CHECK(contains(contents(dir / "bridges_000002.vtp"), "NumberOfLines=\"0\""));
}
