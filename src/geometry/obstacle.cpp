#include "geometry/obstacle.hpp"

#include <utility>

#include "core/error.hpp"
#include "geometry/motions.hpp"

namespace floc {

Obstacles::Obstacles(std::vector<Obstacle> list) : list_(std::move(list)) {
  for (std::size_t o = 0; o < list_.size(); ++o) {
    if (!list_[o].motion) list_[o].motion = at_rest();
    for (const auto& surface : list_[o].surfaces) {
      if (!surface) throw Error("obstacle \"" + list_[o].name + "\" has a surface that is not there");
      surface_.push_back(surface);
      owner_.push_back(o);
      concave_.push_back(surface->concave());
      any_concave_ = any_concave_ || surface->concave();
    }
  }
  place(0, 0);
}

void Obstacles::place(double t, double h) {
  begin_.resize(list_.size());
  end_.resize(list_.size());
  for (std::size_t o = 0; o < list_.size(); ++o) {
    begin_[o] = list_[o].motion->at(t);
    end_[o] = list_[o].motion->at(t + h);
  }
  carried_.resize(surface_.size());
  for (std::size_t s = 0; s < surface_.size(); ++s)
    carried_[s] = moving(s) ? surface_[s]->unspun(begin(s), end(s)) : end(s);
}

double Obstacles::gap_at_begin(std::size_t s, const Vec3& x, double r) const {
  return surface_[s]->nearest(begin(s).to_local(x)).distance - r;
}

double Obstacles::gap_at_end(std::size_t s, const Vec3& x_moved, double r) const {
  return surface_[s]->nearest(end(s).to_local(x_moved)).distance - r;
}

ObstacleRow Obstacles::row(std::size_t s, const Vec3& x, double r) const {
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

ObstacleRow Obstacles::row_again(std::size_t s, const Vec3& x, const Vec3& x_moved, double r) const {
  const SurfacePoint there = surface_[s]->nearest(end(s).to_local(x_moved));
  const Vec3 e = end(s).turn(there.normal);
  return {there.distance - r - dot(e, x_moved - x), gap_at_begin(s, x, r), e};
}

}  // namespace floc
