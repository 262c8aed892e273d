#include "scene/make_measure.hpp"

#include "measure/coagulation.hpp"
#include "measure/flow.hpp"
#include "measure/mixing.hpp"
#include "measure/pair_correlation.hpp"
#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

const std::string two_groups = "[[groups]]\nname = \"a\"\n[[groups]]\nname = \"b\"\n[[groups]]\nname = \"c\"\n";

SceneResult with(const std::string& keys, int dimension = 2) {
  return read_scene_text(samples::head(dimension) + two_groups + "[measure]\n" + keys, "s.toml", "");
}

Scene sound(const std::string& keys, int dimension = 2) {
  const SceneResult read = with(keys, dimension);
  INFO((read.errors.empty() ? "" : read.errors.front().message));
  REQUIRE(read.scene);
  return *read.scene;
}

MeasureSettings made(const std::string& keys, int dimension = 2) { return make_measure(sound(keys, dimension)); }

std::string mistake(const std::string& keys, int dimension = 2) {
  const SceneResult read = with(keys, dimension);
  return read.errors.empty() ? "" : read.errors.front().message;
}

}  // namespace

TEST_CASE("without a word the settings of measurements are their defaults, and nothing is measured") {
  const MeasureSettings s = made("");
  CHECK(s.gap == 0.01);
  CHECK_FALSE(s.by_memory);
  CHECK(s.direction() == 1);
  CHECK(made("", 3).direction() == 2);
  CHECK(s.groups == std::vector<std::string>{"a", "b", "c"});
  CHECK(with("").scene->measure.what.empty());
}

TEST_CASE("a scene's words become settings: joins, axis, groups, cells") {
  const Scene scene = sound(
      "what = [\"mixing\"]\ngap = 0.2\njoined_by = \"memory\"\naxis = \"x\"\ngroups = [\"c\", \"a\"]\ncells = [3, 4]\n"
      "low = [0, 0]\nhigh = [1, 2]\nbins = 7\nsmallest = 9\nrange = 0.5\nfractal_dimension = 1.5");
  const MeasureSettings s = make_measure(scene);
  CHECK(s.gap == 0.2);
  CHECK(s.by_memory);
  CHECK(s.axis == 0);
  const auto& mixing = scene.measure.own<MeasureMixing>();
  CHECK(mixing.groups == std::vector<std::string>{"c", "a"});
  CHECK(mixing.cells == std::vector<std::int64_t>{3, 4});
  CHECK(s.high == Vec3{{1, 2, 0}});
  CHECK(s.bins == 7);
  CHECK(s.smallest == 9);
  CHECK(scene.measure.own<MeasurePairCorrelation>().range == 0.5);
  CHECK(scene.measure.own<MeasureCoagulation>().fractal_dimension == 1.5);
}

TEST_CASE("a line with ends is crossed forward from its left to its right; a plane where its normal points") {
  const auto forward = [](const std::string& keys) {
    const MeasurementPtr flow = make_measurement(sound("what = [\"flow\"]\n" + keys), "flow");
    Bodies bodies;
    bodies.dimension = 2;
    const std::array<double, 2> above{0, 3}, still{0, 0};
    bodies.add(above.data(), still.data(), 0.1, 1, 0);
    const Domain domain;
    flow->take({0, 0, 0, bodies, domain});
    bodies.x(0)[1] = -1;
    return flow->take({1, 1, 1, bodies, domain}).at(0).at(0);
  };
  CHECK(forward("line = [[-1, 2], [1, 2]]") == 1);
  CHECK(forward("line = [[1, 2], [-1, 2]]") == 0);
  CHECK(forward("line = [[1, 2], [3, 2]]") == 0);
  CHECK(forward("point = [0, 1]\nnormal = [0, 3]") == 0);
  CHECK(forward("point = [0, 1]\nnormal = [0, -3]") == 1);
}

TEST_CASE("measurements that cannot be made are told at once, with what they need") {
  const auto says = [](const std::string& text, const char* part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  says(mistake("what = [\"agregates\"]"), "did you mean \"aggregates\"");
  says(mistake("what = [\"coagulation\"]"), "not \"coagulation\"");
  says(mistake("what = [\"flow\"]"), "needs a line, or a point and a normal");
  says(mistake("point = [0, 0]"), "normal");
  says(mistake("point = [0, 0]\nnormal = [0, 0]"), "must not be zero");
  says(mistake("line = [[0, 0], [0, 0]]"), "two points");
  says(mistake("line = [[0, 0, 0], [0, 0, 1]]", 3), "line");
  says(mistake("low = [0, 0]"), "high");
  says(mistake("low = [0, 1]\nhigh = [1, 1]"), "above low");
  says(mistake("axis = \"z\""), "not one of this space");
  says(mistake("groups = [\"a\"]"), "must be two");
  says(mistake("groups = [\"a\", \"d\"]"), "one of");
  says(mistake("cells = [2]"), "a list of 2");
  says(mistake("what = [\"angles\"]", 1), "none on a line");
  says(mistake("every = 1\nevery_steps = 2"), "every");
  const SceneResult one = read_scene_text(samples::head() + "[measure]\nwhat = [\"mixing\"]\n", "s.toml", "");
  REQUIRE_FALSE(one.errors.empty());
  says(one.errors.front().message, "needs two groups");
}
