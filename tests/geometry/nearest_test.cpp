#include "geometry/nearest.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numbers>

#include "geometry/polytope.hpp"
#include "geometry/shape_cases.hpp"

using namespace floc;
using namespace floc::test;

namespace {

constexpr double anywhere = 1e300;

// n·(c_A − c_B) − h_A(−n) − h_B(n), by supports alone.
double separation(const Shape& a, const Pose& pa, const Shape& b, const Pose& pb, const Vec3& n) {
  return dot(n, pa.to_world(a.support(pa.turn_back(-n))) - pb.to_world(b.support(pb.turn_back(n))));
}

// Its largest value that a search over all directions finds: never above the gap.
double searched_gap(const Shape& a, const Pose& pa, const Shape& b, const Pose& pb, Sampler& sampler) {
  const int dimension = a.dimension();
  struct Try {
    double value;
    Vec3 n;
  };
  std::vector<Try> tries;
  const auto at = [&](const Vec3& n) { return Try{separation(a, pa, b, pb, n), n}; };
  for (int k = 0; k < (dimension == 2 ? 180 : 600); ++k) tries.push_back(at(sampler.unit(dimension)));
  std::partial_sort(tries.begin(), tries.begin() + 3, tries.end(), [](auto& p, auto& q) { return p.value > q.value; });
  double best = -1e300;
  for (int t = 0; t < 3; ++t) {
    Try here = tries[t];
    for (double step = 0.2; step > 1e-9; step *= 0.5)
      for (int k = 0; k < 12; ++k) {
        const Try there = at(direction(here.n + step * sampler.unit(dimension), here.n).unit);
        if (there.value > here.value) {
          here = there;
          k = 0;
        }
      }
    best = std::max(best, here.value);
  }
  return best;
}

Pose somewhere(Sampler& sampler, int dimension, double shift) { return sampler.pose(dimension, shift / 2, 3.1); }

// From deep overlap to well apart.
template <class Check>
void for_random_pairs(int poses, std::uint64_t seed, Check&& check) {
  Sampler sampler(seed);
  for (const int dimension : {2, 3}) {
    const std::vector<ShapeCase> shapes = convex_shapes(dimension);
    for (const ShapeCase& a : shapes)
      for (const ShapeCase& b : shapes) {
        CAPTURE(a.name);
        CAPTURE(b.name);
        for (int k = 0; k < poses; ++k) {
          const double shift = std::vector<double>{0.3, 1, 1.8, 3}[k % 4];
          CAPTURE(k);
          check(*a.shape, somewhere(sampler, dimension, shift), *b.shape, somewhere(sampler, dimension, shift),
                sampler);
        }
      }
  }
}

double least_gap(const ContactPoints& points) {
  double least = anywhere;
  for (const ContactPoint& p : points) least = std::min(least, p.gap);
  return least;
}

const ContactPoint& deepest(const ContactPoints& points) {
  return *std::min_element(points.begin(), points.end(), [](auto& p, auto& q) { return p.gap < q.gap; });
}

bool holds(const Shape& s, const Pose& pose, const Vec3& world, double tolerance, Sampler& sampler) {
  const Vec3 x = pose.to_local(world);
  for (int k = 0; k < 40; ++k) {
    const Vec3 n = sampler.unit(s.dimension());
    if (dot(n, x) > dot(n, s.support(n)) + tolerance) return false;
  }
  return true;
}

}  // namespace

TEST_CASE(
    "the gap of every pair of convex shapes is the largest separation over all directions, apart and overlapping") {
  double worst = 0;
  for_random_pairs(4, 1, [&](const Shape& a, const Pose& pa, const Shape& b, const Pose& pb, Sampler& sampler) {
    ContactPoints points;
    nearest(a, pa, b, pb, 10, {}, points);
    REQUIRE(points.size > 0);
    const double gap = least_gap(points);
    REQUIRE(std::abs(separation(a, pa, b, pb, deepest(points).normal) - gap) < 1e-11);
    const double searched = searched_gap(a, pa, b, pb, sampler);
    REQUIRE(gap > searched - 1e-11);
    worst = std::max(worst, gap - searched);
  });
  CHECK(worst < 0.1);  // and the search is no straw man
}

TEST_CASE("contact points lie on their bodies, opposite each other along the normal") {
  for_random_pairs(8, 2, [&](const Shape& a, const Pose& pa, const Shape& b, const Pose& pb, Sampler& sampler) {
    ContactPoints points;
    nearest(a, pa, b, pb, 10, {}, points);
    for (const ContactPoint& p : points) {
      REQUIRE(std::abs(norm(p.normal) - 1) < 1e-13);
      if (a.dimension() == 2) REQUIRE(p.normal[2] == 0);
      REQUIRE(norm(p.first - p.second - p.gap * p.normal) < 1e-6);
      REQUIRE(holds(a, pa, p.first, 1e-6, sampler));
      REQUIRE(holds(b, pb, p.second, 1e-6, sampler));
    }
  });
}

TEST_CASE("the same pair the other way round has the same points, with the normal turned round") {
  for_random_pairs(4, 3, [&](const Shape& a, const Pose& pa, const Shape& b, const Pose& pb, Sampler&) {
    ContactPoints there, back;
    nearest(a, pa, b, pb, 0.2, {}, there);
    nearest(b, pb, a, pa, 0.2, {}, back);
    REQUIRE(there.size == back.size);
    for (const ContactPoint& p : there) {
      double nearest_match = anywhere;
      for (const ContactPoint& q : back)
        nearest_match = std::min(nearest_match, norm(p.first - q.second) + norm(p.second - q.first) +
                                                    norm(p.normal + q.normal) + std::abs(p.gap - q.gap));
      REQUIRE(nearest_match < 1e-6);
    }
  });
}

TEST_CASE("a common motion moves the points and leaves the gaps") {
  for_random_pairs(4, 4, [&](const Shape& a, const Pose& pa, const Shape& b, const Pose& pb, Sampler& sampler) {
    const Pose motion = somewhere(sampler, a.dimension(), 5);
    ContactPoints here, there;
    nearest(a, pa, b, pb, 0.2, {}, here);
    nearest(a, motion * pa, b, motion * pb, 0.2, {}, there);
    REQUIRE(here.size == there.size);
    if (here.size == 0) return;
    REQUIRE(std::abs(least_gap(here) - least_gap(there)) < 1e-12);
    REQUIRE(norm(motion.turn(deepest(here).normal) - deepest(there).normal) < 1e-6);
  });
}

TEST_CASE("the gap changes by no more than the bodies move") {
  for_random_pairs(2, 5, [&](const Shape& a, const Pose& pa, const Shape& b, const Pose& pb, Sampler& sampler) {
    ContactPoints here, there;
    nearest(a, pa, b, pb, 10, {}, here);
    for (const double size : {1e-2, 1e-6, 1e-10}) {
      const Vec3 axis = a.dimension() == 3 ? sampler.unit(3) : Vec3{{0, 0, 1}};
      Pose moved = pa * Pose::rotation_about({}, axis, size);
      moved.position += size * sampler.unit(a.dimension());
      nearest(a, moved, b, pb, 10, {}, there);
      REQUIRE(std::abs(least_gap(here) - least_gap(there)) <= size * (1 + a.bounding_radius()) + 1e-12);
    }
  });
}

TEST_CASE("a start changes nothing but rounding, however wrong it is") {
  for_random_pairs(4, 6, [&](const Shape& a, const Pose& pa, const Shape& b, const Pose& pb, Sampler& sampler) {
    ContactPoints cold, warm;
    nearest(a, pa, b, pb, 10, {}, cold);
    for (int k = 0; k < 2; ++k) {
      nearest(a, pa, b, pb, 10, k == 0 ? deepest(cold).normal : sampler.unit(a.dimension()), warm);
      REQUIRE(std::abs(least_gap(cold) - least_gap(warm)) < 1e-11);
    }
  });
}

TEST_CASE("bodies farther apart than the cutoff have no points, nearer ones have") {
  for_random_pairs(4, 7, [&](const Shape& a, const Pose& pa, const Shape& b, const Pose& pb, Sampler&) {
    ContactPoints all, some;
    nearest(a, pa, b, pb, 10, {}, all);
    const double gap = least_gap(all);
    nearest(a, pa, b, pb, gap - 1e-9, {}, some);
    REQUIRE(some.size == 0);
    nearest(a, pa, b, pb, gap + 1e-9, {}, some);
    REQUIRE(some.size > 0);
  });
}

TEST_CASE("a box on a box has four points, on an edge two, on a corner one") {
  const ShapePtr box = make_box({{2, 2, 2}});
  ContactPoints points;
  const Pose floor;
  Pose above;
  above.position = {{0.5, 0.3, 2.001}};
  nearest(*box, above, *box, floor, 0.01, {}, points);
  CHECK(points.size == 4);
  for (const ContactPoint& p : points) {
    CHECK(p.gap == doctest::Approx(0.001).epsilon(1e-9));
    CHECK(norm(p.normal - Vec3{{0, 0, 1}}) < 1e-12);
    CHECK((std::abs(p.first[0] + 0.5) < 1e-12 || std::abs(p.first[0] - 1) < 1e-12));
    CHECK((std::abs(p.first[1] + 0.7) < 1e-12 || std::abs(p.first[1] - 1) < 1e-12));
  }
  above = Pose::rotation_about({}, {{0, 1, 0}}, std::numbers::pi / 4);
  above.position = {{0, 0, 1 + std::sqrt(2.0) - 0.001}};
  nearest(*box, above, *box, floor, 0.01, {}, points);
  CHECK(points.size == 2);
  for (const ContactPoint& p : points) CHECK(p.gap == doctest::Approx(-0.001).epsilon(1e-9));
  above = least_turn(direction({{1, 1, 1}}, {}).unit, {{0, 0, -1}});
  above.position = {{0, 0, 1 + std::sqrt(3.0) + 0.001}};
  nearest(*box, above, *box, floor, 0.01, {}, points);
  CHECK(points.size == 1);
  // Edges that cross.
  above = Pose::rotation_about({}, {{0, 1, 0}}, std::numbers::pi / 4);
  above.position = {{0, 0, 2 * std::sqrt(2.0) - 0.01}};
  nearest(*box, above, *box, Pose::rotation_about({}, {{1, 0, 0}}, std::numbers::pi / 4), 0.05, {}, points);
  REQUIRE(points.size == 1);
  CHECK(points.point[0].gap == doctest::Approx(-0.01).epsilon(1e-9));
  CHECK(norm(points.point[0].normal - Vec3{{0, 0, 1}}) < 1e-9);
}

TEST_CASE("squares side on side have two points, capsules side by side too") {
  const ShapePtr square = make_rectangle(2, 2);
  ContactPoints points;
  Pose above;
  above.position = {{0.5, 1.9, 0}};
  nearest(*square, above, *square, {}, 0.01, {}, points);
  REQUIRE(points.size == 2);
  for (const ContactPoint& p : points) {
    CHECK(p.gap == doctest::Approx(-0.1));
    CHECK(norm(p.normal - Vec3{{0, 1, 0}}) < 1e-12);
    CHECK((std::abs(p.first[0] + 0.5) < 1e-12 || std::abs(p.first[0] - 1) < 1e-12));
  }
  const ShapePtr rod = make_capsule(2, 0.25, 3);
  above.position = {{0.5, 0, 0.51}};
  nearest(*rod, above, *rod, {}, 0.05, {}, points);
  REQUIRE(points.size == 2);
  for (const ContactPoint& p : points) CHECK((std::abs(p.first[0] + 0.5) < 1e-9 || std::abs(p.first[0] - 1) < 1e-9));
  above.rotation = Pose::rotation_about({}, {{0, 0, 1}}, 1).rotation;
  nearest(*rod, above, *rod, {}, 0.05, {}, points);
  REQUIRE(points.size == 1);
  CHECK(points.point[0].gap == doctest::Approx(0.01).epsilon(1e-9));
  // A rod on a box.
  const ShapePtr box = make_box({{2, 2, 2}});
  above.position = {{0.5, 0, 1.25}};
  above.rotation = Pose{}.rotation;
  nearest(*rod, above, *box, {}, 0.05, {}, points);
  CHECK(points.size == 2);
}

TEST_CASE("features keep their keys while a box slides, and differ from each other") {
  const ShapePtr box = make_box({{2, 2, 2}});
  std::vector<std::uint32_t> keys;
  for (int step = 0; step < 20; ++step) {
    ContactPoints points;
    Pose above = Pose::rotation_about({}, {{0, 0, 1}}, 0.3 + 0.001 * step);
    above.position = {{0.4 + 0.005 * step, 0.1, 2 - 1e-5 * step}};
    nearest(*box, above, *box, {}, 0.01, {}, points);
    std::vector<std::uint32_t> now;
    for (const ContactPoint& p : points) now.push_back(p.feature);
    std::sort(now.begin(), now.end());
    REQUIRE(std::unique(now.begin(), now.end()) == now.end());
    if (step > 0) REQUIRE(now == keys);
    keys = now;
  }
}

TEST_CASE("features keep their keys while equal boxes lie on each other and tremble") {
  Sampler sampler(4);
  for (const int dimension : {2, 3}) {
    const ShapePtr box = dimension == 2 ? make_rectangle(2, 2) : make_box({{2, 2, 2}});
    std::vector<std::uint32_t> keys;
    for (int step = 0; step < 50; ++step) {
      ContactPoints points;
      Pose above = sampler.pose(dimension, 1e-5, 1e-5);
      above.position += 2 * axis_vector(dimension - 1);
      nearest(*box, above, *box, sampler.pose(dimension, 1e-16, 1e-16), 0.01, {}, points);
      std::vector<std::uint32_t> now;
      for (const ContactPoint& p : points) now.push_back(p.feature);
      std::sort(now.begin(), now.end());
      REQUIRE(now.size() == (dimension == 2 ? 2 : 4));
      if (step > 0) REQUIRE(now == keys);
      keys = now;
    }
  }
}

TEST_CASE("against a half-space every shape has its exact gap, and polytopes their corners") {
  Sampler sampler(9);
  for (const int dimension : {2, 3})
    for (const ShapeCase& c : convex_shapes(dimension))
      for (int k = 0; k < 20; ++k) {
        CAPTURE(c.name);
        const Pose pose = somewhere(sampler, dimension, 1);
        const Vec3 n = sampler.unit(dimension), x = sampler.point(dimension, 1);
        ContactPoints points;
        nearest_half_space(*c.shape, pose, x, n, 10, points);
        REQUIRE(points.size > 0);
        const double exact = dot(n, pose.to_world(c.shape->support(pose.turn_back(-n))) - x);
        REQUIRE(least_gap(points) == doctest::Approx(exact).epsilon(1e-12));
        for (const ContactPoint& p : points) REQUIRE(std::abs(dot(n, p.second - x)) < 1e-12);
      }
  ContactPoints points;
  Pose pose;
  pose.position = {{0, 0, 1.001}};
  nearest_half_space(*make_box({{2, 2, 2}}), pose, {}, {{0, 0, 1}}, 0.01, points);
  CHECK(points.size == 4);
}
