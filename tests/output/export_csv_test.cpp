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

TEST_CASE("bodies that turn have columns of how they lie and turn: an angle in the plane, a quaternion in space") {
  const TemporaryDirectory dir;
  for (const int d : {2, 3}) {
    Snapshot f = some_frame(d, 1);
    f.contacts = {};
    f.bodies.let_turn();
    f.bodies.spin = d == 2 ? std::vector<double>{2.5} : std::vector<double>{1, 2, 3};
    f.bodies.orientation = d == 2 ? std::vector<double>{-0.5} : std::vector<double>{0.6, 0, 0.8, 0};
    const auto csv = make_csv_exporter(dir.path());
    csv->add(f, {});
    const std::string text = contents(csv->finish()[0]);
    const std::string head = d == 2 ? ",radius,mass,angle,spin\n" : ",radius,mass,qw,qx,qy,qz,wx,wy,wz\n";
    CHECK(text.find(head) != std::string::npos);
    CHECK(text.ends_with(d == 2 ? ",0.1,1,-0.5,2.5\n" : ",0.1,1,0.6,0,0.8,0,1,2,3\n"));
  }
}
