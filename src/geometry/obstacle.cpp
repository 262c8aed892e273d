#include "geometry/obstacle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/error.hpp"
#include "geometry/motions.hpp"

namespace floc {

Obstacles::Obstacles(std::vector<Obstacle> list, const Domain& domain) : list_(std::move(list)), domain_(domain) {
  for (std::size_t o = 0; o < list_.size(); ++o) {
    if (!list_[o].motion) list_[o].motion = at_rest();
    for (const auto& surface : list_[o].surfaces) {
      if (!surface) throw Error("obstacle \"" + list_[o].name + "\" has a surface that is not there");
      surface_.push_back(surface);
      owner_.push_back(o);
      concave_.push_back(surface->concave());
      if (!list_[o].motion->fixed()) moving_.push_back(surface_.size() - 1);
      any_concave_ = any_concave_ || surface->concave();
      const Bounds bounds = surface->bounds();
      const Vec3 middle = 0.5 * (bounds.low + bounds.high);
      bool ends = true;
      for (int k = 0; k < 3; ++k) ends = ends && (!domain_.periodic(k) || std::isfinite(bounds.high[k] - bounds.low[k]));
      ends_.push_back(ends);
      extent_.push_back(0.5 * norm(bounds.high - bounds.low));
      middle_.push_back({});
      for (int k = 0; k < 3; ++k) middle_.back()[k] = std::isfinite(middle[k]) ? middle[k] : 0;
    }
  }
  shift_.resize(list_.size());
  place(0, 0);
}

void Obstacles::place(double t, double h) {
  time_ = t;
  step_ = h;
  begin_.resize(list_.size());
  end_.resize(list_.size());
  for (std::size_t o = 0; o < list_.size(); ++o) {
    begin_[o] = list_[o].motion->at(t);
    end_[o] = list_[o].motion->at(t + h);
    begin_[o].position += shift_[o][0];
    end_[o].position += shift_[o][1];
  }
  carried_.resize(surface_.size());
  for (std::size_t s = 0; s < surface_.size(); ++s)
    carried_[s] = moving(s) ? surface_[s]->unspun(begin(s), end(s)) : end(s);
  ball_.resize(surface_.size());
  for (std::size_t s = 0; s < surface_.size(); ++s) ball_[s] = ball_of(s);
}

Obstacles::Turn Obstacles::widest_turn(double t, double h) const {
  constexpr double most_seen = 0.5, most_parts = 4096;  // rad a part, of what a surface does not hide
  Turn widest;
  for (const std::size_t s : moving_) {
    if (concave(s) || !std::isfinite(extent_[s])) continue;
    const Motion& motion = *list_[owner_[s]].motion;
    const double whole = motion.turn(t, h);
    if (!(whole > widest.angle)) continue;
    const int parts = static_cast<int>(std::clamp(std::ceil(whole / most_seen), 1.0, most_parts));
    double angle = 0;
    Pose from = motion.at(t);
    for (int part = 1; part <= parts; ++part) {
      const Pose to = motion.at(t + h * part / parts);
      angle += turn_between(from, surface_[s]->unspun(from, to));
      from = to;
    }
    if (angle > widest.angle) widest = {angle, owner_[s]};
  }
  return widest;
}

// A turn by less than a radian strays from its chord by less than half of it.
Obstacles::Ball Obstacles::ball_of(std::size_t s) const {
  const Vec3 from = begin(s).to_world(middle_[s]), to = end(s).to_world(middle_[s]);
  const bool known = !domain_.periodic() && std::isfinite(extent_[s]) && turn_between(begin(s), end(s)) <= 1;
  return {0.5 * (from + to), known ? extent_[s] + norm(to - from) : std::numeric_limits<double>::infinity()};
}

Vec3 Obstacles::image(std::size_t s, const Pose& pose, const Vec3& x) const {
  if (!domain_.periodic()) return x;
  if (!ends_[s]) return domain_.wrap(x);
  const Vec3 middle = pose.to_world(middle_[s]), home = middle + domain_.nearest_image(x - middle);
  // The nearest middle is not always the nearest surface: its neighbours are looked at too.
  Vec3 best = home;
  double least = surface_[s]->nearest(pose.to_local(home)).distance;
  std::array<int, 3> most{};
  for (int k = 0; k < 3; ++k) most[static_cast<std::size_t>(k)] = domain_.periodic(k) ? 1 : 0;
  for (int a = -most[0]; a <= most[0]; ++a)
    for (int b = -most[1]; b <= most[1]; ++b)
      for (int c = -most[2]; c <= most[2]; ++c) {
        const Vec3 there = home + Vec3{{a * domain_.period[0], b * domain_.period[1], c * domain_.period[2]}};
        const double distance = surface_[s]->nearest(pose.to_local(there)).distance;
        if (distance < least) {
          least = distance;
          best = there;
        }
      }
  return best;
}

Vec3 Obstacles::way(std::size_t s, const Vec3& x) const {
  const Vec3 near = image(s, begin(s), x);
  return end(s).to_world(begin(s).to_local(near)) - near;
}

Vec3 Obstacles::turn(std::size_t s) const {
  const Pose change = end(s) * inverse(begin(s));
  const auto& r = change.rotation;
  const Vec3 twice{{r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]}};  // 2 sin φ along the axis
  const double size = norm(twice);
  return size > 0 ? (turn_between(begin(s), end(s)) / size) * twice : Vec3{};
}

double Obstacles::gap_at_begin(std::size_t s, const Vec3& x, double r) const {
  return surface_[s]->nearest(begin(s).to_local(image(s, begin(s), x))).distance - r;
}

double Obstacles::gap_at_end(std::size_t s, const Vec3& x_moved, double r) const {
  return surface_[s]->nearest(end(s).to_local(image(s, end(s), x_moved))).distance - r;
}

std::array<double, 2> Obstacles::curvatures(std::size_t s, const Vec3& x) const {
  return surface_[s]->curvatures(begin(s).to_local(image(s, begin(s), x)));
}

ObstacleRow Obstacles::row(std::size_t s, const Vec3& centre, double r) const {
  const Vec3 x = image(s, begin(s), centre);
  const Vec3 q0 = begin(s).to_local(x);
  const SurfacePoint there = surface_[s]->nearest(q0);
  const double begin_gap = there.distance - r;
  if (concave(s)) {
    const SurfacePoint now = surface_[s]->nearest(end(s).to_local(x));
    return {now.distance - r, begin_gap, end(s).turn(now.normal)};
  }
  // n·(q₁ − p) with p = q₀ − d(q₀) n
  const Vec3 q1 = carried_[s].to_local(x);
  return {begin_gap + dot(there.normal, q1 - q0), begin_gap, carried_[s].turn(there.normal)};
}

ObstacleRow Obstacles::relinearised_row(std::size_t s, const Vec3& x, const Vec3& x_moved, double r) const {
  const SurfacePoint there = surface_[s]->nearest(end(s).to_local(image(s, end(s), x_moved)));
  const Vec3 e = end(s).turn(there.normal);
  return {there.distance - r - dot(e, x_moved - x), gap_at_begin(s, x, r), e};
}

}  // namespace floc
