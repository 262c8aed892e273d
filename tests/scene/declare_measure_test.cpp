#include <doctest/doctest.h>

#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

// What is said about a [measure] with this text.
std::string said(const std::string& text, int dimension = 2) {
  std::string all;
  const std::string scene = samples::head(dimension) + "[measure]\n" + text;
  for (const Diagnostic& e : read_scene_text(scene, "s.toml", "/").errors) all += e.str() + "\n";
  return all;
}
bool told(const std::string& text, const std::string& what, int dimension = 2) {
  return said(text, dimension).find(what) != std::string::npos;
}

}  // namespace

TEST_CASE("a measurement that needs a line, two groups or a plane says so where they are missing") {
  CHECK(told("what = [\"flow\"]\n", "has flow, which needs a line, or a point and a normal"));
  CHECK(told("what = [\"mixing\"]\n", "has mixing, which needs two groups"));
  CHECK(told("what = [\"angles\"]\n", "has angles, of which there are none on a line", 1));
  CHECK_FALSE(told("what = [\"angles\"]\n", "has angles"));
}

TEST_CASE("the box, the axis and the times of a measurement make sense together") {
  CHECK(told("low = [0, 1]\nhigh = [1, 0]\n", "must be above low"));
  CHECK(told("axis = \"z\"\n", "is not one of this space"));
  CHECK_FALSE(told("axis = \"y\"\n", "is not one of this space"));
  CHECK(told("every = 0.1\nevery_steps = 3\n", "only one of"));
  CHECK(told("groups = [\"grains\"]\n", "must be two"));
}

TEST_CASE("measurements of a fluid need one, and probes need places") {
  CHECK(told("what = [\"fluid\"]\n", "has fluid, which is of a fluid, and there is none"));
  const std::string fluid = "[fluid]\nlow = [0, 0]\nhigh = [2, 2]\ncell = 0.1\ndensity = 1\nviscosity = 1\n";
  CHECK(told("what = [\"probes\"]\n" + fluid, "has probes, which need points (probes) or a line (probe_line)"));
  CHECK_FALSE(told("what = [\"probes\"]\nprobes = [[1, 1]]\n" + fluid, "has probes"));
  CHECK(told("probe_line = [[1, 1]]\n", "probe_line"));
}
