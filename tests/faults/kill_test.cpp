// A run that is killed at any instant, again and again, goes on to the end it would have had.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <random>
#include <thread>

#include "support/paths.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

namespace {

#ifdef FLOC_SANITIZED
constexpr int kills = 8;
#else
constexpr int kills = 50;
#endif

// Changes with every checkpoint.
std::pair<ino_t, long> stamp(const std::string& path) {
  struct stat s {};
  ::stat(path.c_str(), &s);
  return {s.st_ino, s.st_mtim.tv_nsec};
}

}  // namespace

TEST_CASE("killed fifty times at random instants and resumed each time, a run ends with the same bits") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed), run = folder / "run", whole_run = folder / "whole";
  const Words settings{
      "--set", "time.end=1.0", "--set", "output.every_steps=3", "--set", "output.checkpoint_every_steps=2"};
  const Summary whole = run_scene(scene, whole_run, settings);
  const auto check_end = [&] {
    CHECK(read_summary(run + "/summary.json").hash == whole.hash);
    CHECK((timeless_steps(run) == timeless_steps(whole_run)));
    check_same_frames(run, whole_run);
  };

  Words fresh{"run", scene, "-o", run, "-q", "--overwrite"};
  fresh.insert(fresh.end(), settings.begin(), settings.end());
  const Words resume{"resume", run, "-q"};
  std::mt19937 random(1);
  int done = 0, ends = 0;
  bool started = false;  // there is a checkpoint to go on from
  while (done < kills) {
    Process process(program(), started ? resume : fresh);
    // Every other kill comes anywhere, from the first instant on; the others after new checkpoints,
    // so that the run gets on.
    if (random() % 2 == 0) {
      const int wanted = 1 + static_cast<int>(random() % 2);
      auto last = stamp(run + "/checkpoint.h5");
      int seen = 0;
      process.until([&] {
        if (const auto now = stamp(run + "/checkpoint.h5"); now != last) last = now, ++seen;
        return seen >= wanted;
      });
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 20000));
    process.send(SIGKILL);
    const Outcome o = process.wait();
    INFO("after ", done, " kills: ", o.err);
    started =
        std::filesystem::exists(run + "/checkpoint.h5") || std::filesystem::exists(run + "/checkpoint.previous.h5");
    if (o.signal == SIGKILL) {
      ++done;
      continue;
    }
    REQUIRE(o.status == 0);  // it was faster
    check_end();
    ++ends;
    started = false;
  }
  MESSAGE(done, " kills, ", ends, " runs that came to their end between them");
  REQUIRE(command(started ? resume : fresh).status == 0);
  check_end();
}
