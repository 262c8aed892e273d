#include "step/copies.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "core/random.hpp"
#include "step/bins.hpp"

namespace floc {
namespace {

constexpr std::uint32_t use_place = 0x5ce10000;  // + 8·try + component; the turn follows the place
constexpr std::uint32_t tries = 2000;

template <int D>
std::vector<Pose> scatter(Bodies& bodies, const std::vector<Vec3>& shape, const Vec3& low, const Vec3& high,
                    const Domain& domain, const Obstacles& obstacles, std::uint64_t seed) {
  std::array<bool, 3> periodic{};
  for (int k = 0; k < D; ++k) {
    const auto u = static_cast<std::size_t>(k);
    periodic[u] = domain.periodic(k) && std::abs(high[k] - low[k] - domain.period[u]) < 1e-9 * domain.period[u];
  }
  Bins<D> bins(low, high, 2 * largest_radius(bodies), periodic, bodies.size());
  const std::size_t n = shape.size(), copies = bodies.size() / n;
  // In the box where it is periodic, so that cells are found; else where it is.
  const auto boxed = [&](Vec<D> x) {
    for (int k = 0; k < D; ++k)
      if (periodic[static_cast<std::size_t>(k)]) x[k] -= (high[k] - low[k]) * std::floor((x[k] - low[k]) / (high[k] - low[k]));
    return x;
  };
  const auto fits = [&](std::size_t i) {
    const Vec<D> x = Vec<D>::load(bodies.x(i));
    const double r = bodies.radius[i];
    for (int k = 0; k < D; ++k)
      if (!periodic[static_cast<std::size_t>(k)] && !(x[k] - r >= low[k] && x[k] + r <= high[k])) return false;
    for (std::size_t s = 0; s < obstacles.surfaces(); ++s)
      if (obstacles.gap_at_begin(s, embed(bodies.x(i), D), r) < 0) return false;
    return bins.all_near(boxed(x), [&](std::size_t j) {
      const Vec<D> d = domain.nearest_image(x - Vec<D>::load(bodies.x(j)));
      const double sum = r + bodies.radius[j];
      return dot(d, d) >= sum * sum;
    });
  };
  std::vector<Pose> poses;
  for (std::size_t k = 0; k < copies; ++k) {
    bool placed = false;
    Pose pose;
    for (std::uint32_t attempt = 0; attempt < tries && !placed; ++attempt) {
      pose = random_turn(D, seed, k, attempt);
      for (int c = 0; c < D; ++c)
        pose.position[c] = low[c] + (high[c] - low[c]) * uniform({seed, k, 0, use_place + 8 * attempt +
                                                                              static_cast<std::uint32_t>(c)});
      place_copy(bodies, k, shape, pose);
      placed = true;
      for (std::size_t i = k * n; i < (k + 1) * n && placed; ++i) placed = fits(i);
    }
    if (!placed) return poses;
    poses.push_back(pose);
    for (std::size_t i = k * n; i < (k + 1) * n; ++i) bins.put(i, boxed(Vec<D>::load(bodies.x(i))));
  }
  return poses;
}

}  // namespace

void place_copy(Bodies& bodies, std::size_t k, const std::vector<Vec3>& shape, const Pose& pose) {
  for (std::size_t b = 0; b < shape.size(); ++b) {
    const Vec3 x = pose.to_world(shape[b]);
    std::copy_n(x.c.begin(), bodies.dimension, bodies.x(k * shape.size() + b));
  }
}

Pose random_turn(int dimension, std::uint64_t seed, std::uint64_t k, std::uint32_t attempt) {
  using std::numbers::pi;
  const auto draw = [&](std::uint32_t component) {
    return uniform({seed, k, 0, use_place + 8 * attempt + 3 + component});
  };
  Pose pose;
  if (dimension == 1) {
    if (draw(0) < 0.5) pose.rotation[0][0] = -1;
    return pose;
  }
  if (dimension == 2) return Pose::rotation_about({}, {{0, 0, 1}}, 2 * pi * draw(0));
  // A unit quaternion drawn evenly (Shoemake 1992).
  const double u = draw(0), a = 2 * pi * draw(1), b = 2 * pi * draw(2);
  const double x = std::sqrt(1 - u) * std::sin(a), y = std::sqrt(1 - u) * std::cos(a);
  const double z = std::sqrt(u) * std::sin(b), w = std::sqrt(u) * std::cos(b);
  pose.rotation = {Vec3{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)}},
                   Vec3{{2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)}},
                   Vec3{{2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
  return pose;
}

std::vector<Pose> scatter_copies(Bodies& bodies, const std::vector<Vec3>& shape, const Vec3& low, const Vec3& high,
                           const Domain& domain, const Obstacles& obstacles, std::uint64_t seed) {
  if (shape.empty()) return {};
  return with_dimension(bodies.dimension, [&]<int D>() {
    return scatter<D>(bodies, shape, low, high, domain, obstacles, seed);
  });
}

}  // namespace floc
