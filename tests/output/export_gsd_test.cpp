#include <doctest/doctest.h>

#include <algorithm>

#include "geometry/shapes.hpp"
#include "output/export.hpp"
#include "output/gsd_reader.hpp"
#include "output/json.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a GSD file of discs: a box about 0, types by group, diameters, and bonds") {
  const TemporaryDirectory dir;
  Snapshot f = some_frame(2, 3);
  f.bodies.position = {2.5, 1, 0.5, 3, 1.5, 2};
  f.bodies.radius = {0.5, 0.25, 0.5};  // the groups are 0, 1, 0
  f.domain.period = {2, 0, 0};
  const auto gsd = make_gsd_exporter(dir.path());
  gsd->set_links({{1, 0}, {2, 1}, {7, 0}});  // one is not there
  gsd->add(f, {});
  f.bodies.position[3] = 8;  // out of the first box
  f.step = 9;
  gsd->add(f, {});
  const GsdReader read(contents(gsd->finish()[0]));
  CHECK(read.schema == "hoomd");
  CHECK(read.frames == 2);
  CHECK(read.at(0, "particles/N").as<std::uint32_t>() == std::vector<std::uint32_t>{3});
  CHECK(read.at(1, "configuration/step").as<std::uint64_t>() == std::vector<std::uint64_t>{9});
  CHECK(read.at(0, "configuration/dimensions").as<std::uint8_t>() == std::vector<std::uint8_t>{2});
  // The box of the first frame is [0, 2) × [0.5, 3.25].
  CHECK(read.at(0, "configuration/box").as<float>() == std::vector<float>{2, 2.75f, 1, 0, 0, 0});
  CHECK(read.at(0, "log/origin").as<double>() == std::vector<double>{1, 1.875, 0});
  CHECK(read.at(1, "configuration/box").as<float>() == std::vector<float>{2, 12.75f, 1, 0, 0, 0});
  CHECK(read.at(0, "particles/position").as<float>() ==
        std::vector<float>{-0.5f, -0.875f, 0, -0.5f, 1.125f, 0, 0.5f, 0.125f, 0});
  CHECK(read.at(0, "particles/image").as<std::int32_t>() == std::vector<std::int32_t>{1, 0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(read.at(0, "particles/types").texts() == std::vector<std::string>{f.groups[0].name, f.groups[1].name});
  CHECK(read.at(0, "particles/type_shapes").texts()[0] == R"({"type":"Sphere","diameter":1})");
  CHECK(read.at(0, "particles/typeid").as<std::uint32_t>() == std::vector<std::uint32_t>{0, 1, 0});
  CHECK(read.at(0, "particles/diameter").as<float>() == std::vector<float>{1, 0.5f, 1});
  CHECK(read.at(0, "bonds/group").as<std::uint32_t>() == std::vector<std::uint32_t>{1, 0, 2, 1});
  CHECK(!read.has(1, "particles/types"));
  CHECK(!read.has(0, "particles/orientation"));
}

TEST_CASE("a GSD file of bodies with shapes: a type a shape and size, orientations with the scalar first") {
  const TemporaryDirectory dir;
  Snapshot f = some_frame(3, 4);
  f.contacts = {};
  f.bodies.let_turn();
  f.bodies.shaped = true;
  f.bodies.shape = {0, 1, 0, 0};
  f.bodies.radius = {2, 3, 2, 1};
  f.bodies.group = {0, 0, 0, 0};
  f.bodies.orientation = {0.6, 0, 0.8, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
  f.bodies.inertia.assign(12, 1.0);
  f.bodies.inertia[1] = 3;
  f.bodies.spin.assign(12, 0.0);
  f.bodies.spin[1] = 5;  // about the axis that it lies turned about
  auto outlines = std::make_shared<Outlines>();
  outlines->mesh = {make_ellipsoid({{1, 0.5, 0.25}})->mesh(24)};
  outlines->of_shape = {0, -1};
  f.outlines = outlines;
  const auto gsd = make_gsd_exporter(dir.path());
  gsd->add(f, {});
  f.bodies.radius[1] = 4;  // another sphere than the first: a type for spheres of any size
  gsd->add(f, {});
  const GsdReader read(contents(gsd->finish()[0]));
  const auto shapes = read.at(0, "particles/type_shapes").texts();
  REQUIRE(shapes.size() == 3);
  const Json ellipsoid = parse_json(shapes[0], "shape");
  CHECK(ellipsoid["type"].text() == "Ellipsoid");
  CHECK(ellipsoid["b"].number() == doctest::Approx(1));
  CHECK(parse_json(shapes[2], "shape")["a"].number() == doctest::Approx(1));
  const std::string name = f.groups[0].name;
  CHECK(read.at(0, "particles/types").texts() == std::vector<std::string>{name, name + " 2", name + " 3"});
  CHECK(read.at(0, "particles/typeid").as<std::uint32_t>() == std::vector<std::uint32_t>{0, 1, 0, 2});
  CHECK(read.at(1, "particles/type_shapes").texts().back() == "{}");
  CHECK(read.at(1, "particles/typeid").as<std::uint32_t>() == std::vector<std::uint32_t>{0, 3, 0, 2});
  const auto q = read.at(0, "particles/orientation").as<float>();
  CHECK(q[0] == 0.6f);
  CHECK(q[2] == 0.8f);
  // 2 q (0, L), L = 15 about y: (−2·.8·15, 0, 2·.6·15, 0).
  const auto p = read.at(0, "particles/angmom").as<float>();
  CHECK(p[0] == doctest::Approx(-24));
  CHECK(p[2] == doctest::Approx(18));
  CHECK(read.at(0, "log/particles/angular_velocity").as<float>()[1] == 5);
}

TEST_CASE("a GSD file whose first frame is empty names its types when bodies come") {
  const TemporaryDirectory dir;
  const auto gsd = make_gsd_exporter(dir.path());
  gsd->add(some_frame(3, 0), {});
  gsd->add(some_frame(3, 5), {});
  const GsdReader read(contents(gsd->finish()[0]));
  CHECK(read.at(0, "particles/N").as<std::uint32_t>() == std::vector<std::uint32_t>{0});
  CHECK(!read.has(0, "particles/types"));
  CHECK(read.at(1, "particles/types").rows == 2);
  CHECK(read.at(1, "particles/type_shapes").texts()[0] == "{}");  // of five sizes
}
