#include "contact/shape_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "geometry/body_pose.hpp"
#include "geometry/frame.hpp"

namespace floc {
namespace {

constexpr std::size_t pair_block = 64;

Vec3 turn_of_body(const Bodies& b, std::span<const double> spin, std::size_t i) {
  return b.dimension == 3 ? Vec3::load(&spin[3 * i]) : Vec3{{0, 0, spin[i]}};
}

}  // namespace

ShapeRows::ShapeRows(std::vector<ShapePtr> shapes, const Obstacles& obstacles, double half_gap, const Bonds* bonds)
    : shapes_(std::move(shapes)), half_gap_(half_gap), bonds_(bonds) {
  if (shapes_.empty()) return;
  for (std::size_t s = 0; s < obstacles.surfaces(); ++s) {
    const Surface& surface = obstacles.surface(s);
    Solid& solid = solids_.emplace_back();
    solid.shape = surface.solid(solid.pose);
    if (!solid.shape && !surface.concave() && !surface.plane())
      throw Error(fmt::format("obstacle \"{}\": bodies that are no spheres do not meet such a surface",
                              obstacles.list()[obstacles.owner(s)].name));
  }
}

void ShapeRows::place(const Bodies& b, const Motion& m, Executor& executor) {
  pose_.resize(b.size());
  const auto d = static_cast<std::size_t>(b.dimension);
  executor.for_each(
      b.size(),
      [&](std::size_t i) {
        pose_[i] = m.h == 0
                       ? pose_of(b, i)
                       : pose_of(b, i, m.h * embed(&m.velocity[i * d], b.dimension), m.h * turn_of_body(b, m.spin, i));
      },
      256);
}

void ShapeRows::meet_solid(const Shape& shape, const Pose& pose, const Obstacles& obstacles, std::size_t s, Side side,
                           double cutoff, ContactPoints& points) const {
  const Solid& solid = solids_[s];
  const Pose &begin = obstacles.begin(s), &end = obstacles.end(s);
  if (side == Side::now || !obstacles.moving(s))
    return nearest(shape, pose, *solid.shape, end * solid.pose, cutoff, {}, points);
  const Pose step = end * inverse(begin);
  const double way =
      norm(step.to_world(pose.position) - pose.position) + turn_between(begin, end) * shape.bounding_radius();
  ContactPoints before;
  nearest(shape, pose, *solid.shape, begin * solid.pose, cutoff + way, {}, before);
  for (ContactPoint p : before) {
    p.normal = step.turn(p.normal);
    p.gap = dot(p.normal, p.first - step.to_world(p.second));
    p.second = p.first - p.gap * p.normal;
    if (p.gap < cutoff) points.add(p);
  }
}

void ShapeRows::meet_surface(const Shape& shape, const Pose& pose, const Obstacles& obstacles, std::size_t s, Side side,
                             double cutoff, ContactPoints& points) const {
  if (solids_[s].shape) return meet_solid(shape, pose, obstacles, s, side, cutoff, points);
  const Pose& place = obstacles.end(s);
  const Surface& surface = obstacles.surface(s);
  if (const auto plane = surface.plane())
    return nearest_half_space(shape, pose, place.to_world(plane->point), place.turn(plane->normal), cutoff, points);
  // Inside a container: where the body reaches furthest out. Of a mesh that is at one of its points.
  if (shape.kind() == ShapeKind::field) return nearest_surface(shape, pose, surface, place, cutoff, points);
  // Of others there may be several such points; each is found from a direction of its own, and one that is found twice
  // is one.
  const auto wall_at = [&](const Vec3& x) {
    SurfacePoint wall = surface.nearest(place.to_local(x));
    wall.normal = place.turn(wall.normal);
    return wall;
  };
  const auto furthest = [&](const Vec3& n) { return pose.to_world(shape.core_support(pose.turn_back(-n))); };
  const auto take = [&](const Vec3& x, std::uint32_t feature) {
    const SurfacePoint wall = wall_at(x);
    const double gap = wall.distance - shape.rounding();
    if (gap >= cutoff) return;
    const Vec3 point = x - shape.rounding() * wall.normal;
    for (const ContactPoint& other : points)
      if (norm(other.first - point) < 1e-3 * shape.bounding_radius()) return;
    points.add(
        {.gap = gap, .normal = wall.normal, .first = point, .second = point - gap * wall.normal, .feature = feature});
  };
  constexpr int most_turns = 50;
  const auto climb = [&](Vec3 n) {
    for (int turn = 0; turn < most_turns; ++turn) {
      const Vec3 next = wall_at(furthest(n)).normal;
      if (norm(next - n) < 1e-14) break;
      n = next;
    }
    return n;
  };
  const Vec3 out = climb(wall_at(pose.position).normal);
  if (shape.kind() == ShapeKind::polytope) {
    const Vec3 x = furthest(out);
    ContactPoints corners;
    nearest_half_space(shape, pose, x - wall_at(x).distance * out, out, cutoff, corners);
    for (const ContactPoint& corner : corners) take(corner.first + shape.rounding() * out, corner.feature);
    return;
  }
  take(furthest(out), 0);
  for (int k = 0; k < shape.dimension(); ++k)
    for (const double sign : {1.0, -1.0})
      take(furthest(climb(sign * pose.turn(axis_vector(k)))), static_cast<std::uint32_t>(2 * k + (sign > 0 ? 1 : 2)));
}

void ShapeRows::find_points(const Scenery& s, const ContactKey& pair, Side side, double cutoff,
                            ContactPoints& points) const {
  if (bonds_ && pair.second >= 0 && bonds_->is_row(pair)) {
    points.size = 0;
    return points.add(bond_point(s, static_cast<std::size_t>(pair.first), static_cast<std::size_t>(pair.second)));
  }
  const double kept = (pair.second < 0 ? 1 : 2) * half_gap_;
  find_near_points(s, pair, side, cutoff + kept, points);
  for (std::size_t k = 0; k < static_cast<std::size_t>(points.size); ++k) points.point[k].gap -= kept;
}

// Along the line of the centres, and acting on them.
ContactPoint ShapeRows::bond_point(const Scenery& s, std::size_t i, std::size_t j) const {
  const Vec3 &here = pose_[i].position, &there = pose_[j].position;
  const Direction apart = with_dimension(s.bodies.dimension, [&]<int D>() {
    return direction(embed(s.domain.nearest_image(truncate<D>(here - there)).c.data(), D), axis_vector(0));
  });
  return {.gap = apart.length - bonds_->distance(s.bodies, i, j), .normal = apart.unit, .first = here, .second = there};
}

void ShapeRows::find_near_points(const Scenery& s, const ContactKey& pair, Side side, double cutoff,
                                 ContactPoints& points) const {
  const auto i = static_cast<std::size_t>(pair.first);
  const Shape& shape = *shapes_[static_cast<std::size_t>(s.bodies.shape[i])];
  points.size = 0;
  if (pair.second < 0) {
    const auto k = static_cast<std::size_t>(Contacts::surface_of(pair.second));
    if (!s.domain.periodic()) return meet_surface(shape, pose_[i], s.obstacles, k, side, cutoff, points);
    Pose image = pose_[i];
    image.position = s.obstacles.image(k, s.obstacles.end(k), image.position);
    meet_surface(shape, image, s.obstacles, k, side, cutoff, points);
    const Vec3 back = pose_[i].position - image.position;
    for (std::size_t p = 0; p < static_cast<std::size_t>(points.size); ++p) {
      points.point[p].first += back;
      points.point[p].second += back;
    }
    return;
  }
  const auto j = static_cast<std::size_t>(pair.second);
  Pose there = pose_[j];
  with_dimension(s.bodies.dimension, [&]<int D>() {
    const Vec<D> apart = truncate<D>(pose_[i].position - there.position);
    there.position = pose_[i].position - embed(s.domain.nearest_image(apart).c.data(), D);
  });
  nearest(shape, pose_[i], *shapes_[static_cast<std::size_t>(s.bodies.shape[j])], there, cutoff, {}, points);
  // As if the other were where it is.
  const Vec3 image = pose_[j].position - there.position;
  for (std::size_t k = 0; k < static_cast<std::size_t>(points.size); ++k) points.point[k].second += image;
}

template <class Cutoff, class Row>
void ShapeRows::find(const Scenery& s, const Contacts& balls, Side side, Cutoff&& cutoff, Row&& row, Contacts& rows) {
  const std::size_t blocks = (balls.size() + pair_block - 1) / pair_block;
  found_.resize(std::max(found_.size(), blocks));
  s.executor.for_blocks(
      balls.size(),
      [&](std::size_t begin, std::size_t end) {
        std::vector<Point>& found = found_[begin / pair_block];
        found.clear();
        ContactPoints points;
        for (std::size_t c = begin; c < end; ++c) {
          find_points(s, balls.pair(c), side, cutoff(balls.first[c], balls.second[c]), points);
          const std::size_t before = found.size();
          for (const ContactPoint& point : points) {
            std::size_t at = found.size();  // by feature
            found.push_back({balls.pair(c), point});
            for (; at > before && found[at - 1].at.feature > found[at].at.feature; --at)
              std::swap(found[at - 1], found[at]);
          }
        }
      },
      pair_block);
  std::size_t count = 0;
  for (std::size_t b = 0; b < blocks; ++b) count += found_[b].size();
  rows.dimension = s.bodies.dimension;
  rows.resize(count);
  const auto d = static_cast<std::size_t>(rows.dimension);
  std::size_t c = 0;
  for (std::size_t b = 0; b < blocks; ++b)
    for (const Point& p : found_[b]) {
      const std::int32_t first = p.pair.first, second = p.pair.second;
      rows.first[c] = first;
      rows.second[c] = second;
      rows.feature[c] = static_cast<std::int32_t>(p.at.feature & 0x3fffffffu);
      // A key is that of one point, also where two lie on one feature.
      if (c > 0 && rows.pair(c - 1) == p.pair) rows.feature[c] = std::max(rows.feature[c], rows.feature[c - 1] + 1);
      rows.gap[c] = p.at.gap;
      const Vec3 here = p.at.first - pose_[static_cast<std::size_t>(first)].position;
      const Vec3 there = second < 0 ? Vec3{} : p.at.second - pose_[static_cast<std::size_t>(second)].position;
      for (std::size_t k = 0; k < d; ++k) {
        rows.normal[c * d + k] = p.at.normal.c[k];
        rows.lever_first[c * d + k] = here.c[k];
        rows.lever_second[c * d + k] = there.c[k];
      }
      row(c, p);
      if (rows.two_gaps) {
        rows.begin_gap[c] = rows.gap[c];
        if (second < 0)
          rows.begin_gap[c] +=
              dot(p.at.normal, s.obstacles.way(static_cast<std::size_t>(Contacts::surface_of(second)), p.at.first));
      }
      ++c;
    }
}

void ShapeRows::take(const Scenery& s, const Contacts& balls, const Motion& m, double least, Contacts& rows) {
  place(s.bodies, {.velocity = {}, .spin = {}, .h = 0}, s.executor);
  const auto d = static_cast<std::size_t>(s.bodies.dimension);
  const auto reach = [&](std::int32_t body) {
    const auto i = static_cast<std::size_t>(body);
    return m.h * (norm(embed(&m.velocity[i * d], s.bodies.dimension)) +
                  s.bodies.radius[i] * norm(turn_of_body(s.bodies, m.spin, i)));
  };
  find(
      s, balls, Side::before,
      [&](std::int32_t i, std::int32_t j) { return least + reach(i) + (j < 0 ? reach(i) : reach(j)); },
      [](std::size_t, const Point&) {}, rows);
}

void ShapeRows::take_moved(const Scenery& s, const Contacts& balls, const Motion& m, double least, Contacts& rows) {
  place(s.bodies, m, s.executor);
  const auto d = static_cast<std::size_t>(s.bodies.dimension);
  const auto displacement = [&](std::int32_t body, const Vec3& point) {
    const auto i = static_cast<std::size_t>(body);
    return m.h * (embed(&m.velocity[i * d], s.bodies.dimension) +
                  cross(turn_of_body(s.bodies, m.spin, i), point - pose_[i].position));
  };
  find(
      s, balls, Side::now, [&](std::int32_t, std::int32_t) { return least; },
      [&](std::size_t c, const Point& p) {
        Vec3 u = displacement(p.pair.first, p.at.first);
        if (p.pair.second >= 0) u -= displacement(p.pair.second, p.at.second);
        rows.gap[c] -= dot(p.at.normal, u);
      },
      rows);
}

double ShapeRows::worst_overlap(const Scenery& s, const Contacts& balls, const Motion& m) {
  place(s.bodies, m, s.executor);
  return s.executor.reduce(
      balls.size(), 0.0,
      [&](std::size_t begin, std::size_t end) {
        double worst = 0;
        ContactPoints points;
        for (std::size_t c = begin; c < end; ++c) {
          find_points(s, balls.pair(c), Side::now, 0, points);
          for (const ContactPoint& point : points) worst = std::max(worst, -point.gap);
        }
        return worst;
      },
      [](double a, double b) { return std::max(a, b); }, pair_block);
}

void ShapeRows::measure(const Scenery& s, Contacts& rows) {
  const Contacts old = rows;
  place(s.bodies, {.velocity = {}, .spin = {}, .h = 0}, s.executor);
  rows.resize(rows.size());
  const auto d = static_cast<std::size_t>(s.bodies.dimension);
  for (std::size_t c = 0; c < old.size(); ++c) {
    ContactPoints points;
    find_points(s, old.pair(c), Side::now, std::numeric_limits<double>::infinity(), points);
    if (points.size == 0) continue;
    const auto all = std::span(points.point).first(static_cast<std::size_t>(points.size));
    auto at = std::ranges::find(all, static_cast<std::uint32_t>(old.feature[c]), &ContactPoint::feature);
    if (at == all.end()) at = std::ranges::min_element(all, {}, &ContactPoint::gap);
    rows.gap[c] = at->gap;
    if (rows.two_gaps) rows.begin_gap[c] = at->gap;
    for (std::size_t k = 0; k < d; ++k) rows.normal[c * d + k] = at->normal.c[k];
  }
}

}  // namespace floc
