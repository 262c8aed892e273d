#include "geometry/convex_hull.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include "core/error.hpp"
#include "geometry/frame.hpp"

namespace floc {
namespace {

struct Triangle {
  std::array<int, 3> corner;
  Vec3 normal{};  // unit
  double level = 0;
};

using Edge = std::pair<int, int>;

class Builder {
 public:
  explicit Builder(const std::vector<Vec3>& points) : points_(points) {
    if (points.size() < 4) throw Error("a polyhedron needs at least four points");
    for (const Vec3& p : points) require_finite(p, "a point of a polyhedron");
    Vec3 low = points[0], high = points[0];
    for (const Vec3& p : points)
      for (int k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], p[k]);
        high[k] = std::max(high[k], p[k]);
      }
    tolerance_ = 1e-9 * norm(high - low);
  }

  // A tetrahedron first; then every point that is outside replaces the triangles that it sees.
  ConvexHull build() {
    start();
    for (std::size_t p = 0; p < points_.size(); ++p) insert(static_cast<int>(p));
    return merged();
  }

 private:
  const Vec3& at(int p) const { return points_[static_cast<std::size_t>(p)]; }
  double above(const Triangle& t, int p) const { return dot(t.normal, at(p)) - t.level; }

  void add(int a, int b, int c) {
    Triangle t{{a, b, c}, {}, 0};
    t.normal = direction(cross(at(b) - at(a), at(c) - at(a)), axis_vector(0)).unit;
    t.level = dot(t.normal, at(a));
    triangles_.push_back(t);
  }

  template <class Distance>
  int furthest(Distance&& distance, const char* otherwise) const {
    int best = 0;
    for (std::size_t p = 1; p < points_.size(); ++p)
      if (distance(static_cast<int>(p)) > distance(best)) best = static_cast<int>(p);
    if (!(distance(best) > tolerance_)) throw Error(otherwise);
    return best;
  }

  void start() {
    const char* flat = "the points of a polyhedron lie in one plane: it has no volume";
    const int a = furthest([&](int p) { return norm(at(p) - at(0)); }, "the points of a polyhedron coincide");
    const int b = furthest([&](int p) { return norm(at(p) - at(a)); }, flat);
    const Vec3 along = direction(at(b) - at(a), {}).unit;
    const int c = furthest([&](int p) { return norm(cross(along, at(p) - at(a))); }, flat);
    const Vec3 normal = direction(cross(at(b) - at(a), at(c) - at(a)), {}).unit;
    const int d = furthest([&](int p) { return std::abs(dot(normal, at(p) - at(a))); }, flat);
    const bool over = dot(normal, at(d) - at(a)) > 0;
    const int x = over ? b : c, y = over ? c : b;  // d is below a, y, x
    add(a, y, x);
    add(a, x, d);
    add(x, y, d);
    add(y, a, d);
  }

  void insert(int p) {
    std::vector<Triangle> kept;
    std::vector<Edge> rim;
    for (const Triangle& t : triangles_) {
      if (above(t, p) <= tolerance_ / 16) {
        kept.push_back(t);
        continue;
      }
      for (std::size_t k = 0; k < 3; ++k) {
        const Edge edge{t.corner[k], t.corner[(k + 1) % 3]};
        const auto other = std::find(rim.begin(), rim.end(), Edge{edge.second, edge.first});
        if (other == rim.end())
          rim.push_back(edge);
        else
          rim.erase(other);
      }
    }
    if (rim.empty()) return;
    triangles_ = std::move(kept);
    for (const Edge& edge : rim) add(edge.first, edge.second, p);
  }

  // Triangles whose neighbours lie in their plane become one face, and points that then have two faces only no corners.
  ConvexHull merged() const {
    const std::size_t n = triangles_.size();
    std::map<Edge, std::size_t> side;
    for (std::size_t t = 0; t < n; ++t)
      for (std::size_t k = 0; k < 3; ++k) side[{triangles_[t].corner[k], triangles_[t].corner[(k + 1) % 3]}] = t;
    // Large triangles know their plane best: they name the face.
    std::vector<std::size_t> order(n), face(n, n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<double> size(n);
    for (std::size_t t = 0; t < n; ++t) {
      const auto& c = triangles_[t].corner;
      size[t] = norm(cross(at(c[1]) - at(c[0]), at(c[2]) - at(c[0])));
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return size[a] > size[b]; });
    for (const std::size_t seed : order) {
      if (face[seed] != n) continue;
      std::vector<std::size_t> open{seed};
      face[seed] = seed;
      while (!open.empty()) {
        const std::size_t t = open.back();
        open.pop_back();
        for (std::size_t k = 0; k < 3; ++k) {
          const std::size_t u = side.at({triangles_[t].corner[(k + 1) % 3], triangles_[t].corner[k]});
          if (face[u] != n) continue;
          const auto& c = triangles_[u].corner;
          if (!std::all_of(c.begin(), c.end(), [&](int p) { return above(triangles_[seed], p) > -tolerance_; }))
            continue;
          face[u] = seed;
          open.push_back(u);
        }
      }
    }
    std::map<std::size_t, std::map<int, int>> next;  // along the rim of a face
    std::map<int, int> count;                        // faces at a corner
    for (const auto& [edge, t] : side)
      if (face[t] != face[side.at({edge.second, edge.first})]) {
        next[face[t]][edge.first] = edge.second;
        ++count[edge.first];
      }
    ConvexHull hull;
    std::map<int, int> renumbered;
    for (const auto& [p, faces] : count)
      if (faces >= 3) {
        renumbered[p] = static_cast<int>(hull.points.size());
        hull.points.push_back(at(p));
      }
    for (const auto& [seed, rim] : next) {
      std::vector<int> loop;
      int p = rim.begin()->first;
      do {
        if (const auto found = renumbered.find(p); found != renumbered.end()) loop.push_back(found->second);
        p = rim.at(p);
      } while (p != rim.begin()->first && loop.size() <= rim.size());
      hull.faces.push_back(std::move(loop));
    }
    return hull;
  }

  const std::vector<Vec3>& points_;
  double tolerance_ = 0;
  std::vector<Triangle> triangles_;
};

}  // namespace

ConvexHull convex_hull(const std::vector<Vec3>& points) { return Builder(points).build(); }

}  // namespace floc
