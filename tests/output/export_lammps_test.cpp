#include <doctest/doctest.h>

#include "output/export.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a dump has a box with its periodic directions, ids and types from 1 on, and one line a body") {
  const TemporaryDirectory dir;
  Snapshot f = some_frame(2, 2);
  f.bodies.position = {2.5, 1, 0.5, 3};
  f.bodies.velocity = {1, 2, 3, 4};
  f.bodies.radius = {0.5, 0.25};
  f.bodies.mass = {2, 4};
  f.domain.period = {2, 0, 0};
  const auto dump = make_lammps_exporter(dir.path());
  dump->add(f, {});
  CHECK(contents(dump->finish()[0]) ==
        "ITEM: TIMESTEP\n3\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp ff ff\n0 2\n0.5 3.25\n-0.5 0.5\n"
        "ITEM: ATOMS id type x y z vx vy vz radius mass\n"
        "1 1 0.5 1 0 1 2 0 0.5 2\n2 2 0.5 3 0 3 4 0 0.25 4\n");
}

TEST_CASE("a dump of bodies that turn has quaternions with the scalar first, and angular velocities") {
  const TemporaryDirectory dir;
  Snapshot f = some_frame(3, 1);
  f.bodies.let_turn();
  f.bodies.orientation = {0.6, 0, 0.8, 0};
  f.bodies.spin = {1, 2, 3};
  const auto dump = make_lammps_exporter(dir.path());
  dump->add(f, {});
  const std::string text = contents(dump->finish()[0]);
  CHECK(text.find(" mass quatw quati quatj quatk omegax omegay omegaz\n") != std::string::npos);
  CHECK(text.ends_with(" 0.6 0 0.8 0 1 2 3\n"));
}
