// Files that were damaged, cut or exchanged are refused with a message, never a crash; a good
// checkpoint behind a bad one is found.
#include <doctest/doctest.h>

#include <random>

#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

namespace {

const Words settings{"--set", "time.end=0.2", "--set", "output.checkpoint_every_steps=16"};

std::string cut(const std::string& bytes, std::size_t length) { return bytes.substr(0, length); }

std::string flipped(std::string bytes, std::size_t at) {
  bytes[at] = static_cast<char>(bytes[at] ^ (1 << at % 8));
  return bytes;
}

// Ways to ruin a file: cut off, bits turned over, emptied, exchanged.
std::vector<std::string> ruins(const std::string& bytes, int flips) {
  std::vector<std::string> all{"", "something else\n", std::string(bytes.size(), '\0')};
  for (const std::size_t length : {1, 511, 512, 513, 600, 2048}) all.push_back(cut(bytes, length));
  for (const double part : {0.3, 0.6, 0.9})
    all.push_back(cut(bytes, static_cast<std::size_t>(part * static_cast<double>(bytes.size()))));
  all.push_back(cut(bytes, bytes.size() - 1));
  std::mt19937 random(2);
  for (int k = 0; k < flips; ++k) all.push_back(flipped(bytes, random() % bytes.size()));
  return all;
}

void check_no_crash(const Outcome& o) {
  INFO(o.err);
  CHECK(o.signal == 0);
  CHECK((o.status == 0 || o.status == 1));
}

}  // namespace

TEST_CASE("a damaged checkpoint is passed over for the one before, with a word, to the same end") {
  const TemporaryFolder folder;
  const std::string run = folder / "run", newest = run + "/checkpoint.h5";
  const Summary whole = run_scene(scene_file(folder, bed), run, settings);
  const std::string good = read_file(newest), previous = read_file(run + "/checkpoint.previous.h5");
  const std::string steps = timeless_steps(run);
  for (const std::string& bad : ruins(good, 6)) {
    write_file(newest, bad);
    write_file(run + "/checkpoint.previous.h5", previous);
    const Outcome o = command({"resume", run});
    CHECK(o.status == 0);
    CHECK(contains(o.err, "floc: " + newest));
    CHECK(contains(o.err, "going on from " + run + "/checkpoint.previous.h5 instead"));
    CHECK(contains(o.out, "going on from step 32"));
    CHECK(read_summary(run + "/summary.json").hash == whole.hash);
    CHECK((timeless_steps(run) == steps));
  }
  std::filesystem::remove(newest);  // as a kill between two renames leaves it
  write_file(run + "/checkpoint.previous.h5", previous);
  CHECK(command({"resume", run}).status == 0);
  CHECK(read_summary(run + "/summary.json").hash == whole.hash);
}

TEST_CASE("two damaged checkpoints are a message with both names, and nothing is touched") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  run_scene(scene_file(folder, bed), run, settings);
  const std::string steps = read_file(run + "/steps.csv");
  write_file(run + "/checkpoint.h5", flipped(read_file(run + "/checkpoint.h5"), 5000));
  write_file(run + "/checkpoint.previous.h5", cut(read_file(run + "/checkpoint.previous.h5"), 5000));
  for (const Words& words : {Words{"resume", run}, Words{"dump-problem", run, "--step", "3", "-o", folder / "p.h5"}}) {
    const Outcome o = command(words);
    CHECK(o.status == 1);
    CHECK(contains(o.err, run + "/checkpoint.h5: "));
    CHECK(contains(o.err, run + "/checkpoint.previous.h5: "));
  }
  CHECK(read_file(run + "/steps.csv") == steps);
  CHECK(std::filesystem::exists(run + "/summary.json"));
  CHECK(command({"info", run}).status == 0);  // the summary is enough
  std::filesystem::remove(run + "/summary.json");
  CHECK(command({"info", run}).status == 1);
}

TEST_CASE("a damaged trajectory is refused by whoever reads it, and is no crash") {
  const TemporaryFolder folder;
  const std::string run = folder / "run", trajectory = run + "/trajectory.h5";
  run_scene(scene_file(folder, bed), run, settings);
  const std::string good = read_file(trajectory);
  const std::string checkpoint = read_file(run + "/checkpoint.h5");
  int refused = 0;
  for (const std::string& bad : ruins(good, 12)) {
    write_file(trajectory, bad);
    const Outcome info = command({"info", run});
    check_no_crash(info);
    if (info.status == 1) CHECK_MESSAGE(contains(info.err, "trajectory.h5"), info.err);
    refused += info.status;
    check_no_crash(command({"export", run, "--to", "csv", "-o", folder / "csv"}));
    check_no_crash(command({"picture", run, "-o", folder / "x.svg"}));
    const Outcome resume = command({"resume", run, "-q"});
    check_no_crash(resume);
    if (resume.status == 1) {
      CHECK_MESSAGE(contains(resume.err, "trajectory.h5"), resume.err);
      CHECK(read_file(run + "/checkpoint.h5") == checkpoint);
    }
    write_file(run + "/checkpoint.h5", checkpoint);
  }
  CHECK(refused >= 10);
  std::filesystem::remove(trajectory);
  for (const std::string name : {"info", "resume"}) CHECK(command({name, run}).status == 1);
}

TEST_CASE("lines of steps.csv behind the checkpoint, torn or whole, are written anew") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed), run = folder / "run", steps = run + "/steps.csv";
  run_scene(scene, folder / "whole", settings);
  const std::string whole = timeless_steps(folder / "whole");
  for (const std::string tail : {"99,0.4", "99", "99,", "\n", "garbage\n", "99,0.495,200\n100,0.5"}) {
    run_cut_short(scene, run, settings);
    write_file(steps, read_file(steps) + tail);
    CHECK(command({"resume", run, "-q"}).status == 0);
    CHECK((timeless_steps(run) == whole));
  }
}

TEST_CASE("a steps.csv that is not the run's, or not there, is a message") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  run_scene(scene_file(folder, bed), run, settings);
  for (const std::string text : {"", "a,b\n1,2\n", "step"}) {
    write_file(run + "/steps.csv", text);
    const Outcome o = command({"resume", run});
    CHECK(o.status == 1);
    CHECK(contains(o.err, run + "/steps.csv"));
    CHECK(read_file(run + "/steps.csv") == text);
  }
  std::filesystem::remove(run + "/steps.csv");
  CHECK(command({"resume", run}).status == 1);
}

TEST_CASE("a checkpoint is never stranded: without its trajectory a run goes on in a new folder, to the same end") {
  for (const char* scene : {bed, evacuation}) {
    const TemporaryFolder folder;
    const std::string run = folder / "run";
    const Words measured{"--set", "measure.what=[\"coordination\"]", "--set", "time.end=0.4", "--set",
                         "output.checkpoint_every_steps=3"};
    const Summary whole = run_scene(scene_file(folder, scene), run, measured);
    std::filesystem::rename(run + "/checkpoint.previous.h5", run + "/checkpoint.h5");
    const std::string good = read_file(run + "/trajectory.h5");
    const auto resume = [&](const Words& more) {
      Words words{"resume", run, "-q"};
      words.insert(words.end(), more.begin(), more.end());
      return command(words);
    };
    int k = 0;
    for (const std::string& bad : {std::string(), cut(good, good.size() / 3), std::string("something else\n")}) {
      write_file(run + "/trajectory.h5", bad);
      const Outcome refused = resume({});
      CHECK(refused.status == 1);
      CHECK_MESSAGE(contains(refused.err, "floc resume " + run + " -o NEW"), refused.err);
      CHECK(std::filesystem::exists(run + "/summary.json"));

      const std::string before = read_file(run + "/trajectory.h5");
      const std::string next = folder / ("next" + std::to_string(k++));
      const Outcome o = resume({"-o", next});
      CHECK_MESSAGE(o.status == 0, o.err);
      const Summary end = read_summary(next + "/summary.json");
      CHECK(end.hash == whole.hash);
      CHECK(end.totals.steps == whole.totals.steps);
      CHECK(end.departed == whole.departed);
      const TrajectoryReader trajectory(next + "/trajectory.h5");
      CHECK(trajectory.steps().back() == whole.step);
      CHECK(trajectory.read(trajectory.frames() - 1).bodies.size() == static_cast<std::size_t>(whole.bodies));
      CHECK((read_file(run + "/trajectory.h5") == before));  // only read
      CHECK(command({"info", next}).status == 0);
    }
    for (const char* name : {"trajectory.h5", "steps.csv", "scene.toml", "summary.json"})
      std::filesystem::remove(run + "/" + name);
    CHECK(resume({"-o", folder / "last"}).status == 0);
    CHECK(read_summary(folder / "last/summary.json").hash == whole.hash);
    // Not into a run, and not into itself.
    CHECK(resume({"-o", folder / "last"}).status == 2);
    CHECK(resume({"-o", run}).status == 2);
  }
}
