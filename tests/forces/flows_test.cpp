#include "forces/flows.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "forces/drag.hpp"
#include "forces_fixture.hpp"

using namespace floc;
using namespace floc::test;

namespace {

const Vec3 centre{{0.3, -0.2, 0.7}};
const std::vector<Flow> all{
    ShearFlow{1.5, centre},     OscillatingShearFlow{2, 0.4, 0.3, centre}, RotationFlow{std::sqrt(4.17), centre, {{0.1, -0.4, 2}}},
    PoiseuilleFlow{3, -1, 1.5}, TaylorGreenFlow{1.2, 2.5, centre},         StagnationFlow{0.8, centre}};

Vec3 place(std::uint64_t k) {
  return {{2 * uniform({5, k, 0, 0}) - 1, 2 * uniform({5, k, 0, 1}) - 1, uniform({5, k, 0, 2})}};
}

}  // namespace

TEST_CASE("flows with a name have no divergence") {
  const double step = 1e-5;
  for (const Flow& flow : all)
    for (int dimension : {2, 3})
      for (std::uint64_t k = 0; k < 50; ++k) {
        double divergence = 0;
        for (int c = 0; c < dimension; ++c) {
          Vec3 before = place(k), after = before;
          before[c] -= step;
          after[c] += step;
          divergence +=
              (velocity(flow, after, 0.6, dimension)[c] - velocity(flow, before, 0.6, dimension)[c]) / (2 * step);
        }
        CAPTURE(flow.index());
        REQUIRE(std::abs(divergence) < 1e-8);
      }
}

TEST_CASE("each flow is its formula") {
  const Vec3 x{{0.7, 0.4, -0.3}};
  const double t = 0.6, pi = std::numbers::pi;
  const auto is = [&](const Flow& flow, int dimension, Vec3 u) {
    CHECK(norm(velocity(flow, x, t, dimension) - u) < 1e-14);
  };
  is(all[0], 2, {{1.5 * 0.6, 0, 0}});
  is(all[1], 3, {{2 * 0.6 * std::sin(2 * pi * 0.4 * t + 0.3), 0, 0}});
  is(all[2], 3, cross({{0.1, -0.4, 2}}, x - centre));
  is(all[3], 2, {{3 * 4 * 1.4 * 1.1 / 6.25, 0, 0}});
  const double k = 2 * pi / 2.5;
  is(all[4], 2, {{1.2 * std::sin(k * 0.4) * std::cos(k * 0.6), -1.2 * std::cos(k * 0.4) * std::sin(k * 0.6), 0}});
  is(all[5], 2, {{0.8 * 0.4, -0.8 * 0.6, 0}});
  is(all[5], 3, {{0.8 * 0.4, -0.4 * 0.6, 0.4}});
  CHECK(velocity(all[3], {{0, 1.6, 0}}, 0, 2) == Vec3{});                  // outside the channel
  CHECK(velocity(all[3], {{0, 0.25, 0}}, 0, 2)[0] == doctest::Approx(3));  // half-way
}

TEST_CASE("drag in a flow with a name is drag in its expressions, group by group") {
  Bodies bodies = random_bodies(500, 2);
  for (std::size_t i = 0; i < bodies.size(); ++i) bodies.group[i] = static_cast<std::int32_t>(i % 3);
  const GroupSet groups({0, 2});
  const std::vector<std::string> names{"x", "y", "z", "t"};
  DragParameters by_name{0.3, {}, OscillatingShearFlow{2, 0.4, 0.3, {}}, true, groups};
  DragParameters by_expression{0.3, {}, ExpressionFlow{{{"2*sin(2*pi*0.4*t + 0.3)*y", names}, {"0", names}}}, true, groups};
  const auto a = free_velocity(*drag(by_name), bodies, 0.7, 0.1),
             b = free_velocity(*drag(by_expression), bodies, 0.7, 0.1);
  for (std::size_t k = 0; k < a.size(); ++k) REQUIRE(a[k] == doctest::Approx(b[k]).epsilon(1e-13));
  for (int threads : thread_counts) CHECK(free_velocity(*drag(by_name), bodies, 0.7, 0.1, threads) == a);
}

TEST_CASE("flows that cannot be are refused") {
  CHECK_THROWS_AS(check(ShearFlow{NAN, {}}), Error);
  CHECK_THROWS_AS(check(OscillatingShearFlow{1, INFINITY, 0, {}}), Error);
  CHECK_THROWS_AS(check(PoiseuilleFlow{1, 2, 2}), Error);
  CHECK_THROWS_AS(check(TaylorGreenFlow{1, 0, {}}), Error);
  CHECK_THROWS_AS(check(StagnationFlow{1, {{0, NAN, 0}}}), Error);
  const Bodies line = random_bodies(3, 1);
  CHECK_THROWS_AS(free_velocity(*drag({1.0, {}, ShearFlow{}}), line, 0, 0.1), Error);
}
