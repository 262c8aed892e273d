#include <limits>
#include <numbers>

#include "core/error.hpp"
#include "geometry/surfaces.hpp"
#include "surface_checks.hpp"

using namespace floc;
using namespace floc::test;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

Vec3 on_circle(Sampler& s, const Frame& frame) {
  const double angle = s.between(0, 2 * std::numbers::pi);
  return std::cos(angle) * frame.u + std::sin(angle) * frame.v;
}

bool same_place(const Surface& surface, const Pose& a, const Pose& b, Sampler& sampler) {
  for (int k = 0; k < 200; ++k) {
    const Vec3 x = sampler.point(3, 5);
    const SurfacePoint p = surface.nearest(a.to_local(x)), q = surface.nearest(b.to_local(x));
    if (std::abs(p.distance - q.distance) > 1e-13) return false;
    if (norm(a.turn(p.normal) - b.turn(q.normal)) > 1e-9) return false;
  }
  return true;
}

double turn_angle(const Pose& a, const Pose& b) {
  double trace = 0;
  for (int i = 0; i < 3; ++i) trace += dot(a.rotation[i], b.rotation[i]);
  return std::acos(std::clamp((trace - 1) / 2, -1.0, 1.0));
}

}  // namespace

TEST_CASE("a disc is a two-sided wall with a round rim") {
  const Vec3 centre{{0.2, -0.1, 0.4}}, normal{{1, 2, -1}};
  const Frame frame(direction(normal, {}).unit);
  const auto inside = [=](Sampler& s) { return centre + 1.3 * std::sqrt(s.between(0, 1)) * on_circle(s, frame); };
  check_all({disc(centre, normal, 1.3), 3, inside}, false);
  const auto wall = disc({}, {{0, 0, 2}}, 1);
  CHECK(wall->nearest({{0.5, 0, -2}}).normal == Vec3{{0, 0, -1}});
  CHECK(wall->nearest({{4, 0, 4}}).distance == 5);
  for (const Vec3& q : {Vec3{}, Vec3{{1, 0, 0}}, Vec3{{0, -1, 0}}}) check_degenerate(*wall, q, 0);
}

TEST_CASE("a ball from outside is convex, a container from inside concave, in 1D, 2D and 3D") {
  const Vec3 centre{{0.3, -0.4, 0.2}};
  for (int d = 1; d <= 3; ++d) {
    Vec3 c;
    for (int k = 0; k < d; ++k) c[k] = centre[k];
    const auto boundary = [=](Sampler& s) { return c + 1.1 * s.unit(d); };
    check_all({ball(centre, 1.1, d), d, boundary}, true);
    check_all({ball_inside(centre, 1.1, d), d, boundary}, true);
    CHECK(!ball(centre, 1.1, d)->concave());
    CHECK(ball_inside(centre, 1.1, d)->concave());
    check_degenerate(*ball(centre, 1.1, d), c, -1.1);
    check_degenerate(*ball_inside(centre, 1.1, d), c, 1.1);
    CHECK(std::isinf(ball_inside(centre, 1.1, d)->bounds().high[0]));
  }
  CHECK(ball({{0, 0, 5}}, 1, 2)->nearest({{3, 4, 9}}).distance == 4);  // z is ignored
  CHECK(ball({{0, 0, 5}}, 1, 2)->nearest({{3, 4, 9}}).normal[2] == 0);
  check_degenerate(*ball({}, 1e-3, 3), {{3e-200, 4e-200, 0}}, -1e-3);
}

TEST_CASE("a solid cylinder has a mantle and flat ends") {
  const Vec3 a{{-0.5, -0.6, 0.1}}, b{{0.9, 0.4, 0.7}};
  const Frame frame(direction(b - a, {}).unit);
  const auto boundary = [=](Sampler& s) {
    const double which = s.between(0, 3);
    if (which < 1) return a + s.between(0, 1) * (b - a) + 0.8 * on_circle(s, frame);
    return (which < 2 ? a : b) + 0.8 * std::sqrt(s.between(0, 1)) * on_circle(s, frame);
  };
  check_all({cylinder(a, b, 0.8), 3, boundary}, true);
  const auto post = cylinder({{0, 0, -2}}, {{0, 0, 2}}, 1);
  CHECK(post->nearest({{3, 0, 1}}).normal == Vec3{{1, 0, 0}});
  CHECK(post->nearest({{0.5, 0, 3}}).normal == Vec3{{0, 0, 1}});
  CHECK(post->nearest({{4, 0, -6}}).distance == 5);
  check_degenerate(*post, {}, -1);            // on the axis
  check_degenerate(*post, {{0, 0, 2}}, 0);    // middle of an end
  check_degenerate(*post, {{1, 0, 2}}, 0);    // on the rim
  check_degenerate(*post, {{0, 0, 1.5}}, -0.5);
  check_degenerate(*post, {{1, 0, 0}}, 0);
}

TEST_CASE("a drum from inside is concave and has no ends") {
  const Vec3 a{{-0.5, -0.6, 0.1}}, b{{0.9, 0.4, 0.7}};
  const Frame frame(direction(b - a, {}).unit);
  const auto boundary = [=](Sampler& s) { return a + s.between(-1, 2) * (b - a) + 0.8 * on_circle(s, frame); };
  check_all({cylinder_inside(a, b, 0.8), 3, boundary}, true);
  const auto drum = cylinder_inside({{0, 0, 0}}, {{0, 0, 1}}, 2);
  CHECK(drum->nearest({{1.5, 0, 40}}).distance == 0.5);
  CHECK(drum->nearest({{1.5, 0, 40}}).normal == Vec3{{-1, 0, 0}});
  check_degenerate(*drum, {{0, 0, 0.3}}, 2);
  // Near the axis the normal stays across it, though rounding is all that is left of the radius.
  const auto tilted = cylinder_inside(a, b, 0.8);
  for (int k = 0; k <= 20; ++k) CHECK(std::abs(dot(tilted->nearest(a + k / 20.0 * (b - a)).normal, frame.w)) < 1e-14);
}

TEST_CASE("a spin about an axis of symmetry is taken out of the pose, and nothing else") {
  Sampler sampler(5);
  const Vec3 axis = sampler.unit(3), centre = sampler.point(3, 1);
  const std::vector<SurfacePtr> about_axis{disc(centre, axis, 1), cylinder(centre - axis, centre + axis, 0.5)};
  const auto sphere = ball(centre, 1, 3);
  for (int k = 0; k < 50; ++k) {
    const Pose begin = sampler.pose(3, 2, 3), end = sampler.pose(3, 2, 3);
    CHECK(same_place(*sphere, sphere->unspun(begin, end), end, sampler));
    CHECK(turn_angle(sphere->unspun(begin, end), begin) < 1e-7);
    for (const auto& s : about_axis) {
      CHECK(same_place(*s, s->unspun(begin, end), end, sampler));
      const double tilt = std::acos(std::clamp(dot(begin.turn(axis), end.turn(axis)), -1.0, 1.0));
      CHECK(turn_angle(s->unspun(begin, end), begin) == doctest::Approx(tilt).epsilon(1e-6));
    }
  }
  const auto box = solid_box({}, {{1, 1, 1}}, 3);
  const Pose begin = sampler.pose(3, 2, 3), end = sampler.pose(3, 2, 3);
  CHECK(box->unspun(begin, end).rotation == end.rotation);
}

TEST_CASE("curvatures bulge outwards, are hollow inside, and a cylinder has one") {
  using Two = std::array<double, 2>;
  CHECK(ball({}, 2, 3)->curvatures({{5, 0, 0}}) == Two{0.5, 0.5});
  CHECK(ball_inside({}, 2, 3)->curvatures({{1, 0, 0}}) == Two{-0.5, -0.5});
  CHECK(cylinder({}, {{0, 0, 4}}, 2)->curvatures({{3, 0, 1}}) == Two{0.5, 0});
  CHECK(cylinder({}, {{0, 0, 4}}, 2)->curvatures({{1, 0, 5}}) == Two{0, 0});  // a flat end
  CHECK(cylinder_inside({}, {{0, 0, 4}}, 2)->curvatures({{1, 0, 1}}) == Two{-0.5, 0});
  CHECK(disc({}, {{0, 0, 1}}, 2)->curvatures({{1, 0, 1}}) == Two{0, 0});
}

TEST_CASE("round shapes without extent are refused") {
  CHECK_THROWS_AS(ball({}, 0, 3), Error);
  CHECK_THROWS_AS(ball({}, -1, 2), Error);
  CHECK_THROWS_AS(ball({}, not_a_number, 2), Error);
  CHECK_THROWS_AS(ball({{not_a_number, 0, 0}}, 1, 2), Error);
  CHECK_THROWS_AS(ball_inside({}, 0, 3), Error);
  CHECK_THROWS_AS(disc({}, {}, 1), Error);
  CHECK_THROWS_AS(disc({}, {{0, 0, 1}}, 0), Error);
  CHECK_THROWS_AS(cylinder({{1, 1, 1}}, {{1, 1, 1}}, 1), Error);
  CHECK_THROWS_AS(cylinder({}, {{0, 0, 1}}, 0), Error);
  CHECK_THROWS_AS(cylinder_inside({}, {}, 1), Error);
  CHECK_THROWS_AS(cylinder_inside({}, {{0, 0, 1}}, -2), Error);
}

TEST_CASE("the end of a drum is a half-space that is drawn as a disc") {
  const SurfacePtr end = drum_end({{1, 2, 3}}, {{0, 0, 2}}, 0.5);
  CHECK(end->nearest({{40, -7, 5}}).distance == doctest::Approx(2));
  CHECK(end->nearest({{1, 2, 2.5}}).distance == doctest::Approx(-0.5));
  CHECK_FALSE(end->concave());
  for (const Vec3& p : end->mesh(3, everywhere()).points) CHECK(norm(p - Vec3{{1, 2, 3}}) == doctest::Approx(0.5));
}
