#include "geometry/ball_union.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "core/random.hpp"

using namespace floc;
using std::numbers::pi;

namespace {

std::vector<BallAt> cluster(int dimension, int count, std::uint64_t seed) {
  std::vector<BallAt> balls;
  for (int k = 0; k < count; ++k) {
    Vec3 x;
    for (int c = 0; c < dimension; ++c)
      x[c] = 1.6 * uniform({seed, static_cast<std::uint64_t>(k), 0, static_cast<std::uint32_t>(c)});
    balls.push_back({x, 0.4 + 0.5 * uniform({seed, static_cast<std::uint64_t>(k), 0, 7})});
  }
  return balls;
}

// The largest difference of two moments, over the volume.
double difference(const Moments& a, const Moments& b) {
  double most = std::abs(a.volume - b.volume);
  for (int i = 0; i < 3; ++i) {
    most = std::max(most, std::abs(a.first[i] - b.first[i]));
    for (int j = 0; j < 3; ++j)
      most =
          std::max(most, std::abs(a.second[static_cast<std::size_t>(i)][j] - b.second[static_cast<std::size_t>(i)][j]));
  }
  return most / a.volume;
}

}  // namespace

TEST_CASE("two balls share a lens, and three discs in a ring what inclusion and exclusion say") {
  // Lens of unit balls at the distance d: π(4 + d)(2 − d)²/12.
  const double d = 0.7;
  const Moments two = union_moments({{{{0.1, 0.2, 0.3}}, 1}, {{{0.1, 0.2 + 0.6 * d, 0.3 + 0.8 * d}}, 1}}, 3);
  CHECK(two.volume == doctest::Approx(8 * pi / 3 - pi * (4 + d) * (2 - d) * (2 - d) / 12).epsilon(1e-13));
  CHECK(two.first[1] / two.volume == doctest::Approx(0.2 + 0.3 * d).epsilon(1e-13));
  // Unit discs at the corners of a triangle of side 1: 3π − 3 (2π/3 − √3/2) + (π − √3)/2.
  const Moments three = union_moments({{{{0, 0, 0}}, 1}, {{{1, 0, 0}}, 1}, {{{0.5, std::sqrt(0.75), 0}}, 1}}, 2);
  const double lens = 2 * pi / 3 - std::sqrt(0.75), shared = (pi - std::sqrt(3.0)) / 2;
  CHECK(three.volume == doctest::Approx(3 * pi - 3 * lens + shared).epsilon(1e-14));
  CHECK(three.first[0] / three.volume == doctest::Approx(0.5).epsilon(1e-14));
}

TEST_CASE("the moments of a union turn with it, however many balls overlap") {
  for (const int dimension : {2, 3})
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      std::vector<BallAt> balls = cluster(dimension, 7, seed);
      const Moments here = union_moments(balls, dimension);
      Pose turn = Pose::rotation_about({}, dimension == 3 ? Vec3{{0.48, 0.6, 0.64}} : Vec3{{0, 0, 1}},
                                       0.4 + 0.9 * static_cast<double>(seed));
      turn.position = {{0.3, -0.2, dimension == 3 ? 0.5 : 0}};
      for (BallAt& b : balls) b.centre = turn.to_world(b.centre);
      CHECK(difference(union_moments(balls, dimension), moved(here, turn)) < 1e-11);
    }
}

TEST_CASE("a ball within another, or there twice, adds nothing") {
  const std::vector<BallAt> one{{{{1, 2, 3}}, 0.5}};
  for (const int dimension : {2, 3}) {
    std::vector<BallAt> flat = one;
    if (dimension == 2) flat[0].centre[2] = 0;
    std::vector<BallAt> more = flat;
    more.push_back(flat[0]);
    more.push_back({flat[0].centre + Vec3{{0.1, 0, 0}}, 0.3});
    CHECK(difference(union_moments(flat, dimension), union_moments(more, dimension)) < 1e-13);
  }
  CHECK(union_moments(one, 3).volume == doctest::Approx(4 * pi / 3 * 0.125).epsilon(1e-14));
}
