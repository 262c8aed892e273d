#include "geometry/closed_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "geometry/frame.hpp"
#include "geometry/mesh_crossings.hpp"

namespace floc {
namespace {

std::string told(int index) { return std::to_string(index + 1); }
std::string told(std::size_t index) { return std::to_string(index + 1); }

Vec3 area_normal(const ClosedMesh& m, const std::array<int, 3>& p) {
  const auto at = [&](int k) -> const Vec3& {
    return m.points[static_cast<std::size_t>(p[static_cast<std::size_t>(k)])];
  };
  if (m.dimension == 2) {
    const Vec3 along = at(1) - at(0);
    return {{along[1], -along[0], 0}};
  }
  return cross(at(1) - at(0), at(2) - at(0));
}

using Edge = std::array<int, 2>;

// Every edge once in each direction.
void check_edges(const ClosedMesh& m) {
  std::map<Edge, std::vector<std::size_t>> sides;
  for (std::size_t k = 0; k < m.pieces.size(); ++k)
    for (std::size_t c = 0; c < 3; ++c) sides[{m.pieces[k][c], m.pieces[k][(c + 1) % 3]}].push_back(k);
  for (const auto& [edge, pieces] : sides) {
    const auto other = sides.find({edge[1], edge[0]});
    const std::size_t back = other == sides.end() ? 0 : other->second.size(), all = pieces.size() + back;
    const std::string name = "the edge between points " + told(std::min(edge[0], edge[1])) + " and " +
                             told(std::max(edge[0], edge[1])) + " of a mesh";
    if (all == 1) throw Error(name + " has one triangle only (" + told(pieces[0]) + "): the mesh is open there");
    if (all > 2) throw Error(name + " has " + std::to_string(all) + " triangles, and two are expected");
    if (back == 0)
      throw Error(name + " has two triangles (" + told(pieces[0]) + " and " + told(pieces[1]) +
                  ") that are turned opposite ways");
  }
}

// Every point one segment in and one out.
void check_ends(const ClosedMesh& m) {
  std::vector<int> in(m.points.size(), 0), out(m.points.size(), 0);
  for (const auto& p : m.pieces) {
    ++out[static_cast<std::size_t>(p[0])];
    ++in[static_cast<std::size_t>(p[1])];
  }
  for (std::size_t k = 0; k < m.points.size(); ++k) {
    if (in[k] + out[k] == 0 || (in[k] == 1 && out[k] == 1)) continue;
    throw Error("point " + told(k) + " of an outline has " + std::to_string(in[k]) + " segments that come in and " +
                std::to_string(out[k]) + " that go out, and one of each is expected");
  }
}

void check_crossings(const ClosedMesh& m) {
  const auto side = [](const Vec3& a, const Vec3& b, const Vec3& x) {
    return (b[0] - a[0]) * (x[1] - a[1]) - (b[1] - a[1]) * (x[0] - a[0]);
  };
  const auto at = [&](std::size_t k, std::size_t c) -> const Vec3& {
    return m.points[static_cast<std::size_t>(m.pieces[k][c])];
  };
  for (std::size_t i = 0; i < m.pieces.size(); ++i)
    for (std::size_t k = i + 1; k < m.pieces.size(); ++k) {
      const Vec3 &a = at(i, 0), &b = at(i, 1), &c = at(k, 0), &d = at(k, 1);
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0)
        throw Error("segments " + told(i) + " and " + told(k) + " of an outline cross each other");
    }
}

// A side of a triangle in its plane, from the origin along (x, y); the square of its length as an inverse.
struct Side {
  double x, y, inverse;
  bool left(double u, double v) const { return x * v - y * u >= 0; }
  double square(double u, double v) const {
    const double part = std::clamp((x * u + y * v) * inverse, 0.0, 1.0), a = u - part * x, b = v - part * y;
    return a * a + b * b;
  }
};

}  // namespace

void check_pieces(const ClosedMesh& m) {
  double extent = 0;
  for (const Vec3& p : m.points) {
    require_finite(p, "a point of a mesh");
    extent = std::max(extent, norm(p - m.points[0]));
  }
  const int corners = m.dimension;
  const char* what = m.dimension == 2 ? "segment " : "triangle ";
  for (std::size_t k = 0; k < m.pieces.size(); ++k) {
    for (int c = 0; c < corners; ++c) {
      const int p = m.pieces[k][static_cast<std::size_t>(c)];
      if (p < 0 || static_cast<std::size_t>(p) >= m.points.size())
        throw Error(what + told(k) + " of a mesh has a point " + told(p) + ", of " + std::to_string(m.points.size()));
    }
    const double size = norm(area_normal(m, m.pieces[k]));
    if (!(size > (m.dimension == 2 ? 1e-12 * extent : 1e-14 * extent * extent)))
      throw Error(what + told(k) + " of a mesh is degenerate: it has no " + (m.dimension == 2 ? "length" : "area"));
  }
}

ClosedMesh check_closed(ClosedMesh m) {
  if (m.dimension != 2 && m.dimension != 3) throw Error("a closed mesh has dimension 2 or 3");
  if (m.pieces.size() < static_cast<std::size_t>(m.dimension) + 1)
    throw Error(m.dimension == 2 ? "an outline needs at least three segments"
                                 : "a closed mesh needs at least four triangles");
  check_pieces(m);
  if (m.dimension == 3) {
    check_edges(m);
    if (const auto crossing = find_crossing(m))
      throw Error("triangles " + told(crossing->first) + " and " + told(crossing->second) +
                  " of a mesh go through each other");
  } else {
    check_ends(m);
    check_crossings(m);
  }
  double extent = 0;
  for (const Vec3& p : m.points) extent = std::max(extent, norm(p - m.points[0]));
  const double volume = moments(m).volume;
  if (!(std::abs(volume) > 1e-12 * std::pow(extent, m.dimension))) throw Error("a closed mesh encloses no volume");
  if (volume < 0)
    for (auto& p : m.pieces) std::swap(p[0], p[1]);
  return m;
}

ClosedMesh closed_polygon(const std::vector<Vec3>& corners) {
  ClosedMesh m{2, corners, {}};
  const int n = static_cast<int>(corners.size());
  for (int k = 0; k < n; ++k) m.pieces.push_back({k, (k + 1) % n, 0});
  return check_closed(std::move(m));
}

// About the first point: far from 0 no digits are lost.
Moments moments(const ClosedMesh& m) {
  Moments sum;
  if (m.points.empty()) return sum;
  const Vec3& origin = m.points[0];
  const auto at = [&](int k) { return m.points[static_cast<std::size_t>(k)] - origin; };
  for (const auto& p : m.pieces)
    sum += m.dimension == 2 ? cone_moments(at(p[0]), at(p[1])) : cone_moments(at(p[0]), at(p[1]), at(p[2]));
  Pose back;
  back.position = origin;
  return moved(sum, back);
}

double bounding_radius(const ClosedMesh& m) {
  double most = 0;
  for (const Vec3& p : m.points) most = std::max(most, norm(p));
  return most;
}

NearestOnMesh::Frame NearestOnMesh::frame_of(const ClosedMesh& mesh, std::size_t piece, const Vec3& normal) {
  const auto corner = [&](std::size_t c) -> const Vec3& {
    return mesh.points[static_cast<std::size_t>(mesh.pieces[piece][c])];
  };
  const auto inverse_square = [](double x, double y) { return 1 / (x * x + y * y); };
  const Direction side = direction(corner(1) - corner(0), {});
  Frame f{corner(0), side.unit, {}, normal, side.length, {0, 0}, {inverse_square(side.length, 0), 0, 0}};
  if (mesh.dimension == 2) return f;
  f.across = cross(normal, side.unit);
  f.third[0] = dot(f.along, corner(2) - corner(0));
  f.third[1] = dot(f.across, corner(2) - corner(0));
  f.inverse[1] = inverse_square(f.third[0] - f.length, f.third[1]);
  f.inverse[2] = inverse_square(f.third[0], f.third[1]);
  return f;
}

NearestOnMesh::NearestOnMesh(ClosedMesh mesh) : mesh_(std::move(mesh)) {
  const std::size_t n = mesh_.pieces.size();
  const int corners = mesh_.dimension;
  point_normal_.resize(mesh_.points.size());
  std::vector<std::vector<int>> at_point(mesh_.points.size());
  std::map<Edge, Vec3> sides;
  for (std::size_t k = 0; k < n; ++k) {
    const auto& p = mesh_.pieces[k];
    const Vec3 normal = direction(area_normal(mesh_, p), {}).unit;
    frame_.push_back(frame_of(mesh_, k, normal));
    for (int c = 0; c < corners; ++c) {
      const auto here = static_cast<std::size_t>(p[static_cast<std::size_t>(c)]);
      at_point[here].push_back(static_cast<int>(k));
      if (corners == 2) {
        point_normal_[here] += normal;
        continue;
      }
      const int next = p[static_cast<std::size_t>((c + 1) % 3)], before = p[static_cast<std::size_t>((c + 2) % 3)];
      const Vec3 u = mesh_.points[static_cast<std::size_t>(next)] - mesh_.points[here],
                 v = mesh_.points[static_cast<std::size_t>(before)] - mesh_.points[here];
      point_normal_[here] += std::atan2(norm(cross(u, v)), dot(u, v)) * normal;
      const int a = p[static_cast<std::size_t>(c)];
      sides[{std::min(a, next), std::max(a, next)}] += normal;
    }
  }
  edge_normal_.resize(n);
  if (corners == 3)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t c = 0; c < 3; ++c) {
        const int a = mesh_.pieces[k][c], b = mesh_.pieces[k][(c + 1) % 3];
        edge_normal_[k][c] = sides[{std::min(a, b), std::max(a, b)}];
      }
  find_surroundings(at_point);
}

void NearestOnMesh::find_surroundings(const std::vector<std::vector<int>>& at_point) {
  const auto corners = static_cast<std::size_t>(mesh_.dimension);
  const auto close = [](std::vector<int>& list, std::size_t first) {
    std::sort(list.begin() + static_cast<std::ptrdiff_t>(first), list.end());
    list.erase(std::unique(list.begin() + static_cast<std::ptrdiff_t>(first), list.end()), list.end());
    return list.size();
  };
  first_around_ = first_corner_ = {0};
  for (std::size_t k = 0; k < mesh_.pieces.size(); ++k) {
    const auto own = std::span(mesh_.pieces[k]).first(corners);
    for (const int a : own)
      for (const int other : at_point[static_cast<std::size_t>(a)])
        if (other != static_cast<int>(k)) around_.push_back(other);
    first_around_.push_back(close(around_, first_around_.back()));
    for (const int other : around(k))
      for (const int b : std::span(mesh_.pieces[static_cast<std::size_t>(other)]).first(corners))
        if (std::ranges::find(own, b) == own.end()) corner_.push_back(b);
    first_corner_.push_back(close(corner_, first_corner_.back()));
  }
}

double NearestOnMesh::square(std::size_t piece, const Vec3& x, double most) const {
  const Frame& f = frame_[piece];
  const Vec3 to = x - f.origin;
  const double height = dot(f.normal, to), above = height * height;
  if (!(above < most)) return above;
  const double s = dot(f.along, to), px = f.third[0], py = f.third[1];
  if (mesh_.dimension == 2) {
    const double out = s - std::clamp(s, 0.0, f.length);
    return above + out * out;
  }
  const double t = dot(f.across, to);
  const Side first{f.length, 0, f.inverse[0]}, second{px - f.length, py, f.inverse[1]}, last{px, py, f.inverse[2]};
  if (t >= 0 && second.left(s - f.length, t) && !last.left(s, t)) return above;
  return above + std::min({first.square(s, t), second.square(s - f.length, t), last.square(s, t)});
}

bool NearestOnMesh::hides(std::size_t piece, const Found& found, const Vec3& x) const {
  const Vec3 way = x - found.point;
  const double most = dot(way, found.point) + 1e-14 * found.square;
  for (std::size_t k = first_corner_[piece]; k < first_corner_[piece + 1]; ++k)
    if (dot(way, mesh_.points[static_cast<std::size_t>(corner_[k])]) > most) return false;
  return true;
}

NearestOnMesh::Found NearestOnMesh::nearest(std::size_t piece, const Vec3& x) const {
  return mesh_.dimension == 2 ? on_segment(piece, x) : on_triangle(piece, x);
}

NearestOnMesh::Found NearestOnMesh::on_segment(std::size_t piece, const Vec3& x) const {
  const auto& p = mesh_.pieces[piece];
  const auto i = static_cast<std::size_t>(p[0]), k = static_cast<std::size_t>(p[1]);
  const Vec3 &a = mesh_.points[i], along = mesh_.points[k] - a;
  const double t = dot(x - a, along), whole = dot(along, along);
  Found f;
  if (t <= 0)
    f = {0, a, point_normal_[i]};
  else if (t >= whole)
    f = {0, mesh_.points[k], point_normal_[k]};
  else
    f = {0, a + (t / whole) * along, frame_[piece].normal};
  f.square = dot(x - f.point, x - f.point);
  return f;
}

// By the regions of the triangle's plane: beyond a corner, beyond an edge, over the face.
NearestOnMesh::Found NearestOnMesh::on_triangle(std::size_t piece, const Vec3& x) const {
  const auto& p = mesh_.pieces[piece];
  const Vec3* corner[3];
  for (std::size_t c = 0; c < 3; ++c) corner[c] = &mesh_.points[static_cast<std::size_t>(p[c])];
  const Vec3& n = frame_[piece].normal;
  Found best{std::numeric_limits<double>::infinity(), {}, {}};
  bool inside = true;
  for (std::size_t c = 0; c < 3; ++c) {
    const Vec3 &a = *corner[c], along = *corner[(c + 1) % 3] - a, to = x - a;
    if (dot(cross(along, to), n) >= 0) continue;  // on the triangle's side of this edge
    inside = false;
    const double t = dot(to, along), whole = dot(along, along);
    Found f;
    if (t <= 0)
      f = {0, a, point_normal_[static_cast<std::size_t>(p[c])]};
    else if (t >= whole)
      f = {0, *corner[(c + 1) % 3], point_normal_[static_cast<std::size_t>(p[(c + 1) % 3])]};
    else
      f = {0, a + (t / whole) * along, edge_normal_[piece][c]};
    f.square = dot(x - f.point, x - f.point);
    if (f.square < best.square) best = f;
  }
  if (!inside) return best;
  const double height = dot(n, x - *corner[0]);
  return {height * height, x - height * n, n};
}

}  // namespace floc
