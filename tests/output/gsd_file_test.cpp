#include "output/gsd_file.hpp"

#include <doctest/doctest.h>

#include "output/gsd_reader.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("arrays of a GSD file are where its index says, with their types, sorted by frame and name") {
  const TemporaryDirectory dir;
  GsdFile file(dir / "a.gsd", "program", "schema", 3 << 16 | 7);
  file.add<float>("b/second", std::vector<float>{1, 2, 3, 4, 5, 6}, 3);
  file.add_value<std::uint64_t>("a/first", 12);
  file.add_texts("names", {"one", "", "three"});
  file.end_frame();
  file.end_frame();  // one without arrays
  file.add_value<double>("another", 0.1);
  file.add_value<std::uint64_t>("a/first", 13);
  file.add<std::int32_t>("b/second", std::vector<std::int32_t>{});
  file.end_frame();
  file.close();

  const GsdReader read(contents(file.path()));
  CHECK(read.application == "program");
  CHECK(read.schema == "schema");
  CHECK(read.schema_version == (3 << 16 | 7));
  CHECK(read.gsd_version == 2 << 16);
  CHECK(read.frames == 3);
  CHECK(read.arrays.size() == 6);
  CHECK(read.at(0, "b/second").rows == 2);
  CHECK(read.at(0, "b/second").columns == 3);
  CHECK(read.at(0, "b/second").type == 9);
  CHECK(read.at(0, "b/second").as<float>() == std::vector<float>{1, 2, 3, 4, 5, 6});
  CHECK(read.at(0, "a/first").type == 4);
  CHECK(read.at(2, "a/first").as<std::uint64_t>() == std::vector<std::uint64_t>{13});
  CHECK(read.at(0, "names").texts() == std::vector<std::string>{"one", "", "three"});
  CHECK(read.at(0, "names").type == 5);
  CHECK(read.at(2, "another").type == 10);
  CHECK(read.at(2, "another").as<double>() == std::vector<double>{0.1});
  CHECK(read.at(2, "b/second").rows == 0);
  CHECK(read.at(2, "b/second").type == 7);
}

TEST_CASE("a GSD file that was not finished is none, and a full disk is reported") {
  const TemporaryDirectory dir;
  {
    GsdFile file(dir / "a.gsd", "program", "schema", 0);
    file.add_value<double>("x", 1);
    file.end_frame();
  }
  CHECK_THROWS(GsdReader(contents(dir / "a.gsd")));
  CHECK(with_small_disk(300, [&] {
          GsdFile file(dir / "b.gsd", "program", "schema", 0);
          file.add("x", std::vector<double>(1000, 1.0));
          file.end_frame();
          try {
            file.close();
          } catch (const Error&) {
            return 7;
          }
          return 0;
        }) == 7);
}
