// Two bodies from meshes, exactly.
//
// Apart, two polyhedra are nearest at a corner of one and anything of the other, or at two edges that cross: every
// corner has the pieces of the other to which its distance is least nearby, and every pair of convex edges the distance
// of their lines, if both stick out towards each other there. The same points tell shallow overlaps, with the same
// normals: a corner that is inside has its way out, and edges that have passed each other the way back.
//
// The boundaries of two bodies that overlap cross where an edge of one pierces a face of the other. Where no corner and
// no pair of edges tells of it, the deepest point of the edge does; and where flat sides lie on each other flush,
// points inside the faces.
#include <limits>

#include "geometry/deepest_point.hpp"
#include "geometry/frame.hpp"
#include "geometry/mesh_contacts.hpp"

namespace floc {
namespace {

using namespace mesh_contacts;

constexpr double infinity = std::numeric_limits<double>::infinity();

// One body in the other's frame.
struct Seen {
  const MeshAt& one;
  const MeshAt& other;
  Pose there = inverse(other.pose) * one.pose;
  bool first;  // whether `one` is the first body of the pair

  // A point of `one`, in the world, with the distance of the other there.
  ContactPoint contact(const Vec3& x, double distance, const Vec3& normal, std::uint32_t code) const {
    const Vec3 n = other.pose.turn(normal), on_other = x - distance * n;
    return first ? ContactPoint{distance, n, x, on_other, code << 16 | on_face}
                 : ContactPoint{distance, -n, on_other, x, on_face << 16 | code};
  }
  // Whether what lies in the ball of `one` may be nearer than `reach` to the other.
  bool near(const Ball& ball, double reach) const {
    return near_scaled({one.scale() * ball.centre, one.scale() * ball.radius}, reach);
  }
  bool near_scaled(const Ball& ball, double reach) const {
    const double most = ball.radius + reach, away = other.body.bounding_radius() + most;
    const Vec3 x = there.to_world(ball.centre);
    return dot(x, x) < away * away && other.body.distance_bound(x) < most;
  }
};

// The least distance of a corner, if it is below `most`.
double least_of_corners(const Seen& s, double most) {
  const BoundaryFeatures& features = s.one.features();
  features.corner_tree().for_near([&](const Ball& ball) { return s.near(ball, most); },
                                  [&](std::size_t k) {
                                    const Vec3 x = s.there.to_world(s.one.corner(features.corners()[k]));
                                    most = std::min(most, s.other.body.exact(x, std::max(most, 0.0)).distance);
                                  });
  return most;
}

void add_corners(const Seen& s, Points& points) {
  const BoundaryFeatures &features = s.one.features(), &other = s.other.features();
  const double unit = 1 / s.other.scale(), reach = unit * points.cutoff();
  const auto take = [&](std::size_t k) {
    const int corner = features.corners()[k];
    const Vec3 x = s.there.to_world(s.one.corner(corner)), world = s.one.pose.to_world(s.one.corner(corner));
    const auto add = [&](const BoundaryFeatures::Place& p) {
      if (!features.sticks_out(corner, s.there.turn_back(-p.normal))) return;
      points.add(
          s.contact(world, s.other.scale() * p.distance, p.normal, corner_code(static_cast<std::size_t>(corner))));
    };
    const Vec3 in = unit * x;
    const bool outside = s.other.body.distance_bound(x) > 0;
    const BoundaryFeatures::Place nearest = other.place(in, outside ? reach : infinity);
    if (!nearest.found || nearest.distance >= reach) return;
    if (nearest.distance < 0) return add(nearest);
    other.piece_tree().for_near([&](const Ball& ball) { return norm(ball.centre - in) < ball.radius + reach; },
                                [&](std::size_t piece) {
                                  const BoundaryFeatures::Place p = other.place_on(piece, in);
                                  if (p.distance >= 0 && p.distance < reach && other.is_minimum(piece, in)) add(p);
                                });
  };
  features.corner_tree().for_near([&](const Ball& ball) { return s.near(ball, points.cutoff()); }, take);
}

// Whether the line has passed an edge of the body, and is deepest between its two faces, whose distances from there are
// the heights over their planes. Then the way out is across that edge. The line is nearest to the edge at s.
bool has_passed(const MeshAt& body, const BoundaryEdge& edge, const Vec3& on_edge, const Line& line, double s) {
  const auto height = [&](int side, double at) {
    return dot(edge.normal[static_cast<std::size_t>(side)], line.at(at) - on_edge);
  };
  const double slope = dot(edge.normal[0] - edge.normal[1], line.along);
  const double way = slope == 0 ? 0 : (height(1, s) - height(0, s)) / slope;
  const double deepest = std::clamp(s + way, line.begin, line.end);
  const double inside = std::max(height(0, deepest), height(1, deepest));
  return inside < 0 && body.body.exact(line.at(deepest), infinity).distance <= (1 - other_way_out) * inside;
}

// Edges of the first body with those of the second, in whose frame all is.
void add_edges(const Seen& seen, Points& points) {
  const MeshAt &a = seen.one, &b = seen.other;
  const auto pair = [&](std::size_t i, const Line& e, std::size_t k) {
    const BoundaryEdge &edge_a = a.features().edges()[i], &edge_b = b.features().edges()[k];
    const Direction across = direction(cross(e.along, edge_b.along), {});
    if (across.length < 1e-6) return;  // their ends are corners
    const Vec3 n = dot(across.unit, edge_b.normal[0] + edge_b.normal[1]) < 0 ? -across.unit : across.unit;
    // The nearest points of the two lines.
    const Line f{b.scale() * edge_b.at, edge_b.along, 0, b.scale() * edge_b.length};
    const Vec3 apart = e.from - f.from;
    const double gap = dot(n, apart);
    if (!(gap < points.cutoff())) return;
    const double cosine = dot(e.along, f.along), u = dot(e.along, apart), v = dot(f.along, apart);
    const double square = across.length * across.length;
    const double s = (cosine * v - u) / square, t = (v - cosine * u) / square;
    if (!(s >= 0 && s <= e.end && t >= 0 && t <= f.end)) return;
    if (!BoundaryFeatures::sticks_out(edge_b, n)) return;
    if (!BoundaryFeatures::sticks_out(edge_a, seen.there.turn_back(-n))) return;
    if (gap < 0) {
      const Line back{seen.there.to_local(f.from), seen.there.turn_back(f.along), f.begin, f.end};
      if (!has_passed(b, edge_b, f.at(t), e, s) || !has_passed(a, edge_a, seen.there.to_local(e.at(s)), back, t))
        return;
    }
    points.add(
        {gap, b.pose.turn(n), b.pose.to_world(e.at(s)), b.pose.to_world(f.at(t)), edge_code(i) << 16 | edge_code(k)});
  };
  const auto take = [&](std::size_t i) {
    const BoundaryEdge& edge = a.features().edges()[i];
    const Line e{seen.there.to_world(a.scale() * edge.at), seen.there.turn(edge.along), 0, a.scale() * edge.length};
    b.features().convex_edge_tree().for_near(
        [&](const Ball& ball) { return e.near(b.scale() * ball.centre, b.scale() * ball.radius, points.cutoff()); },
        [&](std::size_t k) { pair(i, e, k); });
  };
  a.features().convex_edge_tree().for_near([&](const Ball& ball) { return seen.near(ball, points.cutoff()); }, take);
}

// The deepest point of the edges of one body in the other, if nothing that was found is as deep.
void add_deepest(const Seen& s, Points& points) {
  const BoundaryFeatures& features = s.one.features();
  const double unit = 1 / s.other.scale(), relative = unit * s.one.scale();
  DeepestPoint deepest(s.other.body, unit * points.least());
  std::size_t which = 0;
  const auto take = [&](std::size_t k) {
    const BoundaryEdge& edge = features.edges()[k];
    if (deepest.look_along(
            {unit * s.there.to_world(s.one.scale() * edge.at), s.there.turn(edge.along), 0, relative * edge.length}))
      which = k;
  };
  features.edge_tree().for_near([&](const Ball& ball) { return s.near(ball, 0); }, take);
  if (deepest.found())
    points.add(s.contact(s.other.pose.to_world(s.other.scale() * deepest.at()),
                         s.other.scale() * deepest.place().distance, deepest.place().normal, edge_code(which)));
}

// Of faces, where neither corners nor edges are as deep.
void add_faces(const Seen& s, double deeper, Points& points) {
  for_deep_markers(
      s.one.body, deeper, [&](const Ball& ball) { return s.near_scaled(ball, 0); },
      [&](const Vec3& marker, double least) {
        const Vec3 x = s.there.to_world(marker);
        // Inside a flat side what is interpolated is exact, too: good enough to tell which markers are in.
        return s.other.body.distance(x) < least ? s.other.body.exact(x, infinity) : SurfacePoint{infinity, {}};
      },
      [&](const Vec3& marker, const SurfacePoint& at, std::size_t k) {
        points.add(s.contact(s.one.pose.to_world(marker), at.distance, at.normal, marker_code(k)));
      });
}

}  // namespace

void mesh_mesh(const FieldBody& a, const FieldBody& b, const PairPoses& poses, double cutoff, ContactPoints& out) {
  const MeshAt at_a{a, poses.a}, at_b{b, poses.b};
  const Seen first{.one = at_a, .other = at_b, .first = true}, second{.one = at_b, .other = at_a, .first = false};
  if (!a.features().piece_tree().any_near([&](const Ball& ball) { return first.near(ball, cutoff); })) return;
  // Of far bodies only what is nearest to each other.
  const double size = std::min(a.bounding_radius(), b.bounding_radius()), wide = 0.25 * size;
  if (cutoff > wide) {
    const double nearest = least_of_corners(second, least_of_corners(first, cutoff));
    cutoff = std::min(cutoff, std::max(nearest, 0.0) + wide);
  }
  Points points(cutoff, size);
  add_corners(first, points);
  add_corners(second, points);
  if (a.dimension() == 3) add_edges(first, points);
  add_deepest(first, points);
  add_deepest(second, points);
  const double deeper = points.deeper();
  add_faces(first, deeper, points);
  add_faces(second, deeper, points);
  points.give(out);
}

}  // namespace floc
