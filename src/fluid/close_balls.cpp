#include "fluid/close_balls.hpp"

#include <algorithm>

namespace floc {

const std::vector<BallPair>& CloseBalls::find(const Bodies& bodies, std::span<const std::int32_t> balls,
                                              std::span<const double> radius, const Domain& domain, double reach) {
  pairs_.clear();
  if (balls.empty()) return pairs_;
  double largest = 0;
  for (const std::int32_t i : balls) largest = std::max(largest, radius[static_cast<std::size_t>(i)]);
  grid_.build(bodies, domain, 2 * largest + reach, balls);
  with_dimension(bodies.dimension, [&]<int D>() {
    for (const std::int32_t ball : balls) {
      const auto i = static_cast<std::size_t>(ball);
      const std::size_t begin = pairs_.size();
      const Vec<D> x = Vec<D>::load(bodies.x(i));
      grid_.for_near(x, radius[i] + largest + reach, [&](std::size_t j) {
        if (j >= i) return;
        const Vec<D> apart = domain.nearest_image(x - Vec<D>::load(bodies.x(j)));
        const double distance = norm(apart), gap = distance - radius[i] - radius[j];
        if (gap < reach && distance > 0)
          pairs_.push_back({ball, static_cast<std::int32_t>(j), (1 / distance) * embed(apart.c.data(), D), gap});
      });
      std::sort(pairs_.begin() + static_cast<std::ptrdiff_t>(begin), pairs_.end(),
                [](const BallPair& a, const BallPair& b) { return a.second < b.second; });
    }
  });
  return pairs_;
}

}  // namespace floc
