#include <doctest/doctest.h>

#include "core/random.hpp"
#include "output/h5.hpp"
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
  h.groups = two_groups();
  h.obstacles = {floor_obstacle()};
  h.scene = "dimension = 2\n";
  h.version = "0.1";
  h.double_precision = true;
  h.turning = true;
  h.flow = some_flow(2, 0);
  h.fluid_force = true;
  return h;
}

// Force and torque, row by row.
std::vector<double> some_force(std::int64_t step) {
  std::vector<double> values(n * 3);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.25 * static_cast<double>(i) - static_cast<double>(step);
  return values;
}

void append(TrajectoryWriter& w, std::int64_t step) {
  const FlowField flow = some_flow(2, step);
  w.append(
      step, 0.01 * static_cast<double>(step), 0.01, turning_bodies(2, n, step), frictional_contacts(2, n, step),
      {.bridges = some_bridges(n, step), .flow = step % 3 == 0 ? &flow : nullptr, .fluid_force = some_force(step)});
}

// Every frame of the file is what `append` wrote, and the steps are 0, 1, 2 …
void check_frames(const TrajectoryReader& reader) {
  for (std::size_t k = 0; k < reader.frames(); ++k) {
    const auto step = static_cast<std::int64_t>(k);
    REQUIRE(reader.steps()[k] == step);
    const Snapshot f = reader.read(k, TrajectoryReader::Flow::read);
    REQUIRE((f.flow != nullptr) == (step % 3 == 0));
    if (f.flow) {
      REQUIRE(f.flow->velocity == some_flow(2, step).velocity);
      REQUIRE(f.flow->vorticity == some_flow(2, step).vorticity);
    }
    const Bodies b = turning_bodies(2, n, step);
    const Contacts c = frictional_contacts(2, n, step);
    REQUIRE(f.bodies.position == b.position);
    REQUIRE(f.bodies.orientation == b.orientation);
    REQUIRE(f.bodies.spin == b.spin);
    const std::vector<double> force = some_force(step);
    REQUIRE(f.fluid_torque.size() == n);
    for (std::size_t i = 0; i < n; ++i) {
      REQUIRE(f.fluid_force[2 * i] == force[3 * i]);
      REQUIRE(f.fluid_force[2 * i + 1] == force[3 * i + 1]);
      REQUIRE(f.fluid_torque[i] == force[3 * i + 2]);
    }
    REQUIRE(f.bodies.velocity == b.velocity);
    REQUIRE(f.bodies.radius == b.radius);
    REQUIRE(f.contacts.first == c.first);
    REQUIRE(f.contacts.second == c.second);
    REQUIRE(f.contacts.memory == c.memory);
    REQUIRE(f.bridges == some_bridges(n, step));
    for (std::size_t i = 0; i < c.size(); ++i) REQUIRE(f.contacts.impulse[i] == 0.01 * c.multiplier[i]);
    for (std::size_t i = 0; i < 2 * c.size(); ++i) REQUIRE(f.contacts.tangential[i] == 0.01 * c.tangential[i]);
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
    const pid_t child = in_child(
        [&](int out) {
          TrajectoryWriter w = TrajectoryWriter::reopen(path, keep);
          for (std::int64_t step = w.last_step() + 1;; ++step) {
            append(w, step);
            const char done = 1;
            if (write(out, &done, 1) != 1) return 1;
          }
        },
        report);
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

TEST_CASE("a full disk is an error that names the file, and the frames before it stay readable") {
  const TemporaryDirectory dir;
  const std::string path = dir / "trajectory.h5";
  CHECK(with_small_disk(120000, [&] {
          TrajectoryWriter w = TrajectoryWriter::create(path, header_2d());
          const std::string why = error_of([&] {
            for (std::int64_t step = 0;; ++step) append(w, step);
          });
          return why.find("trajectory.h5: cannot write") != std::string::npos &&
                         why.find("File too large") != std::string::npos
                     ? 0
                     : 1;
        }) == 0);
  // HDF5 extends the file to whole pages when it is closed: a full disk allows that, a limit does not.
  std::filesystem::resize_file(path, (std::filesystem::file_size(path) / 4096 + 1) * 4096);
  std::size_t frames = 0;
  {
    const TrajectoryReader reader(path);
    frames = reader.frames();
    CHECK(frames > 5);
    check_frames(reader);
  }
  TrajectoryWriter w = TrajectoryWriter::reopen(path, 1000000);  // the disk has room again
  CHECK(w.frames() == frames);
  append(w, w.last_step() + 1);
  w.close();
  const TrajectoryReader reader(path);
  CHECK(reader.frames() == frames + 1);
  check_frames(reader);
}

TEST_CASE("a trajectory that cannot be created says why") {
  CHECK(error_of([] { TrajectoryWriter::create("/nowhere/trajectory.h5", header_2d()); }).find("No such file") !=
        std::string::npos);
  TrajectoryHeader empty = header_2d();
  empty.bodies = 0;
  CHECK_THROWS_AS(TrajectoryWriter::create("/nowhere/t.h5", empty), Error);
}

TEST_CASE("frames must come in order and fit the trajectory") {
  const TemporaryDirectory dir;
  TrajectoryWriter w = TrajectoryWriter::create(dir / "t.h5", header_2d());
  append(w, 0);
  CHECK_THROWS_AS(append(w, 0), Error);
  CHECK_THROWS_AS(w.append(1, 0, 0, some_bodies(2, n + 1, 0), {}), Error);
  CHECK_THROWS_AS(w.append(1, 0, 0, some_bodies(3, n, 0), {}), Error);
  CHECK_THROWS_AS(w.append(1, 0, 0, some_bodies(2, n - 1, 0), {}), Error);
  append(w, 1);
  CHECK(w.frames() == 2);
}

TEST_CASE("contacts beyond the cut-off that neither push nor remember are left out") {
  const TemporaryDirectory dir;
  TrajectoryHeader h = header_2d();
  h.contact_cutoff = 0.01;
  h.fluid_force = false;
  TrajectoryWriter w = TrajectoryWriter::create(dir / "t.h5", h);
  Contacts c;
  c.dimension = 2;
  c.first = {1, 2, 3, 4};
  c.second = {0, 0, 0, -1};
  c.normal = {1, 0, 1, 0, 1, 0, 0, 1};
  c.gap = {0.001, 0.5, 0.5, 0.5};
  c.multiplier = {0, 0, 2, 0};
  c.memory = {0, 0, 0, -1};
  w.append(0, 0, 0.5, turning_bodies(2, n, 0), c);
  w.close();
  const Snapshot f = TrajectoryReader(dir / "t.h5").read(0);
  CHECK(f.contacts.first == std::vector<std::int32_t>{1, 3, 4});
  CHECK(f.contacts.second == std::vector<std::int32_t>{0, 0, -1});
  CHECK(f.contacts.impulse == std::vector<double>{0, 1, 0});
}

TEST_CASE("frames with and without contacts or bridges may follow each other in any order, opened again or not") {
  const TemporaryDirectory dir;
  const std::string path = dir / "trajectory.h5";
  const std::vector<bool> with{false, true, false, false, true, true, false};
  for (const bool reopen : {false, true}) {
    TrajectoryWriter w = TrajectoryWriter::create(path, header_2d());
    for (std::size_t k = 0; k < with.size(); ++k) {
      const auto step = static_cast<std::int64_t>(k);
      w.append(step, 0.1 * static_cast<double>(k), 0.1, turning_bodies(2, n, step),
               with[k] ? some_contacts(2, n, step) : Contacts{},
               {.bridges = with[k] ? PairList{} : some_bridges(n, step), .fluid_force = some_force(step)});
      if (!reopen) continue;
      w.close();
      w = TrajectoryWriter::reopen(path, step);
    }
    w.close();
    const TrajectoryReader reader(path);
    REQUIRE(reader.frames() == with.size());
    for (std::size_t k = 0; k < with.size(); ++k) {
      const Contacts c = with[k] ? some_contacts(2, n, static_cast<std::int64_t>(k)) : Contacts{};
      CHECK(reader.read(k).contacts.first == c.first);
      CHECK(reader.read(k).contacts.gap == c.gap);
      CHECK(reader.read(k).bridges == (with[k] ? PairList{} : some_bridges(n, static_cast<std::int64_t>(k))));
    }
  }
}

TEST_CASE(
    "a periodic trajectory has the box of every frame as H5MD does, also across a restart; links are pairs of ids") {
  const TemporaryDirectory dir;
  for (const int gzip : {0, 1}) {
    const std::string path = dir / ("t" + std::to_string(gzip) + ".h5");
    TrajectoryHeader header = header_2d();
    header.turning = header.fluid_force = false;
    header.gzip = gzip;
    header.domain.period = {2, 0, 0};
    header.bonds = {{3, 1}, {4, 3}};
    const auto add = [](TrajectoryWriter& w, std::int64_t from, std::int64_t to) {
      for (std::int64_t k = from; k < to; ++k) w.append(k, 0.1 * static_cast<double>(k), 0.1, some_bodies(2, n, k), {});
    };
    {
      TrajectoryWriter w = TrajectoryWriter::create(path, header);
      add(w, 0, 530);
    }
    {
      TrajectoryWriter w = TrajectoryWriter::reopen(path, 520);
      add(w, 521, 524);
      w.close();
    }
    const h5::File file = h5::File::open(path);
    const h5::Group all = file.root().group("particles").group("all");
    const h5::Dataset edges = all.group("box").group("edges").dataset("value");
    const std::vector<double> boxes = edges.read_all<double>({524, 2, 2}, 1000);
    for (std::size_t k = 0; k < boxes.size(); ++k) REQUIRE(boxes[k] == (k % 4 == 0 ? 2 : 0));
    CHECK(edges.storage_bytes() < 1000);
    CHECK(all.group("box").group("edges").dataset("step").rows() == 524);
    const h5::Group links = file.root().group("connectivity");
    CHECK(links.dataset("bonds").read_all<std::int64_t>({2, 2}) == std::vector<std::int64_t>{3, 1, 4, 3});
    CHECK(!links.has("joints"));
    CHECK(TrajectoryReader(path).read(523).bodies.position == some_bodies(2, n, 523).position);
  }
}
