#include "neighbours/neighbours.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/grow.hpp"

namespace floc {
namespace {

constexpr std::size_t chunk = 64;  // candidates that are compared at once

}  // namespace

// take(j, place) for the bodies j < i whose gap to i was below `gap`, each where it was when its lists were made.
// Distances come first, on vectors; then the few that are close, without a branch.
template <int D, bool periodic, class Take>
void Neighbours::find_close(const Domain& domain, const Vec<D>& x, double r, std::size_t i, double gap,
                            Take&& take) const {
  const std::span<const std::int32_t> items = grid_.items();
  grid_.for_runs(x, r + largest_radius_ + gap, [&](std::size_t begin, std::size_t end) {
    for (; begin < end; begin += chunk) {
      const std::size_t count = std::min(chunk, end - begin);
      std::array<double, chunk> away;
      for (std::size_t l = 0; l < count; ++l) away[l] = beyond<D, periodic>(domain, x, r + gap, begin + l);
      std::array<std::uint32_t, chunk> close;
      std::size_t found = 0;
      for (std::size_t l = 0; l < count; ++l) {
        close[found] = static_cast<std::uint32_t>(begin + l);
        found += (away[l] < 0) & (static_cast<std::size_t>(items[begin + l]) < i);
      }
      for (std::size_t l = 0; l < found; ++l) take(items[close[l]], std::size_t{close[l]});
    }
  });
  for (std::size_t j = grid_.bodies(); j < i; ++j)
    if (beyond<D, periodic>(domain, x, r + gap, j) < 0) take(static_cast<std::int32_t>(j), j);
}

// How far place q is from x, compared with a length and its radius; squared.
template <int D, bool periodic>
double Neighbours::beyond(const Domain& domain, const Vec<D>& x, double length, std::size_t q) const {
  Vec<D> d;
  for (int k = 0; k < D; ++k) d[k] = x[k] - place_[static_cast<std::size_t>(k)][q];
  if constexpr (periodic) d = domain.nearest_image(d);
  const double limit = length + place_.back()[q];
  return dot(d, d) - limit * limit;
}

template <int D>
void Neighbours::search(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles, std::size_t i) {
  auto& [pairs, within_reach, surfaces] = blocks_[i / block_size];
  const Vec<D> x = Vec<D>::load(bodies.x(i));
  const double near = cutoff_ + skin_, far = reach_ > 0 ? reach_ + skin_ : 0, furthest = std::max(near, far);
  const double r = bodies.radius[i], least = std::min(near, far);
  const std::size_t pairs_begin = pairs.size();
  const auto find = [&]<bool periodic>() {
    // The longer list is searched for, and the shorter one, if there is one, taken from it.
    std::vector<std::int32_t>&longer = far > near ? within_reach : pairs, &shorter = far > near ? pairs : within_reach;
    find_close<D, periodic>(domain, x, r, i, furthest, [&](std::int32_t j, std::size_t q) {
      longer.push_back(j);
      if (far > 0 && beyond<D, periodic>(domain, x, r + least, q) < 0) shorter.push_back(j);
    });
  };
  if (domain.periodic())
    find.template operator()<true>();
  else
    find.template operator()<false>();
  std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(pairs_begin), pairs.end());
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
  const double furthest = executor.reduce(
      built_, 0.0,
      [&](std::size_t begin, std::size_t end) {
        double most = 0;
        for (std::size_t q = begin; q < end; ++q) {
          const double* const x = bodies.x(body_at(q));
          double s = 0;
          for (int k = 0; k < bodies.dimension; ++k) {
            const double move = x[k] - place_[static_cast<std::size_t>(k)][q];
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

void Neighbours::note_places(const Bodies& bodies, std::size_t begin) {
  const std::size_t n = bodies.size();
  grow(place_.back(), n);
  for (std::size_t q = begin; q < n; ++q) place_.back()[q] = bodies.radius[body_at(q)];
  for (int k = 0; k < bodies.dimension; ++k) {
    std::vector<double>& x = place_[static_cast<std::size_t>(k)];
    grow(x, n);
    for (std::size_t q = begin; q < n; ++q) x[q] = bodies.x(body_at(q))[k];
  }
}

void Neighbours::rebuild(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles, Executor& executor) {
  const std::size_t n = bodies.size();
  largest_radius_ = largest_radius(bodies);
  grid_.build(bodies, domain, 2 * largest_radius_ + cutoff_ + skin_);
  note_places(bodies, 0);
  built_ = n;
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
  const std::size_t n = bodies.size();
  note_places(bodies, built_);
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
