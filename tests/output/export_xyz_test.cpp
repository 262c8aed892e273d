#include <doctest/doctest.h>
#include <fmt/format.h>

#include <numbers>

#include "geometry/shapes.hpp"
#include "output/export.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("extended XYZ has a count, a cell with its periodic directions, and one line a body") {
  const TemporaryDirectory dir;
  const double pi = std::numbers::pi;
  Snapshot f = some_frame(2, 2);
  f.bodies.position = {2.5, 1, 0.5, 3};
  f.bodies.velocity = {1, 2, 3, 4};
  f.bodies.radius = {0.5, 0.25};
  f.domain.period = {2, 0, 0};
  f.groups[1].name = "big stone";
  const auto xyz = make_xyz_exporter(dir.path());
  xyz->add(f, {});
  CHECK(contents(xyz->finish()[0]) ==
        "2\n"
        "Lattice=\"2 0 0 0 2.75 0 0 0 1\" Origin=\"0 0.5 -0.5\" pbc=\"T F F\" "
        "Properties=type:S:1:pos:R:3:velo:R:3:radius:R:1:pressure:R:1:id:I:1 Time=0.75 Step=3\n" +
            fmt::format("sand 0.5 1 0 1 2 0 0.5 {} 0\nbig_stone 0.5 3 0 3 4 0 0.25 {} 1\n", 12 / (2 * pi * 0.5),
                        8 / (2 * pi * 0.25)));
}

TEST_CASE("extended XYZ of bodies that turn has quaternions with the scalar last, and angular velocities") {
  const TemporaryDirectory dir;
  Snapshot f = some_frame(3, 1);
  f.contacts = {};
  f.bodies.let_turn();
  f.bodies.orientation = {0.6, 0, 0.8, 0};
  f.bodies.spin = {1, 2, 3};
  const auto xyz = make_xyz_exporter(dir.path());
  xyz->add(f, {});
  const std::string text = contents(xyz->finish()[0]);
  CHECK(text.find(":id:I:1:orientation:R:4:angular_velocity:R:3 Time=") != std::string::npos);
  CHECK(text.ends_with(" 0 0 0.8 0 0.6 1 2 3\n"));
}

TEST_CASE("extended XYZ of bodies with shapes has half their extents along their own axes") {
  const TemporaryDirectory dir;
  Snapshot f = some_frame(3, 2);
  f.contacts = {};
  f.bodies.let_turn();
  f.bodies.shaped = true;
  f.bodies.shape = {0, 1};
  f.bodies.radius = {2, 3};
  auto outlines = std::make_shared<Outlines>();
  outlines->mesh = {make_ellipsoid({{1, 0.5, 0.25}})->mesh(16)};
  outlines->of_shape = {0, -1};
  f.outlines = outlines;
  const auto xyz = make_xyz_exporter(dir.path());
  xyz->add(f, {});
  const std::string text = contents(xyz->finish()[0]);
  CHECK(text.find(":angular_velocity:R:3:aspherical_shape:R:3 Time=") != std::string::npos);
  CHECK(text.find(" 2 1 0.5\n") != std::string::npos);
  CHECK(text.ends_with(" 3 3 3\n"));
}
