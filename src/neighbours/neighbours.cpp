#include "neighbours/neighbours.hpp"

#include <algorithm>
#include <cmath>

#include "core/grow.hpp"

namespace floc {

template <int D>
void Neighbours::search(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles, std::size_t i) {
  auto& [pairs, surfaces] = blocks_[i / block_size];
  const Vec<D> x = Vec<D>::load(bodies.x(i));
  const double r = bodies.radius[i], reach = cutoff_ + skin_;
  const std::size_t begin = pairs.size();
  for_near(x, r + largest_radius_ + reach, [](std::size_t) { return true; }, [&](std::size_t j) {
    if (j >= i) return;
    const Vec<D> d = domain.nearest_image(x - Vec<D>::load(bodies.x(j)));
    const double limit = r + bodies.radius[j] + reach;
    if (dot(d, d) < limit * limit) pairs.push_back(static_cast<std::int32_t>(j));
  });
  std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(begin), pairs.end());
  for (std::size_t s = obstacles.surfaces(); s-- > 0;)
    if (!obstacles.moving(s) && !obstacles.beyond(s, embed(bodies.x(i), D), r + reach) &&
        obstacles.gap_at_begin(s, embed(bodies.x(i), D), r) < reach)
      surfaces.push_back(static_cast<std::int32_t>(s));
  pair_end_[i] = static_cast<std::uint32_t>(pairs.size());
  surface_end_[i] = static_cast<std::uint32_t>(surfaces.size());
}

bool Neighbours::stale(const Bodies& bodies, Executor& executor) const {
  if (!valid_ || bodies.size() < built_) return true;
  const std::size_t d = static_cast<std::size_t>(bodies.dimension);
  const double furthest = executor.reduce(
      built_, 0.0,
      [&](std::size_t begin, std::size_t end) {
        double most = 0;
        for (std::size_t i = begin; i < end; ++i) {
          double s = 0;
          for (std::size_t k = i * d; k < (i + 1) * d; ++k) {
            const double move = bodies.position[k] - position_[k];
            s += move * move;
          }
          most = s > most ? s : most;
        }
        return most;
      },
      [](double a, double b) { return std::max(a, b); });
  // Half of the skin is for both bodies of a pair together; NaN counts as stale.
  return !(furthest <= 0.25 * skin_ * skin_);
}

void Neighbours::rebuild(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles, Executor& executor) {
  const std::size_t n = bodies.size();
  largest_radius_ = largest_radius(bodies);
  grid_.build(bodies, domain, 2 * largest_radius_ + cutoff_ + skin_);
  built_ = n;
  grow(position_, bodies.position.size());
  std::ranges::copy(bodies.position, position_.begin());
  grow(pair_end_, n);
  grow(surface_end_, n);
  blocks_.resize((n + block_size - 1) / block_size);
  executor.for_blocks(n, [&](std::size_t begin, std::size_t end) {
    Block& block = blocks_[begin / block_size];
    block.pairs.clear();
    block.surfaces.clear();
    with_dimension(bodies.dimension, [&]<int D>() {
      for (std::size_t i = begin; i < end; ++i) search<D>(bodies, domain, obstacles, i);
    });
  }, block_size);
  valid_ = true;
  ++rebuilds_;
}

// The pairs once more, at the body with the smaller index: a counting sort, so ascending.
void Neighbours::list_above() {
  above_start_.assign(built_ + 1, 0);
  for (const Block& block : blocks_)
    for (const std::int32_t j : block.pairs) ++above_start_[static_cast<std::size_t>(j)];
  std::size_t end = 0;
  for (std::size_t& start : above_start_) start = end += start;  // the end of each list, for now
  above_.resize(end);
  for (std::size_t i = built_; i-- > 0;)
    for (const std::int32_t j : bodies_near(i))
      above_[--above_start_[static_cast<std::size_t>(j)]] = static_cast<std::int32_t>(i);
}

void Neighbours::append(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles) {
  const std::size_t n = bodies.size(), listed = position_.size();
  grow(pair_end_, n);
  grow(surface_end_, n);
  blocks_.resize((n + block_size - 1) / block_size);
  with_dimension(bodies.dimension, [&]<int D>() {
    for (std::size_t i = built_; i < n; ++i) {
      largest_radius_ = std::max(largest_radius_, bodies.radius[i]);
      built_ = i + 1;
      search<D>(bodies, domain, obstacles, i);
    }
  });
  grow(position_, bodies.position.size());
  std::copy(bodies.position.begin() + static_cast<std::ptrdiff_t>(listed), bodies.position.end(),
            position_.begin() + static_cast<std::ptrdiff_t>(listed));
}

void Neighbours::update(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles, Executor& executor) {
  // Many appended bodies make every search scan them: then a new grid is cheaper.
  const bool crowded = valid_ && bodies.size() > grid_.bodies() + 64 + grid_.bodies() / 64;
  const bool anew = crowded || stale(bodies, executor), more = !anew && bodies.size() > built_;
  if (anew) rebuild(bodies, domain, obstacles, executor);
  if (more) append(bodies, domain, obstacles);
  if (both_ways_ && (anew || more)) list_above();
}

}  // namespace floc
