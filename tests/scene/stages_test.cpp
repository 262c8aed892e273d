#include "scene/stages.hpp"

#include <doctest/doctest.h>

#include "geometry/motion_kinds.hpp"
#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

const std::string base = samples::head() + "[constants]\nk = 2\n[forces]\ngravity = [0, -9.81]\n" + samples::grain() +
                         "[[obstacles]]\nname = \"the floor\"\nkind = \"half-space\"\nnormal = [0, 1]\npoint = [0, -1]\n";

std::vector<Diagnostic> errors_of(const std::string& stages) {
  return read_scene_text(base + stages, "s.toml", "").errors;
}

Scene read(const std::string& stages) {
  SceneResult result = read_scene_text(base + stages, "s.toml", "");
  for (const Diagnostic& e : result.errors) FAIL_CHECK(e.str());
  return std::move(result.scene).value();
}

}  // namespace

TEST_CASE("a stage is the scene with other values for the keys that it sets, and for no others") {
  const Scene s = read(R"(
[[stages]]
name = "first"
duration = 0.5
set = { time.step = 2e-3 }
[[stages]]
name = "second"
[stages.set]
solver.tolerance = 1e-5
forces.gravity = [1, 0]
contact = { law = "restitution", restitution = 0.5 }
obstacles."the floor".motion = { kind = "translation", velocity = [0, 1] }
)");
  REQUIRE(s.stages.size() == 2);
  const Scene first = scene_of_stage(s, 0, 0), second = scene_of_stage(s, 1, 0.5);
  CHECK(first.time.step == 2e-3);
  CHECK(first.solver.tolerance == 1e-4);
  CHECK(!first.obstacles[0].motion);
  CHECK(second.time.step == 1e-3);
  CHECK(second.solver.tolerance == 1e-5);
  CHECK(second.contact.name() == "restitution");
  CHECK(second.obstacles[0].motion->get_if<TranslationParameters>()->velocity[1] == 1);
  CHECK(planned_steps(s) == 250 + 1500);
}

TEST_CASE("stages come back from what is written of the scene, lists and names with spaces included") {
  const Scene s = read(R"(
[[stages]]
name = "first"
until = 0.5
stop = { when = "t > 0.25", measured = [{ quantity = "contacts", above = 3 }] }
[[stages]]
name = "second"
set = { obstacles."the floor".motion.kind = "translation", obstacles."the floor".motion.velocity = [0, 1], forces.field = [{ acceleration = ["k", "0"] }] }
)");
  const std::string text = write_scene(s);
  const SceneResult again = read_scene_text(text, "s.toml", "");
  for (const Diagnostic& e : again.errors) FAIL_CHECK(e.str());
  REQUIRE(again.scene);
  CHECK(write_scene(*again.scene) == text);
  CHECK(write_scene(scene_of_stage(*again.scene, 1, 0.5)) == write_scene(scene_of_stage(s, 1, 0.5)));
}

TEST_CASE("expressions of a scene with stages know when the present one begins") {
  const std::string moving = "[obstacles.motion]\nkind = \"expression\"\ndisplacement = [\"0\", \"t - stage_start\"]\n";
  const Scene s = read(moving + "[[stages]]\nname = \"a\"\nduration = 1\n[[stages]]\nname = \"b\"\n");
  const std::vector<StageBegin> begun{{"a", 0, 0, 0, ""}, {"b", 1000, 1, 256000, ""}};
  const BuildResult built = build_stage(s, begun, 1, Placing::skip);
  REQUIRE(built.setup);
  const MotionPtr& motion = built.setup->obstacles.list()[0].motion;
  CHECK(motion->at(1).position[1] == 1);    // where it was
  CHECK(motion->at(1.5).position[1] == 1.5);  // and on from there
  CHECK(read_scene_text(base + moving, "s.toml", "").errors.at(0).message.find("unknown name \"stage_start\"") != std::string::npos);
}

TEST_CASE("an obstacle that moves in another way from a stage on begins where it is") {
  const Scene s = read(R"(
motion = { kind = "translation", velocity = [0, 2] }
[[stages]]
name = "up"
duration = 0.5
[[stages]]
name = "turn"
set = { obstacles.0.motion = { kind = "rotation", angular_velocity = 1.0, centre = [0, 1] }, time.step = 5e-3 }
)");
  const BuildResult built = build_stage(s, {{"up", 0, 0, 0, ""}, {"turn", 500, 0.5, 500 * 256, ""}}, 1, Placing::skip);
  REQUIRE(built.setup);
  CHECK(built.setup->start == 0.5);
  CHECK(built.setup->begun == 500 * 256);
  CHECK(built.setup->h == 5e-3);
  const MotionPtr& motion = built.setup->obstacles.list()[0].motion;
  CHECK(motion->at(0.5).position[1] == 1);
  const Vec3 turned = motion->at(0.5 + 0.25).to_world({{0, 0, 0}});  // it was at (0, 1), which is the centre
  CHECK(turned[0] == doctest::Approx(0));
  CHECK(turned[1] == doctest::Approx(1));
  CHECK(motion->at(0.75).turn({{1, 0, 0}})[1] == doctest::Approx(std::sin(0.25)));
}

TEST_CASE("what is wrong with a stage is told at its place") {
  const auto check = [](const std::string& stages, int line, int column, const std::string& message) {
    const std::vector<Diagnostic> errors = errors_of(stages);
    CAPTURE(stages);
    REQUIRE(errors.size() == 1);
    INFO(errors[0].str());
    const int before = static_cast<int>(std::count(base.begin(), base.end(), '\n'));
    CHECK(errors[0].line == before + line);
    CHECK(errors[0].column == column);
    CHECK(errors[0].message.find(message) != std::string::npos);
  };
  const std::string a = "[[stages]]\nname = \"a\"\nduration = 1\n";
  check(a + "[[stages]]\nname = \"a\"\n", 4, 1, "two stages are called \"a\"");
  check("[[stages]]\nname = \"a\"\n[[stages]]\nname = \"b\"\n", 1, 1, "stage \"a\" has no end");
  check(a + "[[stages]]\nname = \"b\"\nuntil = 0.5\n", 4, 1, "does not begin before t = 1");
  check("[[stages]]\nname = \"a\"\nduration = 3\n", 1, 1, "and the run at t = 2");
  check(a + "set = { forces.graivty = [0, 1] }\n", 4, 16, "unknown key \"graivty\" in [forces]; did you mean \"gravity\"?");
  check(a + "set = { forces.gravity = [0] }\n", 4, 26, "must be a list of 2 numbers");
  check(a + "set = { particles.0.radius = 1 }\n", 4, 30, "stage \"a\" cannot change \"particles.0.radius\"; it can change forces.*");
  check(a + "set = { obstacles.0.point = [0, -2] }\n", 4, 29, "cannot change \"obstacles.0.point\"");
  check(a + "set = { obstacles.\"the flor\".motion = { kind = \"translation\", velocity = [0, 1] } }\n", 4, 19,
        "the list has no item \"the flor\": it has 1, counted from 0, by name the floor; did you mean \"the floor\"?");
  check(a + "stop = { when = \"kinetic < 1\" }\n", 4, 18, "unknown name \"kinetic\"");
}
