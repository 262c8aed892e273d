#include "neighbours/neighbours.hpp"

#include <algorithm>
#include <cmath>

#include "core/grow.hpp"

namespace floc {

template <int D>
void Neighbours::search(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles, std::size_t i) {
  auto& [pairs, within_reach, surfaces] = blocks_[i / block_size];
  const Vec<D> x = Vec<D>::load(bodies.x(i));
  const double r = bodies.radius[i], near = cutoff_ + skin_, far = reach_ > 0 ? reach_ + skin_ : 0;
  const double furthest = std::max(near, far);
  const auto pairs_begin = static_cast<std::ptrdiff_t>(pairs.size());
  const auto reach_begin = static_cast<std::ptrdiff_t>(within_reach.size());
  for_near(x, r + largest_radius_ + furthest, [](std::size_t) { return true; }, [&](std::size_t j) {
    if (j >= i) return;
    const Vec<D> d = domain.nearest_image(x - Vec<D>::load(bodies.x(j)));
    const double sum = r + bodies.radius[j], square = dot(d, d);
    if (square < (sum + near) * (sum + near)) pairs.push_back(static_cast<std::int32_t>(j));
    if (far > 0 && square < (sum + far) * (sum + far)) within_reach.push_back(static_cast<std::int32_t>(j));
  });
  std::sort(pairs.begin() + pairs_begin, pairs.end());
  std::sort(within_reach.begin() + reach_begin, within_reach.end());
  for (std::size_t s = obstacles.surfaces(); s-- > 0;)
    if (!obstacles.moving(s) && !obstacles.beyond(s, embed(bodies.x(i), D), r + furthest) &&
        obstacles.gap_at_begin(s, embed(bodies.x(i), D), r) < furthest)
      surfaces.push_back(static_cast<std::int32_t>(s));
  pair_end_[i] = static_cast<std::uint32_t>(pairs.size());
  reach_end_[i] = static_cast<std::uint32_t>(within_reach.size());
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
  grid_.build(bodies, domain, 2 * largest_radius_ + std::max(cutoff_, reach_) + skin_);
  built_ = n;
  grow(position_, bodies.position.size());
  std::ranges::copy(bodies.position, position_.begin());
  grow(pair_end_, n);
  grow(reach_end_, n);
  grow(surface_end_, n);
  blocks_.resize((n + block_size - 1) / block_size);
  executor.for_blocks(n, [&](std::size_t begin, std::size_t end) {
    Block& block = blocks_[begin / block_size];
    block.pairs.clear();
    block.within_reach.clear();
    block.surfaces.clear();
    with_dimension(bodies.dimension, [&]<int D>() {
      for (std::size_t i = begin; i < end; ++i) search<D>(bodies, domain, obstacles, i);
    });
  }, block_size);
  valid_ = true;
  ++rebuilds_;
}

// Each pair at both of its bodies: a counting sort, in which the bodies below come before those above.
void Neighbours::list_around() {
  const auto below = [&](std::size_t i) { return list<&Block::within_reach>(reach_end_, i); };
  around_start_.assign(built_ + 1, 0);
  for (std::size_t i = 0; i < built_; ++i) {
    around_start_[i] += below(i).size();
    for (const std::int32_t j : below(i)) ++around_start_[static_cast<std::size_t>(j)];
  }
  std::size_t end = 0;
  for (std::size_t& start : around_start_) start = end += start;  // the end of each list, for now
  around_.resize(end);
  for (std::size_t i = built_; i-- > 0;)
    for (const std::int32_t j : below(i))
      around_[--around_start_[static_cast<std::size_t>(j)]] = static_cast<std::int32_t>(i);
  for (std::size_t i = 0; i < built_; ++i) {
    around_start_[i] -= below(i).size();
    std::ranges::copy(below(i), around_.begin() + static_cast<std::ptrdiff_t>(around_start_[i]));
  }
}

void Neighbours::append(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles) {
  const std::size_t n = bodies.size(), listed = position_.size();
  grow(pair_end_, n);
  grow(reach_end_, n);
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
  if (reach_ > 0 && (anew || more)) list_around();
}

}  // namespace floc
