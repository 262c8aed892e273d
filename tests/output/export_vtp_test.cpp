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
  REQUIRE(files.size() == 2);
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
  vtp->add(some_frame(3, 2), {});
  CHECK(vtp->finish().size() == 1);
}
