#include "forces/noise.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/parts.hpp"
#include "forces_fixture.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// The kicks m ΔV of one step, body by body.
std::vector<double> kicks(const NoiseParameters& p, const Bodies& bodies, std::uint64_t tick, int threads = 1) {
  Place place(bodies, 0, threads);
  std::vector<double> free(bodies.velocity.size(), 0.0);
  noise(p)->add(place.at(0, 0.25, tick), {free});
  const auto d = static_cast<std::size_t>(bodies.dimension);
  for (std::size_t k = 0; k < free.size(); ++k) free[k] *= bodies.mass[k / d];
  return free;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t k = 0; k < a.size(); ++k) ab += a[k] * b[k], aa += a[k] * a[k], bb += b[k] * b[k];
  return ab / std::sqrt(aa * bb);
}

}  // namespace

TEST_CASE("a kick is σ√h W: its variance is σ²h in every direction, whatever the mass") {
  const double sigma = 0.5, variance = sigma * sigma * 0.25;
  for (int d = 1; d <= 3; ++d) {
    const Bodies bodies = random_bodies(20000, d);
    const std::vector<double> all = kicks({.sigma = sigma}, bodies, 7);
    for (int k = 0; k < d; ++k) {
      double sum = 0, squares = 0;
      for (std::size_t q = static_cast<std::size_t>(k); q < all.size(); q += static_cast<std::size_t>(d))
        sum += all[q], squares += all[q] * all[q];
      const double n = static_cast<double>(bodies.size());
      CHECK(std::abs(sum / n) < 4 * std::sqrt(variance / n));
      CHECK(std::abs(squares / n - variance) < 4 * variance * std::sqrt(2 / n));
    }
  }
}

TEST_CASE("components, ticks and streams are independent") {
  const Bodies bodies = random_bodies(20000, 3);
  const std::vector<double> all = kicks({.sigma = 1}, bodies, 7);
  const double most = 4 / std::sqrt(60000.0);
  CHECK(std::abs(correlation(all, kicks({.sigma = 1}, bodies, 8))) < most);
  CHECK(std::abs(correlation(all, kicks({.sigma = 1, .groups = {}, .stream = 1}, bodies, 7))) < most);
  std::vector<double> turned = all;
  for (std::size_t i = 0; i < turned.size(); i += 3) std::rotate(&turned[i], &turned[i] + 1, &turned[i] + 3);
  CHECK(std::abs(correlation(all, turned)) < most);
}

// In units of √h of the step or part itself: over the halves of a part these add up to √2 times that of the part.
TEST_CASE("the path of the noise is the same however a step is cut, and its parts are independent") {
  const Bodies bodies = random_bodies(20000, 3);
  const auto of = [&](std::uint64_t part) { return kicks({.sigma = 2}, bodies, tick_of(5, part)); };
  const double most = 4 / std::sqrt(60000.0);
  for (const std::uint64_t part : {1u, 2u, 3u, 6u, 255u}) {
    CAPTURE(part);
    const std::vector<double> whole = of(part), first = of(2 * part), second = of(2 * part + 1);
    double squares = 0;
    for (std::size_t k = 0; k < whole.size(); ++k) {
      REQUIRE(first[k] + second[k] == doctest::Approx(std::sqrt(2.0) * whole[k]).epsilon(1e-12));
      squares += second[k] * second[k];
    }
    CHECK(squares / 60000 == doctest::Approx(4 * 0.25).epsilon(4 * std::sqrt(2 / 60000.0)));
    CHECK(std::abs(correlation(first, second)) < most);
    CHECK(correlation(first, whole) == doctest::Approx(std::sqrt(0.5)).epsilon(2 * most));
  }
  CHECK(std::abs(correlation(of(4), of(7))) < most);
  CHECK(std::abs(correlation(of(5), of(6))) < most);
  CHECK(std::abs(correlation(of(3), kicks({.sigma = 2}, bodies, tick_of(6, 2)))) < most);
}

TEST_CASE("noise follows the id of a body: not its place in the arrays, not the threads") {
  const Bodies bodies = random_bodies(5000, 3);
  const std::vector<double> all = kicks({.sigma = 1}, bodies, 7);
  for (int threads : thread_counts) CHECK(kicks({.sigma = 1}, bodies, 7, threads) == all);
  Bodies reversed = bodies;
  std::reverse(reversed.id.begin(), reversed.id.end());
  std::reverse(reversed.mass.begin(), reversed.mass.end());
  const std::vector<double> back = kicks({.sigma = 1}, reversed, 7);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) REQUIRE(back[3 * (bodies.size() - 1 - i) + k] == all[3 * i + k]);
}

TEST_CASE("noise acts on its groups only") {
  Bodies bodies = random_bodies(100, 2);
  for (std::size_t i = 0; i < 100; ++i) bodies.group[i] = i < 50 ? 0 : 1;
  const std::vector<double> all = kicks({.sigma = 1, .groups = GroupSet({1})}, bodies, 7);
  for (std::size_t i = 0; i < 100; ++i) CHECK((all[2 * i] != 0) == (i >= 50));
}

TEST_CASE("without inertia the step is Euler-Maruyama's: hV is √h σ W/m") {
  const Bodies bodies = random_bodies(10, 2);
  Place place(bodies, 0);
  Surroundings around = place.at(0, 0.25, 7);
  std::vector<double> with(20, 0.0), without(20, 0.0);
  noise({.sigma = 1})->add(around, {with});
  around.gain = 1;
  around.first_order = true;
  noise({.sigma = 1})->add(around, {without});
  for (std::size_t k = 0; k < 20; ++k) CHECK(0.25 * without[k] == doctest::Approx(with[k]));
}

TEST_CASE("noise that cannot be is refused") {
  CHECK_THROWS_AS(noise({.sigma = -1}), Error);
  CHECK_THROWS_AS(noise({.sigma = NAN}), Error);
}
