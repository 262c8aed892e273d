#include <doctest/doctest.h>

#include <cstring>
#include <map>

#include "geometry/shapes.hpp"
#include "output/export.hpp"
#include "output/support.hpp"
#include "support/xml.hpp"

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
  REQUIRE(files.size() == 4);
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
  bare.contacts = {};
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
  REQUIRE(files.size() == 4);
  const std::string all = contents(files[3]);
  CHECK_FALSE(contains(all, "bridges_000000.vtp"));
  CHECK(contains(all, "bridges_000001.vtp"));
  CHECK(contains(all, "bridges_000002.vtp"));
  const std::string lines = contents(dir / "bridges_000001.vtp");
  CHECK(contains(lines, "NumberOfPoints=\"4\" NumberOfVerts=\"0\" NumberOfLines=\"2\""));
  CHECK(array<double>(lines, "Points") == std::vector<double>{1, 2, 0, 0, 2, 0, 1, 1, 0, 1, 0, 0});
  CHECK(array<double>(lines, "gap")[1] == doctest::Approx(1 - f.bodies.radius[2]));
  CHECK(contains(contents(dir / "bridges_000002.vtp"), "NumberOfLines=\"0\""));
}

TEST_CASE("contacts are lines between centres or to the foot on the obstacle, with force, gap and memory") {
  const TemporaryDirectory dir;
  auto vtp = make_vtp_exporter(dir.path());
  Snapshot f = some_frame(2, 3);
  f.bodies.position = {0, 2, 1, 2, 1, 1};
  f.h = 0.5;
  f.bridges = {};
  f.contacts = {};
  const std::vector<Obstacle> obstacles{floor_obstacle(3)};
  vtp->add(f, obstacles);
  f.contacts = {{1, 2, 2}, {0, -1, -9}, {0.1, 0.2, 0.3}, {1, 0, 0, 1, 0, 1}, {1, 2, 3}, {-4, -5, -6}};
  vtp->add(f, obstacles);
  f.contacts = {};
  vtp->add(f, obstacles);
  const auto files = vtp->finish();
  REQUIRE(files.size() == 3);
  CHECK(files[2] == dir / "contacts.pvd");
  CHECK_FALSE(contains(contents(files[2]), "contacts_000000.vtp"));
  const std::string lines = contents(dir / "contacts_000001.vtp");
  CHECK(array<double>(lines, "Points") == std::vector<double>{1, 2, 0, 0, 2, 0, 1, 1, 0, 1, 0, 0});
  CHECK(array<std::int64_t>(lines, "connectivity") == std::vector<std::int64_t>{0, 1, 2, 3});
  CHECK(array<std::int64_t>(lines, "offsets") == std::vector<std::int64_t>{2, 4});
  CHECK(array<double>(lines, "force") == std::vector<double>{2, 4});
  CHECK(array<double>(lines, "gap") == std::vector<double>{0.1, 0.2});
  CHECK(array<double>(lines, "memory") == std::vector<double>{-4, -5});
  CHECK(contains(contents(dir / "contacts_000002.vtp"), "NumberOfLines=\"0\""));
}

TEST_CASE("every file is XML whose arrays are as long as their elements say, and stand one behind the other") {
  const TemporaryDirectory dir;
  auto vtp = make_vtp_exporter(dir.path());
  vtp->add(some_frame(3, 7), std::vector<Obstacle>{floor_obstacle()});
  for (const std::string& collection : vtp->finish()) {
    const auto sets = read_xml(contents(collection));
    CHECK(sets.at(0).attributes.at("type") == "Collection");
    CHECK(sets.at(2).path == "VTKFile/Collection/DataSet");
    const std::string path = dir / sets.at(2).attributes.at("file"), file = contents(path);
    std::map<std::string, std::size_t> count;  // of the points and cells
    std::size_t arrays = 0, end = 0;
    for (const XmlElement& e : read_xml(without_appended_bytes(file))) {
      if (e.path.ends_with("/Piece"))
        for (const auto& [name, value] : e.attributes) count[name] = std::stoul(value);
      if (!e.path.ends_with("/DataArray")) continue;
      ++arrays;
      const std::string name = e.attributes.at("Name"), type = e.attributes.at("type");
      const auto values = array<char>(file, name).size() / (type == "Int32" ? 4 : 8);
      CHECK(std::stoul(e.attributes.at("offset")) == end);
      if (name == "connectivity" || name == "offsets") {  // there are several of a name
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, file.data() + file.find("raw\">\n_") + 7 + end, sizeof bytes);
        end += sizeof bytes + bytes;
        continue;
      }
      end += 8 + array<char>(file, name).size();
      const std::size_t rows = e.path.find("/CellData/") == std::string::npos
                                   ? count["NumberOfPoints"]
                                   : count["NumberOfVerts"] + count["NumberOfLines"] + count["NumberOfPolys"];
      CHECK_MESSAGE(values == rows * std::stoul(e.attributes.at("NumberOfComponents")), path << " " << name);
    }
    CHECK(arrays > 3);
    CHECK(file.find("raw\">\n_") + 7 + end == file.rfind("\n</AppendedData>"));
  }
}

TEST_CASE("bodies that turn carry orientation and angular velocity, and contacts the vector of their friction") {
  const TemporaryDirectory dir;
  Snapshot f = some_frame(2, 3);
  f.bodies = turning_bodies(2, 3, 0);
  f.contacts = {{1, 2}, {0, -1}, {0, 0}, {1, 0, 0, 1}, {4, 6}, {0, 0}, {0, 1, -2, 0}};
  const auto vtp = make_vtp_exporter(dir.path());
  vtp->add(f, std::vector<Obstacle>{floor_obstacle(3)});
  vtp->finish();
  const std::string particles = contents(dir / "particles_000000.vtp");
  const auto q = array<double>(particles, "orientation"), w = array<double>(particles, "angular_velocity");
  REQUIRE(q.size() == 12);
  REQUIRE(w.size() == 9);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(q[4 * i] == doctest::Approx(std::cos(0.5 * f.bodies.orientation[i])));
    CHECK(q[4 * i + 3] == doctest::Approx(std::sin(0.5 * f.bodies.orientation[i])));
    CHECK(w[3 * i + 2] == f.bodies.spin[i]);
  }
  const std::string contacts = contents(dir / "contacts_000000.vtp");
  CHECK(contains(contacts, "Name=\"friction\" NumberOfComponents=\"3\""));
  CHECK(array<double>(contacts, "friction") == std::vector<double>{0, 4, 0, -8, 0, 0});
}

TEST_CASE("bodies that are no spheres are surfaces as they lie, and spheres among them are points alone") {
  const TemporaryDirectory dir;
  Snapshot f = some_frame(3, 2);
  f.contacts = {};
  f.bodies.let_turn();
  f.bodies.shaped = true;
  f.bodies.shape = {1, 0};
  f.bodies.orientation = {std::sqrt(0.5), 0, 0, std::sqrt(0.5), 1, 0, 0, 0};  // a quarter turn about z
  auto outlines = std::make_shared<Outlines>();
  outlines->mesh = {make_box({{0.8, 0.6, 0.2}})->mesh(8)};
  outlines->of_shape = {-1, 0};
  f.outlines = outlines;
  const auto vtp = make_vtp_exporter(dir.path());
  vtp->add(f, {});
  CHECK(vtp->finish().at(1).ends_with("/shapes.pvd"));
  const std::string shapes = contents(dir / "shapes_000000.vtp");
  CHECK(contains(shapes, "NumberOfPoints=\"8\""));
  CHECK(contains(shapes, "NumberOfPolys=\"6\""));
  CHECK(array<std::int64_t>(shapes, "id") == std::vector<std::int64_t>(6, f.bodies.id[0]));
  const auto points = array<double>(shapes, "Points");
  double wide = 0, deep = 0;
  for (std::size_t k = 0; k < 8; ++k) {
    wide = std::max(wide, std::abs(points[3 * k] - f.bodies.x(0)[0]));
    deep = std::max(deep, std::abs(points[3 * k + 1] - f.bodies.x(0)[1]));
  }
  CHECK(wide == doctest::Approx(0.3 * f.bodies.radius[0]));
  CHECK(deep == doctest::Approx(0.4 * f.bodies.radius[0]));
}
