#include "output/exits_csv.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("who left is a line each, and lines after a checkpoint are cut off when the run goes on") {
  const TemporaryDirectory dir;
  const std::vector<std::string> exits{"east", "north, upper"};
  ExitsCsv csv = ExitsCsv::create(dir / "exits.csv", 2);
  csv.append(3, std::vector<Departure>{{0.25, 7, 0, {{1, 2}}}, {0.5, 2, 1, {{3, 4.5}}}}, exits);
  csv.append(4, std::vector<Departure>{}, exits);
  csv.append(9, std::vector<Departure>{{0.75, 1, 0, {{1, 2}}}}, exits);
  csv.close();
  const std::string head = "step,time,id,exit,x,y\n3,0.25,7,east,1,2\n3,0.5,2,\"north, upper\",3,4.5\n";
  CHECK(contents(dir / "exits.csv") == head + "9,0.75,1,east,1,2\n");
  ExitsCsv again = ExitsCsv::reopen(dir / "exits.csv", 2, 8);
  again.append(9, std::vector<Departure>{{0.8, 1, 0, {{1, 2}}}}, exits);
  again.close();
  CHECK(contents(dir / "exits.csv") == head + "9,0.8,1,east,1,2\n");
}
