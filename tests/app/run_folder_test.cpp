#include "app/run_folder.hpp"

#include <doctest/doctest.h>

#include "scene/build.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;
using app::RunFolder;

namespace {

Scene scene_of(const std::string& text, const Words& overrides = {}) {
  SceneResult read = read_scene_text(text, "scene.toml", ".", overrides);
  for (const Diagnostic& error : read.errors) FAIL_CHECK(error.str());
  return std::move(read.scene).value();
}

Simulation simulation_of(const Scene& scene) { return Simulation(std::move(build(scene).setup).value(), 1); }

// The frames of a run of `steps` steps with these settings of the output.
std::vector<std::int64_t> frames_of(const Words& overrides) {
  const TemporaryFolder folder;
  const Scene scene = scene_of(bed, overrides);
  Simulation simulation = simulation_of(scene);
  RunFolder run = RunFolder::create(folder.path(), scene, simulation, 1);
  while (simulation.progress() < static_cast<double>(run.course().last_step())) run.keep(simulation.advance(), simulation);
  run.finish(simulation, "finished");
  return TrajectoryReader(folder / "trajectory.h5").steps();
}

}  // namespace

TEST_CASE("frames by steps come at their multiples, and at the end") {
  const Words head{"time.end=0.05", "output.checkpoint_every_steps=0"};
  CHECK(frames_of({head[0], head[1], "output.every_steps=4"}) == std::vector<std::int64_t>{0, 4, 8, 10});
  CHECK(frames_of({head[0], head[1], "output.every_steps=5"}) == std::vector<std::int64_t>{0, 5, 10});
  CHECK(frames_of({head[0], head[1], "output.every_steps=1000"}) == std::vector<std::int64_t>{0, 10});
}

TEST_CASE("what frames tell of forces, with friction, is what changed velocities and spins") {
  const TemporaryFolder folder;
  const Scene scene = scene_of(
      bed, {"time.end=0.3", "friction.coefficient=0.5", "output.every_steps=1", "output.precision=\"float64\""});
  Simulation simulation = simulation_of(scene);
  RunFolder run = RunFolder::create(folder.path(), scene, simulation, 1);
  while (simulation.progress() < static_cast<double>(run.course().last_step())) run.keep(simulation.advance(), simulation);
  run.finish(simulation, "finished");
  const TrajectoryReader reader(folder / "trajectory.h5");
  double most = 0;
  for (std::size_t k = 1; k < reader.frames(); ++k) {
    const Snapshot before = reader.read(k - 1), after = reader.read(k);
    const Bodies& b = after.bodies;
    const SnapshotContacts& c = after.contacts;
    const std::vector<double> force = contact_force(after);
    std::vector<double> torque(b.size(), 0.0);
    for (std::size_t i = 0; i < c.size(); ++i) {
      const double across = c.normal[2 * i] * c.tangential[2 * i + 1] - c.normal[2 * i + 1] * c.tangential[2 * i];
      for (const std::int32_t name : {c.first[i], c.second[i]})  // −r e × t on the first, re × −t on the second
        if (name >= 0)
          torque[static_cast<std::size_t>(name)] -= b.radius[static_cast<std::size_t>(name)] * across / after.h;
    }
    for (std::size_t i = 0; i < before.bodies.size(); ++i) {
      REQUIRE(b.id[i] == before.bodies.id[i]);
      for (std::size_t q = 0; q < 2; ++q) {
        const double free = q == 1 ? -9.81 : 0, change = b.v(i)[q] - before.bodies.v(i)[q];
        CHECK(b.mass[i] * (change / after.h - free) ==
              doctest::Approx(force[2 * i + q]).epsilon(1e-9).scale(b.mass[i]));
      }
      const double change = b.spin[i] - before.bodies.spin[i];
      CHECK(b.inertia[i] * change / after.h == doctest::Approx(torque[i]).epsilon(1e-9).scale(b.mass[i] * b.radius[i]));
      most = std::max(most, std::abs(torque[i]) / (b.mass[i] * b.radius[i]));
    }
  }
  CHECK(most > 0.1);
}

TEST_CASE("frames by time come at the first step at or after each multiple, also from another start") {
  std::string text = bed;
  text.replace(text.find("every_steps = 4"), 15, "every = 0.0125");  // two steps and a half
  for (const std::string start : {"0", "7"}) {
    const TemporaryFolder folder;
    const Scene scene =
        scene_of(text, {"time.start=" + start, "time.end=" + start + ".05", "particles.1.start=" + start});
    Simulation simulation = simulation_of(scene);
    RunFolder run = RunFolder::create(folder.path(), scene, simulation, 1);
    while (simulation.progress() < static_cast<double>(run.course().last_step())) run.keep(simulation.advance(), simulation);
    run.finish(simulation, "finished");
    const TrajectoryReader reader(folder / "trajectory.h5");
    CHECK(reader.steps() == std::vector<std::int64_t>{0, 3, 5, 8, 10});
    CHECK(reader.times().front() == scene.time.start);
    CHECK(reader.times().back() == doctest::Approx(scene.time.end));
  }
}

TEST_CASE("frames by time come at the same times with adaptive steps, with the length that forces acted for") {
  const TemporaryFolder folder;
  Scene scene = scene_of(bed, {"time.end=0.05", "time.step=0.01", "time.adaptive.travel=0.2",
                               "particles.1.velocity=[0, -2]"});
  scene.output.every_steps.reset();
  scene.output.every = 0.02;
  Simulation simulation = simulation_of(scene);
  RunFolder run = RunFolder::create(folder.path(), scene, simulation, 1);
  std::vector<double> lengths{simulation.state().length};
  while (simulation.progress() < static_cast<double>(run.course().last_step())) {
    const StepReport report = simulation.advance();
    run.keep(report, simulation);
    if (report.progress == 2 || report.progress == 4 || report.progress == 5) lengths.push_back(report.h);
  }
  run.finish(simulation, "finished");
  CHECK(simulation.step() > 5);
  const TrajectoryReader reader(folder / "trajectory.h5");
  CHECK(reader.times() == std::vector<double>{0, 0.02, 0.04, 0.05});
  CHECK(lengths.back() < 0.01);
  for (std::size_t k = 0; k < 4; ++k) CHECK(reader.read(k).h == lengths[k]);
}

TEST_CASE("checkpoints come by steps, and a folder opened again is cut back to its checkpoint") {
  const TemporaryFolder folder;
  const Scene scene = scene_of(bed, {"output.every_steps=2"});
  Simulation simulation = simulation_of(scene);
  {
    RunFolder run = RunFolder::create(folder.path(), scene, simulation, 1);
    CHECK(read_checkpoint(folder / "checkpoint.h5").state.step == 0);
    for (int k = 0; k < 8; ++k) run.keep(simulation.advance(), simulation);
  }  // ends without a word, as after a failure
  CHECK(read_checkpoint(folder / "checkpoint.h5").state.step == 6);
  CHECK(read_checkpoint(folder / "checkpoint.previous.h5").state.step == 3);
  CHECK(TrajectoryReader(folder / "trajectory.h5").steps() == std::vector<std::int64_t>{0, 2, 4, 6, 8});
  {
    const RunFolder run =
        RunFolder::reopen(folder.path(), scene, read_checkpoint(folder / "checkpoint.previous.h5"), simulation, 1);
    CHECK(run.totals().steps == 3);
  }
  CHECK(TrajectoryReader(folder / "trajectory.h5").steps() == std::vector<std::int64_t>{0, 2});
  CHECK(lines_of(read_file(folder / "steps.csv")).size() == 1 + 3);
}

TEST_CASE("steps.csv has a line every so many steps, and one for each that did not converge") {
  const TemporaryFolder folder;
  const Scene scene = scene_of(bed, {"time.end=0.1", "output.statistics_every=6"});
  Simulation simulation = simulation_of(scene);
  RunFolder run = RunFolder::create(folder.path(), scene, simulation, 1);
  while (simulation.progress() < static_cast<double>(run.course().last_step())) {
    StepReport report = simulation.advance();
    if (report.step == 8) report.converged = false;
    run.keep(report, simulation);
  }
  run.finish(simulation, "finished");
  std::string steps;
  for (const std::string& line : lines_of(read_file(folder / "steps.csv"))) steps += cells_of(line).front() + " ";
  CHECK(steps == "step 6 8 12 18 ");
  CHECK(read_summary(folder / "summary.json").totals.steps == 20);
}
