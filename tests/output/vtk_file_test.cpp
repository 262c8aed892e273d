#include "output/vtk_file.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"
#include "support/xml.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("arrays stand behind the tree, each after its length, and the tree is XML") {
  const TemporaryDirectory dir;
  VtkFile file("ImageData", "WholeExtent=\"0 1 0 1 0 0\"", "Extent=\"0 1 0 1 0 0\"");
  file.open("CellData");
  file.array("Float64", "a", 1, std::vector<double>{2.5});
  file.array("Float32", "b", 3, std::vector<float>{1, 2, 3});
  file.close("CellData");
  file.save(dir / "f.vti");
  const std::string text = contents(dir / "f.vti");
  const auto tree = read_xml(without_appended_bytes(text));
  CHECK(tree.at(1).path == "VTKFile/ImageData");
  CHECK(tree.at(1).attributes.at("WholeExtent") == "0 1 0 1 0 0");
  CHECK(tree.at(4).attributes.at("offset") == "0");
  CHECK(tree.at(5).attributes.at("offset") == "16");
}

TEST_CASE("a collection names files and their times") {
  const TemporaryDirectory dir;
  VtkCollection all("flow");
  CHECK(all.empty());
  all.add(0.5, "flow_000000.vti");
  all.save(dir / "flow.pvd");
  const auto tree = read_xml(contents(dir / "flow.pvd"));
  CHECK(tree.at(2).attributes.at("timestep") == "0.5");
  CHECK(tree.at(2).attributes.at("file") == "flow_000000.vti");
}
