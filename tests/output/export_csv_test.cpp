#include <doctest/doctest.h>

#include "output/export.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a line of the table is a body of a frame, with names quoted where they must be") {
  const TemporaryDirectory dir;
  Snapshot f = some_frame(2, 1);
  f.bodies.position = {0.1, -3};
  f.bodies.velocity = {1, 2};
  f.domain.period = {0.05, 0, 0};
  f.groups[0].name = "fine, \"dry\"";
  f.contacts = {};
  const auto csv = make_csv_exporter(dir.path());
  csv->add(f, {});
  csv->add(f, {});
  const auto files = csv->finish();
  CHECK(contents(files[0]) ==
        "frame,step,time,id,group,x,y,vx,vy,fx,fy,pressure,radius,mass\n"
        "0,3,0.75,0,\"fine, \"\"dry\"\"\",0.1,-3,1,2,0,0,0,0.1,1\n"
        "1,3,0.75,0,\"fine, \"\"dry\"\"\",0.1,-3,1,2,0,0,0,0.1,1\n");
}
