#include "output/checkpoint.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <limits>

#include "core/random.hpp"
#include "output/file_checksum.hpp"
#include "output/files.hpp"
#include "output/h5.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

Checkpoint some_checkpoint(int dimension, std::int64_t step, std::size_t n = 20) {
  Checkpoint c;
  c.state.step = step;
  c.state.time = 0.1 * static_cast<double>(step);
  c.state.compliance = 1e-9;
  c.state.length = 0.0125;
  c.state.clock = {256 * step + 32, 3, 5};
  c.state.bodies = some_bodies(dimension, n, step);
  c.state.contacts = some_contacts(dimension, n, step);
  c.state.fed = {3, 0};
  c.state.exits = {{4, 0}, {0.5, 0}, {2.5, 0}};
  c.state.memory.resize(3);
  c.state.memory[1].restore({{0, 2, 2, 5}, {-3, -1, 0, 4}});
  c.state.memory[2].restore({{7}, {6}});
  c.scene = "dimension = 2\n";
  c.frames = 4;
  c.last_frame = step - 1;
  c.measured = {step - 1, {{1, -0.5}, {}, {7}}};
  c.stop = {{0.25, std::numeric_limits<double>::quiet_NaN()}, "at rest"};
  c.totals.steps = step;
  c.totals.worst_duality_gap = 1.0 / 3;
  c.totals.refused = 2;
  c.totals.shortest_step = 0.0125;
  c.totals.seconds[2] = 0.25;
  c.changes = {{2, 0.5, "time.end", "1", "2"}, {3, 0.75, "title", "", "\"é\""}};
  return c;
}

void check_same(const Checkpoint& a, const Checkpoint& b) {
  State::for_numbers([](const char* name, const auto& x, const auto& y) {
    CAPTURE(name);
    CHECK(x == y);
  }, a.state, b.state);
  REQUIRE(a.state.memory.size() == b.state.memory.size());
  State::for_arrays([](const State::Array& array, const auto& x, const auto& y) {
    INFO(array.path(), "/", array.name);
    CHECK(x == y);
  }, a.state, b.state);
  CHECK(a.measured.last_step == b.measured.last_step);
  CHECK(a.measured.of == b.measured.of);
  CHECK(a.scene == b.scene);
  CHECK(a.frames == b.frames);
  CHECK(a.last_frame == b.last_frame);
  CHECK(a.stop == b.stop);
  CHECK(a.totals.steps == b.totals.steps);
  CHECK(a.totals.worst_duality_gap == b.totals.worst_duality_gap);
  CHECK(a.totals.refused == b.totals.refused);
  CHECK(a.totals.shortest_step == b.totals.shortest_step);
  CHECK(a.totals.seconds == b.totals.seconds);
  CHECK(a.changes == b.changes);
}

}  // namespace

TEST_CASE("a checkpoint comes back with the same bits, from the disk and from memory") {
  const TemporaryDirectory dir;
  for (const int dimension : {1, 2, 3})
    for (const std::size_t n : {std::size_t{20}, std::size_t{0}}) {
      Checkpoint c = some_checkpoint(dimension, 7, n);
      if (n == 0) c.state.fed.clear(), c.state.memory.resize(1);
      save_checkpoint(dir.path(), c);
      check_same(read_checkpoint(dir / "checkpoint.h5"), c);
      const std::string bytes = contents(dir / "checkpoint.h5");
      check_same(read_checkpoint(std::as_bytes(std::span(bytes)), "memory"), c);
      CHECK(load_latest(dir.path()).note.empty());
    }
  CHECK(!std::filesystem::exists(dir / "checkpoint.h5.tmp"));
}

TEST_CASE("the previous checkpoint is kept, and taken when the newest is damaged or missing") {
  const TemporaryDirectory dir;
  CHECK(error_of([&] { load_latest(dir.path()); }).find("no checkpoint to go on from") != std::string::npos);
  save_checkpoint(dir.path(), some_checkpoint(2, 5));
  save_checkpoint(dir.path(), some_checkpoint(2, 6));
  CHECK(load_latest(dir.path()).checkpoint.state.step == 6);
  const std::string good = contents(dir / "checkpoint.h5");
  set_contents(dir / "checkpoint.h5", good.substr(0, good.size() / 2));
  const LatestCheckpoint latest = load_latest(dir.path());
  CHECK(latest.checkpoint.state.step == 5);
  CHECK(latest.path == dir / "checkpoint.previous.h5");
  CHECK(latest.note.find("checkpoint.h5: damaged") != std::string::npos);
  std::filesystem::remove(dir / "checkpoint.h5");
  CHECK(load_latest(dir.path()).checkpoint.state.step == 5);
}

TEST_CASE("a full disk leaves the old checkpoint as it was") {
  const TemporaryDirectory dir;
  save_checkpoint(dir.path(), some_checkpoint(2, 5));
  CHECK(with_small_disk(30000, [&] {
          return error_of([&] { save_checkpoint(dir.path(), some_checkpoint(3, 6, 3000)); }).find("File too large") ==
                 std::string::npos;
        }) == 0);
  CHECK(load_latest(dir.path()).checkpoint.state.step == 5);
  CHECK(load_latest(dir.path()).note.empty());
  CHECK(!std::filesystem::exists(dir / "checkpoint.h5.tmp"));
}

TEST_CASE("checkpoints that make no sense are refused, though their checksum holds") {
  const TemporaryDirectory dir;
  const double nan = std::nan("");
  const std::vector<std::function<void(Checkpoint&)>> faults{
      [](Checkpoint& c) { c.state.step = -1; },
      [&](Checkpoint& c) { c.state.time = nan; },
      [](Checkpoint& c) { c.state.compliance = -1; },
      [](Checkpoint& c) { c.state.length = 0; },
      [](Checkpoint& c) { c.state.clock.elapsed = -256; },
      [](Checkpoint& c) { c.state.clock.elapsed += 1; },
      [](Checkpoint& c) { c.state.clock.level = 9; },
      [](Checkpoint& c) { c.state.clock.easy = -1; },
      [&](Checkpoint& c) { c.state.bodies.position[3] = nan; },
      [](Checkpoint& c) { c.state.bodies.velocity[0] = std::numeric_limits<double>::infinity(); },
      [](Checkpoint& c) { c.state.bodies.radius[2] = 0; },
      [](Checkpoint& c) { c.state.bodies.mass[2] = -1; },
      [](Checkpoint& c) { c.state.bodies.group[2] = -1; },
      [](Checkpoint& c) { c.state.bodies.id.pop_back(); },
      [](Checkpoint& c) { c.state.bodies.velocity.resize(4); },
      [](Checkpoint& c) { c.state.contacts.first[0] = 20; },
      [](Checkpoint& c) { c.state.contacts.second[1] = c.state.contacts.first[1]; },
      [](Checkpoint& c) { std::swap(c.state.contacts.first[0], c.state.contacts.first[1]); },
      [&](Checkpoint& c) { c.state.contacts.memory[0] = nan; },
      [](Checkpoint& c) { c.state.contacts.gap.push_back(0); },
      [](Checkpoint& c) { c.state.memory[1].first[3] = 20; },
      [](Checkpoint& c) { c.state.memory[1].first[0] = -1; },
      [](Checkpoint& c) { c.state.memory[1].second[3] = 5; },
      [](Checkpoint& c) { std::swap(c.state.memory[1].second[1], c.state.memory[1].second[2]); },
      [](Checkpoint& c) { c.state.memory[2].second.pop_back(); },
      [](Checkpoint& c) { c.state.memory[2].first.push_back(8); },
      [](Checkpoint& c) { c.state.fed[0] = 1000; },
      [](Checkpoint& c) { c.state.exits.departed[0] = -1; },
      [](Checkpoint& c) { c.state.exits.first[0] = std::nan(""); },
      [](Checkpoint& c) { std::swap(c.state.bodies.id[0], c.state.bodies.id[1]); },
      [](Checkpoint& c) { c.last_frame = 1000; },
      [](Checkpoint& c) { c.measured.last_step = 1000; },
      [&](Checkpoint& c) { c.measured.of[0][1] = nan; },
      [](Checkpoint& c) { c.stop.since[0] = std::numeric_limits<double>::infinity(); },
  };
  for (const auto& spoil : faults) {
    Checkpoint c = some_checkpoint(2, 7);
    spoil(c);
    save_checkpoint(dir.path(), c);
    CHECK(error_of([&] { read_checkpoint(dir / "checkpoint.h5"); }).find("checkpoint.h5: /") != std::string::npos);
  }
}

TEST_CASE("a checkpoint of an older version is refused, and told apart from a damaged one") {
  const TemporaryDirectory dir;
  h5::File file = h5::File::create(dir / "f.h5", checksum_block);
  file.root().set_integer("format", 4);
  file.close();
  put_file_checksum(dir / "f.h5");
  CHECK(error_of([&] { read_checkpoint(dir / "f.h5"); }).find("version 4, this program knows 5") != std::string::npos);
}

TEST_CASE("any damage to a checkpoint is an error") {
  const TemporaryDirectory dir;
  save_checkpoint(dir.path(), some_checkpoint(2, 7));
  const std::string good = contents(dir / "checkpoint.h5");
  for (std::uint64_t k = 0; k < 300; ++k) {
    std::string bad = good;
    const auto at = static_cast<std::size_t>(uniform({3, k, 0, 0}) * static_cast<double>(good.size()));
    if (k % 3 == 0)
      bad.resize(at);
    else
      bad[at] = static_cast<char>(bad[at] ^ (1 + static_cast<int>(255 * uniform({3, k, 0, 1}))));
    CHECK_THROWS_AS(read_checkpoint(std::as_bytes(std::span(bad)), "damaged"), Error);
  }
}

TEST_CASE("a checkpoint may have any name, and takes the place of another only when it is whole") {
  const TemporaryDirectory folder;
  write_checkpoint(folder / "mine.h5", some_checkpoint(2, 5));
  CHECK(read_checkpoint(folder / "mine.h5").state.step == 5);
  write_checkpoint(folder / "mine.h5", some_checkpoint(2, 6));
  CHECK(read_checkpoint(folder / "mine.h5").state.step == 6);
  CHECK(!file_exists(folder / "mine.h5.tmp"));
  CHECK_THROWS_AS(write_checkpoint(folder / "none/mine.h5", some_checkpoint(2, 6)), Error);
}
