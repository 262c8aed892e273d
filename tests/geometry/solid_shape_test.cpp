#include <doctest/doctest.h>

#include "core/error.hpp"
#include "geometry/clump.hpp"
#include "geometry/sampler.hpp"
#include "geometry/shapes.hpp"
#include "geometry/surfaces.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("solids with the shape of a body are the surfaces of the same shape") {
  Sampler sampler(2);
  Pose at;
  at.position = {{0.3, -0.2, 0.1}};
  const SurfacePtr box = solid_shape({make_box({{1, 2, 0.5}}), at});
  const SurfacePtr same_box = solid_box(at.position - Vec3{{0.5, 1, 0.25}}, at.position + Vec3{{0.5, 1, 0.25}}, 3);
  const SurfacePtr round = solid_shape({make_sphere(0.7, 3), at}), same_round = ball(at.position, 0.7, 3);
  for (int k = 0; k < 200; ++k) {
    const Vec3 q = sampler.point(3, 2);
    for (const auto& [one, other] : {std::pair(box, same_box), std::pair(round, same_round)}) {
      const SurfacePoint a = one->nearest(q), b = other->nearest(q);
      REQUIRE(a.distance == doctest::Approx(b.distance).epsilon(1e-12));
      if (b.distance > 0) REQUIRE(norm(a.normal - b.normal) < 1e-9);
    }
  }
  CHECK(norm(box->bounds().low - same_box->bounds().low) < 1e-14);
  CHECK(norm(round->bounds().high - same_round->bounds().high) < 1e-14);
  CHECK(box->mesh(3, {}).faces.size() == 6);
  CHECK(!box->concave());
  Pose pose;
  CHECK(box->solid(pose)->kind() == ShapeKind::polytope);
  CHECK(pose == at);
}

TEST_CASE("a solid that is not convex is one of its parts at a time") {
  const ClumpPart part{make_sphere(1, 3), {}};
  CHECK_THROWS_AS(solid_shape(make_clump({part})), Error);
}
