#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "scene/make_time.hpp"
#include "scene/samples.hpp"
#include "scene/scene.hpp"

using namespace floc;
using namespace floc::scene;

TEST_CASE("a written scene reads back as the same scene: writing is a fixed point") {
  for (const char* text : {samples::plane, samples::space, samples::films}) {
    const std::string once = write_scene(samples::read(text));
    CHECK(write_scene(samples::read(once)) == once);
  }
}

TEST_CASE("a written scene holds the values that were read and the defaults of the others") {
  const std::string text = write_scene(samples::read(samples::plane));
  for (const char* line :
       {"title = \"everything in the plane\"\n", "\n[time]\nstep = 0.001\nstart = 1\nend = 3\n",
        "\n[constants]\nU0 = 1.5\nk = -2e-07\n", "name = \"sand \\\"fine\\\"\"\n", "mass = \"radius-cubed\"\n",
        "velocity = [\"U0*y\", \"-1\"]\n", "radius = { lognormal = { median = 0.01, sigma = 0.2 } }\n",
        "radius = { list = [0.01, 0.02] }\n", "radius = 0.05\ndensity = 1\nvelocity = [\"0\", \"0\"]\n",
        "path = \"/folder/grains.csv\"\n", "\n[[forces.drag]]\nviscosity = 0.001\n",
        "motion = { kind = \"translation\", velocity = [1, 0], start = 1.2, stop = 1.3 }\n", "every_steps = 10\n",
        "points = [[0, 0], [1, 0], [0.5, 1]]\n"}) {
    CAPTURE(line);
    CHECK(text.find(line) != std::string::npos);
  }
}

TEST_CASE("keys of another dimension are not written") {
  CHECK(write_scene(samples::read(samples::plane)).find("axis = [") == std::string::npos);
  CHECK(write_scene(samples::read(samples::space)).find("axis = [0, 3, 0]") != std::string::npos);
}

TEST_CASE("any number and any text survive writing and reading") {
  CHECK(rc::check([](double step, const std::string& raw) {
    RC_PRE(std::isnormal(step));
    std::string title;
    for (const char c : raw) title += static_cast<char>(c & 0x7f);
    Scene s = samples::read(samples::space);
    s.time.start = step;
    s.title = title;
    const std::string text = write_scene(s);
    const SceneResult again = read_scene_text(text, "s.toml", "/folder");
    // A start after the end, or too long before it, is refused, but by a message that quotes nothing: numbers were read.
    if (step < s.time.end && s.time.end - step >= s.time.step && fault_of_clock(s.time).empty()) {
      RC_ASSERT(again.scene.has_value());
      RC_ASSERT(again.scene->time.start == step);
      RC_ASSERT(again.scene->title == title);
    }
  }));
}
