#include "scene/make_shapes.hpp"

#include <cmath>
#include <numbers>

#include "core/quaternion.hpp"
#include "core/random.hpp"
#include "scene/make_particles.hpp"

namespace floc::scene {
namespace {

constexpr std::uint32_t use_orientation = 0x5ce00020;

PlacedShape rounded(PlacedShape placed, double rounding) {
  if (rounding == 0) return placed;
  PlacedShape round = make_rounded(placed.shape, rounding);
  round.pose = placed.pose * round.pose;
  return round;
}

// With all lengths times `scale`.
struct Make {
  int dimension;
  double scale;

  PlacedShape operator()(const RoundShape&) const { return {make_sphere(scale, dimension), {}}; }
  PlacedShape operator()(const EllipsoidShape& s) const {
    const Vec3 half = 0.5 * scale * s.axes;
    return {dimension == 3 ? make_ellipsoid(half) : make_ellipse(half[0], half[1]), {}};
  }
  PlacedShape operator()(const SuperellipsoidShape& s) const {
    const Vec3 half = 0.5 * scale * s.axes;
    return {dimension == 3 ? make_superellipsoid(half, s.exponent, s.exponent)
                           : make_superellipse(half[0], half[1], s.exponent),
            {}};
  }
  PlacedShape operator()(const CapsuleShape& s) const {
    return {make_capsule(scale * (s.aspect - 1), 0.5 * scale, dimension), {}};
  }
  PlacedShape operator()(const BoxShape& s) const {
    const Vec3 sides = scale * s.sides;
    return rounded({dimension == 3 ? make_box(sides) : make_rectangle(sides[0], sides[1]), {}}, scale * s.rounding);
  }
  PlacedShape operator()(const PolytopeShape& s) const {
    std::vector<Vec3> points = s.points;
    for (Vec3& p : points) p *= scale;
    return rounded(dimension == 3 ? make_polyhedron(points) : make_polygon(points), scale * s.rounding);
  }
};

Quaternion quaternion_of(const std::array<Vec3, 3>& r) {
  // From the largest of the four numbers: no loss of digits.
  const double trace = r[0][0] + r[1][1] + r[2][2];
  Quaternion q;
  if (trace > 0) {
    const double s = 2 * std::sqrt(1 + trace);
    q = {0.25 * s, {{(r[2][1] - r[1][2]) / s, (r[0][2] - r[2][0]) / s, (r[1][0] - r[0][1]) / s}}};
  } else {
    int i = r[1][1] > r[0][0] ? 1 : 0;
    if (r[2][2] > r[static_cast<std::size_t>(i)][i]) i = 2;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const auto at = [&](int a, int b) { return r[static_cast<std::size_t>(a)][b]; };
    const double s = 2 * std::sqrt(1 + at(i, i) - at(j, j) - at(k, k));
    q.w = (at(k, j) - at(j, k)) / s;
    q.v[i] = 0.25 * s;
    q.v[j] = (at(i, j) + at(j, i)) / s;
    q.v[k] = (at(i, k) + at(k, i)) / s;
  }
  return q;
}

}  // namespace

PlacedShape make_shape(const BodyShape& shape, int dimension, double radius) {
  const double volume = std::visit(Make{dimension, 1}, shape).shape->mass_properties().volume;
  const double own = std::pow(volume / solid_volume(1, dimension), 1.0 / dimension);
  return std::visit(Make{dimension, radius / own}, shape);
}

double widening(const Particles& table, int dimension) {
  return table.shape ? make_shape(table.shape->shape, dimension, 1).shape->bounding_radius() : 1;
}

void ShapeMaker::shape(const Particles& table, Bodies& bodies, std::size_t begin, std::size_t end,
                       std::uint64_t first) {
  const BodyShape kind = table.shape ? table.shape->shape : BodyShape{RoundShape{}};
  const bool random = table.shape && table.shape->orientation == "random";
  const double wide = widening(table, dimension_);
  std::map<double, std::pair<std::size_t, PlacedShape>> made;
  std::int32_t outline = -1;
  if (!std::holds_alternative<RoundShape>(kind)) {
    outline = static_cast<std::int32_t>(outlines_.mesh.size());
    outlines_.mesh.push_back(make_shape(kind, dimension_, 1 / wide).shape->mesh(dimension_ == 3 ? 24 : 64));
  }
  for (std::size_t i = begin; i < end; ++i) {
    auto at = made.find(bodies.radius[i]);
    if (at == made.end()) {
      at = made.emplace(bodies.radius[i],
                        std::pair(shapes_.size(), make_shape(kind, dimension_, bodies.radius[i] / wide)))
               .first;
      shapes_.push_back(at->second.second.shape);
      outlines_.of_shape.push_back(outline);
    }
    const auto& [index, placed] = at->second;
    bodies.shape[i] = static_cast<std::int32_t>(index);
    bodies.radius[i] = placed.shape->bounding_radius();
    const MassProperties own = placed.shape->mass_properties();
    const double density = bodies.mass[i] / own.volume;
    const auto draw = [&](std::uint32_t k) { return Draw{seed_, first + (i - begin), 0, use_orientation + k}; };
    if (dimension_ == 3) {
      for (std::size_t k = 0; k < 3; ++k) bodies.inertia[3 * i + k] = density * own.inertia[k].c[k];
      Quaternion q = quaternion_of(placed.pose.rotation);
      if (random) {
        const Quaternion turn{normal(draw(0)), {{normal(draw(1)), normal(draw(2)), normal(draw(3))}}};
        q = turned({turn.w, turn.v}, {}) * q;
      }
      turned(q, {}).store(&bodies.orientation[4 * i]);
    } else {
      bodies.inertia[i] = density * own.inertia[2][2];
      const double given = std::atan2(placed.pose.rotation[1][0], placed.pose.rotation[0][0]);
      bodies.orientation[i] = given + (random ? 2 * std::numbers::pi * uniform(draw(0)) : 0);
    }
  }
}

}  // namespace floc::scene
