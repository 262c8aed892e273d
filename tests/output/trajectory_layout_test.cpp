#include "output/trajectory_layout.hpp"

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <set>

#include "output/support.hpp"
#include "step/state.hpp"

using namespace floc;
using namespace floc::test;

namespace {

TrajectoryHeader header_of(int dimension, std::size_t bodies) {
  TrajectoryHeader header;
  header.dimension = dimension;
  header.bodies = bodies;
  header.groups = two_groups();
  header.scene = "[scene]\n";
  header.version = "0.1";
  return header;
}

// Where an array of the state is in the file, or why it is not there.
struct Kept {
  std::string path, reason;
};
Kept at(const char* path) { return {path, ""}; }
Kept not_there(const char* reason) { return {"", reason}; }

const std::map<std::string, Kept>& kept_arrays() {
  static const char* const restart = "only a run that goes on needs it: checkpoints have it";
  static const std::map<std::string, Kept> all{
      {"bodies/position", at("particles/all/position/value")},
      {"bodies/velocity", at("particles/all/velocity/value")},
      {"bodies/radius", at("particles/all/radius")},
      {"bodies/mass", at("particles/all/mass")},
      {"bodies/id", at("particles/all/id/value")},
      {"bodies/group", at("particles/all/species")},
      {"bodies/orientation", at("particles/all/orientation/value")},
      {"bodies/spin", at("particles/all/spin/value")},
      {"bodies/inertia", at("particles/all/inertia")},
      {"bodies/shape", at("particles/all/shape")},
      {"contacts/first", at("floc/contacts/first")},
      {"contacts/second", at("floc/contacts/second")},
      {"contacts/normal", at("floc/contacts/normal")},
      {"contacts/gap", at("floc/contacts/gap")},
      {"contacts/begin_gap", not_there("derived, and of the step's beginning")},
      {"contacts/multiplier", at("floc/contacts/impulse")},  // times the length of the step
      {"contacts/memory", at("floc/contacts/memory")},
      {"contacts/tangential", at("floc/contacts/tangential")},
      {"contacts/torque", not_there(restart)},
      {"contacts/feature", at("floc/contacts/feature")},
      {"contacts/lever_first", at("floc/contacts/lever_first")},
      {"contacts/lever_second", at("floc/contacts/lever_second")},
      {"feeds/fed", not_there("the ids of a frame tell who has entered")},
      {"exits/departed", not_there("exits.csv tells who has left, and when")},
      {"exits/first", not_there("exits.csv tells who has left, and when")},
      {"exits/last", not_there("exits.csv tells who has left, and when")},
      {"walls/position", at("floc/obstacles/pose")},
      {"walls/velocity", not_there("steps.csv tells of walls")},
      {"walls/force", not_there("steps.csv tells of walls")},
      {"joints/coordinate", not_there(restart)},
      {"joints/broken", at("floc/joints/broken")},
      {"joint_rows/multiplier", not_there(restart)},
      {"flow/velocity_x", at("floc/flow/velocity")},
      {"flow/velocity_y", at("floc/flow/velocity")},
      {"flow/velocity_z", at("floc/flow/velocity")},
      {"flow/slope_x", not_there(restart)},
      {"flow/slope_y", not_there(restart)},
      {"flow/slope_z", not_there(restart)},
      {"flow/pressure", at("floc/flow/pressure")},
      {"flow_clock/last", not_there(restart)},
      {"flow_bodies/inside", not_there(restart)},
      {"flow_bodies/force", at("particles/all/fluid_force/value")},  // and fluid_torque
      {"flow_standing/force", not_there("steps.csv tells of the fluid's forces")},
      {"flow_markers/traction", not_there(restart)},
      {"memory/0/first", at("floc/bridges/first")},
      {"memory/0/second", at("floc/bridges/second")},
  };
  return all;
}

bool holds(h5::Group group, std::string path) {
  for (std::size_t slash; (slash = path.find('/')) != path.npos; path.erase(0, slash + 1)) {
    if (!group.has(path.substr(0, slash))) return false;
    group = group.group(path.substr(0, slash));
  }
  return group.has(path);
}

}  // namespace

TEST_CASE("an empty trajectory has the groups of H5MD, and no frame") {
  const TemporaryDirectory dir;
  for (const int dimension : {1, 2, 3}) {
    const std::string path = dir / ("t" + std::to_string(dimension) + ".h5");
    {
      h5::File file = h5::File::create(path);
      create_trajectory(file, header_of(dimension, 7));
    }
    const h5::File file = h5::File::open(path);
    const h5::Group all = file.root().group("particles").group("all");
    const auto d = static_cast<h5::Size>(dimension);
    CHECK(all.group("position").dataset("value").shape() == h5::Shape{0, 7, d});
    CHECK(all.group("velocity").dataset("value").shape() == h5::Shape{0, 7, d});
    CHECK(all.group("position").dataset("step").rows() == 0);
    CHECK(all.group("velocity").dataset("step").rows() == 0);  // the same, by a link
    CHECK(all.dataset("radius").shape() == h5::Shape{7});
    CHECK(all.group("box").integer("dimension") == dimension);
    CHECK(TrajectoryReader(path).frames() == 0);
  }
}

TEST_CASE("numbers have the bytes that the header asks for, and a chunk holds one frame or a part of it") {
  const TemporaryDirectory dir;
  for (const bool doubles : {false, true}) {
    TrajectoryHeader header = header_of(3, 200000);
    header.double_precision = doubles;
    const std::string path = dir / (doubles ? "double.h5" : "single.h5");
    h5::File file = h5::File::create(path);
    create_trajectory(file, header);
    const h5::Dataset value = file.root().group("particles").group("all").group("position").dataset("value");
    CHECK(value.value_bytes() == (doubles ? 8 : 4));
    const h5::Storage storage = value.storage();
    CHECK(storage.chunk[0] == 1);
    CHECK(storage.chunk[1] < 200000);
    CHECK(storage.chunk[1] * 3 * value.value_bytes() <= 1 << 20);
    CHECK(storage.checksum);
  }
}

TEST_CASE("every array of the state is in the trajectory, or there is a reason why not") {
  State state;  // with every array that there can be
  state.bodies.turning = state.bodies.shaped = true;
  state.contacts.frictional = state.contacts.rolling = state.contacts.shaped = true;
  state.flow.dimension = 3;
  state.memory.resize(1);

  TrajectoryHeader header = header_of(3, 7);
  header.changes = header.turning = header.shaped = header.poses = header.fluid_force = true;
  header.obstacles = {{"wall", "#808080", std::make_shared<AtRest>(), {std::make_shared<Floor>(1)}}};
  header.breaking = 1;
  header.flow = some_flow(3, 0);
  const TemporaryDirectory dir;
  h5::File file = h5::File::create(dir / "all.h5");
  create_trajectory(file, header);

  std::set<std::string> known;
  State::for_arrays(
      [&](const State::Array& a, const auto&) {
        const std::string name = a.path() + "/" + a.name;
        CAPTURE(name);
        known.insert(name);
        const auto kept = kept_arrays().find(name);
        REQUIRE(kept != kept_arrays().end());  // a new array: into the trajectory, or say why not
        if (kept->second.reason.empty()) CHECK(holds(file.root(), kept->second.path));
      },
      state);
  for (const auto& [name, kept] : kept_arrays()) CHECK_MESSAGE(known.contains(name), name);
}
