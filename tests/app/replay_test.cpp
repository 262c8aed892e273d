// floc dump-problem and floc solve: a projection taken out of its run is the one the run solved.
#include <doctest/doctest.h>

#include <algorithm>

#include "output/h5.hpp"
#include "output/problem_file.hpp"
#include "projection/solver.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// The number behind a word of what `floc solve` prints.
double number_after(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word);
  REQUIRE(at != std::string::npos);
  return std::stod(text.substr(at + word.size()));
}

double cell(const std::string& directory, std::size_t step, const std::string& column) {
  const Words lines = lines_of(read_file(directory + "/steps.csv"));
  const Words head = cells_of(lines.front());
  const auto k = static_cast<std::size_t>(std::find(head.begin(), head.end(), column) - head.begin());
  REQUIRE(k < head.size());
  return std::stod(cells_of(lines.at(step)).at(k));
}

}  // namespace

TEST_CASE("a step beyond the end of a run is refused at once, however far") {
  const FinishedRun& run = finished_run();
  for (const std::string step : {"21", "1000000000000"}) {
    const Outcome o = command({"dump-problem", run.directory, "--step", step, "-o", run.folder / "none.h5"});
    CHECK(o.status == 2);
    CHECK_MESSAGE(contains(o.err, "--step " + step + ": " + run.directory + " has 20 steps"), o.err);
  }
  CHECK(!std::filesystem::exists(run.folder / "none.h5"));
}

TEST_CASE("a dumped projection, solved alone, takes the iterations of its step and has its certificate") {
  const TemporaryFolder folder;
  const std::string run = folder / "run", problem = folder / "problem.h5";
  run_scene(scene_file(folder, bed), run, {"--set", "time.end=0.4", "--set", "solver.name=apgd"});
  int compared = 0;
  for (const std::size_t step : {10, 45, 79, 80}) {
    const Outcome dump = command({"dump-problem", run, "--step", std::to_string(step), "-o", problem});
    INFO(dump.err);
    REQUIRE(dump.status == 0);
    if (cell(run, step, "projections") != 1) continue;  // missed pairs: a first problem, then others
    const Outcome o = command({"solve", problem, "--solver", "apgd", "--tolerance", "1e-4"});
    INFO("step ", step, "\n", o.out);
    CHECK(o.status == 0);
    CHECK(number_after(o.out, "iterations") == cell(run, step, "iterations"));
    CHECK(number_after(o.out, "active rows") == cell(run, step, "active"));
    CHECK(number_after(o.out, "complementarity") == doctest::Approx(cell(run, step, "complementarity")).epsilon(1e-3));
    CHECK(number_after(o.out, "duality gap ") == doctest::Approx(cell(run, step, "duality_gap")).epsilon(1e-3));
    CHECK(number_after(o.out, "bodies, ") == cell(run, step, "contacts"));
    CHECK(number_after(o.out, "problem ") == cell(run, step, "bodies"));
    ++compared;
  }
  CHECK(compared >= 2);
}

TEST_CASE("every solver solves a dumped projection, cold too") {
  const TemporaryFolder folder;
  const std::string run = folder / "run", problem = folder / "problem.h5";
  run_scene(scene_file(folder, bed), run, {"--set", "time.end=0.2"});
  REQUIRE(command({"dump-problem", run, "--step", "40", "-o", problem}).status == 0);
  for (const SolverEntry& solver : solvers()) {
    const Outcome o = command({"solve", problem, "--solver", solver.name, "--tolerance", "1e-3", "--cold"});
    INFO(o.out, o.err);
    CHECK(o.status == 0);
    CHECK(contains(o.out, "status           converged"));
    CHECK(number_after(o.out, "violation") <= 1.001e-3);
  }
}

TEST_CASE("a projection that may not iterate enough ends with status 3 and says so") {
  const TemporaryFolder folder;
  const std::string run = folder / "run", problem = folder / "problem.h5";
  run_scene(scene_file(folder, bed), run, {"--set", "time.end=0.4"});
  REQUIRE(command({"dump-problem", run, "--step", "80", "-o", problem}).status == 0);
  const Outcome o = command({"solve", problem, "--solver", "uzawa", "--cold", "--max-iterations", "2"});
  CHECK(o.status == 3);
  CHECK(contains(o.out, "status           iteration limit"));
}

TEST_CASE("a step before the checkpoint is reached again from the start, one behind it from there") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed), problem = folder / "problem.h5", whole = folder / "whole";
  run_scene(scene, whole, {"--set", "time.end=0.3"});
  REQUIRE(command({"dump-problem", whole, "--step", "35", "-o", problem}).status == 0);
  const std::string from_start = read_file(problem);

  run_scene(scene, folder / "part", {"--set", "time.end=0.1"});  // its last checkpoint is at step 20
  CHECK(command({"resume", folder / "part", "-q", "--set", "time.end=0.3", "--max-walltime", "1e-9"}).status == 5);
  REQUIRE(command({"dump-problem", folder / "part", "--step", "35", "-o", problem}).status == 0);
  const ProblemArrays a = read_problem(problem);
  write_file(problem, from_start);
  const ProblemArrays b = read_problem(problem);
  CHECK(a.first == b.first);
  CHECK(a.second == b.second);
  CHECK(a.gap == b.gap);
  CHECK(a.free_velocity == b.free_velocity);
  CHECK(a.guess == b.guess);
  CHECK(a.compliance == b.compliance);
}

TEST_CASE("a step is dumped in the format of FCLIB, too, and one dimension is refused") {
  const TemporaryFolder folder;
  const std::string problem = folder / "step.hdf5";
  run_scene(scene_file(folder, lonely), folder / "line");
  const Outcome refused = command({"dump-problem", folder / "line", "--step", "1", "--fclib", "-o", problem});
  CHECK(refused.status == 1);
  CHECK(contains(refused.err, "one dimension"));

  const char* const rolling = R"toml([scene]
dimension = 2
[time]
step = 0.01
end = 0.02
[friction]
[[obstacles]]
kind = "half-space"
point = [0, 0]
normal = [0, 1]
[[particles]]
kind = "lattice"
spacing = 1
origin = [0, 0.1]
counts = [3, 1]
radius = 0.1
velocity = [3, -1]
)toml";
  run_scene(scene_file(folder, rolling), folder / "plane");
  const Outcome o = command({"dump-problem", folder / "plane", "--step", "1", "--fclib", "-o", problem});
  INFO(o.err);
  REQUIRE(o.status == 0);
  const h5::File file = h5::File::open(problem);
  const h5::Group root = file.root().group("fclib_global");
  CHECK(root.group("info").text("title").find("step 1 of") == 0);
  CHECK(root.group("vectors").dataset("mu").read_all<double>({3}) == std::vector<double>(3, 0.5));
  CHECK(command({"solve", problem}).status == 1);  // no file of ours
}

TEST_CASE("what is no problem file, no solver or no run is a message with a status of its own") {
  const TemporaryFolder folder;
  run_scene(scene_file(folder, lonely), folder / "run");
  const std::string problem = folder / "problem.h5";
  REQUIRE(command({"dump-problem", folder / "run", "--step", "1", "-o", problem}).status == 0);

  Outcome o = command({"solve", problem, "--solver", "apdg"});
  CHECK(o.status == 2);
  CHECK(contains(o.err, "apdg"));
  CHECK(command({"solve", problem, "--tolerance", "-1"}).status == 2);
  CHECK(command({"dump-problem", folder / "run", "--step", "0", "-o", problem}).status == 2);

  o = command({"solve", folder / "nowhere.h5"});
  CHECK(o.status == 1);
  CHECK(contains(o.err, "nowhere.h5"));
  o = command({"dump-problem", folder / "nowhere", "--step", "1", "-o", problem});
  CHECK(o.status == 1);
  CHECK(contains(o.err, folder / "nowhere"));

  std::string bytes = read_file(problem);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_file(problem, bytes);
  o = command({"solve", problem});
  CHECK(o.status == 1);
  CHECK(contains(o.err, "problem.h5"));
}
