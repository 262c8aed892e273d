#include <doctest/doctest.h>

#include <cstring>

#include "output/export.hpp"
#include "output/support.hpp"
#include "support/xml.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a flow is an image whose arrays have a value a cell, with the bodies beside it") {
  for (const int dimension : {2, 3}) {
    const TemporaryDirectory dir;
    const auto vti = make_vti_exporter(dir.path());
    Snapshot frame = some_frame(dimension);
    vti->add(frame, {});  // this one has no flow
    frame.flow = std::make_shared<FlowField>(some_flow(dimension, 0));
    vti->add(frame, {});
    const std::vector<std::string> files = vti->finish();
    REQUIRE(files.size() > 1);
    CHECK(files[0] == dir / "flow.pvd");
    CHECK(files[1] == dir / "particles.pvd");
    const auto sets = read_xml(contents(files[0]));
    REQUIRE(sets.size() == 3);
    CHECK(sets[2].attributes.at("file") == "flow_000001.vti");
    CHECK(contents(dir / "particles_000001.vtp").size() > 100);

    const std::string file = contents(dir / "flow_000001.vti");
    std::size_t end = 0, arrays = 0;
    for (const XmlElement& e : read_xml(without_appended_bytes(file))) {
      if (e.path == "VTKFile/ImageData") {
        CHECK(e.attributes.at("WholeExtent") == (dimension == 3 ? "0 4 0 3 0 2" : "0 4 0 3 0 0"));
        CHECK(e.attributes.at("Origin") == "1 2 0");
        CHECK(e.attributes.at("Spacing") == "0.5 0.5 0.5");
      }
      if (!e.path.ends_with("/DataArray")) continue;
      ++arrays;
      CHECK(std::stoul(e.attributes.at("offset")) == end);
      std::uint64_t bytes = 0;
      const char* const data = file.data() + file.find("raw\">\n_") + 7 + end;
      std::memcpy(&bytes, data, sizeof bytes);
      CHECK(bytes == frame.flow->size() * 4 * std::stoul(e.attributes.at("NumberOfComponents")));
      float second = 0;
      std::memcpy(&second, data + sizeof bytes + 4, sizeof second);
      if (e.attributes.at("Name") == "pressure") CHECK(second == -1);
      if (e.attributes.at("Name") == "velocity") CHECK(second == 1);
      end += sizeof bytes + bytes;
    }
    CHECK(arrays == 3);
    CHECK(file.find("raw\">\n_") + 7 + end == file.rfind("\n</AppendedData>"));
  }
}
