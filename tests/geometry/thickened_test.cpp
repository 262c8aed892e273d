#include "geometry/thickened.hpp"

#include <doctest/doctest.h>

#include "geometry/motions.hpp"
#include "geometry/nearest.hpp"
#include "geometry/shapes.hpp"
#include "geometry/surfaces.hpp"

using namespace floc;

TEST_CASE("what stays away from a surface sees it closer by as much, as a plane, as a solid and by its distance") {
  const SurfacePtr plane = half_space({{0, 1, 0}}, {{0, 1, 0}});
  CHECK(thickened(plane, 0) == plane);
  const SurfacePtr thick = thickened(plane, 0.25);
  CHECK(thick->nearest({{3, 2, 0}}).distance == 0.75);
  REQUIRE(thick->plane());
  CHECK(thick->plane()->point[1] == 1.25);
  const ShapePtr disc = make_sphere(0.5, 2);
  Pose at;
  at.position = {{0, 2, 0}};
  ContactPoints points;
  for (const SurfacePtr& surface : {half_space({{0, 1, 0}}, {{0, 1, 0}}), ball({{0, 0, 0}}, 1, 2),
                                    solid_box({{-1, 0, 0}}, {{1, 1, 0}}, 2), segment({{-1, 1, 0}}, {{1, 1, 0}})}) {
    nearest_obstacle(*disc, at, *thickened(surface, 0.25), {}, 1, points);
    REQUIRE(points.size > 0);
    CHECK(points.point[0].gap == doctest::Approx(0.25));
  }
  // Inside of a container as well.
  CHECK(thickened(ball_inside({}, 1, 2), 0.25)->nearest({{0.5, 0, 0}}).distance == doctest::Approx(0.25));
  CHECK(thickened(ball_inside({}, 1, 2), 0.25)->concave());
}

TEST_CASE("all surfaces of obstacles are thickened, and move as they did") {
  const Obstacles obstacles({{"wall", "", translation({{0, 1, 0}}, 0, 10), {half_space({}, {{0, 1, 0}})}}});
  Obstacles thick = thickened(obstacles, 0.1);
  thick.place(2, 0.5);
  CHECK(thick.gap_at_begin(0, {{0, 3, 0}}, 0.5) == doctest::Approx(0.4));
  CHECK(thick.gap_at_end(0, {{0, 3, 0}}, 0.5) == doctest::Approx(-0.1));
  CHECK(thick.list()[0].name == "wall");
}
