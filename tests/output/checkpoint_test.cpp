#include "output/checkpoint.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <limits>

#include "core/random.hpp"
#include "output/h5.hpp"
#include "output/seal.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

Checkpoint some_checkpoint(int dimension, std::int64_t step, std::size_t n = 20) {
  Checkpoint c;
  c.resume.step = step;
  c.resume.time = 0.1 * static_cast<double>(step);
  c.resume.compliance = 1e-9;
  c.resume.length = 0.0125;
  c.resume.clock = {256 * step + 32, 3, 5};
  c.resume.bodies = some_bodies(dimension, n, step);
  c.resume.contacts = some_contacts(dimension, n, step);
  c.resume.fed = {3, 0};
  c.resume.doorways = {{4, 0.5, 2.5}, {0, 0, 0}};
  c.resume.memory = {{}, {{0, 2, 2, 5}, {-3, -1, 0, 4}}, {{7}, {6}}};
  c.scene = "dimension = 2\n";
  c.frames = 4;
  c.last_frame = step - 1;
  c.measured = {step - 1, {{1, -0.5}, {}, {7}}};
  c.stop = {{0.25, std::numeric_limits<double>::quiet_NaN()}, "at rest"};
  c.totals.steps = step;
  c.totals.worst_gap = 1.0 / 3;
  c.totals.refused = 2;
  c.totals.shortest_step = 0.0125;
  c.totals.seconds[2] = 0.25;
  c.changes = {{2, 0.5, "time.end", "1", "2"}, {3, 0.75, "title", "", "\"é\""}};
  return c;
}

void check_same(const Checkpoint& a, const Checkpoint& b) {
  CHECK(a.resume.step == b.resume.step);
  CHECK(a.resume.time == b.resume.time);
  CHECK(a.resume.compliance == b.resume.compliance);
  CHECK(a.resume.length == b.resume.length);
  CHECK(a.resume.clock.elapsed == b.resume.clock.elapsed);
  CHECK(a.resume.clock.level == b.resume.clock.level);
  CHECK(a.resume.clock.easy == b.resume.clock.easy);
  CHECK(a.resume.fed == b.resume.fed);
  REQUIRE(a.resume.doorways.size() == b.resume.doorways.size());
  for (std::size_t e = 0; e < a.resume.doorways.size(); ++e) {
    CHECK(a.resume.doorways[e].left == b.resume.doorways[e].left);
    CHECK(a.resume.doorways[e].last == b.resume.doorways[e].last);
  }
  CHECK(a.resume.bodies.dimension == b.resume.bodies.dimension);
  CHECK(a.resume.bodies.position == b.resume.bodies.position);
  CHECK(a.resume.bodies.velocity == b.resume.bodies.velocity);
  CHECK(a.resume.bodies.radius == b.resume.bodies.radius);
  CHECK(a.resume.bodies.mass == b.resume.bodies.mass);
  CHECK(a.resume.bodies.id == b.resume.bodies.id);
  CHECK(a.resume.bodies.group == b.resume.bodies.group);
  CHECK(a.resume.contacts.first == b.resume.contacts.first);
  CHECK(a.resume.contacts.second == b.resume.contacts.second);
  CHECK(a.resume.contacts.normal == b.resume.contacts.normal);
  CHECK(a.resume.contacts.gap == b.resume.contacts.gap);
  CHECK(a.resume.contacts.begin_gap == b.resume.contacts.begin_gap);
  CHECK(a.resume.contacts.multiplier == b.resume.contacts.multiplier);
  CHECK(a.resume.contacts.memory == b.resume.contacts.memory);
  CHECK(a.measured.last_step == b.measured.last_step);
  CHECK(a.measured.of == b.measured.of);
  CHECK(a.resume.memory == b.resume.memory);
  CHECK(a.scene == b.scene);
  CHECK(a.frames == b.frames);
  CHECK(a.last_frame == b.last_frame);
  CHECK(a.stop == b.stop);
  CHECK(a.totals.steps == b.totals.steps);
  CHECK(a.totals.worst_gap == b.totals.worst_gap);
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
      if (n == 0) c.resume.fed.clear(), c.resume.memory = {{}};
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
  CHECK(load_latest(dir.path()).checkpoint.resume.step == 6);
  const std::string good = contents(dir / "checkpoint.h5");
  set_contents(dir / "checkpoint.h5", good.substr(0, good.size() / 2));
  const LatestCheckpoint latest = load_latest(dir.path());
  CHECK(latest.checkpoint.resume.step == 5);
  CHECK(latest.path == dir / "checkpoint.previous.h5");
  CHECK(latest.note.find("checkpoint.h5: damaged") != std::string::npos);
  std::filesystem::remove(dir / "checkpoint.h5");
  CHECK(load_latest(dir.path()).checkpoint.resume.step == 5);
}

TEST_CASE("a full disk leaves the old checkpoint as it was") {
  const TemporaryDirectory dir;
  save_checkpoint(dir.path(), some_checkpoint(2, 5));
  CHECK(with_small_disk(30000, [&] {
          return error_of([&] { save_checkpoint(dir.path(), some_checkpoint(3, 6, 3000)); }).find("File too large") ==
                 std::string::npos;
        }) == 0);
  CHECK(load_latest(dir.path()).checkpoint.resume.step == 5);
  CHECK(load_latest(dir.path()).note.empty());
  CHECK(!std::filesystem::exists(dir / "checkpoint.h5.tmp"));
}

TEST_CASE("checkpoints that make no sense are refused, though their seal is whole") {
  const TemporaryDirectory dir;
  const double nan = std::nan("");
  const std::vector<std::function<void(Checkpoint&)>> faults{
      [](Checkpoint& c) { c.resume.step = -1; },
      [&](Checkpoint& c) { c.resume.time = nan; },
      [](Checkpoint& c) { c.resume.compliance = -1; },
      [](Checkpoint& c) { c.resume.length = 0; },
      [](Checkpoint& c) { c.resume.clock.elapsed = -256; },
      [](Checkpoint& c) { c.resume.clock.elapsed += 1; },
      [](Checkpoint& c) { c.resume.clock.level = 9; },
      [](Checkpoint& c) { c.resume.clock.easy = -1; },
      [&](Checkpoint& c) { c.resume.bodies.position[3] = nan; },
      [](Checkpoint& c) { c.resume.bodies.velocity[0] = std::numeric_limits<double>::infinity(); },
      [](Checkpoint& c) { c.resume.bodies.radius[2] = 0; },
      [](Checkpoint& c) { c.resume.bodies.mass[2] = -1; },
      [](Checkpoint& c) { c.resume.bodies.group[2] = -1; },
      [](Checkpoint& c) { c.resume.bodies.id.pop_back(); },
      [](Checkpoint& c) { c.resume.bodies.velocity.resize(4); },
      [](Checkpoint& c) { c.resume.contacts.first[0] = 20; },
      [](Checkpoint& c) { c.resume.contacts.second[1] = c.resume.contacts.first[1]; },
      [](Checkpoint& c) { std::swap(c.resume.contacts.first[0], c.resume.contacts.first[1]); },
      [&](Checkpoint& c) { c.resume.contacts.memory[0] = nan; },
      [](Checkpoint& c) { c.resume.contacts.gap.push_back(0); },
      [](Checkpoint& c) { c.resume.memory[1].first[3] = 20; },
      [](Checkpoint& c) { c.resume.memory[1].first[0] = -1; },
      [](Checkpoint& c) { c.resume.memory[1].second[3] = 5; },
      [](Checkpoint& c) { std::swap(c.resume.memory[1].second[1], c.resume.memory[1].second[2]); },
      [](Checkpoint& c) { c.resume.memory[2].second.pop_back(); },
      [](Checkpoint& c) { c.resume.memory[2].first.push_back(8); },
      [](Checkpoint& c) { c.resume.fed[0] = 1000; },
      [](Checkpoint& c) { c.resume.doorways[0].left = -1; },
      [](Checkpoint& c) { c.resume.doorways[0].first = std::nan(""); },
      [](Checkpoint& c) { std::swap(c.resume.bodies.id[0], c.resume.bodies.id[1]); },
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
  h5::File file = h5::File::create(dir / "f.h5", seal_bytes);
  file.root().set_integer("format", 3);
  file.close();
  put_seal(dir / "f.h5");
  CHECK(error_of([&] { read_checkpoint(dir / "f.h5"); }).find("version 3, this program knows 5") != std::string::npos);
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
