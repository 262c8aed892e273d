#include "app/run_course.hpp"

#include <doctest/doctest.h>

#include "scene/build.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;
using app::RunCourse;
using app::step_count;

TEST_CASE("the number of steps reaches the end and forgives rounding") {
  const auto count = [](double start, double end, double step) { return step_count({start, end, step, {}}); };
  CHECK(count(0, 1, 0.1) == 10);
  CHECK(count(0, 0.3, 0.1) == 3);
  CHECK(count(0, 1, 0.3) == 4);
  CHECK(count(2, 3, 1) == 1);
  CHECK(count(0, 1, 1) == 1);
}

TEST_CASE("a course goes through the stages of a scene, and ends where the scene says") {
  const std::string text = std::string(bed) + "[[stages]]\nname = \"one\"\nduration = 0.02\n"
                           "[[stages]]\nname = \"two\"\nset = { time.step = 2.5e-3 }\n";
  const SceneResult read = read_scene_text(text, "scene.toml", ".", {"time.end=0.05", "time.step=0.005"});
  REQUIRE(read.scene);
  auto simulation = std::make_unique<Simulation>(std::move(build(*read.scene).setup).value(), 1);
  RunCourse course(*read.scene, app::begun_stages(*read.scene, nullptr), *simulation);
  int prepared = 0, steps = 0;
  while (!course.over(*simulation)) {
    if (course.stage_over(*simulation)) {
      app::NextStage next = app::next_stage(course, *simulation, 1, [&](Setup&) { ++prepared; });
      CHECK(next.begin.name == "two");
      CHECK(next.begin.step == 4);
      simulation = std::move(next.simulation);
      course.enter(std::move(next.begin), *simulation);
    }
    course.take(simulation->advance(), false);
    ++steps;
  }
  CHECK(prepared == 1);
  CHECK(steps == 4 + 12);
  CHECK(simulation->time() == doctest::Approx(0.05));
  CHECK(course.begun().size() == 2);
}
