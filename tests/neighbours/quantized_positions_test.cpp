#include "neighbours/quantized_positions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "neighbours/cloud.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// Whether a and b are near in truth, and at a glance: for all pairs.
template <int D, class F>
void for_pairs(const Bodies& bodies, const Domain& domain, double far, double reach, F&& f) {
  Executor executor(2);
  QuantizedPositions rough;
  rough.take(bodies, domain, far, [&](std::size_t i) { return bodies.radius[i] + reach; }, executor);
  std::vector<std::int32_t> indices(bodies.size());
  std::iota(indices.begin(), indices.end(), 0);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t from = 0; from < indices.size();) {
      const std::size_t count = std::min<std::size_t>(1 + (i + from) % 30, indices.size() - from);
      std::int32_t found[30 + sift::spare];
      const std::span near(found, rough.near(i, std::span(indices).subspan(from, count), found));
      if (near.size() > count) FAIL("more than was asked for");
      for (std::size_t j = from; j < from + count; ++j) {
        const double distance = norm(domain.nearest_image(Vec<D>::load(bodies.x(i)) - Vec<D>::load(bodies.x(j))));
        f(distance - bodies.radius[i] - bodies.radius[j] - 2 * reach, std::ranges::find(near, static_cast<std::int32_t>(j)) != near.end());
      }
      from += count;
    }
}

}  // namespace

TEST_CASE_TEMPLATE("who is left out is not near, and who is taken is, to 1e-5", Dimension, std::integral_constant<int, 2>,
                   std::integral_constant<int, 3>) {
  constexpr int D = Dimension::value;
  for (const double away : {0.0, -1e4})
    for (const std::array<double, 3> period : {std::array{0.0, 0.0, 0.0}, std::array{12.0, 13.0, 0.0}, std::array{12.0, 0.0, 14.0}}) {
      Bodies bodies = Cloud<D>(500).bodies;
      for (double& x : bodies.position) x += away;
      int near = 0, wrong = 0;
      for_pairs<D>(bodies, {{0, 0, 0}, period}, 100, 0.05, [&](double beyond, bool taken) {
        near += beyond < 0;
        wrong += taken ? beyond > 1e-5 : beyond < 0;
      });
      CHECK(near > 600);
      CHECK(wrong == 0);
    }
}

TEST_CASE("bodies that are far from each other are taken for near at most, never the other way") {
  const Bodies bodies = Cloud<3>(300).bodies;
  for (const std::array<double, 3> period : {std::array{0.0, 0.0, 0.0}, std::array{12.0, 12.5, 13.0}}) {
    int missed = 0, taken_for_near = 0;
    for_pairs<3>(bodies, {{0, 0, 0}, period}, 3, 0.2, [&](double beyond, bool taken) {
      missed += beyond < 0 && !taken;
      taken_for_near += beyond > 1e-5 && taken;
    });
    CHECK(missed == 0);
    CHECK(taken_for_near > 0);
  }
}

TEST_CASE("whatever the unit of length") {
  for (const double metre : {1e-150, 1e-30, 1e40}) {
    Bodies bodies = Cloud<3>(200).bodies;
    for (auto* values : {&bodies.position, &bodies.radius})
      for (double& value : *values) value *= metre;
    int near = 0, wrong = 0;
    for_pairs<3>(bodies, {{0, 0, 0}, {12 * metre, 0, 0}}, 100 * metre, 0.05 * metre, [&](double beyond, bool taken) {
      near += beyond < 0;
      wrong += taken ? beyond > 1e-5 * metre : beyond < 0;
    });
    CHECK(near > 200);
    CHECK(wrong == 0);
  }
}

TEST_CASE("a body that is nowhere harms no one") {
  Bodies bodies = Cloud<3>(100).bodies;
  bodies.position[0] = std::numeric_limits<double>::quiet_NaN();
  bodies.position[4] = std::numeric_limits<double>::infinity();
  bodies.position[8] = -1e300;
  int missed = 0;
  for_pairs<3>(bodies, {}, 50, 0.1, [&](double beyond, bool taken) { missed += beyond < 0 && !taken; });
  CHECK(missed == 0);
}
