#include "geometry/round_shapes.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "geometry/shape_cases.hpp"

using namespace floc;
using namespace floc::test;
using std::numbers::pi;

TEST_CASE("discs, spheres, stadiums and capsules have the textbook's volumes and inertias") {
  const MassProperties disc = make_sphere(2, 2)->mass_properties();
  CHECK(disc.volume == doctest::Approx(4 * pi).epsilon(1e-14));
  CHECK(disc.inertia[2][2] == doctest::Approx(4 * pi * 4 / 2).epsilon(1e-14));
  const MassProperties ball = make_sphere(2, 3)->mass_properties();
  CHECK(ball.volume == doctest::Approx(32 * pi / 3).epsilon(1e-14));
  for (int k = 0; k < 3; ++k) CHECK(ball.inertia[k][k] == doctest::Approx(ball.volume * 1.6).epsilon(1e-14));
  const double r = 0.5, l = 3, cylinder = pi * r * r * l, ends = 4 * pi / 3 * r * r * r;
  const MassProperties capsule = make_capsule(l, r, 3)->mass_properties();
  CHECK(capsule.volume == doctest::Approx(cylinder + ends).epsilon(1e-14));
  CHECK(capsule.inertia[0][0] == doctest::Approx(cylinder * r * r / 2 + ends * 2 * r * r / 5).epsilon(1e-14));
  CHECK(capsule.inertia[1][1] ==
        doctest::Approx(cylinder * (l * l / 12 + r * r / 4) + ends * (2 * r * r / 5 + l * l / 4 + 3 * l * r / 8))
            .epsilon(1e-14));
}

TEST_CASE("a superellipsoid with exponents 2 is the ellipsoid, in moments, support and Hessian") {
  const Vec3 axes{{1.3, 0.8, 0.5}};
  const Ellipsoid ellipsoid(axes, 3);
  const Superellipsoid super(axes, 2, 2, 3);
  const MassProperties a = ellipsoid.mass_properties(), b = super.mass_properties();
  CHECK(a.volume == doctest::Approx(4 * pi / 3 * 1.3 * 0.8 * 0.5).epsilon(1e-14));
  CHECK(a.inertia[0][0] == doctest::Approx(a.volume * (0.64 + 0.25) / 5).epsilon(1e-14));
  CHECK(b.volume == doctest::Approx(a.volume).epsilon(1e-13));
  for (int k = 0; k < 3; ++k) CHECK(b.inertia[k][k] == doctest::Approx(a.inertia[k][k]).epsilon(1e-13));
  Sampler sampler(2);
  for (int k = 0; k < 100; ++k) {
    const Vec3 n = sampler.unit(3);
    const SupportJet x = ellipsoid.jet(n), y = super.jet(n);
    REQUIRE(y.value == doctest::Approx(x.value).epsilon(1e-13));
    REQUIRE(norm(y.point - x.point) < 1e-13);
    for (int i = 0; i < 3; ++i) REQUIRE(norm(y.hessian[i] - x.hessian[i]) < 1e-11);
  }
}

TEST_CASE("the support point and the Hessian of smooth shapes are the derivatives of the support function") {
  Sampler sampler(4);
  const std::vector<std::pair<int, std::shared_ptr<SmoothShape>>> shapes{
      {3, std::make_shared<Ellipsoid>(Vec3{{1.3, 0.8, 0.5}}, 3)},
      {3, std::make_shared<Superellipsoid>(Vec3{{1.1, 0.7, 0.9}}, 3.0, 4.0, 3)},
      {3, std::make_shared<Superellipsoid>(Vec3{{1.1, 0.7, 0.9}}, 1.6, 1.5, 3)},
      {2, std::make_shared<Superellipsoid>(Vec3{{1.1, 0.7, 0}}, 5.0, 5.0, 2)},
      {2, std::make_shared<Ellipsoid>(Vec3{{1.1, 0.7, 0}}, 2)}};
  for (const auto& [dimension, shape] : shapes)
    for (int k = 0; k < 50; ++k) {
      const Vec3 n = sampler.unit(dimension);
      const SupportJet j = shape->jet(n);
      REQUIRE(dot(n, j.point) == doctest::Approx(j.value).epsilon(1e-13));
      REQUIRE(norm(shape->core_support(n) - j.point) < 1e-13);
      const double e = 1e-6;
      for (int i = 0; i < dimension; ++i) {
        const SupportJet up = shape->jet(n + axis_vector(i, e)), down = shape->jet(n - axis_vector(i, e));
        REQUIRE((up.value - down.value) / (2 * e) == doctest::Approx(j.point[i]).epsilon(1e-7));
        const Vec3 column = (1 / (2 * e)) * (up.point - down.point);
        for (int l = 0; l < dimension; ++l)
          REQUIRE(std::abs(column[l] - j.hessian[l][i]) < 1e-4 * (1 + std::abs(j.hessian[l][i])));
      }
    }
}

TEST_CASE("rounding a sphere-like ellipsoid or superellipsoid gives the sphere's moments") {
  const MassProperties ball = make_sphere(1, 3)->mass_properties();
  for (const ShapePtr& shape : {make_ellipsoid({{0.6, 0.6, 0.6}}), make_superellipsoid({{0.6, 0.6, 0.6}}, 2, 2)}) {
    const MassProperties m = make_rounded(shape, 0.4).shape->mass_properties();
    CHECK(m.volume == doctest::Approx(ball.volume).epsilon(1e-11));
    for (int k = 0; k < 3; ++k) CHECK(m.inertia[k][k] == doctest::Approx(ball.inertia[k][k]).epsilon(1e-11));
  }
  // The area of a parallel curve: A + Lr + πr², with the ellipse's length 4 a E(e).
  const double r = 0.3, length = 4 * std::comp_ellint_2(std::sqrt(1 - 0.25 * 0.25));
  const MassProperties m = make_rounded(make_ellipse(1, 0.25), r).shape->mass_properties();
  CHECK(m.volume == doctest::Approx(pi * 0.25 + length * r + pi * r * r).epsilon(1e-12));
}

TEST_CASE("sizes that are not positive and exponents out of bounds are named") {
  CHECK_THROWS_WITH(make_sphere(0, 3), "the radius of a sphere has to be positive and finite");
  CHECK_THROWS_WITH(make_sphere(1, 1), "a shape has dimension 2 or 3");
  CHECK_THROWS_WITH(make_capsule(-1, 1, 2), "the length of a capsule has to be positive and finite");
  CHECK_THROWS_WITH(make_capsule(1, NAN, 2), "the radius of a capsule has to be positive and finite");
  CHECK_THROWS_WITH(make_ellipse(1, -1), "a semi-axis of an ellipsoid has to be positive and finite");
  CHECK_THROWS_WITH(make_ellipsoid({{1, 1, 0}}), "a semi-axis of an ellipsoid has to be positive and finite");
  CHECK_THROWS_WITH(make_superellipse(1, 1, 1), "an exponent of a superellipsoid has to be above 1 and at most 20");
  CHECK_THROWS_WITH(make_rounded(make_sphere(1, 3), -1),
                    "the radius that a shape is rounded with has to be at least 0");
}
