// A body from a mesh with a convex one, exactly.
//
// Every edge of the mesh is a segment, whose gap to a convex body is exact; corners are ends of edges. What is left are
// faces that the convex body meets inside: with its lowest point over them or, if it is flat, its corners. An edge
// counts where it sticks out towards the other body, so that a ball does not stumble over the edges of what is flat.
#include "geometry/deepest_point.hpp"
#include "geometry/flat_core.hpp"
#include "geometry/frame.hpp"
#include "geometry/lowest_point.hpp"
#include "geometry/mesh_contacts.hpp"
#include "geometry/prism.hpp"
#include "geometry/round_shapes.hpp"

namespace floc {
namespace {

using namespace mesh_contacts;

constexpr double infinity = std::numeric_limits<double>::infinity();

class MeshConvex {
 public:
  MeshConvex(const FieldBody& a, const Shape& b, const PairPoses& poses, double cutoff)
      : mesh_{a, poses.a},
        convex_(b),
        pose_(poses.b),
        points_(cutoff, a.bounding_radius()),
        point_(1e-30, a.dimension()),
        wall_(is_thin(b)) {}

  void find() {
    add_edges();
    if (convex_.dimension() == 3 || flat()) add_faces();
    if (exact(pose_.position).distance < 0.5 * convex_.inner_radius()) add_lowest();
    if (!points_.knows(unseen_.gap)) points_.add(unseen_);
    add_deepest();
    if (!wall_ && convex_.kind() == ShapeKind::polytope) add_markers();
  }
  void give(ContactPoints& out) { points_.give(out); }

 private:
  bool flat() const {
    return convex_.kind() == ShapeKind::sphere || convex_.kind() == ShapeKind::capsule ||
           convex_.kind() == ShapeKind::polytope;
  }
  // The mesh's distance, of a point in the world.
  SurfacePoint exact(const Vec3& x) const {
    const SurfacePoint p = mesh_.body.exact(mesh_.pose.to_local(x), infinity);
    return {p.distance, mesh_.pose.turn(p.normal)};
  }
  // Whether what lies in the ball of the mesh may be near the convex body.
  bool near(const Ball& ball) const {
    return near_scaled({mesh_.scale() * ball.centre, mesh_.scale() * ball.radius}, points_.cutoff());
  }
  bool near_scaled(const Ball& ball, double distance) const {
    Pose at;
    at.position = mesh_.pose.to_world(ball.centre);
    const double reach = ball.radius + distance;
    if (norm(at.position - pose_.position) >= reach + convex_.bounding_radius()) return false;
    if (convex_.kind() == ShapeKind::polytope) return !is_beyond_a_face(at.position, reach + convex_.rounding());
    ContactPoints found;
    nearest(point_, at, convex_, pose_, reach, {}, found);
    return found.size > 0;
  }

  bool is_beyond_a_face(const Vec3& x, double reach) const {
    const auto& polytope = static_cast<const Polytope&>(convex_);
    const Vec3 local = pose_.to_local(x);
    for (std::size_t f = 0; f < polytope.faces(); ++f)
      if (dot(polytope.normal(f), local) - polytope.level(f) >= reach) return true;
    return false;
  }

  void add_edges() {
    mesh_.features().edge_tree().for_near([&](const Ball& ball) { return near(ball); },
                                          [&](std::size_t k) { add_edge(k); });
  }
  void add_edge(std::size_t k) {
    const BoundaryEdge& edge = mesh_.features().edges()[k];
    const double length = mesh_.scale() * edge.length;
    const Capsule segment(length, 1e-30, convex_.dimension());
    const Vec3 along = mesh_.pose.turn(edge.along), from = mesh_.pose.to_world(mesh_.scale() * edge.at);
    Pose at = least_turn(axis_vector(0), along);
    at.position = from + 0.5 * length * along;
    ContactPoints found;
    nearest(segment, at, convex_, pose_, points_.cutoff(), {}, found);
    for (const ContactPoint& p : found) {
      const Vec3 out = mesh_.pose.turn_back(-p.normal);
      const double place = dot(p.first - from, along);
      const int end = place <= 1e-6 * length ? 0 : place >= (1 - 1e-6) * length ? 1 : -1;
      const int corner = edge.point[end == 1];
      const std::uint32_t code = end < 0 ? edge_code(k) : corner_code(static_cast<std::size_t>(corner));
      const ContactPoint named{p.gap, p.normal, p.first, p.second, code << 16 | (p.feature & 0xffff)};
      const bool sticks_out =
          end < 0 ? BoundaryFeatures::sticks_out(edge, out) : mesh_.features().sticks_out(corner, out);
      if (wall_ && p.gap > 0 && add_wall_point(p.second, code)) continue;
      if (sticks_out)
        points_.add(named);
      else if (p.gap < unseen_.gap)
        unseen_ = named;
    }
  }
  // Both sides of a wall are outside of it: what has gone through it as a whole looks as if it were apart, but then the
  // wall's point is in the body.
  bool add_wall_point(const Vec3& on_wall, std::uint32_t code) {
    const SurfacePoint in_body = exact(on_wall);
    if (!(in_body.distance < 0)) return false;
    points_.add({in_body.distance, -in_body.normal, on_wall - in_body.distance * in_body.normal, on_wall,
                 code << 16 | on_face});
    return true;
  }

  // Core points that may be lowest over a face, less the ball about them.
  void add_faces() {
    const FlatCore core(convex_, pose_, {});
    const auto take = [&](std::size_t k) {
      const ClosedMesh& boundary = mesh_.features().mesh();
      const auto& piece = boundary.pieces[k];
      const auto corner = [&](std::size_t c) {
        return mesh_.scale() * boundary.points[static_cast<std::size_t>(piece[c])];
      };
      const Vec3 a = corner(0), b = corner(1), c = boundary.dimension == 3 ? corner(2) : a;
      const Vec3 n = boundary.dimension == 3 ? direction(cross(b - a, c - a), {}).unit
                                             : direction(cross(b - a, axis_vector(2)), {}).unit;
      const auto over = [&](const Vec3& x, const Vec3& p, const Vec3& q) { return dot(cross(q - p, x - p), n) >= 0; };
      const auto covers = [&](const Vec3& x) {
        if (boundary.dimension == 3) return over(x, a, b) && over(x, b, c) && over(x, c, a);
        return dot(x - a, b - a) >= 0 && dot(x - b, a - b) >= 0;
      };
      const Vec3 normal = mesh_.pose.turn(n);
      const auto look_at = [&](const Vec3& core_point, std::size_t which) {
        const Vec3 second = core_point - convex_.rounding() * normal, x = mesh_.pose.to_local(second);
        const double height = dot(n, x - a);
        if (!(height < points_.cutoff()) || !covers(x)) return;
        if (height < 0 && !(mesh_.body.exact(x, infinity).distance <= (1 - other_way_out) * height)) return;
        points_.add({height, -normal, second - height * normal, second, on_face << 16 | corner_code(which)});
      };
      // Of a flat body the lowest corner, and others up to a slope.
      if (flat())
        for (int p = 0, lowest = core.furthest(-normal); p < core.corners(); ++p) {
          const Vec3 up = core.corner(p) - core.corner(lowest);
          if (dot(normal, up) <= BoundaryFeatures::slack * norm(up))
            look_at(core.corner(p), static_cast<std::size_t>(p));
        }
      else
        look_at(pose_.to_world(convex_.core_support(pose_.turn_back(-normal))), 0);
    };
    mesh_.features().piece_tree().for_near([&](const Ball& ball) { return near(ball); }, take);
  }

  // Deep inside: where the convex body is deepest.
  void add_lowest() {
    for_low_points(
        convex_, pose_, [&](const Vec3& x) { return exact(x); },
        [&](const Vec3& x, const SurfacePoint& at, std::uint32_t code) {
          const double gap = at.distance - convex_.rounding();
          const Vec3 second = x - convex_.rounding() * at.normal;
          points_.add({gap, -at.normal, second - gap * at.normal, second, on_face << 16 | code});
        });
  }

  // The deepest point of an edge of the convex body, if nothing that was found is as deep.
  void add_deepest() {
    if (!flat()) return;
    const FlatCore core(convex_, inverse(mesh_.pose) * pose_, {});
    const double unit = 1 / mesh_.scale();
    DeepestPoint deepest(mesh_.body, unit * (points_.least() + convex_.rounding()));
    const auto look = [&](int from, int to) {
      const Vec3 way = core.corner(to) - core.corner(from);
      const Direction along = direction(way, axis_vector(0));
      deepest.look_along({unit * core.corner(from), along.unit, 0, unit * along.length});
    };
    if (core.polytope() && convex_.dimension() == 3)
      for (const Polytope::Edge& e : core.polytope()->edges()) look(e.corner[0], e.corner[1]);
    else
      for (int k = 0; k < core.corners(); ++k) look(k, (k + 1) % core.corners());
    if (!deepest.found()) return;
    const double distance = mesh_.scale() * deepest.place().distance;
    const Vec3 n = mesh_.pose.turn(deepest.place().normal), x = mesh_.pose.to_world(mesh_.scale() * deepest.at());
    points_.add(
        {distance - convex_.rounding(), -n, x - distance * n, x - convex_.rounding() * n, on_face << 16 | on_face});
  }

  // Points inside faces of the mesh, where nothing else is as deep: in a body with flat sides.
  void add_markers() {
    for_deep_markers(
        mesh_.body, points_.deeper(), [&](const Ball& ball) { return near_scaled(ball, 0); },
        [&](const Vec3& marker, double least) {
          Pose at;
          at.position = mesh_.pose.to_world(marker);
          if (is_beyond_a_face(at.position, least + convex_.rounding())) return SurfacePoint{infinity, {}};
          ContactPoints found;
          nearest(point_, at, convex_, pose_, least, {}, found);
          return found.size > 0 ? SurfacePoint{found.point[0].gap, found.point[0].normal} : SurfacePoint{infinity, {}};
        },
        [&](const Vec3& marker, const SurfacePoint& at, std::size_t k) {
          const Vec3 x = mesh_.pose.to_world(marker);
          points_.add({at.distance, at.normal, x, x - at.distance * at.normal, marker_code(k) << 16 | on_face});
        });
  }

  MeshAt mesh_;
  const Shape& convex_;
  const Pose& pose_;
  Points points_;
  Sphere point_;
  bool wall_;
  ContactPoint unseen_{.gap = infinity};  // the deepest of edges that do not stick out
};

}  // namespace

void mesh_convex(const FieldBody& a, const Shape& b, const PairPoses& poses, double cutoff, ContactPoints& out) {
  MeshConvex pair(a, b, poses, cutoff);
  pair.find();
  pair.give(out);
}

}  // namespace floc
