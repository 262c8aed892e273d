#include <dlfcn.h>
#include <doctest/doctest.h>

#include "core/error.hpp"
#include "core/random.hpp"
#include "output/h5.hpp"
#include "output/support.hpp"
#include "output/trajectory.hpp"
#include "output/trajectory_arrays.hpp"

namespace {
int storage_questions = 0;  // how often HDF5 was asked what a dataset takes in the file
}

// Stands before that of the library. HDF5 walks over all chunks of the dataset for the answer.
extern "C" unsigned long long H5Dget_storage_size(std::int64_t dataset) {
  ++storage_questions;
  static const auto ask =
      reinterpret_cast<unsigned long long (*)(std::int64_t)>(dlsym(RTLD_NEXT, "H5Dget_storage_size"));
  return ask(dataset);
}

using namespace floc;
using namespace floc::test;

namespace {

TrajectoryHeader header(int dimension, std::size_t n) {
  TrajectoryHeader h;
  h.dimension = dimension;
  h.bodies = n;
  h.groups = two_groups();
  h.obstacles = {floor_obstacle()};
  h.scene = "dimension = 2  # ä scene\n";
  h.version = "0.1";
  return h;
}

void write_three(const std::string& path, const TrajectoryHeader& h, bool bridges = false) {
  TrajectoryWriter w = TrajectoryWriter::create(path, h);
  for (std::int64_t k = 0; k < 3; ++k) {
    const FlowField flow = some_flow(h.dimension, k);
    w.append(10 * k, 0.5 * static_cast<double>(k), 0.05,
             h.turning ? turning_bodies(h.dimension, h.bodies, k) : some_bodies(h.dimension, h.bodies, k),
             h.turning ? frictional_contacts(h.dimension, h.bodies, k) : some_contacts(h.dimension, h.bodies, k),
             {.bridges = bridges ? some_bridges(h.bodies, k) : PairList{}, .flow = h.flow && k != 1 ? &flow : nullptr});
  }
  w.close();
}

}  // namespace

TEST_CASE("frames come back in every dimension, to the precision asked for") {
  const TemporaryDirectory dir;
  for (const int dimension : {1, 2, 3})
    for (const bool exact : {false, true}) {
      TrajectoryHeader h = header(dimension, 30);
      h.double_precision = exact;
      h.gzip = exact ? 0 : 9;
      write_three(dir / "t.h5", h);
      const TrajectoryReader reader(dir / "t.h5");
      REQUIRE(reader.steps() == std::vector<std::int64_t>{0, 10, 20});
      CHECK(reader.times() == std::vector<double>{0, 0.5, 1});
      CHECK(reader.scene() == h.scene);
      CHECK(reader.dimension() == dimension);
      CHECK(reader.nearest(0.7) == 1);
      CHECK(reader.nearest(99) == 2);
      const Snapshot f = reader.read(2);
      const Bodies b = some_bodies(dimension, 30, 2);
      CHECK(f.h == 0.05);
      CHECK(f.bodies.id == b.id);
      CHECK(f.bodies.group == b.group);
      CHECK(f.bodies.mass == b.mass);
      CHECK(f.groups[1].name == "stone");
      CHECK(f.groups[1].colour == "#808080");
      CHECK(f.contacts.size() == some_contacts(dimension, 30, 2).size());
      for (std::size_t i = 0; i < b.position.size(); ++i) {
        CHECK(f.bodies.position[i] == (exact ? b.position[i] : static_cast<double>(static_cast<float>(b.position[i]))));
        CHECK(std::abs(f.bodies.velocity[i] - b.velocity[i]) < 1e-6);
      }
      CHECK_THROWS_AS(reader.read(3), Error);
    }
}

TEST_CASE("the flow of a fluid comes back for the frames that have it, in the plane and in space") {
  for (const int d : {2, 3}) {
    const TemporaryDirectory dir;
    TrajectoryHeader h = header(d, 5);
    h.flow = some_flow(d, 0);
    write_three(dir / "t.h5", h);
    const TrajectoryReader reader(dir / "t.h5");
    CHECK(reader.with_flow() == std::vector<std::size_t>{0, 2});
    CHECK(reader.nearest_with_flow(0.4) == 0);
    CHECK(reader.nearest_with_flow(0.6) == 2);
    CHECK(!reader.read(2).flow);
    CHECK(!reader.read(1, TrajectoryReader::Flow::read).flow);
    const Snapshot last = reader.read(2, TrajectoryReader::Flow::read);
    REQUIRE(last.flow);
    const FlowField expected = some_flow(d, 2);
    CHECK(static_cast<const FlowCells&>(*last.flow) == static_cast<const FlowCells&>(expected));
    CHECK(last.flow->velocity == expected.velocity);
    CHECK(last.flow->pressure == expected.pressure);
    CHECK(last.flow->vorticity == expected.vorticity);
  }
  const TemporaryDirectory dir;
  write_three(dir / "t.h5", header(2, 5));
  CHECK(error_of([&] { TrajectoryReader(dir / "t.h5").nearest_with_flow(0); }).find("no frame has a flow") !=
        std::string::npos);
  TrajectoryWriter w = TrajectoryWriter::reopen(dir / "t.h5", 100);
  const FlowField flow = some_flow(2, 0);
  CHECK(error_of([&] {
          w.append(50, 5, 0.1, some_bodies(2, 5, 0), some_contacts(2, 5, 0), {.flow = &flow});
        }).find("of another grid") != std::string::npos);
}

TEST_CASE("orientations, spins and friction come back where bodies turn, and take no room elsewhere") {
  const TemporaryDirectory dir;
  for (const int dimension : {2, 3})
    for (const bool exact : {false, true}) {
      TrajectoryHeader h = header(dimension, 30);
      h.double_precision = exact;
      h.turning = true;
      write_three(dir / "t.h5", h);
      const Snapshot f = TrajectoryReader(dir / "t.h5").read(2);
      const Bodies b = turning_bodies(dimension, 30, 2);
      const Contacts c = frictional_contacts(dimension, 30, 2);
      REQUIRE(f.bodies.turning);
      REQUIRE(f.bodies.orientation.size() == b.orientation.size());
      REQUIRE(f.bodies.spin.size() == b.spin.size());
      CHECK(f.bodies.inertia == b.inertia);
      CHECK((f.bodies.spin == b.spin) == exact);
      CHECK((f.bodies.orientation == b.orientation) == exact);
      for (std::size_t i = 0; i < b.orientation.size(); ++i)
        CHECK(std::abs(f.bodies.orientation[i] - b.orientation[i]) < 1e-6);
      for (std::size_t i = 0; i < b.spin.size(); ++i) CHECK(std::abs(f.bodies.spin[i] - b.spin[i]) < 1e-6);
      for (std::size_t i = 0; i < 30 && dimension == 3; ++i) {
        double size = 0;
        for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) size += f.bodies.orientation[k] * f.bodies.orientation[k];
        CHECK(std::abs(size - 1) < 1e-12);
      }
      REQUIRE(f.contacts.tangential.size() == c.tangential.size());
      for (std::size_t i = 0; i < c.tangential.size(); ++i)
        CHECK(std::abs(f.contacts.tangential[i] - 0.05 * c.tangential[i]) < 1e-6);
    }
  write_three(dir / "t.h5", header(2, 30));
  const Snapshot f = TrajectoryReader(dir / "t.h5").read(2);
  CHECK(!f.bodies.turning);
  CHECK(f.contacts.tangential.empty());
  const h5::File file = h5::File::open(dir / "t.h5");
  const h5::Group root = file.root();
  for (const char* name : {"orientation", "spin"}) CHECK(!root.group("particles").group("all").has(name));
  CHECK(!root.group("floc").group("contacts").has("tangential"));
}

TEST_CASE("shapes, moments of inertia and the points of contacts come back; damage to them is told") {
  const TemporaryDirectory dir;
  const std::string path = dir / "t.h5";
  TrajectoryHeader h = header(3, 6);
  h.turning = h.shaped = h.double_precision = true;
  h.gzip = 0;
  Bodies b = turning_bodies(3, 6, 1);
  b.shaped = true;
  b.shape = {0, 1, 2, 0, 1, 7};
  for (std::size_t k = 0; k < b.inertia.size(); ++k) b.inertia[k] = 1 + 0.125 * static_cast<double>(k);
  Contacts c;
  c.dimension = 3;
  c.frictional = c.shaped = true;
  c.resize(3);
  c.first = {2, 2, 5};
  c.second = {1, 1, -1};
  c.feature = {3, 8, 0};
  for (std::size_t k = 0; k < 9; ++k) {
    c.lever_first[k] = 0.5 + static_cast<double>(k);
    c.lever_second[k] = -0.75 * static_cast<double>(k);
  }
  TrajectoryWriter w = TrajectoryWriter::create(path, h);
  w.append(0, 0, 0.5, b, c);
  CHECK(error_of([&] { w.append(1, 1, 0.5, turning_bodies(3, 6, 2), {}); }).find("shape of every body") !=
        std::string::npos);
  w.close();
  const Snapshot f = TrajectoryReader(path).read(0);
  CHECK(f.bodies.shaped);
  CHECK(f.bodies.shape == b.shape);
  CHECK(f.bodies.inertia == b.inertia);
  CHECK(f.contacts.feature == c.feature);
  CHECK(f.contacts.lever_first == std::vector<double>(c.lever_first.begin(), c.lever_first.end()));
  CHECK(f.contacts.lever_second == std::vector<double>(c.lever_second.begin(), c.lever_second.end()));
  std::string bytes = contents(path);
  const std::size_t at = bytes.find(std::string(reinterpret_cast<const char*>(&b.inertia[7]), 3 * sizeof(double)));
  REQUIRE(at != std::string::npos);
  bytes[at + 5] = static_cast<char>(bytes[at + 5] ^ 16);
  set_contents(path, bytes);
  const std::string why = error_of([&] { TrajectoryReader(path).read(0); });
  CHECK_MESSAGE(why.find("/particles/all/inertia: is damaged at body 2") != std::string::npos, why);
}

TEST_CASE("bodies that come and go keep their own orientation; a frame of bodies that do not turn does not fit") {
  const TemporaryDirectory dir;
  TrajectoryHeader h = header(3, 5);
  h.changes = h.turning = h.double_precision = true;
  TrajectoryWriter w = TrajectoryWriter::create(dir / "t.h5", h);
  w.append(0, 0, 0, turning_bodies(3, 0, 0), {});
  Bodies b = turning_bodies(3, 5, 1);
  b.keep(std::vector<char>{1, 0, 1, 0, 1});
  w.append(1, 1, 0, b, {});
  CHECK(error_of([&] { w.append(2, 2, 0, some_bodies(3, 5, 2), {}); }).find("orientation of every body") !=
        std::string::npos);
  w.close();
  const TrajectoryReader reader(dir / "t.h5");
  CHECK(reader.read(0).bodies.turning);
  CHECK(reader.read(1).bodies.spin == b.spin);
  CHECK(reader.read(1).bodies.orientation == b.orientation);
}

TEST_CASE("an orientation that is no unit quaternion is an error with its body") {
  const TemporaryDirectory dir;
  TrajectoryHeader h = header(3, 4);
  h.turning = true;
  Bodies b = turning_bodies(3, 4, 0);
  for (std::size_t k = 8; k < 12; ++k) b.orientation[k] *= 1.5;
  TrajectoryWriter w = TrajectoryWriter::create(dir / "t.h5", h);
  w.append(0, 0, 0, b, {});
  w.close();
  const std::string why = error_of([&] { TrajectoryReader(dir / "t.h5").read(0); });
  CHECK_MESSAGE(why.find("orientation/value: that of body 2 is not a unit quaternion") != std::string::npos, why);
}

TEST_CASE("positions are wrapped in the file and continuous when read") {
  const TemporaryDirectory dir;
  TrajectoryHeader h = header(2, 2);
  h.double_precision = true;
  h.domain.period = {2, 0, 0};
  h.domain.origin = {-1, 0, 0};
  Bodies b = some_bodies(2, 2, 0);
  b.position = {-7.25, 100.5, 4.5, -3};
  TrajectoryWriter w = TrajectoryWriter::create(dir / "t.h5", h);
  w.append(0, 0, 0, b, {});
  w.close();
  const TrajectoryReader reader(dir / "t.h5");
  CHECK(reader.read(0).bodies.position == b.position);
  CHECK(reader.read(0).domain.period[0] == 2);
  CHECK(reader.read(0).domain.origin[0] == -1);
}

TEST_CASE("bodies that are poured in later are absent before") {
  const TemporaryDirectory dir;
  TrajectoryHeader h = header(2, 5);
  h.changes = true;
  TrajectoryWriter w = TrajectoryWriter::create(dir / "t.h5", h);
  w.append(0, 0, 0, some_bodies(2, 0, 0), {});
  w.append(1, 1, 0, some_bodies(2, 3, 1), {});
  {
    const TrajectoryReader running(dir / "t.h5");
    CHECK(running.read(1).bodies.size() == 3);
  }
  w.append(2, 2, 0, some_bodies(2, 5, 2), {});
  w.close();
  const TrajectoryReader reader(dir / "t.h5");
  CHECK(reader.largest_bodies() == 5);
  CHECK(reader.read(0).bodies.size() == 0);
  CHECK(reader.read(1).bodies.size() == 3);
  CHECK(reader.read(1).bodies.radius == some_bodies(2, 3, 1).radius);
  CHECK(reader.read(2).bodies.id == some_bodies(2, 5, 2).id);
}

TEST_CASE("bodies that leave are absent after, keep their rows before, and contacts name who is there") {
  const TemporaryDirectory dir;
  TrajectoryHeader h = header(2, 6);
  h.changes = true;
  h.obstacles = {floor_obstacle()};
  TrajectoryWriter w = TrajectoryWriter::create(dir / "t.h5", h);
  Bodies b = some_bodies(2, 5, 0);
  Contacts c = some_contacts(2, 5, 0);
  w.append(0, 0, 0.1, b, c);
  b.keep(std::vector<char>{1, 0, 1, 0, 1});
  const double zero[2] = {0, 0};
  b.add(zero, zero, 0.5, 2, 1);
  Contacts fewer;
  fewer.dimension = 2;
  fewer.resize(2);
  fewer.first = {1, 3};
  fewer.second = {-1, 2};
  w.append(1, 1, 0.1, b, fewer);
  b.keep(std::vector<char>{0, 0, 0, 0});
  w.append(2, 2, 0.1, b, {});
  CHECK_THROWS_AS(w.append(3, 3, 0.1, some_bodies(2, 7, 0), {}), Error);
  w.close();
  const TrajectoryReader reader(dir / "t.h5");
  CHECK(reader.read(0).bodies.size() == 5);
  CHECK(reader.read(0).contacts.first == c.first);
  CHECK(reader.read(1).bodies.id == std::vector<std::int64_t>{0, 2, 4, 5});
  CHECK(reader.read(1).bodies.radius[3] == 0.5);
  CHECK(reader.read(1).bodies.radius[1] == some_bodies(2, 5, 0).radius[2]);
  CHECK(reader.read(1).contacts.first == fewer.first);
  CHECK(reader.read(1).contacts.second == fewer.second);
  CHECK(reader.read(2).bodies.size() == 0);
  const h5::File file = h5::File::open(dir / "t.h5");
  std::vector<std::int64_t> id(6);
  file.root().group("particles").group("all").group("id").dataset("value").read<std::int64_t>(1, 1, id);
  CHECK(id == std::vector<std::int64_t>{0, -1, 2, -1, 4, 5});
}

TEST_CASE("a running trajectory is read without disturbing its writer") {
  const TemporaryDirectory dir;
  TrajectoryWriter w = TrajectoryWriter::create(dir / "t.h5", header(2, 20));
  for (std::int64_t k = 0; k < 5; ++k) {
    w.append(k, static_cast<double>(k), 0, some_bodies(2, 20, k), some_contacts(2, 20, k));
    const TrajectoryReader reader(dir / "t.h5");
    CHECK(reader.frames() == static_cast<std::size_t>(k) + 1);
    CHECK(reader.read(static_cast<std::size_t>(k)).contacts.first == some_contacts(2, 20, k).first);
  }
}

TEST_CASE("foreign, empty and missing files are errors") {
  const TemporaryDirectory dir;
  const std::string good = dir / "good.h5", bad = dir / "bad.h5";
  write_three(good, header(2, 200));
  const std::string bytes = contents(good);
  CHECK(error_of([&] { TrajectoryReader r(dir / "none.h5"); }).find("No such file") != std::string::npos);
  for (const std::string& text : {std::string(), std::string("hello"), std::string(5000, '\0'), bytes.substr(512)}) {
    set_contents(bad, text);
    CHECK(error_of([&] { TrajectoryReader r(bad); }).find("bad.h5") != std::string::npos);
  }
}

TEST_CASE("flipped bytes give errors or frames, never a crash") {
  const TemporaryDirectory dir;
  const std::string good = dir / "good.h5", bad = dir / "bad.h5";
  write_three(good, header(2, 20));
  const std::string bytes = contents(good);
  // In a process of its own: a crash is a status, and what HDF5 leaks when it gives up is not ours.
  CHECK(with_small_disk(RLIM_INFINITY, [&] {
          int refused = 0;
          for (std::uint64_t k = 0; k < 60; ++k) {
            std::string damaged = bytes;
            for (std::uint32_t j = 0; j < 1 + k % 5; ++j)
              damaged[static_cast<std::size_t>(uniform({2, k, 0, 2 * j}) * static_cast<double>(bytes.size()))] =
                  static_cast<char>(static_cast<unsigned char>(256 * uniform({2, k, 0, 2 * j + 1})));
            set_contents(bad, damaged);
            const std::string why = error_of([&] {
              const TrajectoryReader r(bad);
              for (std::size_t f = 0; f < r.frames(); ++f) r.read(f);
            });
            if (!why.empty()) ++refused;
          }
          return refused > 5 ? 0 : 1;
        }) == 0);
}

TEST_CASE("a trajectory that was cut gives the frames that are there and refuses the others") {
  const TemporaryDirectory dir;
  const std::string path = dir / "t.h5";
  TrajectoryHeader h = header(2, 400);
  h.gzip = 0;  // nothing in the data would tell
  {
    TrajectoryWriter w = TrajectoryWriter::create(path, h);
    for (std::int64_t k = 0; k < 10; ++k)
      w.append(k, static_cast<double>(k), 0.05, some_bodies(2, 400, k), some_contacts(2, 400, k));
    w.close();
  }
  const auto is_there = [](const TrajectoryReader& reader, std::size_t k) {
    Snapshot f;
    try {
      f = reader.read(k);
    } catch (const Error&) {
      return false;
    }
    Bodies b = some_bodies(2, 400, static_cast<std::int64_t>(k));
    for (double& x : b.position) x = static_cast<double>(static_cast<float>(x));
    REQUIRE(f.bodies.position == b.position);
    REQUIRE(f.contacts.first == some_contacts(2, 400, static_cast<std::int64_t>(k)).first);
    return true;
  };
  const auto whole = std::filesystem::file_size(path);
  std::size_t some = 0;
  for (auto bytes = whole - 2500; bytes > whole / 4; bytes -= 2500) {
    std::filesystem::resize_file(path, bytes);
    std::size_t there = 0;
    try {
      const TrajectoryReader reader(path);
      for (std::size_t k = 0; k < reader.frames(); ++k) there += is_there(reader, k) ? 1 : 0;
    } catch (const Error&) {  // something that all frames need is gone
    }
    CHECK(there < 10);
    if (there > 0) ++some;
  }
  CHECK(some > 5);
}

TEST_CASE("no frame that is read takes a walk over the chunks of all frames") {
  const TemporaryDirectory dir;
  TrajectoryWriter w = TrajectoryWriter::create(dir / "t.h5", header(2, 30));
  for (std::int64_t k = 0; k < 20; ++k)
    w.append(k, static_cast<double>(k), 1, some_bodies(2, 30, k), some_contacts(2, 30, k), {some_bridges(30, k)});
  w.close();
  const TrajectoryReader reader(dir / "t.h5");
  const int asked = storage_questions;
  CHECK(asked > 0);
  for (std::size_t k = 0; k < reader.frames(); ++k) CHECK(reader.read(k).contacts.size() > 0);
  CHECK(storage_questions == asked);
}

TEST_CASE("no flipped bit of a trajectory changes what is read: it is an error, or it does not matter") {
  const TemporaryDirectory dir;
  const std::string path = dir / "t.h5";
  for (const auto& [gzip, turning] : {std::pair{0, false}, {1, true}}) {
    TrajectoryHeader h = header(2, 30);
    h.gzip = gzip;
    h.turning = turning;
    h.flow = some_flow(2, 0);
    write_three(path, h, true);
    const std::string good = contents(path);
    const auto told = [&] {  // everything that a reader tells, as bytes
      std::string text;
      const auto add = [&](const auto& values) {
        text.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
      };
      const TrajectoryReader reader(path);
      text += reader.scene();
      for (std::size_t k = 0; k < reader.frames(); ++k) {
        const Snapshot f = reader.read(k, TrajectoryReader::Flow::read);
        if (f.flow) add(f.flow->velocity), add(f.flow->pressure), add(f.flow->vorticity), add(flow_grid(*f.flow));
        add(std::vector<double>{f.time, f.h, static_cast<double>(f.step)});
        add(f.bodies.position), add(f.bodies.velocity), add(f.bodies.radius), add(f.bodies.mass), add(f.bodies.group);
        add(f.bodies.id), add(f.contacts.first), add(f.contacts.second), add(f.contacts.gap), add(f.contacts.normal);
        add(f.contacts.impulse), add(f.contacts.memory), add(f.bridges.first), add(f.bridges.second);
        add(f.bodies.orientation), add(f.bodies.spin), add(f.contacts.tangential);
        for (const GroupStyle& g : f.groups) text += g.name + g.colour;
      }
      return text;
    };
    const std::string right = told();
    int refused = 0;
    for (std::size_t at = 0; at < good.size(); at += 397) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ (1 << at % 8));
      set_contents(path, bad);
      std::string now;
      if (!error_of([&] { now = told(); }).empty())
        ++refused;
      else if (now != right)
        FAIL_CHECK("byte ", at);
    }
    CHECK(refused > 10);
  }
}

TEST_CASE("a damaged column is told with its frame, and the other frames are read") {
  const TemporaryDirectory dir;
  const std::string path = dir / "t.h5";
  TrajectoryHeader h = header(2, 30);
  h.gzip = 0;
  h.double_precision = h.turning = true;
  write_three(path, h);
  std::string bytes = contents(path);
  const Snapshot middle = TrajectoryReader(path).read(1), last = TrajectoryReader(path).read(2);
  for (const auto& [name, k, value] : {std::tuple{"/particles/all/velocity/value", 1u, middle.bodies.velocity[5]},
                                       {"/particles/all/orientation/value", 1u, middle.bodies.orientation[7]},
                                       {"/particles/all/spin/value", 2u, last.bodies.spin[3]},
                                       {"/floc/contacts/tangential", 2u, last.contacts.tangential[11]},
                                       {"/floc/contacts/impulse", 2u, last.contacts.impulse.back()}}) {
    std::string bad = bytes;
    const std::size_t at = bad.find(std::string(reinterpret_cast<const char*>(&value), sizeof value));
    REQUIRE(at != std::string::npos);
    bad[at] = static_cast<char>(bad[at] ^ 4);
    set_contents(path, bad);
    const TrajectoryReader reader(path);
    for (std::size_t other = 0; other < 3; ++other)
      if (other != k) CHECK(reader.read(other).bodies.size() == 30);
    const std::string why = error_of([&] { reader.read(k); });
    CHECK_MESSAGE(why.find(name) != std::string::npos, why);
    CHECK_MESSAGE(why.find("(frame " + std::to_string(k) + ")") != std::string::npos, why);
  }
}

TEST_CASE("frames tell which joints are broken, where some may break") {
  const TemporaryDirectory dir;
  TrajectoryHeader h = header(2, 5);
  write_three(dir / "firm.h5", h);
  CHECK(TrajectoryReader(dir / "firm.h5").read(1).broken.empty());
  h.breaking = 4;
  {
    TrajectoryWriter w = TrajectoryWriter::create(dir / "t.h5", h);
    for (std::int32_t k = 0; k < 3; ++k)
      w.append(k, k, 1, some_bodies(2, 5, k), some_contacts(2, 5, k),
               {.broken = std::vector<std::int32_t>{0, k > 0, 0, k > 1}});
    CHECK(error_of([&] { w.append(3, 3, 1, some_bodies(2, 5, 3), some_contacts(2, 5, 3)); }).find("every joint") !=
          std::string::npos);
    w.close();
  }
  for (std::int32_t k = 0; k < 3; ++k)
    CHECK((TrajectoryReader(dir / "t.h5").read(static_cast<std::size_t>(k)).broken ==
           std::vector<std::int32_t>{0, k > 0, 0, k > 1}));
  // A run that goes on from an earlier frame.
  {
    TrajectoryWriter w = TrajectoryWriter::reopen(dir / "t.h5", 1);
    w.append(2, 2, 1, some_bodies(2, 5, 2), some_contacts(2, 5, 2), {.broken = std::vector<std::int32_t>{1, 1, 1, 1}});
    w.close();
  }
  CHECK((TrajectoryReader(dir / "t.h5").read(2).broken == std::vector<std::int32_t>{1, 1, 1, 1}));
}
