#include "neighbours/neighbours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "core/buffers.hpp"
#include "neighbours/search.hpp"

namespace floc {
namespace {

// Bodies that every search may visit beside those of the grid, appended ones or strays; with more a new grid is cheaper.
// (They visit each other, which costs the square of their number.)
std::size_t most_beside(std::size_t bodies) {
  return 64 + std::min(bodies / 64, static_cast<std::size_t>(4 * std::sqrt(static_cast<double>(bodies))));
}

// Lists grow one by one: half of their room may be empty.
void trim(std::vector<std::int32_t>& list) {
  if (list.capacity() <= 64 + list.size() + list.size() / 4) return;
  std::vector<std::int32_t> tight;
  tight.reserve(32 + list.size() + list.size() / 32);
  tight.assign(list.begin(), list.end());
  list.swap(tight);
}

}  // namespace

Neighbours::Neighbours(double cutoff, double skin, double reach)
    : cutoff_(cutoff),
      wanted_cutoff_(cutoff),
      skin_(skin),
      reach_(reach),
      search_(std::make_unique<Search>()),
      full_list_(reach, 2 * skin) {}

Neighbours::~Neighbours() = default;

const CellGrid& Neighbours::grid() const { return search_->grid; }

// take(j) for the bodies within cutoff + skin of body i, in their places of reference, among those with wanted(j).
template <int D, class Wanted, class Take>
void Neighbours::find_close(const Space& space, std::size_t i, Wanted&& wanted, Take&& take) const {
  std::array<std::int32_t, 64> some;
  std::array<std::int32_t, some.size() + sift::spare> near;
  std::size_t count = 0;
  const auto look_at_all = [&] {
    const std::size_t found = search_->positions.near(i, std::span(some).first(count), near.data());
    for (std::size_t k = 0; k < found; ++k) take(static_cast<std::size_t>(near[k]));
    count = 0;
  };
  const auto look_at = [&](std::span<const std::int32_t> indices) {
    while (!indices.empty()) {
      const std::size_t more = std::min(indices.size(), some.size() - count);
      std::size_t end = count;
      for (const std::int32_t index : indices.first(more)) {
        some[end] = index;
        end += static_cast<std::size_t>((index >= 0) & wanted(static_cast<std::size_t>(index)));
      }
      count = end;
      if (count == some.size()) look_at_all();
      indices = indices.subspan(more);
    }
  };
  const double range = space.bodies.radius[i] + cutoff_ + skin_;
  if (search_->classes.empty())
    search_->grid.for_runs(reference<D>(i), range + largest_radius_, [&](std::size_t begin, std::size_t end) {
      look_at(search_->grid.items().subspan(begin, end - begin));
    });
  else
    search_->classes.for_runs(reference<D>(i), range, look_at);
  look_at(strays_);
  for (std::size_t j = search_->grid.bodies(); j < built_; ++j) {
    const auto index = static_cast<std::int32_t>(j);
    look_at(std::span(&index, 1));
  }
  look_at_all();
}

template <int D>
void Neighbours::search(const Space& space, std::size_t i, Indices& list) const {
  const double r = space.bodies.radius[i], reach = std::max(cutoff_, reach_) + skin_;
  const Vec3 x = embed(position_.data() + i * D, D);
  const Obstacles& obstacles = space.obstacles;
  for (std::size_t s = obstacles.surfaces(); s-- > 0;)
    if (!obstacles.moving(s) && !obstacles.beyond(s, x, r + reach) && obstacles.gap_at_begin(s, x, r) < reach)
      list.push_back(PairList::second_of_surface(s));
  const auto begin = static_cast<std::ptrdiff_t>(list.size());
  find_close<D>(space, i, [i](std::size_t j) { return j < i; },
                [&](std::size_t j) { list.push_back(static_cast<std::int32_t>(j)); });
  std::sort(list.begin() + begin, list.end());
}

// Half of the skin, for both bodies of a pair together; NaN counts as far.
bool Neighbours::far(const Bodies& bodies, std::size_t i) const {
  const auto d = static_cast<std::size_t>(bodies.dimension);
  double s = 0;
  for (std::size_t k = i * d; k < (i + 1) * d; ++k) {
    const double move = bodies.position[k] - position_[k];
    s += move * move;
  }
  return !(s <= 0.25 * skin_ * skin_);
}

bool Neighbours::anyone_far(const Bodies& bodies, Executor& executor) const {
  return executor.reduce(
      built_, false,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          if (far(bodies, i)) return true;
        return false;
      },
      [](bool a, bool b) { return a || b; });
}

void Neighbours::rebuild(const Space& space, Executor& executor) {
  const Bodies& bodies = space.bodies;
  const std::size_t n = bodies.size();
  largest_radius_ = largest_radius(bodies);
  cutoff_ = wanted_cutoff_;
  search_->grid.build(bodies, space.domain, 2 * largest_radius_ + cutoff_ + skin_);
  search_->classes.build(bodies, space.domain, cutoff_ + skin_, search_->grid);
  strays_.clear();
  built_ = n;
  resize_buffer(position_, bodies.position.size());
  std::ranges::copy(bodies.position, position_.begin());
  search_->positions.take(
      bodies, space.domain, 256 * (largest_radius_ + cutoff_ + skin_), [&](std::size_t i) { return extent(bodies, i); },
      executor);
  resize_buffer(end_, n);
  blocks_.resize((n + block_size - 1) / block_size);
  executor.for_blocks(n, [&](std::size_t begin, std::size_t end) {
    Indices& block = blocks_[begin / block_size];
    block.clear();
    with_dimension(bodies.dimension, [&]<int D>() {
      for (std::size_t i = begin; i < end; ++i) {
        search<D>(space, i, block);
        end_[i] = static_cast<std::uint32_t>(block.size());
      }
    });
    trim(block);
  }, block_size);
  valid_ = true;
  ++rebuilds_;
}

void Neighbours::append(const Space& space) {
  const Bodies& bodies = space.bodies;
  const std::size_t n = bodies.size(), listed = position_.size();
  resize_buffer(end_, n);
  resize_buffer(position_, bodies.position.size());
  std::copy(bodies.position.begin() + static_cast<std::ptrdiff_t>(listed), bodies.position.end(),
            position_.begin() + static_cast<std::ptrdiff_t>(listed));
  search_->positions.resize(n);
  blocks_.resize((n + block_size - 1) / block_size);
  with_dimension(bodies.dimension, [&]<int D>() {
    for (std::size_t i = built_; i < n; ++i) {
      largest_radius_ = std::max(largest_radius_, bodies.radius[i]);
      search_->positions.put(i, bodies, extent(bodies, i));
      Indices& block = blocks_[i / block_size];
      search<D>(space, i, block);
      built_ = i + 1;
      end_[i] = static_cast<std::uint32_t>(block.size());
    }
  });
}

void Neighbours::splice(std::size_t i, std::size_t from, std::size_t to, std::span<const std::int32_t> with) {
  Indices& block = blocks_[i / block_size];
  const auto at = [&](std::size_t k) { return block.begin() + static_cast<std::ptrdiff_t>(k); };
  const std::size_t size = block.size() - (to - from) + with.size();
  if (size > block.capacity()) block.reserve(size + size / 8);
  block.insert(block.erase(at(from), at(to)), with.begin(), with.end());
  const std::size_t last = std::min(built_, (i / block_size + 1) * block_size);
  for (std::size_t k = i; k < last; ++k) end_[k] = static_cast<std::uint32_t>(end_[k] + with.size() - (to - from));
}

template <int D>
void Neighbours::list_anew(const Space& space, std::size_t i) {
  const auto index = static_cast<std::int32_t>(i);
  // Where i is, or belongs, in the list of a body k.
  const auto find = [&](std::size_t k) {
    const auto list = indices(k);
    const auto at = std::ranges::lower_bound(list, index);
    return std::pair(begin_of(k) + static_cast<std::size_t>(at - list.begin()), at != list.end() && *at == index);
  };
  // Whoever has i in its list is close to where i was, and no one else.
  const auto above = [i](std::size_t k) { return k > i; };
  find_close<D>(space, i, above, [&](std::size_t k) {
    if (const auto [at, there] = find(k); there) splice(k, at, at + 1, {});
  });
  std::copy_n(space.bodies.x(i), D, position_.data() + i * D);
  search_->positions.put(i, space.bodies, extent(space.bodies, i));
  found_.clear();
  search<D>(space, i, found_);
  splice(i, begin_of(i), end_[i], found_);
  find_close<D>(space, i, above, [&](std::size_t k) {
    const std::size_t at = find(k).first;
    splice(k, at, at, std::span(&index, 1));
  });
}

bool Neighbours::list_strays(const Space& space) {
  const std::size_t most = most_beside(search_->grid.bodies());
  moved_.clear();
  for (std::size_t i = 0; i < built_; ++i)
    if (far(space.bodies, i)) {
      if (strays_.size() + moved_.size() == most) return false;
      moved_.push_back(static_cast<std::int32_t>(i));
    }
  with_dimension(space.bodies.dimension, [&]<int D>() {
    for (const std::int32_t index : moved_) {
      const auto i = static_cast<std::size_t>(index);
      if (i < search_->grid.bodies() && std::ranges::find(strays_, index) == strays_.end()) {
        search_->grid.forget(index, reference<D>(i));
        search_->classes.forget(index, space.bodies.radius[i], reference<D>(i));
        strays_.push_back(index);
      }
      list_anew<D>(space, i);
    }
  });
  return true;
}

void Neighbours::update(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles, Executor& executor) {
  const Space space{bodies, domain, obstacles};
  bool anew =
      !valid_ || bodies.size() < built_ || bodies.size() > search_->grid.bodies() + most_beside(search_->grid.bodies());
  const bool moved = !anew && anyone_far(bodies, executor);
  if (moved) anew = !list_strays(space);
  const bool more = !anew && bodies.size() > built_;
  if (anew) rebuild(space, executor);
  if (more) append(space);
  if (reach_ > 0) full_list_.update(bodies, domain, executor);
}

}  // namespace floc
