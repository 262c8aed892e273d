#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "output/picture_parts.hpp"
#include "output/window.hpp"

namespace floc {
namespace {

struct Camera {
  Vec3 right, up, towards;  // towards the eye

  explicit Camera(const PictureStyle& style) {
    const double a = style.azimuth * std::numbers::pi / 180, e = style.elevation * std::numbers::pi / 180;
    towards = {{std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e)}};
    right = {{-std::sin(a), std::cos(a), 0}};
    up = cross(towards, right);
  }
  double depth(const Vec3& x) const { return dot(towards, x); }  // larger: nearer to the eye
};

struct Face {
  std::vector<Vec3> points;
  std::vector<char> crisp;  // the edge from point k to the next is drawn
  std::size_t obstacle;
  double depth;
  bool solid;
};

bool finite(const Vec3& x) { return std::isfinite(x[0]) && std::isfinite(x[1]) && std::isfinite(x[2]); }

Vec3 centre_of(const std::vector<Vec3>& points) {
  Vec3 sum;
  for (const Vec3& p : points) sum += p;
  return (1.0 / static_cast<double>(points.size())) * sum;
}

// Newell's normal: fine for any flat polygon.
Vec3 normal_of(const std::vector<Vec3>& points) {
  Vec3 n;
  for (std::size_t k = 0; k < points.size(); ++k) n += cross(points[k], points[(k + 1) % points.size()]);
  const double length = norm(n);
  return length > 0 ? (1 / length) * n : Vec3{};
}

std::vector<Vec3> points_of(const Mesh& mesh, const std::vector<int>& face) {
  std::vector<Vec3> points;
  for (const int p : face) points.push_back(mesh.points[static_cast<std::size_t>(p)]);
  return points;
}

// Edges of a mesh that are seen as edges: its rim, and where faces meet at more than 40 degrees.
// The key of an edge is its pair of points.
std::map<std::pair<int, int>, bool> crisp_edges(const Mesh& mesh) {
  std::map<std::pair<int, int>, Vec3> once;
  std::map<std::pair<int, int>, bool> crisp;
  for (const auto& face : mesh.faces) {
    const Vec3 n = normal_of(points_of(mesh, face));
    for (std::size_t k = 0; k < face.size(); ++k) {
      const auto edge = std::minmax(face[k], face[(k + 1) % face.size()]);
      const auto [seen, fresh] = once.emplace(edge, n);
      crisp[edge] = fresh || std::abs(dot(seen->second, n)) < 0.77;
    }
  }
  return crisp;
}

// A body seen from outside, with a volume: opaque. All else is a wall or a container: translucent.
bool solid(const Surface& s) {
  if (s.concave()) return false;
  const Bounds b = s.bounds();
  return finite(b.low) && finite(b.high) && s.nearest(0.5 * (b.low + b.high)).distance < 0;
}

class Space {
 public:
  Space(const Snapshot& frame, std::span<const Obstacle> obstacles, const PictureStyle& style, const std::string& path)
      : frame_(frame),
        obstacles_(obstacles),
        style_(style),
        camera_(style),
        window_(style.window ? *style.window : window_of(frame, obstacles, 0)) {
    collect();
    fit();
    const double aspect = (high_[1] - low_[1]) / (high_[0] - low_[0]);
    const double width = aspect > 1 ? style.size / aspect : style.size;
    scale_ = width / (high_[0] - low_[0]);
    canvas_ = std::make_unique<Canvas>(path, width, width * aspect);
  }

  void draw() {
    draw_periods();
    for (const Face& f : behind_) draw_face(f, 0.22);
    draw_bodies();
    for (const Face& f : before_) draw_face(f, 0.05);
    if (style_.time_stamp) canvas_->time_stamp(frame_.time);
    canvas_->save();
  }

 private:
  // Translucent faces with most bodies on the eye's side lie behind them, the others before.
  void collect() {
    for (std::size_t i = 0; i < frame_.bodies.size(); ++i)
      if (const Vec3 x = wrapped_position(frame_, i); finite(x)) bodies_.push_back({x, i});
    std::stable_sort(bodies_.begin(), bodies_.end(),
                     [&](const Body& a, const Body& b) { return camera_.depth(a.x) < camera_.depth(b.x); });
    bridges_ = bridge_lines(frame_, obstacles_);
    std::stable_sort(bridges_.begin(), bridges_.end(),
                     [&](const BridgeLine& a, const BridgeLine& b) { return middle(a) < middle(b); });
    for (const PlacedMesh& m : place_meshes(obstacles_, frame_.time, 3, window_)) {
      const bool opaque = solid(*m.surface);
      const auto crisp = crisp_edges(m.mesh);
      for (const auto& indices : m.mesh.faces) {
        if (indices.size() < 3) continue;
        Face face{points_of(m.mesh, indices), {}, m.obstacle, 0, opaque};
        for (std::size_t k = 0; k < indices.size(); ++k)
          face.crisp.push_back(crisp.at(std::minmax(indices[k], indices[(k + 1) % indices.size()])));
        const Vec3 centre = centre_of(face.points);
        face.depth = camera_.depth(centre);
        if (opaque) {
          if (dot(normal_of(face.points), camera_.towards) > 0) solid_.push_back(std::move(face));
        } else {
          (eye_side(face, centre) ? behind_ : before_).push_back(std::move(face));
        }
      }
    }
    const auto farther = [](const Face& a, const Face& b) { return a.depth < b.depth; };
    for (auto* faces : {&behind_, &before_, &solid_}) std::stable_sort(faces->begin(), faces->end(), farther);
  }

  bool eye_side(const Face& face, const Vec3& centre) const {
    Vec3 n = normal_of(face.points);
    if (dot(n, camera_.towards) < 0) n = -n;
    std::size_t nearer = 0;
    for (const Body& b : bodies_)
      if (dot(n, b.x - centre) > 0) ++nearer;
    return 2 * nearer >= bodies_.size();
  }

  // The rectangle of the sheet that holds everything, with a margin.
  void fit() {
    const auto add = [&](const Vec3& x, double r) {
      const double s[2] = {dot(camera_.right, x), dot(camera_.up, x)};
      for (int k = 0; k < 2; ++k) {
        low_[k] = std::min(low_[k], s[k] - r);
        high_[k] = std::max(high_[k], s[k] + r);
      }
    };
    for (const Body& b : bodies_) add(b.x, frame_.bodies.radius[b.index]);
    for (const auto* faces : {&behind_, &before_, &solid_})
      for (const Face& f : *faces)
        for (const Vec3& p : f.points) add(p, 0);
    if (frame_.domain.periodic() || low_[0] > high_[0])
      for (int c = 0; c < 8; ++c) add(corner(c), 0);
    double side = std::max(high_[0] - low_[0], high_[1] - low_[1]);
    if (!(side > 0)) side = 1;
    for (int k = 0; k < 2; ++k) {
      low_[k] -= 0.03 * side;
      high_[k] += 0.03 * side;
    }
  }

  Vec3 corner(int c) const {
    Vec3 x;
    for (int k = 0; k < 3; ++k) x[k] = (c >> k & 1) != 0 ? window_.high[k] : window_.low[k];
    return x;
  }
  double sx(const Vec3& x) const { return (dot(camera_.right, x) - low_[0]) * scale_; }
  double sy(const Vec3& x) const { return (high_[1] - dot(camera_.up, x)) * scale_; }

  void draw_periods() {
    if (!frame_.domain.periodic()) return;
    cairo_t* c = canvas_->context();
    const double dash[] = {6, 5};
    cairo_save(c);
    cairo_set_dash(c, dash, 2, 0);
    canvas_->colour(ink, 0.4);
    for (int a = 0; a < 8; ++a)
      for (int k = 0; k < 3; ++k)
        if ((a >> k & 1) == 0) {
          const Vec3 p = corner(a), q = corner(a | 1 << k);
          canvas_->line(sx(p), sy(p), sx(q), sy(q), 1);
        }
    cairo_restore(c);
  }

  void draw_face(const Face& face, double alpha) {
    cairo_t* c = canvas_->context();
    Colour colour = obstacle_colour(obstacles_[face.obstacle]);
    const double lit = 0.5 + 0.5 * std::abs(dot(normal_of(face.points), Vec3{{0.36, -0.48, 0.8}}));
    for (const Vec3& p : face.points) cairo_line_to(c, sx(p), sy(p));
    cairo_close_path(c);
    if (face.solid) colour = mix(mix(colour, white, 0.45), black, 0.5 * (1 - lit));
    canvas_->colour(colour, face.solid ? 1 : alpha);
    // Smooth edges of neighbours would leave light seams between them.
    cairo_set_antialias(c, CAIRO_ANTIALIAS_NONE);
    cairo_fill(c);
    cairo_set_antialias(c, CAIRO_ANTIALIAS_DEFAULT);
    canvas_->colour(mix(colour, black, 0.3), face.solid ? 1 : alpha + 0.3);
    for (std::size_t k = 0; k < face.points.size(); ++k) {
      const Vec3 &p = face.points[k], &q = face.points[(k + 1) % face.points.size()];
      if (face.crisp[k] != 0) canvas_->line(sx(p), sy(p), sx(q), sy(q), 1.2);
    }
  }

  // Far ones first and paler; facets of solids among them, and bridges, which the nearer grain covers.
  void draw_bodies() {
    if (bodies_.empty()) {
      for (const Face& f : solid_) draw_face(f, 1);
      return;
    }
    const double back = camera_.depth(bodies_.front().x),
                 reach = std::max(camera_.depth(bodies_.back().x) - back, 1e-300);
    // A link is drawn with its nearer end, just before it.
    std::vector<std::vector<PlacedLink>> links(frame_.bodies.size());
    for (PlacedLink link : place_links(frame_, style_)) {
      if (camera_.depth(link.along) > 0) link = {link.second, link.first, -link.along, link.width};
      links[link.first].push_back(link);
    }
    auto facet = solid_.begin();
    auto bridge = bridges_.begin();
    for (const Body& b : bodies_) {
      const double depth = camera_.depth(b.x);
      for (; facet != solid_.end() && facet->depth < depth; ++facet) draw_face(*facet, 1);
      for (; bridge != bridges_.end() && middle(*bridge) < depth; ++bridge) draw_bridge(*bridge);
      const Colour colour = mix(group_colour(frame_, b.index), white, 0.35 * (1 - (depth - back) / reach));
      for (const PlacedLink& link : links[b.index]) {
        const Vec3 end = b.x + link.along;
        canvas_->colour(mix(colour, black, 0.35));
        canvas_->line(sx(b.x), sy(b.x), sx(end), sy(end), link.width * scale_);
      }
      canvas_->shaded_disc(sx(b.x), sy(b.x), frame_.bodies.radius[b.index] * scale_, colour, 0.8);
    }
    for (; facet != solid_.end(); ++facet) draw_face(*facet, 1);
    for (; bridge != bridges_.end(); ++bridge) draw_bridge(*bridge);
  }

  double middle(const BridgeLine& b) const { return camera_.depth(0.5 * (b.from + b.to)); }
  // A short cylinder: a band between the ellipses of its ends.
  void draw_bridge(const BridgeLine& b) {
    const BridgeLine::Neck neck = b.neck();
    const double length = norm(neck.to - neck.from), r = 0.5 * neck.width * scale_;
    if (!(length > 0)) return;
    cairo_t* c = canvas_->context();
    canvas_->colour(liquid_colour);
    cairo_set_line_cap(c, CAIRO_LINE_CAP_BUTT);
    canvas_->line(sx(neck.from), sy(neck.from), sx(neck.to), sy(neck.to), 2 * r);
    cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
    const double turn = std::atan2(sy(neck.to) - sy(neck.from), sx(neck.to) - sx(neck.from));
    const double flat = std::abs(dot(camera_.towards, neck.to - neck.from)) / length;
    if (flat < 0.02) return;  // seen from the side
    for (const Vec3& end : {neck.from, neck.to}) {
      cairo_save(c);
      cairo_translate(c, sx(end), sy(end));
      cairo_rotate(c, turn);
      cairo_scale(c, flat, 1);
      canvas_->disc(0, 0, r);
      cairo_restore(c);
      cairo_fill(c);
    }
  }

  struct Body {
    Vec3 x;
    std::size_t index;
  };
  const Snapshot& frame_;
  std::span<const Obstacle> obstacles_;
  const PictureStyle& style_;
  Camera camera_;
  Bounds window_;
  std::vector<Body> bodies_;
  std::vector<BridgeLine> bridges_;
  std::vector<Face> behind_, before_, solid_;
  double low_[2] = {1e300, 1e300}, high_[2] = {-1e300, -1e300};
  double scale_ = 1;
  std::unique_ptr<Canvas> canvas_;
};

}  // namespace

void draw_space(const Snapshot& frame, std::span<const Obstacle> obstacles, const PictureStyle& style,
                const std::string& path) {
  Space(frame, obstacles, style, path).draw();
}

}  // namespace floc
