// A new force, law, obstacle or measurement is one file (header and source), one test and one line of registration.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "scene/registry.hpp"
#include "support/paths.hpp"

using namespace floc;
namespace fs = std::filesystem;

namespace {

// Every file of src, by its path there, with what it says.
const std::map<std::string, std::string>& sources() {
  static const std::map<std::string, std::string> all = [] {
    std::map<std::string, std::string> read;
    const fs::path root = fs::path(test::source_dir()) / "src";
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream file(entry.path());
      read[fs::relative(entry.path(), root).string()] = {std::istreambuf_iterator<char>(file), {}};
    }
    return read;
  }();
  return all;
}

std::set<std::string> files_with(const std::string& text) {
  std::set<std::string> found;
  for (const auto& [path, content] : sources())
    if (content.find(text) != std::string::npos) found.insert(path);
  return found;
}

// The header in which a kind is declared.
std::string header_of(const std::string& room, std::string_view kind) {
  for (const std::string& path : files_with("kind = \"" + std::string(kind) + "\""))
    if (path.starts_with(room + "/") && path.ends_with(".hpp")) return path;
  return {};
}

// Who touches the kind: its own files, and whoever includes its header. floc.hpp offers some of them to programs in C++,
// which a scene does not need.
std::set<std::string> touched(const std::string& header) {
  std::set<std::string> all = files_with("#include \"" + header + "\"");
  all.insert(header);
  all.erase("floc.hpp");
  return all;
}

template <class Kinds>
void check_registry(const std::string& room, const Kinds& kinds) {
  for (const auto& kind : kinds) {
    CAPTURE(kind.name);
    const std::string header = header_of(room, kind.name);
    REQUIRE_FALSE(header.empty());
    const std::string stem = header.substr(0, header.size() - 4);
    std::set<std::string> expected{header, stem + ".cpp", room + "/registry.cpp"};
    if (kind.name == "gluey") expected.insert("contact/gluey_reference.hpp");  // which is gluey but for its rows
    if (kind.name == "inelastic") expected.insert("step/set_up.cpp");         // for a setup that names no law
    CHECK(touched(header) == expected);
    CHECK(fs::exists(fs::path(test::source_dir()) / "tests" / (stem + "_test.cpp")));
  }
}

}  // namespace

TEST_CASE("a force touches its own files and the registry, and has a test") { check_registry("forces", force_kinds()); }

TEST_CASE("a contact law touches its own files and the registry, and has a test") {
  check_registry("contact", law_kinds());
}
