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

TEST_CASE("a line of the contacts' table names bodies by id and obstacles by their number, and no cell is empty") {
  const TemporaryDirectory dir;
  Snapshot f = some_frame(2, 3);
  f.h = 0.5;
  f.bodies.id = {4, 7, 9};
  f.contacts = {.first = {1, 2, 2},
                .second = {0, -1, -2},
                .gap = {0.25, 0, -0.5},
                .normal = {1, 0, 0, 1, 0.6, 0.8},
                .impulse = {1, 2, 0},
                .memory = {-0.5, 0, 0}};
  const std::vector<Obstacle> obstacles{floor_obstacle(), floor_obstacle()};
  const auto csv = make_csv_exporter(dir.path());
  csv->add(f, obstacles);
  CHECK(contents(csv->finish()[1]) ==
        "frame,step,time,first,second,obstacle,gap,force,memory,normal_x,normal_y\n"
        "0,3,0.75,7,4,-1,0.25,2,-0.5,1,0\n"
        "0,3,0.75,9,-1,0,0,4,0,0,1\n"
        "0,3,0.75,9,-1,1,-0.5,0,0,0.6,0.8\n");
}

TEST_CASE("the contacts' table of bodies that turn has friction, 0 where a frame has none") {
  const TemporaryDirectory dir;
  Snapshot f = some_frame(2, 2);
  f.h = 0.5;
  f.bodies.let_turn();
  f.contacts = {.first = {1}, .second = {0}, .gap = {0}, .normal = {1, 0}, .impulse = {1}, .memory = {0}};
  const auto csv = make_csv_exporter(dir.path());
  csv->add(f, {});
  f.contacts.tangential = {0.5, -1};
  csv->add(f, {});
  CHECK(contents(csv->finish()[1]) ==
        "frame,step,time,first,second,obstacle,gap,force,memory,normal_x,normal_y,tangential_x,tangential_y\n"
        "0,3,0.75,1,0,-1,0,2,0,1,0,0,0\n1,3,0.75,1,0,-1,0,2,0,1,0,1,-2\n");
}
