#include "contact/close_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/grow.hpp"

namespace floc {
namespace {

constexpr std::size_t block_size = 256;

// Gap and normal (from j to i) of two spheres. Coincident centres part along the first axis.
template <int D>
double pair_gap(const Scenery& s, std::size_t i, std::size_t j, Vec<D>& normal) {
  normal = s.domain.nearest_image(Vec<D>::load(s.bodies.x(i)) - Vec<D>::load(s.bodies.x(j)));
  const double distance = norm(normal);
  if (distance > 0) {
    normal *= 1 / distance;
  } else {
    normal = Vec<D>{};
    normal[0] = 1;
  }
  return distance - s.bodies.radius[i] - s.bodies.radius[j];
}

template <int D>
Vec3 moved(const Scenery& s, const Displacements& u, std::size_t i) {
  return embed(s.bodies.x(i), D) + embed(u.of<D>(i).c.data(), D);
}

template <int D>
Vec<D> truncate(const Vec3& v) {
  return Vec<D>::load(v.c.data());
}

}  // namespace

void ClosePairs::begin_step(const Scenery& s, std::span<const double> free_velocity, double h) {
  added_.clear();
  again_.clear();
  largest_radius_ = largest_radius(s.bodies);
  moving_.resize(s.obstacles.surfaces());
  for (std::size_t k = 0; k < moving_.size(); ++k) moving_[k] = s.obstacles.moving(k);
  grow(reach_, s.bodies.size());
  with_dimension(s.bodies.dimension, [&]<int D>() {
    s.executor.for_each(s.bodies.size(), [&](std::size_t i) {
      const double travel = 1.5 * h * norm(Vec<D>::load(free_velocity.data() + i * D));
      reach_[i] = std::clamp(travel, 0.1 * largest_reach_, largest_reach_);
    });
  });
}

// visit(second, gap, gap at the beginning, normal) for the rows of body i, by ascending name.
template <int D, class Visit>
void ClosePairs::for_rows(const Scenery& s, std::size_t i, Visit&& visit) const {
  const Vec3 x = embed(s.bodies.x(i), D);
  const double r = s.bodies.radius[i];
  auto added = std::lower_bound(added_.begin(), added_.end(), Name{static_cast<std::int32_t>(i), INT32_MIN});
  const auto is_added = [&](std::int32_t second) {
    while (added != added_.end() && added->first == static_cast<std::int32_t>(i) && added->second < second) ++added;
    return added != added_.end() && *added == Name{static_cast<std::int32_t>(i), second};
  };

  // Surfaces, descending, which is ascending in name: the moving ones, and the fixed ones near by.
  const auto near = s.neighbours.surfaces_near(i);
  auto fixed = near.begin();
  const bool extra = added != added_.end() && added->first == static_cast<std::int32_t>(i);
  for (std::size_t k = s.obstacles.surfaces(); k-- > 0;) {
    const bool listed = fixed != near.end() && *fixed == static_cast<std::int32_t>(k);
    if (listed) ++fixed;
    const std::int32_t second = Contacts::name_of_surface(k);
    const bool forced = extra && is_added(second);
    if (!listed && !moving_[k] && !forced) continue;
    const ObstacleRow row = s.obstacles.row(k, x, r);
    if (!forced && std::min(row.gap, row.begin_gap) >= 2 * reach_[i]) continue;
    visit(second, row.gap, row.begin_gap, truncate<D>(row.normal));
    const Name name{static_cast<std::int32_t>(i), second};
    auto repeat = std::lower_bound(again_.begin(), again_.end(), name,
                                   [](const Again& a, const Name& b) { return a.name < b; });
    for (; repeat != again_.end() && repeat->name == name; ++repeat)
      visit(second, repeat->row.gap, repeat->row.begin_gap, truncate<D>(repeat->row.normal));
  }

  // Bodies, ascending: those near by, merged with those added.
  const auto visit_body = [&](std::int32_t second, bool forced) {
    const auto j = static_cast<std::size_t>(second);
    const Vec<D> d = s.domain.nearest_image(Vec<D>::load(s.bodies.x(i)) - Vec<D>::load(s.bodies.x(j)));
    const double limit = r + s.bodies.radius[j] + reach_[i] + reach_[j];
    if (!forced && dot(d, d) >= limit * limit) return;
    Vec<D> normal;
    const double gap = pair_gap<D>(s, i, j, normal);
    visit(second, gap, gap, normal);
  };
  if (extra) is_added(0);  // past the surfaces
  const auto more = [&] { return extra && added != added_.end() && added->first == static_cast<std::int32_t>(i); };
  for (const std::int32_t second : s.neighbours.bodies_near(i)) {
    while (more() && added->second < second) visit_body((added++)->second, true);
    const bool forced = more() && added->second == second;
    if (forced) ++added;
    visit_body(second, forced);
  }
  while (more()) visit_body((added++)->second, true);
}

void ClosePairs::take_rows(const Scenery& s, Contacts& rows) {
  const std::size_t n = s.bodies.size();
  rows.dimension = s.bodies.dimension;
  grow(start_, n + 1);
  start_[0] = 0;
  with_dimension(s.bodies.dimension, [&]<int D>() {
    s.executor.for_each(n, [&](std::size_t i) {
      std::int32_t count = 0;
      for_rows<D>(s, i, [&](std::int32_t, double, double, const Vec<D>&) { ++count; });
      start_[i + 1] = count;
    }, block_size);
    for (std::size_t i = 0; i < n; ++i) start_[i + 1] += start_[i];
    rows.resize(static_cast<std::size_t>(start_[n]));
    s.executor.for_each(n, [&](std::size_t i) {
      auto c = static_cast<std::size_t>(start_[i]);
      for_rows<D>(s, i, [&](std::int32_t second, double gap, double begin_gap, const Vec<D>& normal) {
        rows.first[c] = static_cast<std::int32_t>(i);
        rows.second[c] = second;
        rows.gap[c] = gap;
        rows.begin_gap[c] = begin_gap;
        normal.store(rows.normal.data() + c * D);
        ++c;
      });
    }, block_size);
  });
}

void ClosePairs::measure(const Scenery& s, Contacts& rows) const {
  rows.resize(rows.size());
  with_dimension(s.bodies.dimension, [&]<int D>() {
    s.executor.for_each(rows.size(), [&](std::size_t c) {
      const auto i = static_cast<std::size_t>(rows.first[c]);
      Vec<D> normal;
      if (rows.second[c] >= 0) {
        rows.gap[c] = rows.begin_gap[c] = pair_gap<D>(s, i, static_cast<std::size_t>(rows.second[c]), normal);
      } else {
        const auto k = static_cast<std::size_t>(Contacts::surface_of(rows.second[c]));
        const ObstacleRow row = s.obstacles.row(k, embed(s.bodies.x(i), D), s.bodies.radius[i]);
        rows.gap[c] = row.gap;
        rows.begin_gap[c] = row.begin_gap;
        normal = truncate<D>(row.normal);
      }
      normal.store(rows.normal.data() + c * D);
    });
  });
}

template <int D>
void ClosePairs::find_missed(const Scenery& s, const Contacts& rows, const Displacements& u, std::size_t i,
                             std::vector<Name>& missed) const {
  const auto known = [&](std::size_t a, std::int32_t b) {
    const auto begin = rows.second.begin() + start_[a];
    const auto end = rows.second.begin() + start_[a + 1];
    return std::binary_search(begin, end, b);
  };
  const Vec<D> ui = u.of<D>(i);
  const double travel = norm(ui);
  if (!(travel > reach_[i])) return;  // NaN goes nowhere; the projection refuses it
  // The other body of a pair that closes went no further than this one (then it is found from here),
  // or further than its own reach (then it is found from there).
  const double range = s.bodies.radius[i] + largest_radius_ + travel + std::max(travel, largest_reach_);
  // A pair left out is apart by ρ_i + ρ_j: a cell whose bodies go along with this one closes nothing.
  const double apart = reach_[i] + 0.1 * largest_reach_;
  const auto goes_elsewhere = [&](std::size_t cell) {
    double relative = 0;
    for (int k = 0; k < D; ++k) {
      const std::size_t at = cell * D + static_cast<std::size_t>(k);
      const double most = std::max(ui[k] - low_[at], high_[at] - ui[k]);
      relative += most * most;
    }
    return relative >= apart * apart;
  };
  s.neighbours.for_near(Vec<D>::load(s.bodies.x(i)), range, goes_elsewhere, [&](std::size_t j) {
    if (j == i) return;
    Vec<D> e;
    const double gap = pair_gap<D>(s, i, j, e);
    if (gap + dot(e, ui - u.of<D>(j)) >= 0) return;
    const std::size_t a = std::max(i, j), b = std::min(i, j);
    if (!known(a, static_cast<std::int32_t>(b))) missed.emplace_back(a, b);
  });
  for (std::size_t k = 0; k < s.obstacles.surfaces(); ++k) {
    const Vec3 x = embed(s.bodies.x(i), D);
    const ObstacleRow row = s.obstacles.row(k, x, s.bodies.radius[i]);
    const double after = s.obstacles.concave(k) ? s.obstacles.gap_at_end(k, moved<D>(s, u, i), s.bodies.radius[i])
                                                : row.gap + dot(row.normal, embed(ui.c.data(), D));
    const std::int32_t name = Contacts::name_of_surface(k);
    if (after < 0 && !known(i, name)) missed.emplace_back(i, name);
  }
}

bool ClosePairs::anyone_out_of_reach(const Scenery& s, const Displacements& u) const {
  return with_dimension(s.bodies.dimension, [&]<int D>() {
    return s.executor.reduce(
        s.bodies.size(), false,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i)
            if (!(norm(u.of<D>(i)) <= reach_[i])) return true;
          return false;
        },
        [](bool a, bool b) { return a || b; });
  });
}

template <int D>
void ClosePairs::bound_displacements(const Scenery& s, const Displacements& u) {
  const CellGrid& grid = s.neighbours.grid();
  low_.resize(grid.cells() * D);
  high_.resize(grid.cells() * D);
  std::fill(low_.begin(), low_.end(), std::numeric_limits<double>::max());
  std::fill(high_.begin(), high_.end(), std::numeric_limits<double>::lowest());
  for (std::size_t i = 0; i < grid.bodies(); ++i) {
    const Vec<D> ui = u.of<D>(i);
    for (int k = 0; k < D; ++k) {
      const std::size_t at = grid.cell_of(i) * D + static_cast<std::size_t>(k);
      low_[at] = std::min(low_[at], ui[k]);
      high_[at] = std::max(high_[at], ui[k]);
    }
  }
}

bool ClosePairs::add_missed(const Scenery& s, const Contacts& rows, const Displacements& u) {
  if (!anyone_out_of_reach(s, u)) return false;
  with_dimension(s.bodies.dimension, [&]<int D>() { bound_displacements<D>(s, u); });
  missed_.resize((s.bodies.size() + block_size - 1) / block_size);
  with_dimension(s.bodies.dimension, [&]<int D>() {
    s.executor.for_blocks(s.bodies.size(), [&](std::size_t begin, std::size_t end) {
      auto& missed = missed_[begin / block_size];
      missed.clear();
      for (std::size_t i = begin; i < end; ++i) find_missed<D>(s, rows, u, i, missed);
    }, block_size);
  });
  const std::size_t before = added_.size();
  for (const auto& missed : missed_) added_.insert(added_.end(), missed.begin(), missed.end());
  if (added_.size() == before) return false;
  std::sort(added_.begin(), added_.end());
  added_.erase(std::unique(added_.begin(), added_.end()), added_.end());
  return true;
}

bool ClosePairs::take_again(const Scenery& s, const Contacts& rows, const Displacements& u, double tolerance) {
  if (!s.obstacles.any_concave()) return false;
  const std::size_t before = again_.size();
  with_dimension(s.bodies.dimension, [&]<int D>() {
    for (std::size_t c = 0; c < rows.size(); ++c) {
      if (rows.second[c] >= 0) continue;
      const Name name{rows.first[c], rows.second[c]};
      if (c > 0 && Name{rows.first[c - 1], rows.second[c - 1]} == name) continue;
      const auto k = static_cast<std::size_t>(Contacts::surface_of(rows.second[c]));
      if (!s.obstacles.concave(k)) continue;
      const auto i = static_cast<std::size_t>(rows.first[c]);
      const Vec3 to = moved<D>(s, u, i);
      if (s.obstacles.gap_at_end(k, to, s.bodies.radius[i]) < -tolerance)
        again_.push_back({name, s.obstacles.row_again(k, embed(s.bodies.x(i), D), to, s.bodies.radius[i])});
    }
  });
  if (again_.size() == before) return false;
  std::stable_sort(again_.begin(), again_.end(), [](const Again& a, const Again& b) { return a.name < b.name; });
  return true;
}

void ClosePairs::merge_again(Contacts& rows) const {
  if (again_.empty()) return;
  const auto d = static_cast<std::size_t>(rows.dimension);
  std::size_t n = 0;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    if (n > 0 && rows.first[n - 1] == rows.first[c] && rows.second[n - 1] == rows.second[c]) {
      const std::size_t m = n - 1;
      double force[3] = {}, size = 0;
      for (std::size_t k = 0; k < d; ++k) {
        force[k] = rows.multiplier[m] * rows.normal[m * d + k] + rows.multiplier[c] * rows.normal[c * d + k];
        size += force[k] * force[k];
      }
      size = std::sqrt(size);
      rows.multiplier[m] = size;
      rows.memory[m] += rows.memory[c];
      if (size > 0)
        for (std::size_t k = 0; k < d; ++k) rows.normal[m * d + k] = force[k] / size;
      continue;
    }
    rows.first[n] = rows.first[c];
    rows.second[n] = rows.second[c];
    rows.gap[n] = rows.gap[c];
    rows.begin_gap[n] = rows.begin_gap[c];
    rows.multiplier[n] = rows.multiplier[c];
    rows.memory[n] = rows.memory[c];
    for (std::size_t k = 0; k < d; ++k) rows.normal[n * d + k] = rows.normal[c * d + k];
    ++n;
  }
  rows.resize(n);
}

double ClosePairs::worst_overlap(const Scenery& s, const Contacts& rows, const Displacements& u) const {
  return with_dimension(s.bodies.dimension, [&]<int D>() {
    return s.executor.reduce(
        rows.size(), 0.0,
        [&](std::size_t begin, std::size_t end) {
          double worst = 0;
          for (std::size_t c = begin; c < end; ++c) {
            const auto i = static_cast<std::size_t>(rows.first[c]);
            double gap;
            if (rows.second[c] >= 0) {
              const auto j = static_cast<std::size_t>(rows.second[c]);
              const Vec<D> d = s.domain.nearest_image(Vec<D>::load(s.bodies.x(i)) + u.of<D>(i) -
                                                      Vec<D>::load(s.bodies.x(j)) - u.of<D>(j));
              gap = norm(d) - s.bodies.radius[i] - s.bodies.radius[j];
            } else {
              const auto k = static_cast<std::size_t>(Contacts::surface_of(rows.second[c]));
              gap = s.obstacles.gap_at_end(k, moved<D>(s, u, i), s.bodies.radius[i]);
            }
            worst = -gap > worst ? -gap : worst;
          }
          return worst;
        },
        [](double a, double b) { return std::max(a, b); });
  });
}

}  // namespace floc
