#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "draw/flow_layer.hpp"
#include "draw/ground_shadow.hpp"
#include "draw/picture_parts.hpp"
#include "draw/raster.hpp"
#include "draw/smooth_normals.hpp"
#include "output/window.hpp"

namespace floc {
namespace {

constexpr double margin = 0.03;   // of the longer side
constexpr double eye_away = 2.6;  // distance of the eye in half diagonals of what is shown
constexpr double shrunk = 0.2;    // of bodies that would hide the network

struct Camera {
  Vec3 right, up, towards;  // towards the eye

  explicit Camera(const PictureStyle& style) {
    const double a = style.azimuth * std::numbers::pi / 180, e = style.elevation * std::numbers::pi / 180;
    towards = {{std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e)}};
    right = {{-std::sin(a), std::cos(a), 0}};
    up = cross(towards, right);
  }
  Vec3 to_camera(const Vec3& x) const { return {{dot(right, x), dot(up, x), dot(towards, x)}}; }
  Vec3 to_world(const Vec3& p) const { return p[0] * right + p[1] * up + p[2] * towards; }
};

bool finite(const Vec3& x) { return std::isfinite(x[0]) && std::isfinite(x[1]) && std::isfinite(x[2]); }

Vec3 middle(const Bounds& b) { return 0.5 * (b.low + b.high); }
double eye_distance(const Bounds& window) { return eye_away * 0.5 * norm(window.high - window.low); }
Vec3 corner(const Bounds& b, int c) {
  Vec3 x;
  for (int k = 0; k < 3; ++k) x[k] = (c >> k & 1) != 0 ? b.high[k] : b.low[k];
  return x;
}

struct Sheet {
  std::array<double, 2>&low, &high;

  void add(double x, double y, double r) {
    for (const auto& [k, s] : {std::pair{0u, x}, std::pair{1u, y}}) {
      low[k] = std::min(low[k], s - r);
      high[k] = std::max(high[k], s + r);
    }
  }
};

std::vector<Vec3> points_of(const Mesh& mesh, const std::vector<int>& face) {
  std::vector<Vec3> points;
  for (const int p : face) points.push_back(mesh.points[static_cast<std::size_t>(p)]);
  return points;
}

// Edges of a mesh that are seen as edges: its rim, and where faces meet at an angle. With the
// opacity of the faces they belong to.
using Edges = std::map<std::pair<int, int>, double>;
Edges crisp_edges(const Mesh& mesh, const std::vector<double>& opacity) {
  std::map<std::pair<int, int>, Vec3> once;
  Edges crisp;
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const auto& face = mesh.faces[f];
    const Vec3 n = normal_of(points_of(mesh, face));
    for (std::size_t k = 0; k < face.size(); ++k) {
      const auto edge = std::minmax(face[k], face[(k + 1) % face.size()]);
      const auto [seen, fresh] = once.emplace(edge, n);
      if (fresh || std::abs(dot(seen->second, n)) < least_smooth)
        crisp[edge] = std::max(crisp[edge], opacity[f]);
      else
        crisp.erase(edge);
    }
  }
  return crisp;
}

class Space {
 public:
  Space(Canvas& canvas, const PictureJob& job, const PanelSize& panel)
      : canvas_(canvas),
        job_(job),
        frame_(job.frame),
        panel_(panel),
        camera_(job.style),
        middle_(middle(job.scales.window)) {}

  void draw() {
    collect_bodies();
    collect_tubes();
    collect_obstacles();
    collect_periods();
    if (casts_shadow(frame_, job_.obstacles, job_.style)) collect_shadow();
    collect_flow();
    const int fine = canvas_.vector() ? 2 : 1;  // an image in an SVG is likely to be enlarged
    const double scale = panel_.scale * fine;
    const RasterCamera camera{
        job_.scales.low[0] - dot(camera_.right, middle_), job_.scales.high[1] - dot(camera_.up, middle_), scale,
        job_.style.perspective ? eye_distance(job_.scales.window) : std::numeric_limits<double>::infinity()};
    scene_.near_shadow = std::max(2.5 * job_.scales.radius, 4 / scale);
    scene_.far_shadow = 0.1 * std::min(panel_.width, panel_.height) / panel_.scale;
    Executor executor(job_.style.threads);
    const RasterImage image =
        render(scene_, camera, fine * static_cast<int>(panel_.width), fine * static_cast<int>(panel_.height), executor);
    canvas_.image(0, 0, panel_.width, image.pixels, image.width);
    if (job_.style.arrows) draw_arrows(image, fine);
  }

 private:
  Vec3 local(const Vec3& x) const { return camera_.to_camera(x - middle_); }

  // f(x) for the body at x and for its images that reach into the periodic box.
  template <class F>
  void for_each_image(const Vec3& x, double r, F&& f) const {
    const Domain& domain = frame_.domain;
    std::array<std::array<double, 3>, 3> shifts{};
    std::array<int, 3> count{1, 1, 1};
    for (int k = 0; k < 3; ++k) {
      const auto u = static_cast<std::size_t>(k);
      if (!domain.periodic(k)) continue;
      if (x[k] - r < domain.origin[u]) shifts[u][static_cast<std::size_t>(count[u]++)] = domain.period[u];
      if (x[k] + r > domain.origin[u] + domain.period[u])
        shifts[u][static_cast<std::size_t>(count[u]++)] = -domain.period[u];
    }
    for (int a = 0; a < count[0]; ++a)
      for (int b = 0; b < count[1]; ++b)
        for (int c = 0; c < count[2]; ++c)
          f(x + Vec3{{shifts[0][static_cast<std::size_t>(a)], shifts[1][static_cast<std::size_t>(b)],
                      shifts[2][static_cast<std::size_t>(c)]}});
  }

  void collect_bodies() {
    colours_ = body_colours(job_);
    const double size = job_.style.network == Network::none ? 1 : shrunk;
    const bool turning = marked(job_, std::numeric_limits<double>::infinity());
    scene_.spheres.reserve(frame_.bodies.size());
    for (std::size_t i = 0; i < frame_.bodies.size(); ++i) {
      const Vec3 x = wrapped_position(frame_, i);
      const double r = frame_.bodies.radius[i];
      if (!finite(x) || !(r > 0)) continue;
      const Mesh* const outline = outline_of(frame_, i);
      for_each_image(x, r, [&](const Vec3& at) {
        if (outline) return add_outline(*outline, i, at, size * r);
        scene_.spheres.push_back({local(at), size * r, colours_[i], static_cast<std::int32_t>(i)});
        if (turning) scene_.segments.push_back(segments_of(i));
      });
    }
  }

  void add_outline(const Mesh& mesh, std::size_t i, const Vec3& at, double r) {
    const Quaternion q = orientation_of(frame_.bodies, i);
    if (!std::isfinite(q.w + dot(q.v, q.v))) return;
    auto& normals = normals_[&mesh];
    if (normals.empty()) normals = smooth_normals(mesh);
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
      RasterFace drawn;
      drawn.colour = colours_[i];
      for (const int k : mesh.faces[f])
        drawn.points.push_back(local(at + r * to_world(q, mesh.points[static_cast<std::size_t>(k)])));
      for (const Vec3& n : normals[f]) drawn.normals.push_back(camera_.to_camera(to_world(q, n)));
      scene_.solid.push_back(std::move(drawn));
    }
  }

  // Across its own x and y axes, with the poles on its z axis.
  RasterSegments segments_of(std::size_t i) const {
    const Quaternion q = orientation_of(frame_.bodies, i);
    if (!marked(job_, frame_.bodies.radius[i] * panel_.scale) || !std::isfinite(q.w + dot(q.v, q.v))) return {};
    return {camera_.to_camera(to_world(q, {{1, 0, 0}})), camera_.to_camera(to_world(q, {{0, 1, 0}}))};
  }

  void collect_tubes() {
    const auto add = [&](const Vec3& from, const Vec3& along, double width, Colour colour, bool round) {
      if (finite(from) && width > 0)
        scene_.tubes.push_back({local(from), local(from + along), 0.5 * width, colour, round});
    };
    for (const PlacedLink& link : place_links(frame_, job_.style))
      add(link.from, link.along, link.width, mix(colours_[link.first], black, link.darker), true);
    for (const PairLine& b : bridge_lines(frame_, job_.obstacles)) {
      const PairLine::Neck neck = b.neck();
      add(neck.from, neck.to - neck.from, neck.width, liquid_colour, false);
    }
    for (const Tube& tube : network_tubes(job_))
      add(wrapped_position(frame_, tube.first), tube.along, tube.width, tube.colour, tube.second >= 0);
  }

  // Translucent faces with most bodies on the eye's side lie behind them, the others before, where they
  // must not veil what one wants to see.
  void collect_obstacles() {
    for (const PlacedMesh& m : place_meshes(job_.obstacles, frame_.time, 3, job_.scales.window)) {
      const Colour colour = obstacle_colour(job_.obstacles[m.obstacle]);
      const bool opaque = has_volume(*m.surface);  // all else is a wall or a container: translucent
      std::vector<double> opacity;
      for (const auto& indices : m.mesh.faces) {
        RasterFace face;
        const std::vector<Vec3> points = points_of(m.mesh, indices);
        for (const Vec3& p : points) face.points.push_back(local(p));
        if (opaque) {
          face.colour = mix(colour, white, 0.45);
          face.normal = [this, surface = m.surface, pose = m.pose](const Vec3& p) {
            const Vec3 world = camera_.to_world(p) + middle_;
            return camera_.to_camera(pose.to_world(surface->nearest(pose.to_local(world)).normal) - pose.to_world({}));
          };
          opacity.push_back(0.75);
        } else {
          const double lit = 0.5 + 0.5 * std::abs(dot(normal_of(points), Vec3{{0.36, -0.48, 0.8}}));
          face.colour = mix(colour, white, 0.4 * lit);
          face.opacity = before_most(face.points) ? 0.05 : 0.22;
          opacity.push_back(face.opacity + 0.3);
        }
        if (points.size() > 2) (opaque ? scene_.solid : scene_.translucent).push_back(std::move(face));
      }
      for (const auto& [edge, strength] : crisp_edges(m.mesh, opacity))
        scene_.edges.push_back({local(m.mesh.points[static_cast<std::size_t>(edge.first)]),
                                local(m.mesh.points[static_cast<std::size_t>(edge.second)]), mix(colour, black, 0.2),
                                strength, false});
    }
    const auto depth = [](const RasterFace& f) {
      double z = 0;
      for (const Vec3& p : f.points) z += p[2];
      return z / static_cast<double>(f.points.size());
    };
    std::stable_sort(scene_.translucent.begin(), scene_.translucent.end(),
                     [&](const RasterFace& a, const RasterFace& b) { return depth(a) < depth(b); });
  }

  // On a plane through the fluid; its box is drawn as edges.
  void collect_flow() {
    const PictureStyle& style = job_.style;
    if (!frame_.flow || (style.field == FlowQuantity::none && !style.streamlines)) return;
    plane_.emplace(*frame_.flow, style);
    const PlanePoint low = plane_->low(), high = plane_->high();
    const auto at = [&](double x, double y) { return local(plane_->place({x, y})); };
    if (style.field != FlowQuantity::none) {
      RasterFace& face = scene_.solid.emplace_back();
      face.points = {at(low[0], low[1]), at(high[0], low[1]), at(high[0], high[1]), at(low[0], high[1])};
      face.paint = [this](const Vec3& p) {
        const Vec3 x = camera_.to_world(p) + middle_;
        return flow_colour(job_.scales.flow, plane_->value({x[plane_->first()], x[plane_->second()]}));
      };
    }
    for (const Streamline& line : plane_->lines(low, high))
      for (std::size_t k = 0; k + 1 < line.points.size(); ++k)
        scene_.edges.push_back({at(line.points[k][0], line.points[k][1]),
                                at(line.points[k + 1][0], line.points[k + 1][1]), ink, 0.75, false});
    if (frame_.domain.periodic()) return;
    const Bounds box{frame_.flow->origin, frame_.flow->origin + Vec3{{frame_.flow->length(0), frame_.flow->length(1),
                                                                      frame_.flow->length(2)}}};
    for (int a = 0; a < 8; ++a)
      for (int k = 0; k < 3; ++k)
        if ((a >> k & 1) == 0)
          scene_.edges.push_back({local(corner(box, a)), local(corner(box, a | 1 << k)), ink, 0.4, false});
  }

  bool before_most(const std::vector<Vec3>& points) const {
    Vec3 n = normal_of(points);
    if (n[2] < 0) n = -n;
    const double level = points.empty() ? 0 : dot(n, points[0]);
    const std::size_t stride = scene_.spheres.size() / 1000 + 1;  // a sample of them tells as much
    std::size_t behind = 0, all = 0;
    for (std::size_t i = 0; i < scene_.spheres.size(); i += stride, ++all)
      if (dot(n, scene_.spheres[i].centre) <= level) ++behind;
    return 2 * behind > all;
  }

  // Beneath the lowest there is, where something stands on the ground: an obstacle says that there is one.
  void collect_shadow() {
    const Bounds& w = job_.scales.window;
    if (!std::isfinite(job_.scales.ground)) return;
    const double level = job_.scales.ground;
    std::vector<ShadowBody> bodies;
    const double size = job_.style.network == Network::none ? 1 : shrunk;
    constexpr double slim = 0.7;  // the ball round a body that is none is larger than its shadow
    bodies.reserve(frame_.bodies.size());
    for (std::size_t i = 0; i < frame_.bodies.size(); ++i) {
      const Vec3 x = wrapped_position(frame_, i);
      const double r = size * frame_.bodies.radius[i];
      bodies.push_back({x[0], x[1], x[2] - level, outline_of(frame_, i) ? slim * r : r});
    }
    GroundShadow shadow = ground_shadow(bodies, w.low, w.high);
    scene_.ground = {local({{shadow.x, shadow.y, level}}),
                     camera_.to_camera({{1, 0, 0}}),
                     camera_.to_camera({{0, 1, 0}}),
                     shadow.cell,
                     shadow.columns,
                     shadow.rows,
                     std::move(shadow.dark)};
  }

  void collect_periods() {
    if (!frame_.domain.periodic()) return;
    for (int a = 0; a < 8; ++a)
      for (int k = 0; k < 3; ++k)
        if ((a >> k & 1) == 0)
          scene_.edges.push_back(
              {local(corner(job_.scales.window, a)), local(corner(job_.scales.window, a | 1 << k)), ink, 0.5, true});
  }

  // Of the bodies whose middle is seen.
  void draw_arrows(const RasterImage& image, int fine) {
    const double length = arrow_length(job_.scales);
    const auto seen = [&](const Vec3& p) {
      const double grow =
          job_.style.perspective ? eye_distance(job_.scales.window) / (eye_distance(job_.scales.window) - p[2]) : 1;
      return std::array{(p[0] * grow + dot(camera_.right, middle_) - job_.scales.low[0]) * panel_.scale,
                        (job_.scales.high[1] - dot(camera_.up, middle_) - p[1] * grow) * panel_.scale};
    };
    for (const RasterSphere& s : scene_.spheres) {
      const auto from = seen(s.centre);
      const int x = static_cast<int>(from[0] * fine), y = static_cast<int>(from[1] * fine);
      if (x < 0 || y < 0 || x >= image.width || y >= image.height ||
          image.bodies[static_cast<std::size_t>(y * image.width + x)] != s.body)
        continue;
      const Vec3 v = embed(frame_.bodies.v(static_cast<std::size_t>(s.body)), 3);
      const auto to = seen(s.centre + length * camera_.to_camera(v));
      if (std::isfinite(to[0] + to[1]))
        draw_arrow(canvas_, from[0], from[1], to[0] - from[0], to[1] - from[1], job_.scales.radius * panel_.scale);
    }
  }

  Canvas& canvas_;
  const PictureJob& job_;
  const Snapshot& frame_;
  const PanelSize& panel_;
  Camera camera_;
  Vec3 middle_;  // the origin of the camera's frame
  std::vector<Colour> colours_;
  std::optional<FlowPlane> plane_;
  std::map<const Mesh*, std::vector<std::vector<Vec3>>> normals_;  // smooth ones of every outline
  RasterScene scene_;
};

void widen(Sheet sheet) {
  double side = std::max(sheet.high[0] - sheet.low[0], sheet.high[1] - sheet.low[1]);
  if (!(side > 0)) side = 1;
  for (const std::size_t k : {0u, 1u}) {
    sheet.low[k] -= margin * side;
    sheet.high[k] += margin * side;
  }
}

}  // namespace

void add_to_sheet(const Snapshot& frame, std::span<const Obstacle> obstacles, const PictureStyle& style,
                  const Bounds& window, std::array<double, 2>& low, std::array<double, 2>& high) {
  const Camera camera(style);
  std::array<double, 2> own_low{1e300, 1e300}, own_high{-1e300, -1e300};
  Sheet own{own_low, own_high};
  const auto add = [&](const Vec3& x, double r) { own.add(dot(camera.right, x), dot(camera.up, x), r); };
  for (std::size_t i = 0; i < frame.bodies.size() && !style.window; ++i)
    if (const Vec3 x = wrapped_position(frame, i); finite(x)) add(x, frame.bodies.radius[i]);
  for (const Vec3& p : fixed_points(frame, style))
    if (!style.window) add(p, 0);
  for (const PlacedMesh& m : place_meshes(obstacles, frame.time, 3, window))
    for (const auto& face : m.mesh.faces)
      for (const Vec3& p : points_of(m.mesh, face))
        if (!style.window) add(p, 0);
  const bool flow = frame.flow && (style.field != FlowQuantity::none || style.streamlines);
  if (frame.domain.periodic() || flow || own_low[0] > own_high[0])
    for (int c = 0; c < 8; ++c) add(corner(window, c), 0);
  widen(own);
  Sheet all{low, high};
  all.add(own_low[0], own_low[1], 0);
  all.add(own_high[0], own_high[1], 0);
}

void window_on_sheet(const PictureStyle& style, const PictureScales& scales, std::array<double, 2>& low,
                     std::array<double, 2>& high) {
  const Camera camera(style);
  const Bounds& window = scales.window;
  const Vec3 m = middle(window);
  const double eye = style.perspective ? eye_distance(window) : std::numeric_limits<double>::infinity();
  Sheet sheet{low, high};
  const auto add = [&](const Vec3& x) {
    const Vec3 p = camera.to_camera(x - m);
    const double grow = std::isfinite(eye) ? eye / (eye - p[2]) : 1;
    sheet.add(p[0] * grow + dot(camera.right, m), p[1] * grow + dot(camera.up, m), 0);
  };
  if (style.perspective) {
    low = {1e300, 1e300};
    high = {-1e300, -1e300};
    for (int c = 0; c < 8; ++c) add(corner(window, c));
    widen(sheet);
  }
  const Bounds& s = scales.shadow;
  if (style.window || !std::isfinite(scales.ground) || !(s.low[0] <= s.high[0])) return;
  for (const double x : {s.low[0], s.high[0]})
    for (const double y : {s.low[1], s.high[1]}) add({{x, y, scales.ground}});
}

bool casts_shadow(const Snapshot& frame, std::span<const Obstacle> obstacles, const PictureStyle& style) {
  return style.shadow && frame.bodies.dimension == 3 && !obstacles.empty() && !frame.domain.periodic(2) &&
         style.elevation > 2;
}

void add_shadows(const Snapshot& frame, const Bounds& window, Bounds& shadow) {
  const double room = shadow_room * std::max(window.high[0] - window.low[0], window.high[1] - window.low[1]);
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
    const Vec3 x = wrapped_position(frame, i);
    const double r = frame.bodies.radius[i], reach = shadow_reach(r, x[2] - window.low[2]);
    for (int k = 0; k < 2 && finite(x); ++k) {
      shadow.low[k] = std::min(shadow.low[k], std::max(x[k] - reach, window.low[k] - room));
      shadow.high[k] = std::max(shadow.high[k], std::min(x[k] + reach, window.high[k] + room));
    }
  }
}

double ground_level(const Snapshot& frame, std::span<const Obstacle> obstacles, const Bounds& window) {
  double low = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
    const Vec3 x = wrapped_position(frame, i);
    const double r = frame.bodies.radius[i];
    if (!finite(x)) continue;
    const Mesh* const outline = outline_of(frame, i);
    if (!outline) low = std::min(low, x[2] - r);
    if (outline && x[2] - r < low)
      for (const Vec3& p : outline->points)
        low = std::min(low, x[2] + r * to_world(orientation_of(frame.bodies, i), p)[2]);
  }
  for (const PlacedMesh& m : place_meshes(obstacles, frame.time, 3, window)) {
    const Bounds b = m.surface->bounds();
    if (finite(b.low) && finite(b.high))
      for (const Vec3& p : m.mesh.points) low = std::min(low, p[2]);
  }
  return std::max(low, window.low[2]);
}

void draw_space(Canvas& canvas, const PictureJob& job, const PanelSize& panel) { Space(canvas, job, panel).draw(); }

}  // namespace floc
