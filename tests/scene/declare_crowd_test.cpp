#include <doctest/doctest.h>

#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

const std::string room = "[floor]\nkind = \"polygons\"\nboundary = [[0, 0], [8, 0], [8, 6], [0, 6]]\n";

// What is said about a floor with this text after the five lines of the scene.
std::string said(const std::string& text) {
  std::string all;
  for (const Diagnostic& e : read_scene_text(samples::head(2) + text, "s.toml", "/").errors) all += e.str() + "\n";
  return all;
}
std::string exit_with(const std::string& rest) { return room + "[[floor.exits]]\nname = \"east\"\n" + rest; }

}  // namespace

TEST_CASE("corners of a floor do not repeat, and there are enough of them") {
  CHECK(said("[floor]\nkind = \"polygons\"\nboundary = [[0, 0], [8, 0], [8, 0], [0, 6]]\n")
            .find("must not repeat a point at once") != std::string::npos);
  CHECK(said("[floor]\nkind = \"polygons\"\nboundary = [[0, 0], [8, 0]]\n").find("\"boundary\"") != std::string::npos);
  CHECK(said(room + "[[floor.walls]]\npoints = [[1, 1]]\n").find("\"points\"") != std::string::npos);
}

TEST_CASE("an exit has two ends that differ, or a colour") {
  CHECK(said(exit_with("from = [8, 2]\nto = [8, 2]\n")).find("must differ from from") != std::string::npos);
  CHECK(said(exit_with("")).find("\"colour\"") != std::string::npos);
  CHECK(said(exit_with("from = [8, 2]\nto = [8, 3]\ncolour = \"#ff0000\"\n")).find("only one of") != std::string::npos);
  CHECK(said(exit_with("colour = \"red\"\n")).find("must be a colour such as") != std::string::npos);
}

TEST_CASE("two exits have two names") {
  const std::string two = exit_with("from = [8, 2]\nto = [8, 3]\n[[floor.exits]]\nname = \"east\"\nfrom = [0, 2]\nto = [0, 3]\n");
  CHECK(said(two).find("is the name of an earlier exit") != std::string::npos);
}
