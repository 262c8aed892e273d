// A new force, law, obstacle, motion or measurement is one file (header and source), one test and one line of
// registration, and so is a solver.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "extend/sources.hpp"
#include "projection/solver.hpp"
#include "scene/registry.hpp"

using namespace floc;
using test::sources;
namespace fs = std::filesystem;

namespace {

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

using Files = std::set<std::string>;

// `others` are files that build on a kind, by its name.
void check_files(const std::string& name, const std::string& header, const std::string& registry,
                 const std::map<std::string, Files>& others) {
  CAPTURE(name);
  REQUIRE_FALSE(header.empty());
  const std::string stem = header.substr(0, header.size() - 4);
  Files expected{header, stem + ".cpp", registry};
  if (const auto more = others.find(name); more != others.end())
    expected.insert(more->second.begin(), more->second.end());
  CHECK(touched(header) == expected);
  CHECK(fs::exists(fs::path(test::source_dir()) / "tests" / (stem + "_test.cpp")));
}

template <class Kinds>
void check_registry(const std::string& room, const Kinds& kinds, const std::string& registry,
                    const std::map<std::string, Files>& others = {}) {
  for (const auto& kind : kinds) check_files(std::string(kind.name), header_of(room, kind.name), registry, others);
}

// Kinds that are a scene's own, declared among its tables: they read files that it names, or the step moves them.
template <class Kinds>
Kinds without_those_of_scenes(Kinds kinds, const std::map<std::string, std::string>& header) {
  std::erase_if(kinds, [&](const auto& kind) {
    const auto known = header.find(std::string(kind.name));
    if (known == header.end()) return false;
    CHECK(header_of(known->second.substr(0, known->second.find('/')), kind.name) == known->second);
    return true;
  });
  return kinds;
}

}  // namespace

TEST_CASE("a force touches its own files and the registry, and has a test") {
  check_registry("forces", force_kinds(), "forces/registry.cpp");
}

TEST_CASE("a contact law touches its own files and the registry, and has a test") {
  check_registry("contact", law_kinds(), "contact/registry.cpp",
                 // One is gluey but for its rows; in a flow without inertia its bound has no unit, which a scene is told.
                 {{"gluey", {"contact/gluey_reference.hpp", "scene/make_fluid.cpp"}},
                  {"inelastic", {"step/set_up.cpp"}}});  // for a setup that names no law
}

TEST_CASE("an obstacle touches its own files and the registry, and has a test") {
  const std::string tables = "scene/shape_tables.hpp";
  check_registry(
      "geometry",
      without_those_of_scenes(obstacle_kinds(), {{"mesh", tables}, {"level-set", tables}, {"shape", tables}}),
      "scene/registry.cpp");
}

TEST_CASE("a motion touches its own files and the registry, and has a test") {
  check_registry("geometry", without_those_of_scenes(motion_kinds(), {{"servo", "step/servo.hpp"}}),
                 "scene/registry.cpp");
}

TEST_CASE("a measurement touches its own files and the registry, and has a test") {
  check_registry(
      "measure", measurement_kinds(), "measure/registry.cpp",
      {{"mergers", {"measure/coagulation.hpp"}},  // which follows the same mergers
                                                  // of a whole run: its plot, its files and what is printed of it
       {"coagulation", {"app/measure.cpp", "draw/coagulation_plot.hpp", "output/coagulation_files.hpp"}}});
}

TEST_CASE("a solver touches its own files and the list of solvers, and has a test") {
  const std::string list = "projection/solver.cpp", chain = "projection/fallback_chain.hpp";
  const std::map<std::string, Files> others{{"apgd", {chain}},
                                            {"ipm", {chain, "projection/film_solver.hpp"}},
                                            {"stream", {"projection/auto.hpp"}},
                                            {"conjugate", {"projection/auto.hpp"}}};
  const std::string& text = sources().at(list);
  for (const SolverEntry& solver : solvers()) {
    std::smatch entry;
    REQUIRE(std::regex_search(text, entry, std::regex("\\{\"" + solver.name + "\", .*make<(\\w+)>\\}")));
    std::string header;
    for (const char* word : {"class ", "struct "})
      for (const std::string& path : files_with(word + entry[1].str() + " :"))
        if (path.starts_with("projection/")) header = path;
    check_files(solver.name, header, list, others);
  }
}
