#include "neighbours/full_neighbour_list.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/buffers.hpp"
#include "neighbours/cell_grid.hpp"

namespace floc {
namespace {

constexpr std::size_t chunk = 64;  // candidates that are compared at once

}  // namespace

FullNeighbourList::FullNeighbourList(double reach, double skin)
    : reach_(reach), skin_(skin), grid_(std::make_unique<CellGrid>()) {}

FullNeighbourList::~FullNeighbourList() = default;

std::size_t FullNeighbourList::body_at(std::size_t q) const {
  return q < grid_->bodies() ? static_cast<std::size_t>(grid_->items()[q]) : q;
}

// The bodies j < i whose gap to i was below reach + skin, each where it was when its lists were made. Distances
// come first, on vectors; then the few that are close, without a branch.
template <int D, bool periodic>
void FullNeighbourList::find_close(const Domain& domain, const Vec<D>& x, double r, std::size_t i,
                        std::vector<std::int32_t>& found) const {
  const std::span<const std::int32_t> items = grid_->items();
  const double gap = reach_ + skin_;
  grid_->for_runs(x, r + largest_radius_ + gap, [&](std::size_t begin, std::size_t end) {
    for (; begin < end; begin += chunk) {
      const std::size_t count = std::min(chunk, end - begin);
      std::array<double, chunk> away;
      for (std::size_t l = 0; l < count; ++l) away[l] = beyond<D, periodic>(domain, x, r + gap, begin + l);
      std::array<std::int32_t, chunk> close;
      std::size_t taken = 0;
      for (std::size_t l = 0; l < count; ++l) {
        close[taken] = items[begin + l];
        taken += (away[l] < 0) & (static_cast<std::size_t>(items[begin + l]) < i);
      }
      found.insert(found.end(), close.begin(), close.begin() + static_cast<std::ptrdiff_t>(taken));
    }
  });
  for (std::size_t j = grid_->bodies(); j < i; ++j)
    if (beyond<D, periodic>(domain, x, r + gap, j) < 0) found.push_back(static_cast<std::int32_t>(j));
}

// How far place q is from x, compared with a length and its radius; squared.
template <int D, bool periodic>
double FullNeighbourList::beyond(const Domain& domain, const Vec<D>& x, double length, std::size_t q) const {
  Vec<D> d;
  for (int k = 0; k < D; ++k) d[k] = x[k] - place_[static_cast<std::size_t>(k)][q];
  if constexpr (periodic) d = domain.nearest_image(d);
  const double limit = length + place_.back()[q];
  return dot(d, d) - limit * limit;
}

template <int D>
void FullNeighbourList::search(const Bodies& bodies, const Domain& domain, std::size_t i) {
  std::vector<std::int32_t>& found = found_[i / block_size];
  const Vec<D> x = Vec<D>::load(bodies.x(i));
  if (domain.periodic())
    find_close<D, true>(domain, x, bodies.radius[i], i, found);
  else
    find_close<D, false>(domain, x, bodies.radius[i], i, found);
  found_end_[i] = static_cast<std::uint32_t>(found.size());
}

bool FullNeighbourList::stale(const Bodies& bodies, Executor& executor) const {
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

void FullNeighbourList::note_places(const Bodies& bodies, std::size_t begin) {
  const std::size_t n = bodies.size();
  resize_buffer(place_.back(), n);
  for (std::size_t q = begin; q < n; ++q) place_.back()[q] = bodies.radius[body_at(q)];
  for (int k = 0; k < bodies.dimension; ++k) {
    std::vector<double>& x = place_[static_cast<std::size_t>(k)];
    resize_buffer(x, n);
    for (std::size_t q = begin; q < n; ++q) x[q] = bodies.x(body_at(q))[k];
  }
}

void FullNeighbourList::rebuild(const Bodies& bodies, const Domain& domain, Executor& executor) {
  const std::size_t n = bodies.size();
  largest_radius_ = largest_radius(bodies);
  grid_->build(bodies, domain, 2 * largest_radius_ + skin_);  // small cells, whatever the reach
  note_places(bodies, 0);
  built_ = n;
  resize_buffer(found_end_, n);
  found_.resize((n + block_size - 1) / block_size);
  executor.for_blocks(n, [&](std::size_t begin, std::size_t end) {
    found_[begin / block_size].clear();
    with_dimension(bodies.dimension, [&]<int D>() {
      for (std::size_t i = begin; i < end; ++i) search<D>(bodies, domain, i);
    });
  }, block_size);
  valid_ = true;
}

// Each pair at both of its bodies: lists of what is above a body come out ascending, since the bodies below are
// visited in order; and so do those of what is below it, from them.
void FullNeighbourList::list_both_ways() {
  const auto nobody = static_cast<std::int32_t>(built_);
  end_.assign(built_, 0);
  for (std::size_t i = 0; i < built_; ++i)
    for (const std::int32_t j : below(i)) ++end_[static_cast<std::size_t>(j)];
  resize_buffer(start_, built_);
  resize_buffer(above_, built_);
  std::size_t end = 0;
  for (std::size_t i = 0; i < built_; ++i) {
    const std::size_t above = end_[i];
    start_[i] = end;
    above_[i] = end_[i] = end + below(i).size();
    end = (above_[i] + above + simd_width - 1) / simd_width * simd_width;
  }
  resize_buffer(around_, end);
  std::ranges::fill(around_, nobody);
  for (std::size_t i = 0; i < built_; ++i)
    for (const std::int32_t j : below(i)) around_[end_[static_cast<std::size_t>(j)]++] = static_cast<std::int32_t>(i);
  for (std::size_t i = 0; i < built_; ++i)
    for (std::size_t q = above_[i]; q < end_[i]; ++q)
      around_[start_[static_cast<std::size_t>(around_[q])]++] = static_cast<std::int32_t>(i);
  for (std::size_t i = 0; i < built_; ++i) start_[i] -= below(i).size();
}

void FullNeighbourList::append(const Bodies& bodies, const Domain& domain) {
  const std::size_t n = bodies.size();
  note_places(bodies, built_);
  resize_buffer(found_end_, n);
  found_.resize((n + block_size - 1) / block_size);
  with_dimension(bodies.dimension, [&]<int D>() {
    for (std::size_t i = built_; i < n; ++i) {
      largest_radius_ = std::max(largest_radius_, bodies.radius[i]);
      built_ = i + 1;
      search<D>(bodies, domain, i);
    }
  });
}

void FullNeighbourList::update(const Bodies& bodies, const Domain& domain, Executor& executor) {
  // Many appended bodies make every search scan them: then a new grid is cheaper.
  const bool crowded = valid_ && bodies.size() > grid_->bodies() + 64 + grid_->bodies() / 64;
  const bool anew = crowded || stale(bodies, executor), more = !anew && bodies.size() > built_;
  if (anew) rebuild(bodies, domain, executor);
  if (more) append(bodies, domain);
  if (anew || more) list_both_ways();
}

}  // namespace floc
