#include "geometry/polytope.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "geometry/convex_hull.hpp"
#include "geometry/frame.hpp"
#include "geometry/mesh.hpp"
#include "geometry/shapes.hpp"

namespace floc {
namespace {

// The polytope about its centre of mass and with its principal axes.
PlacedShape centred(const Polytope& given) {
  const MassProperties mass = given.mass_properties();
  Pose pose;
  if (given.dimension() == 3) pose = principal_axes(mass);
  pose.position = mass.centre;
  return {given.seen_from(pose, 0), pose};
}

double turn(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 u = b - a, v = c - b;
  return u[0] * v[1] - u[1] * v[0];
}

std::string corner_name(std::size_t k) { return "corner " + std::to_string(k + 1); }

// Do two sides that share no corner meet?
bool sides_meet(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const double s = turn(a, b, c) * turn(a, b, d), t = turn(c, d, a) * turn(c, d, b);
  return s < 0 && t < 0;
}

// Corners of a convex polygon, anticlockwise and none of them on a straight side.
std::vector<Vec3> convex_corners(std::vector<Vec3> p) {
  if (p.size() < 3) throw Error("a polygon needs at least three corners");
  double extent = 0, area = 0;
  for (Vec3& q : p) {
    require_finite(q, "a corner of a polygon");
    if (q[2] != 0) throw Error("the corners of a polygon lie in the plane: z has to be 0");
    extent = std::max(extent, norm(q - p[0]));
  }
  const std::size_t n = p.size();
  for (std::size_t k = 0; k < n; ++k)
    if (norm(p[(k + 1) % n] - p[k]) <= 1e-12 * extent)
      throw Error(corner_name((k + 1) % n) + " of a polygon is the same point as the one before it");
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = i + 2; k < n; ++k)
      if ((k + 1) % n != i && sides_meet(p[i], p[i + 1], p[k], p[(k + 1) % n]))
        throw Error("a polygon crosses itself: the side after " + corner_name(i) + " meets the side after " +
                    corner_name(k));
  for (std::size_t k = 0; k < n; ++k) area += turn(p[0], p[k], p[(k + 1) % n]) / 2;
  if (std::abs(area) <= 1e-12 * extent * extent) throw Error("the corners of a polygon lie on a line: it has no area");
  std::vector<std::size_t> number(n);
  for (std::size_t k = 0; k < n; ++k) number[k] = k;
  if (area < 0) {
    std::reverse(p.begin(), p.end());
    std::reverse(number.begin(), number.end());
  }
  std::vector<Vec3> kept;
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3 &before = p[(k + n - 1) % n], &after = p[(k + 1) % n];
    const double bend = turn(before, p[k], after) / (norm(p[k] - before) * norm(after - p[k]));
    if (bend < -1e-10)
      throw Error("a polygon is not convex at " + corner_name(number[k]) + "; a clump of convex parts may be meant");
    if (bend > 1e-10) kept.push_back(p[k]);
  }
  // Every corner bends the same way, and yet it may wind round more than once.
  double wound = 0;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const Vec3 u = kept[(k + 1) % kept.size()] - kept[k], v = kept[(k + 2) % kept.size()] - kept[(k + 1) % kept.size()];
    wound += std::atan2(u[0] * v[1] - u[1] * v[0], dot(u, v));
  }
  if (wound > 3 * std::numbers::pi) throw Error("a polygon crosses itself: it winds round more than once");
  return kept;
}

// Unit vectors from p to q on the shorter arc, both included, with about `resolution` pieces to a full circle.
std::vector<Vec3> arc(const Vec3& p, const Vec3& q, int resolution) {
  const double angle = std::atan2(norm(cross(p, q)), dot(p, q));
  const int parts = std::max(1, static_cast<int>(std::ceil(angle / (2 * std::numbers::pi) * std::max(resolution, 8))));
  std::vector<Vec3> points{p};
  for (int k = 1; k < parts; ++k)
    points.push_back((1 / std::sin(angle)) *
                     (std::sin(angle * (parts - k) / parts) * p + std::sin(angle * k / parts) * q));
  points.push_back(q);
  return points;
}

std::vector<std::vector<int>> sides(std::size_t n) {
  std::vector<std::vector<int>> list;
  for (std::size_t k = 0; k < n; ++k) list.push_back({static_cast<int>(k), static_cast<int>((k + 1) % n)});
  return list;
}

}  // namespace

Polytope::Polytope(std::vector<Vec3> corners, std::vector<std::vector<int>> faces, int dimension, double rounding)
    : Shape(ShapeKind::polytope, dimension, rounding), corners_(std::move(corners)) {
  face_begin_.push_back(0);
  std::vector<std::vector<int>> at(corners_.size());
  for (const std::vector<int>& f : faces) {
    Vec3 normal;
    if (dimension == 2) {
      const Vec3 along = corners_[static_cast<std::size_t>(f[1])] - corners_[static_cast<std::size_t>(f[0])];
      normal = {{along[1], -along[0], 0}};
    } else {
      const Vec3& origin = corners_[static_cast<std::size_t>(f[0])];
      for (std::size_t k = 1; k + 1 < f.size(); ++k)
        normal += cross(corners_[static_cast<std::size_t>(f[k])] - origin,
                        corners_[static_cast<std::size_t>(f[k + 1])] - origin);
    }
    normals_.push_back(direction(normal, {}).unit);
    double level = 0;
    for (const int c : f) {
      level += dot(normals_.back(), corners_[static_cast<std::size_t>(c)]) / static_cast<double>(f.size());
      at[static_cast<std::size_t>(c)].push_back(static_cast<int>(normals_.size()) - 1);
      face_corner_.push_back(c);
    }
    levels_.push_back(level);
    face_begin_.push_back(static_cast<int>(face_corner_.size()));
  }
  if (dimension == 3) find_edges(at);
  corner_begin_.push_back(0);
  for (const std::vector<int>& list : at) {
    corner_face_.insert(corner_face_.end(), list.begin(), list.end());
    corner_begin_.push_back(static_cast<int>(corner_face_.size()));
  }
  std::vector<std::vector<int>> beside(faces.size());
  const auto meet = [&](int f, int g) {
    beside[static_cast<std::size_t>(f)].push_back(g);
    beside[static_cast<std::size_t>(g)].push_back(f);
  };
  for (const Edge& e : edges_) meet(e.face[0], e.face[1]);
  for (std::size_t c = 0; dimension == 2 && c < at.size(); ++c) meet(at[c][0], at[c][1]);
  neighbour_begin_.push_back(0);
  for (const std::vector<int>& list : beside) {
    neighbour_.insert(neighbour_.end(), list.begin(), list.end());
    neighbour_begin_.push_back(static_cast<int>(neighbour_.size()));
  }
  double most = 0;
  for (const Vec3& c : corners_) most = std::max(most, norm(c));
  set_radii(most, *std::min_element(levels_.begin(), levels_.end()));
}

void Polytope::find_edges(std::vector<std::vector<int>>& faces_at_corner) {
  struct Side {
    int face, before;  // and the corner before the side's first one
  };
  std::map<std::pair<int, int>, Side> side;
  for (std::size_t f = 0; f < faces(); ++f) {
    const std::span<const int> c = face(f);
    const std::size_t n = c.size();
    for (std::size_t k = 0; k < n; ++k) side[{c[k], c[(k + 1) % n]}] = {static_cast<int>(f), c[(k + n - 1) % n]};
  }
  std::vector<int> first(corners_.size(), -1);  // a corner that a side leads to
  for (const auto& [ends, here] : side) {
    first[static_cast<std::size_t>(ends.first)] = ends.second;
    if (ends.first > ends.second) continue;
    const int across = side.at({ends.second, ends.first}).face;
    const Vec3& from = corners_[static_cast<std::size_t>(ends.first)];
    edges_.push_back({{ends.first, ends.second},
                      {here.face, across},
                      normals_[static_cast<std::size_t>(here.face)],
                      normals_[static_cast<std::size_t>(across)],
                      from,
                      corners_[static_cast<std::size_t>(ends.second)] - from});
  }
  // Anticlockwise round a corner: the next face is across the side that comes in.
  for (std::size_t c = 0; c < corners_.size(); ++c) {
    const std::size_t count = faces_at_corner[c].size();
    faces_at_corner[c].clear();
    for (int to = first[c]; faces_at_corner[c].size() < count;) {
      const Side& here = side.at({static_cast<int>(c), to});
      faces_at_corner[c].push_back(here.face);
      to = here.before;
    }
  }
}

std::vector<std::vector<int>> Polytope::face_lists() const {
  std::vector<std::vector<int>> list;
  for (std::size_t f = 0; f < faces(); ++f) list.emplace_back(face(f).begin(), face(f).end());
  return list;
}

int Polytope::furthest(const Vec3& n) const {
  int best = 0;
  double most = dot(n, corners_[0]);
  for (std::size_t k = 1; k < corners_.size(); ++k)
    if (const double here = dot(n, corners_[k]); here > most) {
      most = here;
      best = static_cast<int>(k);
    }
  return best;
}

// The flat body, and what the ball adds over its faces, edges and corners.
Moments Polytope::moments() const {
  const double r = rounding();
  const auto at = [&](int c) -> const Vec3& { return corners_[static_cast<std::size_t>(c)]; };
  Moments m;
  for (std::size_t f = 0; f < faces(); ++f) {
    const std::span<const int> c = face(f);
    if (dimension() == 2) {
      m += cone_moments(at(c[0]), at(c[1]));
      if (r > 0) m += edge_strip_moments(at(c[0]), at(c[1]), normals_[f], r);
      continue;
    }
    for (std::size_t k = 1; k + 1 < c.size(); ++k) {
      m += cone_moments(at(c[0]), at(c[k]), at(c[k + 1]));
      if (r > 0) m += prism_moments(at(c[0]), at(c[k]), at(c[k + 1]), normals_[f], r);
    }
  }
  if (r == 0) return m;
  for (const Edge& e : edges_)
    m += cylinder_sector_moments(at(e.corner[0]), at(e.corner[1]), normals_[static_cast<std::size_t>(e.face[0])],
                                 normals_[static_cast<std::size_t>(e.face[1])], r);
  for (std::size_t c = 0; c < corners_.size(); ++c) {
    std::vector<Vec3> around;
    for (const int f : faces_at(c)) around.push_back(normals_[static_cast<std::size_t>(f)]);
    m += dimension() == 2 ? disc_sector_moments(corners_[c], around[0], around[1], r)
                          : ball_sector_moments(corners_[c], around, r);
  }
  return m;
}

Mesh Polytope::mesh(int resolution) const {
  if (rounding() > 0) return dimension() == 2 ? rounded_outline(resolution) : rounded_surface(resolution);
  Mesh mesh;
  mesh.points = corners_;
  if (dimension() == 3) {
    mesh.faces = face_lists();
    return mesh;
  }
  std::vector<int> loop;
  for (std::size_t c = 0; c < corners_.size(); ++c) loop.push_back(static_cast<int>(c));
  add_loop(mesh, loop);
  return mesh;
}

Mesh Polytope::rounded_outline(int resolution) const {
  Mesh mesh;
  std::vector<int> loop;
  for (std::size_t c = 0; c < corners_.size(); ++c) {
    const std::size_t before = (c + corners_.size() - 1) % corners_.size();  // the side that ends here
    for (const Vec3& n : arc(normals_[before], normals_[c], resolution)) {
      loop.push_back(static_cast<int>(mesh.points.size()));
      mesh.points.push_back(corners_[c] + rounding() * n);
    }
  }
  add_loop(mesh, loop);
  return mesh;
}

// Faces moved outwards, a strip of a cylinder along every edge, and at every corner a part of the ball in rings about
// the mean of the normals.
Mesh Polytope::rounded_surface(int resolution) const {
  Mesh mesh;
  const auto add = [&](int corner, const Vec3& n) {
    mesh.points.push_back(corners_[static_cast<std::size_t>(corner)] + rounding() * n);
    return static_cast<int>(mesh.points.size()) - 1;
  };
  std::map<std::pair<int, int>, int> moved;  // corner, face
  for (std::size_t f = 0; f < faces(); ++f) {
    std::vector<int> list;
    for (const int c : face(f)) list.push_back(moved[{c, static_cast<int>(f)}] = add(c, normals_[f]));
    mesh.faces.push_back(std::move(list));
  }
  std::map<std::array<int, 3>, std::vector<int>> along;  // corner, from face, to face: points between them
  for (const Edge& e : edges_) {
    const std::vector<Vec3> normals =
        arc(normals_[static_cast<std::size_t>(e.face[0])], normals_[static_cast<std::size_t>(e.face[1])], resolution);
    std::vector<int> ends[2];
    for (int k = 0; k < 2; ++k) {
      ends[k].push_back(moved.at({e.corner[k], e.face[0]}));
      for (std::size_t i = 1; i + 1 < normals.size(); ++i) ends[k].push_back(add(e.corner[k], normals[i]));
      ends[k].push_back(moved.at({e.corner[k], e.face[1]}));
      along[{e.corner[k], e.face[0], e.face[1]}] = ends[k];
      along[{e.corner[k], e.face[1], e.face[0]}] = {ends[k].rbegin(), ends[k].rend()};
    }
    for (std::size_t i = 0; i + 1 < normals.size(); ++i)
      mesh.faces.push_back({ends[1][i], ends[0][i], ends[0][i + 1], ends[1][i + 1]});
  }
  for (std::size_t c = 0; c < corners_.size(); ++c) {
    const std::span<const int> around = faces_at(c);
    std::vector<int> ring;
    Vec3 mean;
    for (std::size_t k = 0; k < around.size(); ++k) {
      const std::vector<int>& part = along.at({static_cast<int>(c), around[k], around[(k + 1) % around.size()]});
      ring.insert(ring.end(), part.begin(), part.end() - 1);
      mean += normals_[static_cast<std::size_t>(around[k])];
    }
    mean = direction(mean, {}).unit;
    const int rings = std::max(1, resolution / 8);
    std::vector<Vec3> outer;
    for (const int p : ring)
      outer.push_back((1 / rounding()) * (mesh.points[static_cast<std::size_t>(p)] - corners_[c]));
    for (int j = 1; j < rings; ++j) {
      std::vector<int> inner;
      for (const Vec3& n : outer)
        inner.push_back(add(static_cast<int>(c), direction((rings - j) * n + j * mean, mean).unit));
      for (std::size_t k = 0; k < ring.size(); ++k) {
        const std::size_t next = (k + 1) % ring.size();
        mesh.faces.push_back({ring[k], ring[next], inner[next], inner[k]});
      }
      ring = inner;
    }
    const int tip = add(static_cast<int>(c), mean);
    for (std::size_t k = 0; k < ring.size(); ++k) mesh.faces.push_back({ring[k], ring[(k + 1) % ring.size()], tip});
  }
  return mesh;
}

ShapePtr Polytope::rounded(double more) const { return seen_from({}, more); }

std::shared_ptr<const Polytope> Polytope::seen_from(const Pose& pose, double more) const {
  std::vector<Vec3> moved;
  for (const Vec3& c : corners_) moved.push_back(pose.to_local(c));
  return std::make_shared<Polytope>(std::move(moved), face_lists(), dimension(), rounding() + more);
}

ShapePtr make_box(const Vec3& sides_given) {
  Vec3 half;
  for (int k = 0; k < 3; ++k) half[k] = require_positive(sides_given[k], "a side of a box") / 2;
  std::vector<Vec3> corners;
  for (int c = 0; c < 8; ++c)
    corners.push_back({{c & 1 ? half[0] : -half[0], c & 2 ? half[1] : -half[1], c & 4 ? half[2] : -half[2]}});
  std::vector<std::vector<int>> faces{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                      {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return std::make_shared<Polytope>(std::move(corners), std::move(faces), 3, 0);
}

ShapePtr make_rectangle(double width, double height) {
  const double a = require_positive(width, "the width of a rectangle") / 2,
               b = require_positive(height, "the height of a rectangle") / 2;
  std::vector<Vec3> corners{{{-a, -b, 0}}, {{a, -b, 0}}, {{a, b, 0}}, {{-a, b, 0}}};
  return std::make_shared<Polytope>(std::move(corners), sides(4), 2, 0);
}

PlacedShape make_polygon(std::vector<Vec3> corners) {
  std::vector<Vec3> convex = convex_corners(std::move(corners));
  std::vector<std::vector<int>> list = sides(convex.size());
  return centred(Polytope(std::move(convex), std::move(list), 2, 0));
}

PlacedShape make_polyhedron(const std::vector<Vec3>& points) {
  ConvexHull hull = convex_hull(points);
  // Seen from the mean of its corners first: far from 0 the moments would lose digits.
  Vec3 mean;
  for (const Vec3& p : hull.points) mean += (1.0 / static_cast<double>(hull.points.size())) * p;
  for (Vec3& p : hull.points) p -= mean;
  PlacedShape placed = centred(Polytope(std::move(hull.points), std::move(hull.faces), 3, 0));
  placed.pose.position += mean;
  return placed;
}

PlacedShape make_rounded(const ShapePtr& shape, double more) {
  if (!shape->convex()) throw Error("only convex shapes can be rounded; the parts of a clump can");
  if (!(more >= 0 && std::isfinite(more))) throw Error("the radius that a shape is rounded with has to be at least 0");
  ShapePtr wider = shape->rounded(more);
  if (const auto* polytope = dynamic_cast<const Polytope*>(wider.get())) return centred(*polytope);
  return {std::move(wider), {}};
}

}  // namespace floc
