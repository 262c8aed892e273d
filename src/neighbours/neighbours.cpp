#include "neighbours/neighbours.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/grow.hpp"

namespace floc {
namespace {

constexpr std::size_t chunk = 64;  // candidates that are compared at once

}  // namespace

// Appends the bodies j < i whose gap to i is below `near`. Distances come first, on vectors; then the few that are
// close, without a branch.
template <int D, bool periodic>
void Neighbours::find_close(const Bodies& bodies, const Domain& domain, std::size_t i, double near,
                            std::vector<std::int32_t>& close) const {
  const Vec<D> x = Vec<D>::load(bodies.x(i));
  const double r = bodies.radius[i];
  const std::span<const std::int32_t> items = grid_.items();
  const auto beyond = [&](Vec<D> d, double radius) {
    if constexpr (periodic) d = domain.nearest_image(d);
    const double limit = r + radius + near;
    return dot(d, d) - limit * limit;
  };
  // Bodies have moved since the grid was built.
  grid_.for_runs(x, r + largest_radius_ + near + 0.5 * skin_, [&](std::size_t begin, std::size_t end) {
    for (; begin < end; begin += chunk) {
      const std::size_t count = std::min(chunk, end - begin);
      std::array<double, chunk> away;
      for (std::size_t l = 0; l < count; ++l) {
        Vec<D> d;
        for (int k = 0; k < D; ++k) d[k] = x[k] - by_cell_[static_cast<std::size_t>(k)][begin + l];
        away[l] = beyond(d, by_cell_.back()[begin + l]);
      }
      std::array<std::int32_t, chunk> names;
      std::size_t found = 0;
      for (std::size_t l = 0; l < count; ++l) {
        names[found] = items[begin + l];
        found += (away[l] < 0) & (static_cast<std::size_t>(items[begin + l]) < i);
      }
      close.insert(close.end(), names.begin(), names.begin() + static_cast<std::ptrdiff_t>(found));
    }
  });
  for (std::size_t j = grid_.bodies(); j < i; ++j)  // appended since the grid was built
    if (beyond(x - Vec<D>::load(bodies.x(j)), bodies.radius[j]) < 0) close.push_back(static_cast<std::int32_t>(j));
}

template <int D>
void Neighbours::search(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles, std::size_t i) {
  auto& [pairs, within_reach, surfaces] = blocks_[i / block_size];
  const double near = cutoff_ + skin_, far = reach_ > 0 ? reach_ + skin_ : 0, furthest = std::max(near, far);
  const auto find = [&](double gap, std::vector<std::int32_t>& close) {
    if (domain.periodic())
      find_close<D, true>(bodies, domain, i, gap, close);
    else
      find_close<D, false>(bodies, domain, i, gap, close);
  };
  // The longer list is searched for, and the shorter one taken from it.
  std::vector<std::int32_t>&longer = far > near ? within_reach : pairs, &shorter = far > near ? pairs : within_reach;
  const std::size_t begin = longer.size(), pairs_begin = pairs.size();
  find(furthest, longer);
  if (far > 0)
    for (std::size_t q = begin; q < longer.size(); ++q) {
      const auto j = static_cast<std::size_t>(longer[q]);
      const Vec<D> d = domain.nearest_image(Vec<D>::load(bodies.x(i)) - Vec<D>::load(bodies.x(j)));
      const double limit = bodies.radius[i] + bodies.radius[j] + std::min(near, far);
      if (dot(d, d) < limit * limit) shorter.push_back(longer[q]);
    }
  std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(pairs_begin), pairs.end());
  const double r = bodies.radius[i];
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

void Neighbours::sort_into_cells(const Bodies& bodies) {
  const std::span<const std::int32_t> items = grid_.items();
  for (std::vector<double>& numbers : by_cell_) grow(numbers, items.size());
  for (std::size_t q = 0; q < items.size(); ++q) {
    const auto i = static_cast<std::size_t>(items[q]);
    for (int k = 0; k < bodies.dimension; ++k) by_cell_[static_cast<std::size_t>(k)][q] = bodies.x(i)[k];
    by_cell_[3][q] = bodies.radius[i];
  }
}

void Neighbours::rebuild(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles, Executor& executor) {
  const std::size_t n = bodies.size();
  largest_radius_ = largest_radius(bodies);
  grid_.build(bodies, domain, 2 * largest_radius_ + std::max(cutoff_, reach_) + skin_);
  sort_into_cells(bodies);
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

// Each pair at both of its bodies: lists of what is above a body come out ascending, since the bodies below are
// visited in order; and so do those of what is below it, from them.
void Neighbours::list_around() {
  const auto below = [&](std::size_t i) { return list<&Block::within_reach>(reach_end_, i); };
  const auto nobody = static_cast<std::int32_t>(built_);
  around_end_.assign(built_, 0);
  for (std::size_t i = 0; i < built_; ++i)
    for (const std::int32_t j : below(i)) ++around_end_[static_cast<std::size_t>(j)];
  grow(around_start_, built_);
  grow(above_start_, built_);
  std::size_t end = 0;
  for (std::size_t i = 0; i < built_; ++i) {
    const std::size_t above = around_end_[i];
    around_start_[i] = end;
    above_start_[i] = around_end_[i] = end + below(i).size();
    end = (above_start_[i] + above + lanes - 1) / lanes * lanes;
  }
  around_.assign(end, nobody);
  for (std::size_t i = 0; i < built_; ++i)
    for (const std::int32_t j : below(i))
      around_[around_end_[static_cast<std::size_t>(j)]++] = static_cast<std::int32_t>(i);
  for (std::size_t i = 0; i < built_; ++i)
    for (std::size_t q = above_start_[i]; q < around_end_[i]; ++q)
      around_[around_start_[static_cast<std::size_t>(around_[q])]++] = static_cast<std::int32_t>(i);
  for (std::size_t i = 0; i < built_; ++i) around_start_[i] -= below(i).size();
}

void Neighbours::append(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles) {
  const std::size_t n = bodies.size(), listed = position_.size();
  sort_into_cells(bodies);
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
