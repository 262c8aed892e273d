#include "draw/view_run.hpp"

#include <doctest/doctest.h>

#include "draw/view_support.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

void note(ViewRun& run, const Snapshot& frame) { run.note(frame, view_values(frame)); }
UnpackedFrame packed(const ViewRun& run, const Snapshot& frame) {
  return unpack_view_frame(run.pack(frame, view_values(frame)), static_cast<std::size_t>(frame.bodies.dimension));
}

}  // namespace

TEST_CASE("what is alike for all bodies is told once") {
  ViewRun run({"", 3, 12}, {});
  Snapshot frame = some_frame(3, 12);
  frame.bodies.mass.assign(12, 2.0);
  note(run, frame);
  const Json bodies = run.describe(std::vector{0.75}, {}, {})["bodies"];
  CHECK(bodies["count"].number() == 12);
  CHECK(from_base64(bodies["mass"].text()).size() == 4);
  CHECK(from_base64(bodies["outline"].text()).size() == 4);
  CHECK(from_base64(bodies["radius"].text()).size() == 48);
}

TEST_CASE("bodies that come after the run was described stand behind the frames that have them") {
  ViewRun run({"", 2, 10}, {});
  note(run, some_frame(2, 6));
  CHECK(packed(run, some_frame(2, 9)).newcomers.empty());  // a page that is written has seen them all in the end
  run.tell();
  const Snapshot later = some_frame(2, 9);
  const UnpackedFrame f = packed(run, later);
  CHECK(f.newcomers == std::vector<std::uint32_t>{6, 7, 8});
  CHECK(f.newcomers_radius.at(2) == static_cast<float>(later.bodies.radius[8]));
  CHECK(packed(run, some_frame(2, 6)).newcomers.empty());
  note(run, later);
  CHECK(packed(run, later).newcomers.size() == 3);  // of a page that was loaded before they are still unknown
}

TEST_CASE("joints are told with their bodies and points, and frames say which are broken") {
  ViewHeader header{"", 3, 4};
  Joint rope, hook;
  rope.kind = JointKind::distance, rope.first = 2, rope.second = 0;
  rope.point_first = {{0.5, 0, 0}}, rope.point_second = {{0, -0.25, 0}};
  hook.first = 3, hook.point_second = {{9, 0, -7}};
  header.joints = {rope, hook};
  ViewRun run(header, {});
  Snapshot frame = some_frame(3, 4);
  note(run, frame);
  CHECK(packed(run, frame).broken.empty());
  frame.broken = {0, 1};
  CHECK(packed(run, frame).broken == std::vector<std::uint32_t>{1});
  const Json told = run.describe(std::vector{0.75}, {}, {});
  const auto numbers = [&]<class T>(T, const char* name) {
    const std::vector<std::byte> bytes = from_base64(told["joints"][name].text());
    std::vector<T> out(bytes.size() / sizeof(T));
    std::memcpy(out.data(), bytes.data(), bytes.size());
    return out;
  };
  CHECK(numbers(std::uint32_t{}, "ends") == std::vector<std::uint32_t>{2, 0, 3, view_obstacle});
  CHECK(numbers(float{}, "points") == std::vector<float>{0.5f, 0, 0, 0, -0.25f, 0, 0, 0, 0, 9, 0, -7});
  CHECK(numbers(std::uint8_t{}, "direct") == std::vector<std::uint8_t>{1, 0});
  CHECK(told["view"]["high"].items()[0].number() >= 9);  // where it holds to the world is seen
  CHECK(told["view"]["low"].items()[2].number() <= -7);
}

TEST_CASE("the widest lines of the network mean what most contacts are below; without contacts there is none") {
  Snapshot frame = some_frame(2, 4);
  frame.h = 0.5;
  frame.contacts = {{1, 2}, {0, 1}, {0, 0}, {1, 0, 0, 1}, {1, -4}, {0, -3}};
  ViewRun run({"", 2, 4}, {});
  note(run, frame);
  CHECK(run.network()["force"].number() == doctest::Approx(8));
  CHECK(run.network()["gamma"].number() == doctest::Approx(3));
  ViewHeader without{"", 2, 4};
  without.network = false;
  ViewRun bare(without, {});
  note(bare, frame);
  CHECK(bare.network().is_null());
  CHECK(packed(bare, frame).second.empty());
  CHECK(packed(run, frame).second.size() == 2);
}
