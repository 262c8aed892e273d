#include "geometry/motions.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <numbers>

#include "core/error.hpp"

using namespace floc;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double pi = std::numbers::pi;
const Vec3 z_axis{{0, 0, 1}};

Expression of_t(const char* text) { return {text, {"t"}}; }
bool is_identity(const Pose& p) { return p.position == Vec3{} && p.rotation == Pose{}.rotation; }

}  // namespace

TEST_CASE("at rest is the identity for ever, and only it is fixed") {
  CHECK(is_identity(at_rest()->at(-3)));
  CHECK(is_identity(at_rest()->at(1e9)));
  CHECK(at_rest()->fixed());
  CHECK(!translation({{1, 0, 0}}, 0, 1)->fixed());
}

TEST_CASE("a translation moves between start and stop only") {
  const auto motion = translation({{1, -2, 0.5}}, 1, 3);
  CHECK(is_identity(motion->at(0)));
  CHECK(is_identity(motion->at(1)));
  CHECK(motion->at(2).position == Vec3{{1, -2, 0.5}});
  CHECK(motion->at(3).position == Vec3{{2, -4, 1}});
  CHECK(motion->at(9).position == Vec3{{2, -4, 1}});
  CHECK(translation({{1, 0, 0}}, 0, infinity)->at(1e6).position[0] == 1e6);
}

TEST_CASE("a rotation turns about its centre between start and stop only, with an axis of any length") {
  const auto motion = rotation({{1, 0, 0}}, {{0, 0, 7}}, pi / 2, 1, 3);
  CHECK(is_identity(motion->at(0.5)));
  CHECK(norm(motion->at(2).to_world({{2, 0, 0}}) - Vec3{{1, 1, 0}}) < 1e-15);
  CHECK(norm(motion->at(50).to_world({{2, 0, 0}}) - Vec3{{0, 0, 0}}) < 1e-15);
  for (double t : {0.0, 1.5, 2.7}) CHECK(norm(motion->at(t).to_world({{1, 0, 4}}) - Vec3{{1, 0, 4}}) < 1e-15);
}

TEST_CASE("an oscillation starts where the scene puts the obstacle, whatever its phase") {
  const auto motion = oscillation({{0, 2, 0}}, 0.25, 0.3);
  CHECK(is_identity(motion->at(0)));
  CHECK(motion->at(1).position[1] == doctest::Approx(2 * (std::sin(pi / 2 + 0.3) - std::sin(0.3))));
  CHECK(norm(motion->at(4).position) < 1e-14);
}

TEST_CASE("an expression motion turns about its centre, then shifts") {
  const auto motion = expression_motion({of_t("t"), of_t("0"), of_t("2*t^2")}, of_t("pi/2*t"), {{1, 0, 0}}, z_axis);
  CHECK(is_identity(motion->at(0)));
  CHECK(norm(motion->at(1).to_world({{2, 0, 0}}) - Vec3{{2, 1, 2}}) < 1e-15);
}

TEST_CASE("an expression motion that is not finite is an error that names the formula") {
  const auto motion = expression_motion({of_t("1/(t-1)"), of_t("0"), of_t("0")}, of_t("0"), {}, z_axis);
  CHECK_NOTHROW(motion->at(0));
  CHECK_THROWS_WITH_AS(motion->at(1), "motion: \"1/(t-1)\" is inf at t = 1", Error);
  const Expression of_x("x", {"x", "t"});
  CHECK_THROWS_AS(expression_motion({of_x, of_t("0"), of_t("0")}, of_t("0"), {}, z_axis), Error);
}

TEST_CASE("motions that cannot be made are refused") {
  CHECK_THROWS_AS(translation({{not_a_number, 0, 0}}, 0, 1), Error);
  CHECK_THROWS_AS(translation({{1, 0, 0}}, 2, 1), Error);
  CHECK_THROWS_AS(translation({{1, 0, 0}}, not_a_number, 1), Error);
  CHECK_THROWS_AS(translation({{1, 0, 0}}, 0, not_a_number), Error);
  CHECK_THROWS_AS(translation({{1, 0, 0}}, -infinity, 1), Error);
  CHECK_THROWS_AS(rotation({}, {}, 1, 0, 1), Error);
  CHECK_THROWS_AS(rotation({}, z_axis, infinity, 0, 1), Error);
  CHECK_THROWS_AS(oscillation({}, not_a_number, 0), Error);
  CHECK_THROWS_AS(oscillation({{infinity, 0, 0}}, 1, 0), Error);
}

TEST_CASE("a motion that takes over moves the obstacle on from where it is") {
  const MotionPtr before = translation({{2, 0, 0}}, 0, infinity), turn = rotation({{2, 1, 0}}, z_axis, pi, 0, infinity);
  const MotionPtr after = continued(turn, 1, before->at(1));
  CHECK(after->at(1).position == Vec3{{2, 0, 0}});
  CHECK(norm(after->at(2).to_world({}) - Vec3{{2, 2, 0}}) < 1e-14);  // half a turn about (2, 1)
  CHECK(!after->fixed());
  const MotionPtr still = continued(at_rest(), 1, before->at(1));
  CHECK(still->fixed());
  CHECK(still->at(7).position == Vec3{{2, 0, 0}});
}

TEST_CASE("a recorded motion has the pose of the last time that has passed") {
  Pose there;
  there.position = {{1, 2, 3}};
  const MotionPtr motion = recorded({0, 2}, {Pose{}, there});
  CHECK(is_identity(motion->at(-1)));
  CHECK(is_identity(motion->at(1.9)));
  CHECK(motion->at(2) == there);
  CHECK(motion->at(5) == there);
  CHECK_THROWS_AS(recorded({0, 1}, {Pose{}}), Error);
  CHECK_THROWS_AS(recorded({}, {}), Error);
}
