#include "output/export.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("every format writes the files it names, in every dimension") {
  const TemporaryDirectory dir;
  const std::vector<Obstacle> obstacles{floor_obstacle()};
  for (const ExportFormat& format : export_formats())
    for (const int dimension : {1, 2, 3}) {
      const auto exporter = make_exporter(format.name, dir / format.name);
      exporter->add(some_frame(dimension), obstacles);
      exporter->add(some_frame(dimension, 0), obstacles);
      for (const std::string& file : exporter->finish()) CHECK(contents(file).size() > 80);
    }
}

TEST_CASE("an unknown format is named with those there are") {
  CHECK(error_of([] { make_exporter("pdf", "/nowhere"); }) ==
        "unknown export format \"pdf\"; there are vtp, vti, gsd, xyz, lammps, csv");
  CHECK_THROWS_AS(make_exporter("csv", "/dev/null/x"), Error);
}

TEST_CASE("the names that exporters give are known") {
  for (const char* name :
       {"particles.csv", "contacts.csv", "particles.gsd", "particles.lammpstrj", "particles.xyz", "particles.pvd",
        "obstacles.pvd", "shapes.pvd", "shapes_000001.vtp", "contacts.pvd", "bridges.pvd", "particles_000000.vtp",
        "obstacles_000012.vtp", "contacts_000003.vtp", "bridges_1234567.vtp", "flow.pvd", "flow_000001.vti"})
    CHECK_MESSAGE(is_exported(name), name);
  for (const char* name : {"", "particles", "mine.csv", "particles_x.vtp", "particles_12.csv", "1.vtp", "start.xyz", "flow_1.vtp"})
    CHECK_MESSAGE(!is_exported(name), name);
}
