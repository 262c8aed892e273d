#include "scene/read_values.hpp"

#include <doctest/doctest.h>

using namespace floc;
using namespace floc::scene;

namespace {

struct Read {
  std::vector<std::string> sources{"s.toml"};
  std::string folder = "/folder";
  std::vector<Diagnostic> errors;
  SceneContext context;
  ReadLog log{sources, folder, errors};
  ValueReader values{context, log, "forces.drag", "[[forces.drag]]"};

  // Reads `text` as the value of "key".
  template <class T>
  T operator()(const std::string& text, const Key& about = {}) {
    const Document document = parse_document("key = " + text, "s.toml", {}, errors);
    T value{};
    Slot slot{Ref(value)};
    values.read(*document.root.find("key"), slot, {"key", about});
    return value;
  }
  std::string mistake() const { return errors.empty() ? "" : errors.back().str(); }
};

}  // namespace

TEST_CASE("a value is read as the type of its key, and else told with its place and left as it is") {
  Read read;
  CHECK(read.operator()<double>("1e-3") == 1e-3);
  CHECK(read.operator()<Vec3>("[1, 2, 3]") == Vec3{{1, 2, 3}});
  CHECK(read.operator()<std::vector<std::string>>("[\"a\"]", {.any_words = true}) == std::vector<std::string>{"a"});
  CHECK(read.errors.empty());
  CHECK_FALSE(read.values.faulty("key"));
  CHECK(read.operator()<double>("\"fast\"") == 0);
  CHECK(read.mistake() == "s.toml:1:7: \"key\" in [[forces.drag]] must be a number, not a string");
  CHECK(read.values.faulty("key"));
  CHECK(read.operator()<double>("-1", {.at_least = 0}) == 0);
  CHECK(read.mistake() == "s.toml:1:7: \"key\" in [[forces.drag]] must be at least 0, not -1");
}

TEST_CASE("the path of a file is that from the folder of the scene, and other strings are as they stand") {
  Read read;
  CHECK(read.operator()<std::string>("\"../a.stl\"", {.file = true}) == "/a.stl");
  CHECK(read.operator()<std::string>("\"/b/a.stl\"", {.file = true}) == "/b/a.stl");
  CHECK(read.operator()<std::string>("\"../a.stl\"") == "../a.stl");
}

TEST_CASE("tables of numbers are called by their path") {
  Read read;
  CHECK(read.operator()<std::map<std::string, double>>("{ a = 1, b = 2 }").at("b") == 2);
  read.operator()<std::map<std::string, double>>("{ pi = 3 }");
  CHECK(read.mistake() ==
        "s.toml:1:9: \"pi\" in [forces.drag.key] is the name of something else in expressions");
}
