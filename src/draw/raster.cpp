#include "draw/raster.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "draw/raster_shapes.hpp"

namespace floc {
namespace {

using namespace raster;

constexpr int rays = 12;  // of the occlusion, a sample
constexpr float nothing = -std::numeric_limits<float>::infinity();
const Vec3 light = (1 / norm(Vec3{{-0.42, 0.62, 0.66}})) * Vec3{{-0.42, 0.62, 0.66}};

class Renderer {
 public:
  Renderer(const RasterScene& scene, const RasterCamera& camera, int width, int height)
      : scene_(scene),
        grid_(camera, width, height),
        columns_((grid_.width() + tile - 1) / tile),
        rows_((grid_.height() + tile - 1) / tile),
        order_(near_first(scene.spheres)),
        solid_(polygons(scene.solid, grid_)),
        translucent_(polygons(scene.translucent, grid_)),
        depth_(static_cast<std::size_t>(grid_.width()) * static_cast<std::size_t>(grid_.height()), nothing),
        seen_(depth_.size(), -1),
        image_{width, height, {}, {}} {
    image_.pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    image_.bodies.resize(image_.pixels.size(), -1);
    set_rays(scene.near_shadow, scene.far_shadow);
  }

  RasterImage draw(Executor& executor) {
    const auto tiles = static_cast<std::size_t>(columns_ * rows_);
    const Bins spheres(order_.size(), columns_, rows_, [&](std::size_t k) {
      const RasterSphere& s = scene_.spheres[order_[k]];
      return grid_.box(s.centre, s.radius);
    });
    const Bins tubes(scene_.tubes.size(), columns_, rows_, [&](std::size_t k) { return box_of(scene_.tubes[k]); });
    const Bins solid(solid_.size(), columns_, rows_, [&](std::size_t k) { return solid_[k].box; });
    executor.for_each(
        tiles,
        [&](std::size_t t) {
          const Box area = area_of(t);
          cover_with_spheres(area, spheres.of(t));
          cover_with_tubes(area, tubes.of(t));
          cover_with_faces(area, solid.of(t));
        },
        1);
    const Bins translucent(translucent_.size(), columns_, rows_, [&](std::size_t k) { return translucent_[k].box; });
    const Bins edges(scene_.edges.size(), columns_, rows_, [&](std::size_t k) { return box_of(scene_.edges[k]); });
    find_range();
    executor.for_each(
        tiles, [&](std::size_t t) { shade(area_of(t), translucent.of(t), edges.of(t)); }, 1);
    return std::move(image_);
  }

 private:
  using Light = std::array<float, 3>;

  static std::vector<std::uint32_t> near_first(const std::vector<RasterSphere>& spheres) {
    std::vector<std::uint32_t> order(spheres.size());
    std::iota(order.begin(), order.end(), 0u);
    std::vector<double> front(spheres.size());
    for (std::size_t i = 0; i < spheres.size(); ++i) front[i] = spheres[i].centre[2] + spheres[i].radius;
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return front[a] > front[b]; });
    return order;
  }
  static std::vector<Polygon> polygons(const std::vector<RasterFace>& faces, const Grid& grid) {
    std::vector<Polygon> all;
    for (const RasterFace& face : faces) all.emplace_back(face, grid);
    return all;
  }

  Box area_of(std::size_t t) const {
    const int x = static_cast<int>(t) % columns_ * tile, y = static_cast<int>(t) / columns_ * tile;
    return Box{x, y, x + tile, y + tile}.cut(grid_.all());
  }
  Box box_of(const RasterTube& tube) const {
    const Box a = grid_.box(tube.from, tube.radius), b = grid_.box(tube.to, tube.radius);
    if (a.empty() || b.empty())
      return grid_.box(0.5 * (tube.from + tube.to), 0.5 * norm(tube.to - tube.from) + tube.radius);
    return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
  }
  Box box_of(const RasterEdge& edge) const {
    const auto a = grid_.seen(edge.from), b = grid_.seen(edge.to);
    const auto at = [](double v) { return static_cast<int>(std::clamp(v, -1e6, 1e6)); };
    return Box{at(std::min(a[0], b[0])) - 3, at(std::min(a[1], b[1])) - 3, at(std::max(a[0], b[0])) + 4,
               at(std::max(a[1], b[1])) + 4}
        .cut(grid_.all());
  }
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(grid_.width()) + static_cast<std::size_t>(x);
  }
  void put(std::size_t at, double z, std::size_t thing) {
    if (const auto depth = static_cast<float>(z); depth > depth_[at]) {
      depth_[at] = depth;
      seen_[at] = static_cast<std::int32_t>(thing);
    }
  }

  // Near ones come first: when the tile is full, what lies behind its deepest sample is not looked at.
  void cover_with_spheres(const Box& area, std::span<const std::uint32_t> items) {
    constexpr std::size_t patience = 64;  // spheres between two looks at the tile
    for (std::size_t n = 0; n < items.size(); ++n) {
      const std::uint32_t which = order_[items[n]];
      const RasterSphere& s = scene_.spheres[which];
      if (n % patience == patience - 1 && s.centre[2] + s.radius < deepest(area)) return;
      const Box b = grid_.box(s.centre, s.radius).cut(area);
      for (int y = b.y0; y < b.y1; ++y) {
        if (grid_.perspective()) {
          for (int x = b.x0; x < b.x1; ++x)
            if (const auto t = hit(grid_.ray(x, y), s.centre, s.radius)) put(index(x, y), grid_.depth(*t), which);
          continue;
        }
        const double dy = grid_.y(y) - s.centre[1], room = s.radius * s.radius - dy * dy;
        for (int x = b.x0; x < b.x1; ++x) {
          const double dx = grid_.x(x) - s.centre[0], up2 = room - dx * dx;
          if (up2 > 0) put(index(x, y), s.centre[2] + std::sqrt(up2), which);
        }
      }
    }
  }
  float deepest(const Box& area) const {
    float low = std::numeric_limits<float>::infinity();
    for (int y = area.y0; y < area.y1; ++y)
      for (int x = area.x0; x < area.x1; ++x) low = std::min(low, depth_[index(x, y)]);
    return low;
  }
  void cover_with_tubes(const Box& area, std::span<const std::uint32_t> items) {
    for (const std::uint32_t k : items) {
      const Box b = box_of(scene_.tubes[k]).cut(area);
      for (int y = b.y0; y < b.y1; ++y)
        for (int x = b.x0; x < b.x1; ++x)
          if (const auto t = hit(grid_.ray(x, y), scene_.tubes[k]))
            put(index(x, y), grid_.depth(*t), scene_.spheres.size() + k);
    }
  }
  void cover_with_faces(const Box& area, std::span<const std::uint32_t> items) {
    for (const std::uint32_t k : items)
      for_face(solid_[k], area,
               [&](std::size_t at, double z) { put(at, z, scene_.spheres.size() + scene_.tubes.size() + k); });
  }
  template <class F>
  void for_face(const Polygon& polygon, const Box& area, F&& f) const {
    const Box b = polygon.box.cut(area);
    for (int y = b.y0; y < b.y1; ++y)
      for (int x = b.x0; x < b.x1; ++x)
        if (polygon.holds(x + 0.5, y + 0.5))
          if (const auto t = polygon.hit(grid_.ray(x, y))) f(index(x, y), grid_.depth(*t));
  }

  void find_range() {
    low_ = std::numeric_limits<float>::infinity(), high_ = nothing;
    for (const float z : depth_)
      if (z > nothing) low_ = std::min(low_, z), high_ = std::max(high_, z);
    if (!(high_ > low_)) low_ = high_ - 1;
  }

  // Where occlusion looks: on a spiral, half of it near and half far; neighbours look in other directions,
  // which the mean over a pixel brings together.
  void set_rays(double near, double far) {
    for (std::size_t turn = 0; turn < 4; ++turn)
      for (std::size_t k = 0; k < rays; ++k) {
        const double angle =
            std::numbers::pi * ((3 - std::sqrt(5.0)) * static_cast<double>(k) + 0.125 * static_cast<double>(turn));
        reach_[k] = k % 2 == 0 ? near : far;
        const double part = (static_cast<double>(k / 2) + 0.4 + 0.15 * static_cast<double>(turn)) / (rays / 2);
        const double r = std::max(part * reach_[k] / grid_.step(), 1.0);
        look_[turn][k] = {static_cast<int>(std::lround(r * std::cos(angle))),
                          static_cast<int>(std::lround(r * std::sin(angle)))};
      }
  }
  double ambient(int x, int y, const Vec3& p, const Vec3& normal) const {
    const auto& look = look_[static_cast<std::size_t>((x & 1) + 2 * (y & 1))];
    double hidden = 0;
    for (std::size_t k = 0; k < rays; ++k) {
      const int qx = x + look[k][0], qy = y + look[k][1];
      if (qx < 0 || qy < 0 || qx >= grid_.width() || qy >= grid_.height()) continue;
      const float z = depth_[index(qx, qy)];
      if (z == nothing) continue;
      const Vec3 to = grid_.point(qx, qy, z) - p;
      const double up = dot(to, normal), d2 = dot(to, to), fade = 1 - d2 / (4 * reach_[k] * reach_[k]);
      if (up > 0 && fade > 0) hidden += std::max(up / std::sqrt(d2) - 0.08, 0.0) * fade;
    }
    return std::max(1 - 2.1 * hidden / rays, 0.0);
  }

  // Colour and normal of what is seen at a sample.
  std::pair<Colour, Vec3> thing(std::size_t k, const Vec3& p) const {
    if (k < scene_.spheres.size()) {
      const RasterSphere& s = scene_.spheres[k];
      const Vec3 n = (1 / s.radius) * (p - s.centre);
      const bool shaded = !scene_.segments.empty() && dot(scene_.segments[k].u, n) * dot(scene_.segments[k].v, n) > 0;
      return {shaded ? mark_colour(s.colour) : s.colour, n};
    }
    k -= scene_.spheres.size();
    if (k < scene_.tubes.size()) return {scene_.tubes[k].colour, normal_on(scene_.tubes[k], p)};
    k -= scene_.tubes.size();
    const RasterFace& face = scene_.solid[k];
    Vec3 n = face.normal            ? face.normal(p)
             : face.normals.empty() ? solid_[k].normal
                                    : normal_between(face, solid_[k].normal, p);
    if (dot(n, grid_.to_eye(p)) < 0) n = -n;
    return {face.colour, n};
  }

  // From 0 at the edges of the picture to 1, so that a shadow that goes on beyond them has no edge there.
  float near_edge(int x, int y) const {
    const int to = std::min(std::min(x, grid_.width() - 1 - x), std::min(y, grid_.height() - 1 - y));
    const float room = 0.07f * static_cast<float>(std::min(grid_.width(), grid_.height()));
    const float t = std::min((static_cast<float>(to) + 0.5f) / room, 1.0f);
    return t * t * (3 - 2 * t);
  }

  // White paper, and the shadow on it.
  Light ground(int x, int y) const {
    const RasterGround& g = scene_.ground;
    if (g.columns < 2 || g.rows < 2) return {1, 1, 1};
    const Ray ray = grid_.ray(x, y);
    const Vec3 normal = cross(g.x, g.y);
    const double down = dot(normal, ray.along), t = dot(normal, g.corner - ray.start) / down;
    if (!(down < 0) || !std::isfinite(t)) return {1, 1, 1};
    const Vec3 p = ray.start + t * ray.along - g.corner;
    const double u = dot(p, g.x) / g.cell - 0.5, v = dot(p, g.y) / g.cell - 0.5;
    if (!(u >= 0 && v >= 0 && u < g.columns - 1 && v < g.rows - 1)) return {1, 1, 1};
    const auto i = static_cast<std::size_t>(u), j = static_cast<std::size_t>(v);
    const auto fu = static_cast<float>(u - static_cast<double>(i)), fv = static_cast<float>(v - static_cast<double>(j));
    const float* row = g.dark.data() + j * static_cast<std::size_t>(g.columns) + i;
    const float* next = row + g.columns;
    const float dark = (1 - fv) * ((1 - fu) * row[0] + fu * row[1]) + fv * ((1 - fu) * next[0] + fu * next[1]);
    const float d = dark * near_edge(x, y);
    return {1 - 0.38f * d, 1 - 0.36f * d, 1 - 0.32f * d};
  }

  Light lit(int x, int y) const {
    const std::size_t at = index(x, y);
    if (seen_[at] < 0) return ground(x, y);
    const Vec3 p = grid_.point(x, y, depth_[at]);
    const std::size_t round = scene_.spheres.size() + scene_.tubes.size();
    if (const auto k = static_cast<std::size_t>(seen_[at]); k >= round && scene_.solid[k - round].paint) {
      const Colour c = scene_.solid[k - round].paint(p);
      return {static_cast<float>(c.r), static_cast<float>(c.g), static_cast<float>(c.b)};
    }
    const auto [colour, normal] = thing(static_cast<std::size_t>(seen_[at]), p);
    const double open = ambient(x, y, p, normal), facing = std::max(dot(normal, light), 0.0);
    const double bright = 0.52 * open + 0.62 * facing * (0.4 + 0.6 * open);
    const double spark = 0.18 * std::pow(std::max(2 * facing * normal[2] - light[2], 0.0), 20) * open;
    // What is dark has no shades to show: the sky in it tells its form.
    const double murky = std::max(1 - 2.5 * (0.30 * colour.r + 0.59 * colour.g + 0.11 * colour.b), 0.0);
    const double sky = murky * open * (0.16 * facing * facing + 0.05 * (1 + normal[1]));
    const double far = scene_.haze * (high_ - depth_[at]) / (high_ - low_);
    const auto channel = [&](double c) {
      return static_cast<float>(std::min(c * bright + spark + sky, 1.0) * (1 - far) + far);
    };
    return {channel(colour.r), channel(colour.g), channel(colour.b)};
  }

  static void blend(Light& under, Colour colour, double opacity) {
    const auto a = static_cast<float>(opacity);
    under[0] += a * (static_cast<float>(colour.r) - under[0]);
    under[1] += a * (static_cast<float>(colour.g) - under[1]);
    under[2] += a * (static_cast<float>(colour.b) - under[2]);
  }

  void shade(const Box& area, std::span<const std::uint32_t> faces, std::span<const std::uint32_t> edges) {
    const auto wide = static_cast<std::size_t>(area.x1 - area.x0);
    std::vector<Light> lights(wide * static_cast<std::size_t>(area.y1 - area.y0));
    const auto local = [&](int x, int y) {
      return static_cast<std::size_t>(y - area.y0) * wide + static_cast<std::size_t>(x - area.x0);
    };
    for (int y = area.y0; y < area.y1; ++y)
      for (int x = area.x0; x < area.x1; ++x) lights[local(x, y)] = lit(x, y);
    for (const std::uint32_t k : faces) {
      const RasterFace& face = scene_.translucent[k];
      for_face(translucent_[k], area, [&](std::size_t at, double z) {
        const int x = static_cast<int>(at % static_cast<std::size_t>(grid_.width()));
        const int y = static_cast<int>(at / static_cast<std::size_t>(grid_.width()));
        if (z > depth_[at]) blend(lights[local(x, y)], face.colour, face.opacity);
      });
    }
    for (const std::uint32_t k : edges)
      for_edge(scene_.edges[k], area, [&](int x, int y, double z, double cover) {
        if (z > depth_[index(x, y)])
          blend(lights[local(x, y)], scene_.edges[k].colour, cover * scene_.edges[k].opacity);
      });
    for (int y = area.y0; y < area.y1; y += samples_a_side)
      for (int x = area.x0; x < area.x1; x += samples_a_side) {
        Light sum{};
        for (const int at : {0, 1, 2, 3}) {
          const Light& l = lights[local(x + (at & 1), y + (at >> 1))];
          for (std::size_t c = 0; c < 3; ++c) sum[c] += l[c];
        }
        std::uint32_t pixel = 0;
        for (const float c : sum) pixel = pixel << 8 | static_cast<std::uint32_t>(std::lround(255 * 0.25f * c));
        const std::size_t to = static_cast<std::size_t>(y / samples_a_side) * static_cast<std::size_t>(image_.width) +
                               static_cast<std::size_t>(x / samples_a_side);
        image_.pixels[to] = pixel;
        if (const std::int32_t s = seen_[index(x, y)]; s >= 0 && static_cast<std::size_t>(s) < scene_.spheres.size())
          image_.bodies[to] = scene_.spheres[static_cast<std::size_t>(s)].body;
      }
  }

  // A line of constant width on the sheet, a little before the things that it lies on.
  template <class F>
  void for_edge(const RasterEdge& edge, const Box& area, F&& f) const {
    const auto a = grid_.seen(edge.from), b = grid_.seen(edge.to);
    const double dx = b[0] - a[0], dy = b[1] - a[1], length = std::hypot(dx, dy);
    if (!(length > 0)) return;
    const double half = 0.6 * samples_a_side, lift = 2 * grid_.step();
    const Box box = box_of(edge).cut(area);
    for (int y = box.y0; y < box.y1; ++y)
      for (int x = box.x0; x < box.x1; ++x) {
        const double px = x + 0.5 - a[0], py = y + 0.5 - a[1];
        const double s = std::clamp((px * dx + py * dy) / (length * length), 0.0, 1.0);
        const double cover = half + 0.5 - std::hypot(px - s * dx, py - s * dy);
        if (cover <= 0) continue;
        if (edge.dashed && std::fmod(s * length, 11.0 * samples_a_side) > 6.0 * samples_a_side) continue;
        f(x, y, depth_along(edge, s) + lift, std::min(cover, 1.0));
      }
  }
  // In perspective the inverse distance from the eye is linear on the sheet.
  double depth_along(const RasterEdge& edge, double s) const {
    if (!grid_.perspective()) return edge.from[2] + s * (edge.to[2] - edge.from[2]);
    const double top = grid_.depth(0), from = 1 / (top - edge.from[2]), to = 1 / (top - edge.to[2]);
    return top - 1 / (from + s * (to - from));
  }

  const RasterScene& scene_;
  Grid grid_;
  int columns_, rows_;  // of tiles
  std::vector<std::uint32_t> order_;
  std::vector<Polygon> solid_, translucent_;
  std::vector<float> depth_;
  std::vector<std::int32_t> seen_;  // spheres, then tubes, then solid faces
  RasterImage image_;
  float low_ = 0, high_ = 1;
  std::array<std::array<std::array<int, 2>, rays>, 4> look_{};
  std::array<double, rays> reach_{};
};

}  // namespace

RasterImage render(const RasterScene& scene, const RasterCamera& camera, int width, int height, Executor& executor) {
  return Renderer(scene, camera, width, height).draw(executor);
}

}  // namespace floc
