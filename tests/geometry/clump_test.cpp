#include "geometry/clump.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "geometry/nearest.hpp"
#include "geometry/sampler.hpp"
#include "geometry/shapes.hpp"

using namespace floc;
using namespace floc::test;
using std::numbers::pi;

namespace {

Pose at(const Vec3& x) {
  Pose pose;
  pose.position = x;
  return pose;
}

double least_gap(const ContactPoints& points) {
  double least = 1e300;
  for (const ContactPoint& p : points) least = std::min(least, p.gap);
  return least;
}

}  // namespace

TEST_CASE("a box cut into parts has the mass, the centre and the inertia of the box") {
  const Pose turn = Pose::rotation_about({}, direction({{1, 2, 3}}, {}).unit, 0.7);
  std::vector<ClumpPart> parts;
  for (int k = 0; k < 3; ++k) parts.push_back({make_box({{1, 2, 1}}), turn * at({{4.0 + k, 5, 6}})});
  const PlacedShape clump = make_clump(parts);
  const MassProperties m = clump.shape->mass_properties(), box = make_box({{3, 2, 1}})->mass_properties();
  CHECK(m.volume == doctest::Approx(6).epsilon(1e-13));
  CHECK(norm(m.centre) < 1e-13);
  CHECK(norm(clump.pose.position - turn.to_world({{5, 5, 6}})) < 1e-12);
  double sums[2] = {0, 0};
  for (int k = 0; k < 3; ++k) {
    sums[0] += m.inertia[k][k];
    sums[1] += box.inertia[k][k];
    for (int i = 0; i < k; ++i) CHECK(std::abs(m.inertia[k][i]) < 1e-12);
  }
  CHECK(sums[0] == doctest::Approx(sums[1]).epsilon(1e-13));
  // Contacts are those of the box.
  Sampler sampler(1);
  for (int k = 0; k < 100; ++k) {
    const Pose pose = sampler.pose(3, 1.5, 3), other = sampler.pose(3, 1.5, 3);
    ContactPoints of_clump, of_box;
    Pose box_pose = pose * turn * at({{5, 5, 6}});
    nearest(*make_sphere(0.5, 3), other, *clump.shape, pose * clump.pose, 10, {}, of_clump);
    nearest(*make_sphere(0.5, 3), other, *make_box({{3, 2, 1}}), box_pose, 10, {}, of_box);
    if (least_gap(of_box) > -0.5) REQUIRE(least_gap(of_clump) == doctest::Approx(least_gap(of_box)).epsilon(1e-12));
  }
}

TEST_CASE("two spheres that overlap have the volume and inertia of their union") {
  // Equal balls at ±d: twice the part of one beyond the middle plane, by integrals of slices.
  const double r = 1, d = 0.4;
  const MassProperties m =
      make_clump({{make_sphere(r, 3), at({{1 - d, 2, 3}})}, {make_sphere(r, 3), at({{1 + d, 2, 3}})}},
                 ClumpMass::united)
          .shape->mass_properties();
  double volume = 0, along = 0, across = 0;
  const int n = 20000;
  for (int k = 0; k < n; ++k) {  // midpoints of slices
    const double x = (r + d) * (k + 0.5) / n, square = std::max(r * r - (x - d) * (x - d), 0.0), dx = (r + d) / n;
    volume += 2 * pi * square * dx;
    along += 2 * pi * square * x * x * dx;
    across += 2 * pi / 4 * square * square * dx;
  }
  CHECK(m.volume == doctest::Approx(volume).epsilon(1e-7));
  CHECK(m.inertia[0][0] == doctest::Approx(2 * across).epsilon(1e-7));
  CHECK(m.inertia[1][1] == doctest::Approx(along + across).epsilon(1e-7));
  // In the plane, with unequal discs, against cells.
  const std::vector<ClumpPart> discs{{make_sphere(1, 2), at({})}, {make_sphere(0.6, 2), at({{1.1, 0.3, 0}})}};
  const MassProperties exact = make_clump(discs, ClumpMass::united).shape->mass_properties();
  double area = 0;
  const int cells = 1500;
  const double h = 3.0 / cells;
  for (int i = 0; i < cells; ++i)
    for (int k = 0; k < cells; ++k) {
      const Vec3 x{{-1.2 + h * (i + 0.5), -1.2 + h * (k + 0.5), 0}};
      area += (norm(x) < 1 || norm(x - Vec3{{1.1, 0.3, 0}}) < 0.6) * h * h;
    }
  CHECK(exact.volume == doctest::Approx(area).epsilon(1e-4));
  // One inside the other.
  CHECK(make_clump({{make_sphere(1, 3), at({})}, {make_sphere(0.3, 3), at({{0.5, 0, 0}})}}, ClumpMass::united)
            .shape->mass_properties()
            .volume == doctest::Approx(4 * pi / 3).epsilon(1e-13));
}

TEST_CASE("united mass over cells is that of the union, with an error of second order in their size") {
  // A cross of two rectangles: area 5, and the polar moment of both less that of the square that they share.
  const double area = 5, polar = 3.0 * 10 / 12 * 2 - 2.0 / 12;
  double mean_error[2] = {0, 0};
  for (int k = 0; k < 10; ++k) {
    const Pose turn = Pose::rotation_about({}, {{0, 0, 1}}, 0.05 + 0.07 * k);
    for (int fine = 0; fine < 2; ++fine) {
      const MassProperties m =
          make_clump({{make_rectangle(3, 1), turn}, {make_rectangle(1, 3), turn}}, ClumpMass::united, fine ? 80 : 20)
              .shape->mass_properties();
      mean_error[fine] += (std::abs(m.volume / area - 1) + std::abs(m.inertia[2][2] / polar - 1)) / 20;
    }
  }
  CHECK(mean_error[1] < 1e-3);
  CHECK(mean_error[1] < mean_error[0] / 8);
}

TEST_CASE("clumps of clumps are flat, and touch with the points of all their parts") {
  const PlacedShape dumbbell =
      make_clump({{make_sphere(0.5, 3), at({{-1, 0, 0}})}, {make_sphere(0.5, 3), at({{1, 0, 0}})}});
  const PlacedShape four = make_clump({{dumbbell.shape, at({})}, {dumbbell.shape, at({{0, 2, 0}})}});
  CHECK(dynamic_cast<const Clump&>(*four.shape).parts().size() == 4);
  CHECK(norm(four.pose.position - Vec3{{0, 1, 0}}) < 1e-14);
  ContactPoints points;
  nearest_half_space(*four.shape, at({{0, 0, 0.501}}), {}, {{0, 0, 1}}, 0.01, points);
  CHECK(points.size == 4);
  nearest(*four.shape, at({{0, 0, 1.001}}), *four.shape, at({}), 0.01, {}, points);
  CHECK(points.size == 4);
  for (int i = 0; i < points.size; ++i) {
    CHECK(points.point[i].gap == doctest::Approx(0.001).epsilon(1e-9));
    for (int k = 0; k < i; ++k) CHECK(points.point[i].feature != points.point[k].feature);
  }
  CHECK(four.shape->mesh(8).faces.size() == 4 * make_sphere(1, 3)->mesh(8).faces.size());
}

TEST_CASE("clumps that make no body are named") {
  CHECK_THROWS_WITH(make_clump({}), "a clump needs at least one part");
  CHECK_THROWS_WITH(make_clump({{make_sphere(1, 3), at({})}, {make_sphere(1, 2), at({{9, 0, 0}})}}),
                    "the parts of a clump have to have one dimension, all 2 or all 3");
  CHECK_THROWS_WITH(make_clump({{make_sphere(1, 3), at({})}, {make_sphere(1, 3), at({{1, 0, 0}})}}),
                    "parts 1 and 2 of a clump overlap: what they share would count twice; ask for the united mass");
}
