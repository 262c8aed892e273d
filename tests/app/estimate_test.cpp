#include "app/estimate.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>

#include "app/run_course.hpp"
#include "scene/build.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;
using namespace floc::app;

namespace {

Scene scene_of(const std::string& text, const Words& overrides) {
  SceneResult read = read_scene_text(text, "scene.toml", ".", overrides);
  for (const Diagnostic& error : read.errors) FAIL_CHECK(error.str());
  return std::move(read.scene).value();
}

RunEstimate estimate_of(const Scene& scene) {
  const Simulation simulation(std::move(build(scene).setup).value(), 1);
  return estimate_run(scene, simulation, step_count(scene.time));
}

double size_of(const std::string& directory) {
  double all = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory))
    if (entry.is_regular_file()) all += static_cast<double>(entry.file_size());
  return all;
}

}  // namespace

TEST_CASE("the files of a run take what was told before, within a factor of two, and as many frames") {
  const TemporaryFolder folder;
  int k = 0;
  for (const Words& more : {Words{}, {"output.precision=\"float64\""}, {"output.contacts=false"},
                            {"output.compression=0"}, {"output.every_steps=7"}, {"output.statistics_every=10"},
                            {"friction.coefficient=0.5"}, {"friction.coefficient=0.5", "output.compression=0"}}) {
    Words settings{"output.every_steps=1"}, words;
    settings.insert(settings.end(), more.begin(), more.end());
    for (const std::string& s : settings) words.insert(words.end(), {"--set", s});
    const RunEstimate e = estimate_of(scene_of(bed, settings));
    const std::string run = folder / std::to_string(k++);
    const Summary s = run_scene(scene_file(folder, bed), run, words);
    CHECK(e.frames == s.frames);
    CHECK(e.disk > size_of(run) / 2);
    CHECK(e.disk < size_of(run) * 2);
  }
}

TEST_CASE("the flow of a fluid is a part of the files that are told, within a factor of two") {
  const TemporaryFolder folder;
  int k = 0;
  for (const Words& settings : {Words{}, {"output.flow_every=1"}, {"output.flow_every=0"}}) {
    Words words;
    for (const std::string& s : settings) words.insert(words.end(), {"--set", s});
    const RunEstimate e = estimate_of(scene_of(sinking, settings));
    const std::string run = folder / ("flow" + std::to_string(k++));
    run_scene(scene_file(folder, sinking), run, words);
    CHECK(e.disk > size_of(run) / 2);
    CHECK(e.disk < size_of(run) * 2);
    CHECK(e.memory > 12e6);
  }
}

#ifndef FLOC_SANITIZED  // which have memory of their own
TEST_CASE("the memory of a run with a fluid is told within a factor of 1.5, with and without inertia, in space too") {
  const auto scene = [](int dimension, int cells, const std::string& kind, int count, double spacing, double origin,
                        const std::string& radius, const std::string& more = "") {
    const auto all = [&](const auto& x) {
      std::string text = fmt::format("[{}", x);
      for (int k = 1; k < dimension; ++k) text += fmt::format(", {}", x);
      return text + "]";
    };
    return fmt::format(R"toml([scene]
dimension = {}
seed = 2
[time]
step = 1e-3
end = 2e-3
[[particles]]
kind = "lattice"
origin = {}
counts = {}
spacing = {}
radius = {}
density = 1.1
[fluid]
kind = "{}"
low = {}
high = {}
cell = {}
density = 1
viscosity = 0.1
{}[output]
every_steps = 2
)toml",
                       dimension, all(origin), all(count), spacing, radius, kind, all(0), all(1), 1.0 / cells, more);
  };
  const TemporaryFolder folder;
  const auto run = [&](const std::string& text) {
    const Outcome o = command({"run", scene_file(folder, text), "-o", folder / "run", "-q", "--overwrite"});
    CHECK_MESSAGE(o.status == 0, o.err);
    return o.peak;
  };
  const std::string any_size = "{ uniform = [0.05, 0.08] }";
  const double program = run(lonely), told_program = estimate_of(scene_of(lonely, {})).memory;
  int k = 0;
  for (const std::string& text :
       {scene(2, 512, "navier-stokes", 10, 0.095, 0.07, "0.03"),
        scene(2, 512, "navier-stokes", 10, 0.0965, 0.065, "0.045", "gap = 0.0005\nlubrication = true\n"),
        scene(2, 256, "steady-stokes", 5, 0.18, 0.14, any_size), scene(3, 72, "navier-stokes", 2, 0.45, 0.27, "0.15"),
        scene(3, 48, "steady-stokes", 3, 0.3, 0.2, "0.1")}) {
    CAPTURE(k++);
    const double told = estimate_of(scene_of(text, {})).memory - told_program, took = run(text) - program;
    CHECK(told < 1.5 * took);
    CHECK(took < 1.5 * told);
  }
}
#endif

TEST_CASE("a million spheres in a bed are told to take about a gigabyte, and twice as many twice that") {
  const std::string text = R"toml([scene]
dimension = 3
[time]
step = 1e-3
end = 1
[[particles]]
kind = "lattice"
spacing = 1
origin = [0, 0, 0]
counts = [10, 10, 10]
radius = 0.1
mass = 1
[output]
contacts = false
)toml";
  const double one = estimate_of(scene_of(text, {"particles.0.counts=[40, 40, 20]"})).memory;
  const double two = estimate_of(scene_of(text, {"particles.0.counts=[40, 40, 40]"})).memory;
  CHECK((two - one) / 32000 == doctest::Approx(750 + 320).epsilon(0.3));  // with the copy of a checkpoint
  // Measured: 27,000 spheres that fall into a box, 3.7 rows each, took 780 bytes each more with friction.
  const auto with = [&](const char* more) {
    return estimate_of(scene_of(text + more, {"particles.0.counts=[40, 40, 20]"})).memory;
  };
  const double friction = with("[friction]\n"), none = with("");
  CHECK((friction - none) / 32000 == doctest::Approx(780 + 320).epsilon(0.3));
}

TEST_CASE("bytes are told in the unit that suits") {
  CHECK(bytes_text(10) == "1 kB");
  CHECK(bytes_text(640e3) == "640 kB");
  CHECK(bytes_text(1.24e6) == "1.2 MB");
  CHECK(bytes_text(13.4e6) == "13 MB");
  CHECK(bytes_text(2.5e9) == "2.5 GB");
  CHECK(bytes_text(1.5e13) == "15 TB");
}

TEST_CASE("too little room is told before the run, enough is not") {
  const RunEstimate e{3e9, 5e9, 100};
  CHECK(shortages(e, "out", 6e9, 4e9).empty());
  const Words all = shortages(e, "out", 1e9, 2e9);
  REQUIRE(all.size() == 2);
  CHECK(all[0].starts_with("warning: the files of this run may take 5.0 GB, and out has room for 1.0 GB"));
  CHECK(all[1] == "warning: this run may take 3.0 GB of memory, and the machine has 2.0 GB");
}

TEST_CASE("a dry run and the first lines of a run tell what it will take; a disk that is too small is a warning") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed);
  for (const Outcome& o : {command({"run", scene, "--dry-run"}),
                           command({"run", scene, "-o", folder / "run", "--set", "time.end=0.02"})}) {
    CHECK(o.status == 0);
    CHECK_MESSAGE(contains(o.out, " of files, with "), o.out);
    CHECK(contains(o.out, "MB of memory and "));
    CHECK(o.err.empty());
  }
  // A trillion steps have more lines than any disk.
  const Outcome o = command({"run", scene, "--dry-run", "-o", folder / "not/there/yet", "--set", "time.end=1e10"});
  CHECK(o.status == 0);
  CHECK_MESSAGE(contains(o.err, "warning: the files of this run may take "), o.err);
  CHECK(!std::filesystem::exists(folder / "not"));
}
