#include "step/feed.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/buffers.hpp"
#include "core/random.hpp"
#include "step/bins.hpp"

namespace floc {
namespace {

constexpr int tries = 20;
constexpr std::uint32_t use_place = 100;  // + try·d + component

}  // namespace

void Feed::compact() {
  release(pending.position);
  release(pending.id);
  const auto one_for_all = [](auto& values, int width) {
    if (values.empty() || !std::equal(values.begin() + width, values.end(), values.begin())) return;
    values.erase(values.begin() + width, values.end());
    values.shrink_to_fit();
  };
  one_for_all(pending.velocity, pending.dimension);
  one_for_all(pending.group, 1);
}

std::size_t Feed::feed(Bodies& bodies, std::size_t entered, const Domain& domain, const Obstacles& obstacles,
                       std::uint64_t seed, double t, std::int64_t step) const {
  if (t < start || entered == pending.size()) return 0;
  const double due = std::floor((t - start) * rate * (1 + 1e-12)) + 1;
  std::size_t wanted = due < static_cast<double>(pending.size()) ? static_cast<std::size_t>(due) : pending.size();
  if (keep > 0) {
    const auto there = static_cast<std::int64_t>(bodies.size());
    wanted = std::min(wanted, entered + static_cast<std::size_t>(std::max<std::int64_t>(0, keep - there)));
  }
  if (entered >= wanted) return 0;

  return with_dimension(bodies.dimension, [&]<int D>() {
    // Whoever is in or near the region, as the nearest image of its centre, in cells. A direction in which
    // all of a period is near is taken round.
    const double largest = std::max(largest_radius(bodies), largest_radius(pending));
    const Vec<D> centre = 0.5 * (Vec<D>::load(low.c.data()) + Vec<D>::load(high.c.data()));
    Vec3 begin, end;
    std::array<bool, 3> round{};
    for (int k = 0; k < D; ++k) {
      const auto u = static_cast<std::size_t>(k);
      double half = 0.5 * (high[k] - low[k]) + 2 * largest;
      round[u] = domain.periodic(k) && half >= 0.5 * domain.period[u];
      if (round[u]) half = 0.5 * domain.period[u];
      begin[k] = centre[k] - half;
      end[k] = centre[k] + half;
    }
    const auto image = [&](const double* x) { return centre + domain.nearest_image(Vec<D>::load(x) - centre); };
    std::vector<Vec<D>> place;
    std::vector<double> radius;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Vec<D> x = image(bodies.x(i));
      bool near = true;
      for (int k = 0; k < D; ++k) near = near && (round[static_cast<std::size_t>(k)] || (x[k] >= begin[k] && x[k] <= end[k]));
      if (near) place.push_back(x), radius.push_back(bodies.radius[i]);
    }
    Bins<D> bins(begin, end, 2 * largest, round, place.size() + wanted - entered);
    for (std::size_t j = 0; j < place.size(); ++j) bins.put(j, place[j]);

    const auto free_of_overlap = [&](const Vec<D>& x, double r) {
      const bool alone = bins.all_near(x, [&](std::size_t j) {
        const Vec<D> d = domain.nearest_image(x - place[j]);
        return dot(d, d) >= (r + radius[j]) * (r + radius[j]);
      });
      if (!alone) return false;
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
        bodies.add(x.c.data(), pending.v(pending.velocity.size() == D ? 0 : entered), r, pending.mass[entered],
                   pending.group[pending.group.size() == 1 ? 0 : entered]);
        if (bodies.shaped) bodies.take_shape(pending, entered);
        place.push_back(image(x.c.data()));
        radius.push_back(r);
        bins.put(place.size() - 1, place.back());
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
