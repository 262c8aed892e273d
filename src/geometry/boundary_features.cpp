#include "geometry/boundary_features.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "geometry/frame.hpp"

namespace floc {
namespace {

// Edges with less of an angle are flat.
constexpr double flat = 1e-9;

std::size_t index(int k) { return static_cast<std::size_t>(k); }

template <class Things, class Enclose>
BallTree tree_of(const Things& things, Enclose&& enclose) {
  std::vector<Ball> balls;
  balls.reserve(things.size());
  for (const auto& thing : things) balls.push_back(enclose(thing));
  return BallTree(balls);
}

Ball ball_round(const BoundaryEdge& e) { return {e.at + 0.5 * e.length * e.along, 0.5 * e.length}; }

std::span<const BoundaryEdge> convex_ones(const std::vector<BoundaryEdge>& edges) {
  return {edges.begin(), std::ranges::find(edges, false, &BoundaryEdge::convex)};
}

BoundaryEdge edge_between(const ClosedMesh& mesh, int a, int b) {
  const Vec3 &from = mesh.points[index(a)], &to = mesh.points[index(b)];
  const Direction along = direction(to - from, axis_vector(0));
  BoundaryEdge edge;
  edge.point = {a, b};
  edge.at = from;
  edge.along = along.unit;
  edge.length = along.length;
  return edge;
}

std::vector<BoundaryEdge> edges_in_space(const ClosedMesh& mesh) {
  std::map<std::array<int, 2>, std::size_t> piece_at;
  for (std::size_t k = 0; k < mesh.pieces.size(); ++k)
    for (std::size_t c = 0; c < 3; ++c) piece_at[{mesh.pieces[k][c], mesh.pieces[k][(c + 1) % 3]}] = k;
  const auto normal = [&](std::size_t k) {
    const auto& p = mesh.pieces[k];
    const Vec3& at = mesh.points[index(p[0])];
    return direction(cross(mesh.points[index(p[1])] - at, mesh.points[index(p[2])] - at), {}).unit;
  };
  std::vector<BoundaryEdge> edges;
  for (const auto& [ends, left] : piece_at) {
    if (ends[0] > ends[1]) continue;
    BoundaryEdge edge = edge_between(mesh, ends[0], ends[1]);
    edge.normal = {normal(left), normal(piece_at.at({ends[1], ends[0]}))};
    edge.into = {cross(edge.normal[0], edge.along), cross(edge.along, edge.normal[1])};
    const double bend = dot(edge.into[0], edge.normal[1]);
    if (std::abs(bend) < flat && dot(edge.normal[0], edge.normal[1]) > 0) continue;
    edge.convex = bend < 0;
    edges.push_back(edge);
  }
  std::stable_partition(edges.begin(), edges.end(), [](const BoundaryEdge& e) { return e.convex; });
  return edges;
}

std::vector<BoundaryEdge> edges_in_the_plane(const ClosedMesh& mesh) {
  std::vector<BoundaryEdge> edges;
  for (const auto& piece : mesh.pieces) {
    BoundaryEdge edge = edge_between(mesh, piece[0], piece[1]);
    edge.normal[0] = edge.normal[1] = {{edge.along[1], -edge.along[0], 0}};
    edge.into[0] = edge.into[1] = -edge.normal[0];
    edge.convex = true;
    edges.push_back(edge);
  }
  return edges;
}

}  // namespace

BoundaryFeatures::BoundaryFeatures(ClosedMesh boundary)
    : nearest_(std::move(boundary)),
      size_(bounding_radius(mesh())),
      edges_(mesh().dimension == 3 ? edges_in_space(mesh()) : edges_in_the_plane(mesh())),
      edge_tree_(tree_of(edges_, ball_round)),
      convex_edge_tree_(tree_of(convex_ones(edges_), ball_round)),
      piece_tree_(tree_of(mesh().pieces,
                          [&](const std::array<int, 3>& piece) {
                            const auto corners = std::span(piece).first(index(mesh().dimension));
                            Ball ball;
                            for (const int c : corners)
                              ball.centre += (1.0 / static_cast<double>(corners.size())) * mesh().points[index(c)];
                            for (const int c : corners)
                              ball.radius = std::max(ball.radius, norm(mesh().points[index(c)] - ball.centre));
                            return ball;
                          })),
      corner_tree_({}) {
  std::vector<bool> is_corner(mesh().points.size(), false);
  for (const BoundaryEdge& edge : edges_)
    for (const int p : edge.point) is_corner[index(p)] = true;
  for (std::size_t k = 0; k < is_corner.size(); ++k)
    if (is_corner[k]) corners_.push_back(static_cast<int>(k));
  corner_tree_ = tree_of(corners_, [&](int p) { return Ball{mesh().points[index(p)], 0}; });

  std::vector<std::vector<Vec3>> ways(mesh().points.size());
  for (const auto& piece : mesh().pieces) {
    const auto own = std::span(piece).first(index(mesh().dimension));
    for (const int a : own)
      for (const int b : own)
        if (a != b) ways[index(a)].push_back(direction(mesh().points[index(b)] - mesh().points[index(a)], {}).unit);
  }
  for (const auto& from : ways) {
    first_way_.push_back(way_.size());
    way_.insert(way_.end(), from.begin(), from.end());
  }
  first_way_.push_back(way_.size());
}

BoundaryFeatures::Place BoundaryFeatures::place_on(std::size_t k, const Vec3& x) const {
  const NearestOnMesh::Found found = nearest_.nearest(k, x);
  Place place{true, NearestOnMesh::distance(found, x), direction(found.normal, axis_vector(0)).unit, found.point, k};
  // Next to an edge the normal is that of its pieces together; and rounding would hide it.
  if (std::abs(place.distance) > 1e-7 * size_) place.normal = (1 / place.distance) * (x - found.point);
  return place;
}

BoundaryFeatures::Place BoundaryFeatures::place(const Vec3& x, double most) const {
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::size_t best = none;
  piece_tree_.least(x, most, [&](std::size_t k, double least) {
    const double square = nearest_.square(k, x, least * least);
    if (!(square < least * least)) return least;
    best = k;
    return std::sqrt(square);
  });
  return best == none ? Place{} : place_on(best, x);
}

bool BoundaryFeatures::is_minimum(std::size_t k, const Vec3& x) const {
  const double own = nearest_.nearest(k, x).square, least = own * (1 - 1e-12);
  for (const int other : nearest_.around(k))
    if (nearest_.square(index(other), x, least) < least) return false;
  return true;
}

bool BoundaryFeatures::sticks_out(int point, const Vec3& out) const {
  for (std::size_t k = first_way_[index(point)]; k < first_way_[index(point) + 1]; ++k)
    if (dot(way_[k], out) > slack) return false;
  return true;
}

bool BoundaryFeatures::sticks_out(const BoundaryEdge& edge, const Vec3& out) {
  return edge.convex && dot(edge.into[0], out) <= slack && dot(edge.into[1], out) <= slack;
}

}  // namespace floc
