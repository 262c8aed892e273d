#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "core/error.hpp"
#include "core/random.hpp"
#include "output/support.hpp"
#include "output/trajectory.hpp"

using namespace floc;
using namespace floc::test;

namespace {

constexpr std::size_t n = 40;

TrajectoryHeader header_2d() {
  TrajectoryHeader h;
  h.dimension = 2;
  h.bodies = n;
  h.groups = {{"sand", "#c2a060"}, {"stone", "#808080"}};
  h.obstacles = {floor_obstacle()};
  h.scene = "dimension = 2\n";
  h.version = "0.1";
  h.double_precision = true;
  return h;
}

void append(TrajectoryWriter& w, std::int64_t step) {
  w.append(step, 0.01 * static_cast<double>(step), 0.01, some_bodies(2, n, step), some_contacts(2, n, step));
}

// Every frame of the file is what `append` wrote, and the steps are 0, 1, 2 …
void check_frames(const TrajectoryReader& reader) {
  for (std::size_t k = 0; k < reader.frames(); ++k) {
    const auto step = static_cast<std::int64_t>(k);
    REQUIRE(reader.steps()[k] == step);
    const Snapshot f = reader.read(k);
    const Bodies b = some_bodies(2, n, step);
    const Contacts c = some_contacts(2, n, step);
    REQUIRE(f.bodies.position == b.position);
    REQUIRE(f.bodies.velocity == b.velocity);
    REQUIRE(f.bodies.radius == b.radius);
    REQUIRE(f.contacts.first == c.first);
    REQUIRE(f.contacts.second == c.second);
    REQUIRE(f.contacts.memory == c.memory);
    for (std::size_t i = 0; i < c.size(); ++i) REQUIRE(f.contacts.impulse[i] == 0.01 * c.multiplier[i]);
  }
}

// Runs `work` in a child process; `work` reports by bytes into the descriptor it is given.
template <class F>
pid_t in_child(F&& work, int& report) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    int status = 3;
    try {
      status = work(ends[1]);
    } catch (...) {
    }
    _exit(status);
  }
  close(ends[1]);
  report = ends[0];
  return child;
}

}  // namespace

TEST_CASE("a trajectory is killed at random instants, reopened and continued, and no complete frame is lost") {
  const TemporaryDirectory dir;
  const std::string path = dir / "trajectory.h5";
  TrajectoryWriter::create(path, header_2d()).close();
  std::size_t frames = 0;
  for (std::uint64_t kill_number = 0; kill_number < 25; ++kill_number) {
    // Keep all frames, or cut some off as a resume from an older checkpoint does.
    const std::int64_t keep = static_cast<std::int64_t>(frames) - 1 - static_cast<std::int64_t>(kill_number % 3);
    int report = -1;
    const pid_t child = in_child([&](int out) {
      TrajectoryWriter w = TrajectoryWriter::reopen(path, keep);
      for (std::int64_t step = w.last_step() + 1;; ++step) {
        append(w, step);
        const char done = 1;
        if (write(out, &done, 1) != 1) return 1;
      }
    }, report);
    // Wait for a few frames (or none: killed while it reopens), then for a moment.
    char byte = 0;
    std::size_t reported = 0;
    for (; reported < kill_number % 4; ++reported) REQUIRE(read(report, &byte, 1) == 1);
    usleep(static_cast<useconds_t>(4000 * uniform({7, kill_number, 0, 0})));
    REQUIRE(kill(child, SIGKILL) == 0);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    while (read(report, &byte, 1) == 1) ++reported;
    close(report);

    const TrajectoryReader reader(path);
    REQUIRE(reader.frames() >= static_cast<std::size_t>(std::max<std::int64_t>(keep + 1, 0)) + reported);
    check_frames(reader);
    frames = reader.frames();
  }
  TrajectoryWriter w = TrajectoryWriter::reopen(path, static_cast<std::int64_t>(frames) - 1);
  CHECK(w.frames() == frames);
  append(w, static_cast<std::int64_t>(frames));
  w.close();
  const TrajectoryReader reader(path);
  CHECK(reader.frames() == frames + 1);
  check_frames(reader);
}
