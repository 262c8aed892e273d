#include "contact/close_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "core/buffers.hpp"
#include "neighbours/search.hpp"

namespace floc {
namespace {

constexpr std::size_t block_size = 256;
constexpr std::size_t many_pairs = 4;  // missed by a body, as a mean

template <int D>
double square(const Vec<D>& v) {
  return dot(v, v);
}

template <int D>
Vec<D> mean(const Scenery& s, const Displacements& u) {
  Vec<D> sum = s.executor.reduce(s.bodies.size(), Vec<D>{}, [&](std::size_t begin, std::size_t end) {
    Vec<D> part;
    for (std::size_t i = begin; i < end; ++i) part += u.of<D>(i);
    return part;
  }, [](Vec<D> a, const Vec<D>& b) { return a += b; });
  return sum *= 1 / static_cast<double>(s.bodies.size());
}

}  // namespace

void ClosePairs::begin_step(const Scenery& s, std::span<const double> free_velocity, double h) {
  wanted_.assign(bonds_.rows().begin(), bonds_.rows().end());
  relinearised_ = false;
  resize_buffer(reach_, s.bodies.size());
  free_within_ = with_dimension(s.bodies.dimension, [&]<int D>() {
    const Displacements free{free_velocity, h};
    const Vec<D> common = mean<D>(s, free);
    return s.executor.reduce(s.bodies.size(), true, [&](std::size_t begin, std::size_t end) {
      bool within = true;
      for (std::size_t i = begin; i < end; ++i) {
        const auto travel = [&](std::span<const double> v) { return h * norm(Vec<D>::load(v.data() + i * D)); };
        const double freely = travel(free_velocity);
        // A body that rests on others goes less far than it would fall: its velocity says more than the free one.
        const double reach = std::clamp(1.2 * travel(s.bodies.velocity) + 0.3 * freely, least_reach_, largest_reach_);
        reach_[i] = reach;
        within = within && freely <= 2 * reach && square(free.of<D>(i) - common) <= reach * reach;
      }
      return within;
    }, std::logical_and<>());
  });
}

void ClosePairs::keep(const Scenery& s, const ContactMemory& last) {
  if (!last.remembering) return;
  with_dimension(s.bodies.dimension, [&]<int D>() {
    for (std::size_t c = 0; c < last.size(); ++c) {
      if (last.memory[c] == 0) continue;
      const auto i = static_cast<std::size_t>(last.first[c]);
      bool within;
      if (last.second[c] >= 0) {
        const auto j = static_cast<std::size_t>(last.second[c]);
        Vec<D> normal;
        within = geometry_.pair_gap<D>(s, i, j, normal) < reach_[i] + reach_[j];
      } else {
        const auto k = static_cast<std::size_t>(Contacts::surface_of(last.second[c]));
        within = s.obstacles.row(k, embed(s.bodies.x(i), D), s.bodies.radius[i]).gap < 2 * reach_[i];
      }
      if (!within) wanted_.push_back(last.pair(c));
    }
  });
}

// f(k) for the moving surfaces and the fixed ones within the cutoff of body i: descending, which is ascending in
// `second`.
template <class F>
void ClosePairs::for_surfaces(const Scenery& s, std::size_t i, F&& f) const {
  const auto& all_moving = s.obstacles.moving_surfaces();
  auto moving = all_moving.rbegin();
  for (const std::int32_t second : s.neighbours.surfaces_near(i)) {
    const auto fixed = static_cast<std::size_t>(Contacts::surface_of(second));
    for (; moving != all_moving.rend() && *moving > fixed; ++moving) f(*moving);
    f(fixed);
  }
  for (; moving != all_moving.rend(); ++moving) f(*moving);
}

// take(second) for the surfaces within reach of body i, ascending.
template <int D, class Take>
void ClosePairs::for_near_surfaces(const Scenery& s, std::size_t i, Take&& take) const {
  const double radius = s.bodies.radius[i], reach = 2 * reach_[i];
  for_surfaces(s, i, [&](std::size_t k) {
    const Vec3 x = embed(s.bodies.x(i), D);
    if (s.obstacles.beyond(k, x, radius + reach)) return;
    const ObstacleRow row = s.obstacles.row(k, x, radius);
    if (std::min(row.gap, row.begin_gap) < reach) take(Contacts::second_of_surface(k));
  });
}

// Counts the rows of the bodies [begin, end) into start_, and lists their others.
template <int D>
void ClosePairs::list_near(const Scenery& s, std::size_t begin, std::size_t end, std::vector<std::int32_t>& near) {
  constexpr std::size_t at_a_time = 64;
  std::array<std::int32_t, 4 * at_a_time> some;
  std::size_t count = 0;
  const auto flush = [&] {
    if (const std::size_t size = near.size() + count; size > near.capacity()) near.reserve(size + size / 8 + 128);
    near.insert(near.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count));
    count = 0;
  };
  const auto make_room = [&] {
    if (count + at_a_time + sift::spare > some.size()) flush();
  };
  near.clear();
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t before = near.size() + count;
    for_near_surfaces<D>(s, i, [&](std::int32_t second) {
      some[count++] = second;
      make_room();
    });
    std::span<const std::int32_t> others = s.neighbours.bodies_near(i);
    while (!others.empty()) {
      const std::size_t more = std::min(others.size(), at_a_time);
      std::int32_t* const found = some.data() + count;
      std::int32_t* last = found + rough_.near(i, others.first(more), found);
      if (bonds_.any())
        last = std::remove_if(found, last, [&](std::int32_t other) {
          return bonds_.distance(s.bodies, i, static_cast<std::size_t>(other)) == Bond::no_row;
        });
      count += static_cast<std::size_t>(last - found);
      others = others.subspan(more);
      make_room();
    }
    start_[i + 1] = static_cast<std::uint32_t>(near.size() + count - before);
  }
  flush();
}

// The keys of the rows of the bodies [begin, end), in their places.
void ClosePairs::fill_rows(std::size_t begin, std::size_t end, std::span<const std::int32_t> near,
                           Contacts& rows) const {
  std::ranges::copy(near, rows.second.begin() + start_[begin]);
  constexpr std::uint32_t most = 8;
  for (std::size_t i = begin; i < end; ++i) {
    // More than there are, where the next body writes over it: few have more, and a loop to how many is a branch
    // misprediction.
    std::uint32_t c = start_[i];
    std::int32_t* const first = rows.first.data();
    if (c + most <= start_[end]) {
      std::fill_n(first + c, most, static_cast<std::int32_t>(i));
      c += most;
    }
    for (; c < start_[i + 1]; ++c) first[c] = static_cast<std::int32_t>(i);
  }
}

// Rows are counted before there is a place for them.
void ClosePairs::take_rows(const Scenery& s, Contacts& rows) {
  const std::size_t n = s.bodies.size();
  rows.dimension = s.bodies.dimension;
  resize_buffer(start_, n + 1);
  start_[0] = 0;
  near_.resize((n + block_size - 1) / block_size);
  rough_.take(s.bodies, s.domain, 256 * (s.neighbours.widest() + largest_reach_),
              [&](std::size_t i) { return s.bodies.radius[i] + reach_[i]; }, s.executor);
  with_dimension(s.bodies.dimension, [&]<int D>() {
    s.executor.for_blocks(n, [&](std::size_t begin, std::size_t end) {
      list_near<D>(s, begin, end, near_[begin / block_size]);
    }, block_size);
    for (std::size_t i = 0; i < n; ++i) start_[i + 1] += start_[i];
    rows.renew(start_[n]);
    s.executor.for_blocks(
        n, [&](std::size_t begin, std::size_t end) { fill_rows(begin, end, near_[begin / block_size], rows); },
        block_size);
    geometry_.measure(s, rows);

    std::sort(wanted_.begin(), wanted_.end());
    wanted_.erase(std::unique(wanted_.begin(), wanted_.end()), wanted_.end());
    new_.clear();
    for (const ContactKey& pair : wanted_)
      if (!known(rows, pair))
        if (const Row wanted = geometry_.row<D>(s, pair); wanted.geometry.gap < std::numeric_limits<double>::infinity())
          new_.push_back(wanted);
  });
  insert_new(rows);
}

bool ClosePairs::known(const Contacts& rows, const ContactKey& pair) const {
  const auto i = static_cast<std::size_t>(pair.first);
  return std::binary_search(rows.second.begin() + start_[i], rows.second.begin() + start_[i + 1], pair.second);
}

// From the back: rows move to where they belong before anything is written over them.
bool ClosePairs::insert_new(Contacts& rows) {
  if (new_.empty()) return false;
  const auto d = static_cast<std::ptrdiff_t>(rows.dimension);
  auto end = static_cast<std::ptrdiff_t>(rows.size());
  rows.resize(rows.size() + new_.size());
  for (auto more = static_cast<std::ptrdiff_t>(new_.size()); more > 0; --more) {
    const Row& next = new_[static_cast<std::size_t>(more - 1)];
    const auto i = static_cast<std::size_t>(next.pair.first);
    const auto all = rows.second.begin();
    const std::ptrdiff_t until = std::min<std::ptrdiff_t>(start_[i + 1], end);
    const std::ptrdiff_t from = std::upper_bound(all + start_[i], all + until, next.pair.second) - all;
    Contacts::for_arrays([&](const ArrayInfo& a, auto& values) {
      const auto width = static_cast<std::ptrdiff_t>(a.width);
      std::move_backward(values.begin() + from * width, values.begin() + end * width, values.begin() + (end + more) * width);
    }, rows);
    end = from;
    const auto to = static_cast<std::size_t>(from + more - 1);
    const bool again = from > start_[i] && rows.second[from - 1] == next.pair.second;
    rows.first[to] = next.pair.first;
    rows.second[to] = next.pair.second;
    rows.gap[to] = next.geometry.gap;
    if (rows.two_gaps) rows.begin_gap[to] = next.geometry.begin_gap;
    std::copy_n(next.geometry.normal.c.begin(), d, rows.normal.begin() + static_cast<std::ptrdiff_t>(to) * d);
    rows.multiplier[to] = 0;
    if (rows.frictional) std::fill_n(rows.tangential.begin() + static_cast<std::ptrdiff_t>(to) * d, d, 0.0);
    if (rows.rolling) std::fill_n(rows.torque.begin() + static_cast<std::ptrdiff_t>(to) * 3, 3, 0.0);
    if (rows.remembering) rows.memory[to] = again ? std::exchange(rows.memory[from - 1], 0) : 0;
  }
  std::size_t passed = 0;
  for (std::size_t i = 0; i < start_.size(); ++i) {
    while (passed < new_.size() && static_cast<std::size_t>(new_[passed].pair.first) < i) ++passed;
    start_[i] += static_cast<std::uint32_t>(passed);
  }
  return true;
}

template <int D, class Miss>
void ClosePairs::find_missed_surfaces(const Scenery& s, const Displacements& u, std::size_t i, Miss&& miss) const {
  if (!(square(u.of<D>(i)) > reach_[i] * reach_[i])) return;
  const Vec3 x = embed(s.bodies.x(i), D);
  const double travel = norm(u.of<D>(i));
  const auto look_at = [&](std::size_t k) {
    if (s.obstacles.beyond(k, x, s.bodies.radius[i] + travel)) return;
    const ObstacleRow row = s.obstacles.row(k, x, s.bodies.radius[i]);
    const double after = s.obstacles.concave(k) ? s.obstacles.gap_at_end(k, moved<D>(s, u, i), s.bodies.radius[i])
                                                : row.gap + dot(row.normal, embed(u.of<D>(i).c.data(), D));
    if (after < 0) miss(i, Contacts::second_of_surface(k));
  };
  // Those that are not listed are further away than the cutoff.
  if (travel <= 2 * largest_reach_) return for_surfaces(s, i, look_at);
  for (std::size_t k = 0; k < s.obstacles.surfaces(); ++k) look_at(k);
}

template <int D, class Miss>
void ClosePairs::find_missed_pairs(const Scenery& s, const Displacements& u, std::size_t i, Miss&& miss) const {
  const Vec<D> ui = u.of<D>(i);
  const auto look_at = [&](std::size_t j) {
    if (j == i) return;
    const Vec<D> relative = ui - u.of<D>(j);
    const double left_out = reach_[i] + reach_[j];
    if (dot(relative, relative) < left_out * left_out) return;
    const Vec<D> between = RowGeometry::separation<D>(s, i, j);
    const double touching = bonds_.distance(s.bodies, i, j);
    // Far away, since (a + b)² ≤ 2a² + 2b²: most of the candidates, and they need no root.
    if (dot(between, between) >= 2 * (touching * touching + dot(relative, relative))) return;
    Vec<D> e;
    const double gap = geometry_.pair_gap<D>(s, i, j, e);
    if (gap + dot(e, relative) >= 0) return;
    miss(std::max(i, j), static_cast<std::int32_t>(std::min(i, j)));
  };
  // Those that may have come closer by more than both their reaches.
  std::array<std::int32_t, 64 + sift::spare> apart_by_more;
  for (std::span<const std::int32_t> others = s.neighbours.bodies_near(i); !others.empty();) {
    const std::size_t some = std::min(others.size(), apart_by_more.size() - sift::spare);
    const std::size_t found = sift::moved(moves_.data(), i, others.first(some), apart_by_more.data());
    for (std::size_t k = 0; k < found; ++k) look_at(static_cast<std::size_t>(apart_by_more[k]));
    others = others.subspan(some);
  }
  // The other body of a pair that closes went no further than this one (then it is found from here),
  // or further than its own reach (then it is found from there).
  const double travel = norm(ui - truncate<D>(common_));
  if (!(travel > largest_reach_)) return;
  const double range = s.bodies.radius[i] + largest_radius_ + travel + std::max(travel, largest_reach_);
  // A pair that is not listed is apart by the cutoff, or by more: a cell whose bodies go along with this one closes
  // nothing.
  const double apart = 2 * largest_reach_;
  const auto may_close = [&](std::size_t cell, double distance) {
    const double way = std::max(apart, distance - s.bodies.radius[i] - largest_radius_);
    double relative = 0;
    for (int k = 0; k < D; ++k) {
      const std::size_t at = cell * D + static_cast<std::size_t>(k);
      const double most = std::max(ui[k] - static_cast<double>(low_[at]), static_cast<double>(high_[at]) - ui[k]);
      relative += most * most;
    }
    return relative >= way * way;
  };
  s.neighbours.for_near(Vec<D>::load(s.bodies.x(i)), range, may_close, look_at);
}

bool ClosePairs::anyone_out_of_reach(const Scenery& s, const Displacements& u) const {
  return with_dimension(s.bodies.dimension, [&]<int D>() {
    return s.executor.reduce(
        s.bodies.size(), false,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i)
            if (!(square(u.of<D>(i)) <= reach_[i] * reach_[i])) return true;
          return false;
        },
        [](bool a, bool b) { return a || b; });
  });
}

template <int D>
ClosePairs::Travel ClosePairs::class_travels(const Scenery& s, const Displacements& u) {
  common_ = embed(mean<D>(s, u).c.data(), D);
  resize_buffer(moves_, 4 * s.bodies.size());
  const double per_reach = 1 / largest_reach_;  // squares are within what a float can be
  return s.executor.reduce(s.bodies.size(), Travel::within, [&](std::size_t begin, std::size_t end) {
    Travel furthest = Travel::within;
    for (std::size_t i = begin; i < end; ++i) {
      // What all have in common brings nobody closer: a bed that would fall as a whole has its pairs already.
      const Vec<D> move = u.of<D>(i) - truncate<D>(common_);
      const double travel = norm(move);
      furthest = std::max(furthest, travel > largest_reach_ ? Travel::far
                                    : travel > reach_[i]    ? Travel::out_of_reach
                                                            : Travel::within);  // NaN goes nowhere; the projection refuses it
      float* const four = &moves_[4 * i];
      for (std::size_t k = 0; k < 3; ++k) four[k] = k < D ? static_cast<float>(per_reach * move[static_cast<int>(k)]) : 0;
      four[3] = static_cast<float>(per_reach * ((1 - 1e-6) * reach_[i] - 1e-6 * travel));
    }
    return furthest;
  }, [](Travel a, Travel b) { return std::max(a, b); });
}

template <int D>
void ClosePairs::bound_displacements(const Scenery& s, const Displacements& u) {
  largest_radius_ = largest_radius(s.bodies);
  const CellGrid& grid = s.neighbours.grid();
  resize_buffer(low_, grid.cells() * D);
  resize_buffer(high_, grid.cells() * D);
  std::fill(low_.begin(), low_.end(), std::numeric_limits<float>::max());
  std::fill(high_.begin(), high_.end(), std::numeric_limits<float>::lowest());
  s.executor.for_each(grid.cells(), [&](std::size_t cell) {
    for (const std::int32_t i : grid.bodies_in(cell)) {
      if (i < 0) continue;
      const Vec<D> ui = u.of<D>(static_cast<std::size_t>(i));
      for (int k = 0; k < D; ++k) {
        const std::size_t at = cell * D + static_cast<std::size_t>(k);
        const double rounding = 1e-7 * std::abs(ui[k]);
        low_[at] = std::min(low_[at], static_cast<float>(ui[k] - rounding));
        high_[at] = std::max(high_[at], static_cast<float>(ui[k] + rounding));
      }
    }
  });
}

void ClosePairs::thin_out_new(std::size_t bodies) {
  constexpr std::uint8_t enough = 3;  // new pairs of a body
  std::stable_sort(new_.begin(), new_.end(), [](const Row& a, const Row& b) { return a.geometry.gap < b.geometry.gap; });
  std::vector<std::uint8_t> pairs(bodies);
  std::erase_if(new_, [&](const Row& row) {
    if (row.pair.second < 0) return false;
    std::uint8_t &first = pairs[static_cast<std::size_t>(row.pair.first)],
                 &second = pairs[static_cast<std::size_t>(row.pair.second)];
    if (first >= enough && second >= enough) return true;
    first = std::min<std::uint8_t>(enough, first + 1);
    second = std::min<std::uint8_t>(enough, second + 1);
    return false;
  });
  std::sort(new_.begin(), new_.end(), by_pair);
}

bool ClosePairs::add_missed(const Scenery& s, Contacts& rows, const Displacements& u) {
  if (!anyone_out_of_reach(s, u)) return false;
  missed_.resize((s.bodies.size() + block_size - 1) / block_size);
  new_.clear();
  with_dimension(s.bodies.dimension, [&]<int D>() {
    const Travel furthest = class_travels<D>(s, u);
    if (furthest == Travel::far) bound_displacements<D>(s, u);
    s.executor.for_blocks(s.bodies.size(), [&](std::size_t begin, std::size_t end) {
      auto& missed = missed_[begin / block_size];
      missed.clear();
      const auto miss = [&](std::size_t first, std::int32_t second) {
        const ContactKey pair{static_cast<std::int32_t>(first), second};
        if (!known(rows, pair)) missed.push_back(pair);
      };
      for (std::size_t i = begin; i < end; ++i) find_missed_surfaces<D>(s, u, i, miss);
      if (furthest == Travel::within) return;
      for (std::size_t i = begin; i < end; ++i) find_missed_pairs<D>(s, u, i, miss);
    }, block_size);
    for (const auto& missed : missed_)
      for (const ContactKey& pair : missed) new_.push_back(geometry_.row<D>(s, pair));
  });
  // Both bodies of a pair may have missed it.
  std::sort(new_.begin(), new_.end(), by_pair);
  new_.erase(std::unique(new_.begin(), new_.end(), [](const Row& a, const Row& b) { return a.pair == b.pair; }),
             new_.end());
  if (new_.size() > many_pairs * s.bodies.size()) thin_out_new(s.bodies.size());
  return insert_new(rows);
}

void ClosePairs::drop_open(Contacts& rows, const Displacements& u, double distance) {
  const std::size_t bodies = start_.size() - 1, d = static_cast<std::size_t>(rows.dimension);
  if (rows.size() <= many_pairs * bodies) return;
  const auto opening = [&](std::size_t c, std::int32_t body) {
    double along = 0;
    for (std::size_t k = 0; k < d; ++k) along += rows.normal[c * d + k] * u.v[static_cast<std::size_t>(body) * d + k];
    return u.h * along;
  };
  std::size_t n = 0, c = 0;
  for (std::size_t i = 0; i < bodies; ++i) {
    const std::size_t end = start_[i + 1];
    start_[i] = static_cast<std::uint32_t>(n);
    for (; c < end; ++c) {
      const std::int32_t second = rows.second[c];
      // Nobody looks for pairs within their reach again.
      const bool found_again = second >= 0 && rows.gap[c] > reach_[i] + reach_[static_cast<std::size_t>(second)];
      if (!found_again || rows.gap[c] + opening(c, rows.first[c]) - opening(c, second) <= distance)
        rows.copy_row(c, n++);
    }
  }
  start_[bodies] = static_cast<std::uint32_t>(n);
  rows.resize(n);
}

bool ClosePairs::relinearise(const Scenery& s, Contacts& rows, const Displacements& u, double tolerance) {
  if (!s.obstacles.any_concave()) return false;
  new_.clear();
  with_dimension(s.bodies.dimension, [&]<int D>() {
    for (std::size_t c = 0; c < rows.size(); ++c) {
      if (rows.second[c] >= 0) continue;
      if (c > 0 && rows.pair(c - 1) == rows.pair(c)) continue;
      const auto k = static_cast<std::size_t>(Contacts::surface_of(rows.second[c]));
      if (!s.obstacles.concave(k)) continue;
      const auto i = static_cast<std::size_t>(rows.first[c]);
      const Vec3 to = moved<D>(s, u, i);
      if (s.obstacles.gap_at_end(k, to, s.bodies.radius[i]) < -tolerance)
        new_.push_back(
            {rows.pair(c), s.obstacles.relinearised_row(k, embed(s.bodies.x(i), D), to, s.bodies.radius[i])});
    }
  });
  if (!insert_new(rows)) return false;
  relinearised_ = true;
  return true;
}

void ClosePairs::merge_relinearised(Contacts& rows) const {
  if (!relinearised_) return;
  const auto d = static_cast<std::size_t>(rows.dimension);
  std::size_t n = 0;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    if (n > 0 && rows.pair(n - 1) == rows.pair(c)) {
      const std::size_t m = n - 1;
      double force[3] = {}, size = 0, along = 0;
      for (std::size_t k = 0; k < d; ++k) {
        force[k] = rows.multiplier[m] * rows.normal[m * d + k] + rows.multiplier[c] * rows.normal[c * d + k];
        size += force[k] * force[k];
        along += force[k] * rows.normal[c * d + k];
      }
      size = std::copysign(std::sqrt(size), along);  // a glued contact may pull
      rows.multiplier[m] = size;
      if (rows.remembering) rows.memory[m] += rows.memory[c];
      for (std::size_t k = 0; rows.frictional && k < d; ++k) rows.tangential[m * d + k] += rows.tangential[c * d + k];
      for (std::size_t k = 0; rows.rolling && k < 3; ++k) rows.torque[3 * m + k] += rows.torque[3 * c + k];
      if (size != 0)
        for (std::size_t k = 0; k < d; ++k) rows.normal[m * d + k] = force[k] / size;
      continue;
    }
    rows.copy_row(c, n++);
  }
  rows.resize(n);
}

}  // namespace floc
