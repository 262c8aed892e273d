#include "step/exits.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/error.hpp"

namespace floc {
namespace {

// The part of the way from a to b after which it meets the line; 1 for one that runs along it.
double meeting_part(const Vec2& a, const Vec2& b, const Line& line) {
  const Vec2 along = line.b - line.a, way = b - a, to = line.a - a;
  const double across = way[0] * along[1] - way[1] * along[0];
  if (across == 0) return 1;
  return std::clamp((to[0] * along[1] - to[1] * along[0]) / across, 0.0, 1.0);
}

}  // namespace

Exits::Exits(std::vector<Exit> exits, int dimension, std::vector<Removal> removals, const Domain& domain)
    : exits_(std::move(exits)), removals_(std::move(removals)), domain_(domain) {
  if (!exits_.empty() && dimension != 2) throw Error("exits are for dimension 2");
}

std::int64_t ExitCounts::total() const { return std::accumulate(departed.begin(), departed.end(), std::int64_t{0}); }

double ExitCounts::flow(std::size_t e) const {
  return departed[e] > 1 && last[e] > first[e] ? static_cast<double>(departed[e] - 1) / (last[e] - first[e]) : 0;
}

Exits::Way Exits::way_out(const double* from, const double* to) const {
  Way way{std::numeric_limits<double>::infinity(), 0};
  if (exits_.empty()) return way;
  const Vec2 a = Vec2::load(from), b = Vec2::load(to);
  for (std::size_t e = 0; e < exits_.size(); ++e)
    for (const Line& line : exits_[e].lines)
      if (meet({a, b}, line))
        if (const double p = meeting_part(a, b, line); p < way.part) way = {p, e};
  return way;
}

bool Exits::take_out(Bodies& bodies, Contacts& contacts, ExitCounts& counts, double t, double h) {
  const std::size_t n = bodies.size();
  const int d = bodies.dimension;
  stays_.assign(n, 1);
  indices_.resize(n);
  std::int32_t staying = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double* const before = before_.data() + i * static_cast<std::size_t>(d);
    Way way = way_out(before, bodies.x(i));
    const Vec3 now = domain_.wrap(embed(bodies.x(i), d));
    for (std::size_t k = 0; k < removals_.size() && !(way.part <= 1); ++k)
      if (removals_[k].begins_by(t + h) && removals_[k].holds(now, d)) way = {1, exits_.size() + k};
    if (way.part <= 1) {
      stays_[i] = 0;
      const double when = t + way.part * h;
      const Vec3 a = embed(before, d), v = embed(bodies.v(i), d);
      departures_.push_back({when, bodies.id[i], static_cast<std::int32_t>(way.exit),
                             way.exit < exits_.size() ? a + way.part * (now - a) : now,
                             0.5 * bodies.mass[i] * dot(v, v), bodies.mass[i] * v});
      const bool nobody = counts.departed[way.exit]++ == 0;
      counts.first[way.exit] = nobody ? when : std::min(counts.first[way.exit], when);
      counts.last[way.exit] = nobody ? when : std::max(counts.last[way.exit], when);
    }
    indices_[i] = stays_[i] ? staying++ : -1;
  }
  if (departures_.empty()) return false;
  bodies.keep(stays_);
  renumber_bodies(contacts, indices_);
  return true;
}

}  // namespace floc
