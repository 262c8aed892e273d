#include "neighbours/neighbours.hpp"

#include <algorithm>
#include <cmath>

namespace floc {
namespace {

constexpr std::size_t search_block = 256;

}  // namespace

template <int D>
void Neighbours::search(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles, std::size_t i,
                        std::vector<std::int32_t>& pairs, std::vector<std::int32_t>& surfaces) const {
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
    if (!obstacles.moving(s) && obstacles.gap_at_begin(s, embed(bodies.x(i), D), r) < reach)
      surfaces.push_back(static_cast<std::int32_t>(s));
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
  position_ = bodies.position;
  pair_start_.resize(n + 1);
  surface_start_.resize(n + 1);
  blocks_.resize((n + search_block - 1) / search_block);
  executor.for_blocks(n, [&](std::size_t begin, std::size_t end) {
    Block& block = blocks_[begin / search_block];
    block.pairs.clear();
    block.surfaces.clear();
    with_dimension(bodies.dimension, [&]<int D>() {
      for (std::size_t i = begin; i < end; ++i) {
        search<D>(bodies, domain, obstacles, i, block.pairs, block.surfaces);
        pair_start_[i + 1] = block.pairs.size();
        surface_start_[i + 1] = block.surfaces.size();
      }
    });
  }, search_block);
  std::size_t pairs = 0, surfaces = 0;
  pair_start_[0] = surface_start_[0] = 0;
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const std::size_t end = std::min(n, (b + 1) * search_block);
    for (std::size_t i = b * search_block; i < end; ++i) {
      pair_start_[i + 1] += pairs;
      surface_start_[i + 1] += surfaces;
    }
    pairs = pair_start_[end];
    surfaces = surface_start_[end];
  }
  pair_.resize(pairs);
  surface_.resize(surfaces);
  executor.for_each(blocks_.size(), [&](std::size_t b) {
    const std::size_t i = b * search_block;
    std::copy(blocks_[b].pairs.begin(), blocks_[b].pairs.end(), pair_.begin() + static_cast<std::ptrdiff_t>(pair_start_[i]));
    std::copy(blocks_[b].surfaces.begin(), blocks_[b].surfaces.end(),
              surface_.begin() + static_cast<std::ptrdiff_t>(surface_start_[i]));
  }, 16);
  valid_ = true;
  ++rebuilds_;
}

// The pairs once more, at the body with the smaller index: a counting sort, so ascending.
void Neighbours::list_above() {
  above_start_.assign(built_ + 1, 0);
  above_.resize(pair_.size());
  for (const std::int32_t j : pair_) ++above_start_[static_cast<std::size_t>(j)];
  std::size_t end = 0;
  for (std::size_t& start : above_start_) start = end += start;  // the end of each list, for now
  for (std::size_t i = built_; i-- > 0;)
    for (const std::int32_t j : bodies_near(i))
      above_[--above_start_[static_cast<std::size_t>(j)]] = static_cast<std::int32_t>(i);
}

void Neighbours::append(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles) {
  with_dimension(bodies.dimension, [&]<int D>() {
    for (std::size_t i = built_; i < bodies.size(); ++i) {
      largest_radius_ = std::max(largest_radius_, bodies.radius[i]);
      built_ = i + 1;
      search<D>(bodies, domain, obstacles, i, pair_, surface_);
      pair_start_.push_back(pair_.size());
      surface_start_.push_back(surface_.size());
    }
  });
  position_.insert(position_.end(), bodies.position.begin() + static_cast<std::ptrdiff_t>(position_.size()),
                   bodies.position.end());
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
