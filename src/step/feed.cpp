#include "step/feed.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/random.hpp"

namespace floc {
namespace {

constexpr int tries = 20;
constexpr std::uint32_t use_place = 100;  // + try·d + component

}  // namespace

std::size_t Feed::feed(Bodies& bodies, const Domain& domain, const Obstacles& obstacles, std::uint64_t seed, double t,
                       std::int64_t step) {
  if (t < start || entered == pending.size()) return 0;
  const double due = std::floor((t - start) * rate * (1 + 1e-12)) + 1;
  const std::size_t wanted = due < static_cast<double>(pending.size()) ? static_cast<std::size_t>(due) : pending.size();
  if (entered >= wanted) return 0;

  return with_dimension(bodies.dimension, [&]<int D>() {
    // Whoever is in or near the region; small beside all bodies.
    const double largest = std::max(largest_radius(bodies), largest_radius(pending));
    std::vector<std::size_t> present;
    const auto near_region = [&](const double* x) {
      for (int k = 0; k < D; ++k)
        if (!domain.periodic(k) && (x[k] < low[k] - 2 * largest || x[k] > high[k] + 2 * largest)) return false;
      return true;
    };
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (near_region(bodies.x(i))) present.push_back(i);

    const auto free_of_overlap = [&](const Vec<D>& x, double r) {
      for (const std::size_t j : present) {
        const Vec<D> d = domain.nearest_image(x - Vec<D>::load(bodies.x(j)));
        const double sum = r + bodies.radius[j];
        if (dot(d, d) < sum * sum) return false;
      }
      for (std::size_t s = 0; s < obstacles.surfaces(); ++s)
        if (obstacles.gap_at_begin(s, embed(x.c.data(), D), r) < 0) return false;
      return true;
    };

    std::size_t count = 0;
    while (entered < wanted) {
      const double r = pending.radius[entered];
      bool placed = false;
      for (int q = 0; q < tries && !placed; ++q) {
        Vec<D> x;
        for (int k = 0; k < D; ++k) {
          const double u = uniform({seed, static_cast<std::uint64_t>(bodies.next_id), static_cast<std::uint64_t>(step),
                                    use_place + static_cast<std::uint32_t>(q * D + k)});
          x[k] = low[k] + r + u * std::max(0.0, high[k] - low[k] - 2 * r);
        }
        if (!free_of_overlap(x, r)) continue;
        bodies.add(x.c.data(), pending.v(entered), r, pending.mass[entered], pending.group[entered]);
        present.push_back(bodies.size() - 1);
        placed = true;
      }
      if (!placed) break;
      ++entered;
      ++count;
    }
    return count;
  });
}

}  // namespace floc
