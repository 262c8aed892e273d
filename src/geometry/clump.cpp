#include "geometry/clump.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/ball_union.hpp"
#include "geometry/frame.hpp"
#include "geometry/nearest.hpp"
#include "geometry/round_shapes.hpp"
#include "geometry/shapes.hpp"

namespace floc {
namespace {

// The signed distance from a part to a point, up to `cutoff`.
double distance_to(const ClumpPart& part, const Vec3& x, double cutoff) {
  constexpr double hair = 1e-30;  // a sphere that is a point
  const Sphere point(hair, part.shape->dimension());
  Pose at;
  at.position = x;
  ContactPoints found;
  nearest(point, at, *part.shape, part.pose, cutoff, {}, found);
  double least = cutoff;
  for (const ContactPoint& p : found) least = std::min(least, p.gap);
  return least;
}

double gap_between(const ClumpPart& a, const ClumpPart& b) {
  ContactPoints found;
  nearest(*a.shape, a.pose, *b.shape, b.pose, 0, {}, found);
  double least = 0;
  for (const ContactPoint& p : found) least = std::min(least, p.gap);
  return least;
}

// Cells that the surface cuts count by how far it is from their middle.
Moments summed_over_cells(const std::vector<ClumpPart>& parts, int cells) {
  const int dimension = parts[0].shape->dimension();
  Vec3 low, high;
  for (int k = 0; k < dimension; ++k) {
    low[k] = 1e300;
    high[k] = -1e300;
    for (const ClumpPart& p : parts)
      for (const double sign : {-1.0, 1.0}) {
        const Vec3 n = axis_vector(k, sign);
        const double reach = dot(n, p.pose.to_world(p.shape->support(p.pose.turn_back(n))));
        (sign < 0 ? low : high)[k] = sign < 0 ? std::min(low[k], -reach) : std::max(high[k], reach);
      }
  }
  double extent = 0;
  for (int k = 0; k < dimension; ++k) extent = std::max(extent, high[k] - low[k]);
  const double h = extent / cells;
  const double cell = dimension == 3 ? h * h * h : h * h;
  int count[3];
  for (int k = 0; k < 3; ++k) count[k] = k < dimension ? static_cast<int>(std::ceil((high[k] - low[k]) / h)) : 1;
  Moments m;
  for (int k = 0; k < count[2]; ++k)
    for (int j = 0; j < count[1]; ++j)
      for (int i = 0; i < count[0]; ++i) {
        const Vec3 x{{low[0] + (i + 0.5) * h, low[1] + (j + 0.5) * h, dimension == 3 ? low[2] + (k + 0.5) * h : 0}};
        double inside = 0;
        for (const ClumpPart& p : parts) {
          const Vec3 to = x - p.pose.position;
          const double reach = p.shape->bounding_radius() + h;
          if (inside < 1 && dot(to, to) < reach * reach)
            inside = std::max(inside, std::clamp(0.5 - distance_to(p, x, h) / h, 0.0, 1.0));
        }
        m.volume += inside * cell;
        m.first += (inside * cell) * x;
        add_square(m.second, inside * cell, x);
      }
  return m;
}

std::vector<ClumpPart> flattened(const std::vector<ClumpPart>& parts) {
  std::vector<ClumpPart> flat;
  for (const ClumpPart& p : parts) {
    const auto* inner = dynamic_cast<const Clump*>(p.shape.get());
    if (!inner) {
      if (!p.shape->convex()) throw Error("the parts of a clump have to be convex, or clumps");
      flat.push_back(p);
      continue;
    }
    for (const ClumpPart& q : inner->parts()) flat.push_back({q.shape, p.pose * q.pose});
  }
  return flat;
}

Moments united(const std::vector<ClumpPart>& parts, int cells) {
  const auto round = [](const ClumpPart& p) { return p.shape->kind() == ShapeKind::sphere; };
  double size = 0;
  for (const ClumpPart& p : parts) size = std::max(size, p.shape->bounding_radius());
  std::vector<char> overlaps(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      if (!(gap_between(parts[i], parts[k]) < -1e-9 * size)) continue;
      if (!round(parts[i]) || !round(parts[k])) return summed_over_cells(parts, cells);
      overlaps[i] = overlaps[k] = 1;
    }
  Moments m;
  std::vector<BallAt> balls;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (overlaps[i]) balls.push_back({parts[i].pose.position, parts[i].shape->rounding()});
    else m += moved(parts[i].shape->moments(), parts[i].pose);
  }
  return m += union_moments(balls, parts[0].shape->dimension());
}

Moments disjoint(const std::vector<ClumpPart>& parts) {
  Moments m;
  double size = 0;
  for (const ClumpPart& p : parts) size = std::max(size, p.shape->bounding_radius());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    m += moved(parts[i].shape->moments(), parts[i].pose);
    for (std::size_t k = 0; k < i; ++k)
      if (gap_between(parts[i], parts[k]) < -1e-9 * size)
        throw Error("parts " + std::to_string(k + 1) + " and " + std::to_string(i + 1) +
                    " of a clump overlap: what they share would count twice; ask for the united mass");
  }
  return m;
}

}  // namespace

Clump::Clump(std::vector<ClumpPart> parts, const Moments& moments)
    : Shape(ShapeKind::clump, parts.at(0).shape->dimension(), 0), parts_(std::move(parts)), moments_(moments) {
  double reach = 0, inner = 0;
  for (const ClumpPart& p : parts_) {
    reach = std::max(reach, norm(p.pose.position) + p.shape->bounding_radius());
    inner = std::max(inner, -distance_to(p, {}, 0));
  }
  set_radii(reach, inner);
}

Vec3 Clump::core_support(const Vec3& n) const {
  Vec3 best;
  double most = -1e300;
  for (const ClumpPart& p : parts_) {
    const Vec3 x = p.pose.to_world(p.shape->support(p.pose.turn_back(n)));
    if (dot(n, x) > most) {
      most = dot(n, x);
      best = x;
    }
  }
  return best;
}

Mesh Clump::mesh(int resolution) const {
  Mesh all;
  for (const ClumpPart& p : parts_) {
    const Mesh part = p.shape->mesh(resolution);
    const int shift = static_cast<int>(all.points.size());
    for (const Vec3& x : part.points) all.points.push_back(p.pose.to_world(x));
    const auto append = [&](const std::vector<std::vector<int>>& from, std::vector<std::vector<int>>& to) {
      for (std::vector<int> list : from) {
        for (int& k : list) k += shift;
        to.push_back(std::move(list));
      }
    };
    append(part.faces, all.faces);
    append(part.lines, all.lines);
  }
  return all;
}

ShapePtr Clump::rounded(double) const { throw Error("a clump is not rounded; its parts can be"); }

PlacedShape make_clump(const std::vector<ClumpPart>& parts, ClumpMass mass, int cells) {
  if (parts.empty()) throw Error("a clump needs at least one part");
  if (cells < 8) throw Error("the mass of a clump is summed over at least 8 cells");
  std::vector<ClumpPart> flat = flattened(parts);
  for (const ClumpPart& p : flat)
    if (p.shape->dimension() != flat[0].shape->dimension())
      throw Error("the parts of a clump have to have one dimension, all 2 or all 3");
  const Moments moments = mass == ClumpMass::sum ? disjoint(flat) : united(flat, cells);
  const MassProperties properties = mass_properties(moments);
  PlacedShape placed;
  if (flat[0].shape->dimension() == 3) placed.pose = principal_axes(properties);
  placed.pose.position = properties.centre;
  const Pose back = inverse(placed.pose);
  for (ClumpPart& p : flat) p.pose = back * p.pose;
  placed.shape = std::make_shared<Clump>(std::move(flat), moved(moments, back));
  return placed;
}

}  // namespace floc
