#include <algorithm>
#include <cmath>
#include <numbers>

#include "draw/flow_layer.hpp"
#include "draw/picture_parts.hpp"
#include "output/window.hpp"
#include "parallel/executor.hpp"

namespace floc {
namespace {

// World to sheet: the same scale both ways, y upwards.
struct View {
  Bounds window;
  double scale;
  double x(double wx) const { return (wx - window.low[0]) * scale; }
  double y(double wy) const { return (window.high[1] - wy) * scale; }
};

class Plane {
 public:
  Plane(Canvas& canvas, const PictureJob& job, const PanelSize& panel)
      : job_(job),
        frame_(job.frame),
        style_(job.style),
        panel_(panel),
        view_{job.scales.window, panel.scale},
        canvas_(canvas),
        meshes_(place_meshes(job.obstacles, job.frame.time, 2, view_.window)),
        colours_(body_colours(job)) {}

  void draw() {
    draw_flow();
    for (const PlacedMesh& m : meshes_) shade(m);
    draw_exits();
    draw_bridges();
    for (const PlacedLink& link : place_links(frame_, style_)) draw_link(link);
    for (std::size_t i = 0; i < frame_.bodies.size(); ++i) draw_body(i);
    for (const PlacedMesh& m : meshes_) outline(m);
    draw_network();
    if (style_.arrows) draw_arrows();
    draw_periods();
  }

 private:
  void path_of(const Mesh& mesh, const std::vector<int>& line) {
    cairo_t* c = canvas_.context();
    for (std::size_t k = 0; k < line.size(); ++k) {
      const Vec3& p = mesh.points[static_cast<std::size_t>(line[k])];
      if (k == 0)
        cairo_move_to(c, view_.x(p[0]), view_.y(p[1]));
      else
        cairo_line_to(c, view_.x(p[0]), view_.y(p[1]));
    }
  }
  static bool closed(const Mesh& mesh, const std::vector<int>& line) {
    return line.size() > 2 &&
           mesh.points[static_cast<std::size_t>(line.front())] == mesh.points[static_cast<std::size_t>(line.back())];
  }

  // The colours of a field, a pixel each, then streamlines with an arrow each.
  void draw_flow() {
    if (!frame_.flow || (style_.field == FlowQuantity::none && !style_.streamlines)) return;
    const FlowPlane plane(*frame_.flow, style_);
    if (style_.field != FlowQuantity::none) {
      const int fine = canvas_.vector() ? 2 : 1, columns = fine * static_cast<int>(panel_.width),
                rows = fine * static_cast<int>(panel_.height);
      std::vector<std::uint32_t> pixels(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), 0xffffff);
      Executor executor(style_.threads);
      executor.for_each(
          static_cast<std::size_t>(rows),
          [&](std::size_t row) {
            const double y = view_.window.high[1] - (static_cast<double>(row) + 0.5) / (fine * view_.scale);
            for (int column = 0; column < columns; ++column) {
              const PlanePoint p{view_.window.low[0] + (column + 0.5) / (fine * view_.scale), y};
              if (plane.holds(p))
                pixels[row * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column)] =
                    pixel(flow_colour(job_.scales.flow, plane.value(p)));
            }
          },
          16);
      canvas_.image(0, 0, panel_.width, pixels, columns);
    }
    frame_of_flow(plane);
    const Bounds& w = view_.window;
    cairo_t* c = canvas_.context();
    const double width = std::clamp(0.0011 * style_.size, 0.7, 2.5);
    for (const Streamline& line : plane.lines({w.low[0], w.low[1]}, {w.high[0], w.high[1]})) {
      cairo_new_path(c);
      for (const PlanePoint& p : line.points) cairo_line_to(c, view_.x(p[0]), view_.y(p[1]));
      canvas_.colour(ink, 0.75);
      cairo_set_line_width(c, width);
      cairo_stroke(c);
      const std::size_t middle = line.points.size() / 2;
      const PlanePoint &tip = line.points[middle], &before = line.points[middle > 0 ? middle - 1 : 0];
      const double dx = view_.x(tip[0]) - view_.x(before[0]), dy = view_.y(tip[1]) - view_.y(before[1]),
                   length = std::hypot(dx, dy), head = 4.5 * width;
      if (!(length > 0)) continue;
      const double ex = dx / length, ey = dy / length, x = view_.x(tip[0]), y = view_.y(tip[1]);
      cairo_move_to(c, x + head * ex, y + head * ey);
      cairo_line_to(c, x - head * ex + 0.6 * head * ey, y - head * ey - 0.6 * head * ex);
      cairo_line_to(c, x - head * ex - 0.6 * head * ey, y - head * ey + 0.6 * head * ex);
      cairo_close_path(c);
      cairo_fill(c);
    }
  }

  void frame_of_flow(const FlowPlane& plane) {
    const double x0 = view_.x(plane.low()[0]), x1 = view_.x(plane.high()[0]), y0 = view_.y(plane.low()[1]),
                 y1 = view_.y(plane.high()[1]), width = std::clamp(0.0012 * style_.size, 0.8, 3.0);
    canvas_.colour(ink, 0.6);
    for (int k = 0; k < 2; ++k) {
      if (frame_.flow->periodic[static_cast<std::size_t>(k)]) continue;
      if (k == 0) {
        canvas_.line(x0, y0, x0, y1, width);
        canvas_.line(x1, y0, x1, y1, width);
      } else {
        canvas_.line(x0, y0, x1, y0, width);
        canvas_.line(x0, y1, x1, y1, width);
      }
    }
  }

  static std::uint32_t pixel(Colour colour) {
    const auto byte = [](double part) { return static_cast<std::uint32_t>(std::lround(255 * std::clamp(part, 0.0, 1.0))); };
    return byte(colour.r) << 16 | byte(colour.g) << 8 | byte(colour.b);
  }

  // A solid is filled; a line with the solid on one side gets a soft band on that side.
  void shade(const PlacedMesh& m) {
    const Colour colour = mix(obstacle_colour(job_.obstacles[m.obstacle]), white, 0.55);
    for (const auto& line : m.mesh.lines) {
      if (closed(m.mesh, line)) {
        if (m.surface->concave()) continue;
        path_of(m.mesh, line);
        canvas_.colour(colour);
        cairo_fill(canvas_.context());
        continue;
      }
      shade_line(m, line, colour);
    }
  }

  // The normal of a piece, away from its solid side; zero where it has none or two.
  static Vec3 out_of_solid(const PlacedMesh& m, const Vec3& a, const Vec3& b) {
    const double length = norm(b - a);
    if (!(length > 0)) return {};
    Vec3 n{{-(b[1] - a[1]) / length, (b[0] - a[0]) / length, 0}};
    const Vec3 middle = 0.5 * (a + b);
    if (m.distance(middle + 1e-3 * length * n) < 0) n = -n;
    return m.distance(middle - 1e-3 * length * n) < 0 ? n : Vec3{};
  }

  // A band on the solid side. At a corner the bands of both pieces end at the line between them.
  void shade_line(const PlacedMesh& m, const std::vector<int>& line, Colour colour) {
    const double depth = 0.0117 * style_.size / view_.scale;  // the same part of every picture
    const auto at = [&](std::size_t k) { return m.mesh.points[static_cast<std::size_t>(line[k])]; };
    std::vector<Vec3> normals;
    for (std::size_t k = 0; k + 1 < line.size(); ++k) normals.push_back(out_of_solid(m, at(k), at(k + 1)));
    const bool round = line.size() > 2 && line.front() == line.back();
    const auto corner = [&](const Vec3& n, const Vec3& other) {
      const double both = dot(n, other);
      return norm(other) > 0 && both > -0.8 ? (1 / (1 + both)) * (n + other) : n;
    };
    for (std::size_t k = 0; k < normals.size(); ++k) {
      const Vec3& n = normals[k];
      if (!(norm(n) > 0)) continue;
      const Vec3 before = k > 0 ? normals[k - 1] : round ? normals.back() : normal_of_next_wall(m, at(k));
      const Vec3 after = k + 1 < normals.size() ? normals[k + 1]
                         : round                ? normals.front()
                                                : normal_of_next_wall(m, at(k + 1));
      shade_band(at(k), at(k + 1), at(k) - depth * corner(n, before), at(k + 1) - depth * corner(n, after), depth * n,
                 colour);
    }
  }

  // Of the wall that ends at the same corner; zero where none does.
  Vec3 normal_of_next_wall(const PlacedMesh& m, const Vec3& corner) const {
    for (const PlacedMesh& other : meshes_)
      if (&other != &m && m.surface->plane() && other.surface->plane())
        for (const auto& line : other.mesh.lines)
          for (const int p : {line.front(), line.back()})
            if (norm(other.mesh.points[static_cast<std::size_t>(p)] - corner) * view_.scale < 0.01)
              return other.pose.turn(other.surface->plane()->normal);
    return {};
  }

  void shade_band(const Vec3& a, const Vec3& b, const Vec3& a_far, const Vec3& b_far, const Vec3& across,
                  Colour colour) {
    cairo_t* c = canvas_.context();
    const Vec3 middle = 0.5 * (a + b), far = middle - across;
    cairo_pattern_t* fade =
        cairo_pattern_create_linear(view_.x(middle[0]), view_.y(middle[1]), view_.x(far[0]), view_.y(far[1]));
    cairo_pattern_add_color_stop_rgba(fade, 0, colour.r, colour.g, colour.b, 0.9);
    cairo_pattern_add_color_stop_rgba(fade, 1, colour.r, colour.g, colour.b, 0);
    cairo_set_source(c, fade);
    for (const Vec3& p : {a, b, b_far, a_far}) cairo_line_to(c, view_.x(p[0]), view_.y(p[1]));
    cairo_close_path(c);
    cairo_fill(c);
    cairo_pattern_destroy(fade);
  }

  void outline(const PlacedMesh& m) {
    cairo_set_line_width(canvas_.context(), std::clamp(0.0025 * style_.size, 1.5, 6.0));
    canvas_.colour(obstacle_colour(job_.obstacles[m.obstacle]));
    for (const auto& line : m.mesh.lines) {
      path_of(m.mesh, line);
      cairo_stroke(canvas_.context());
    }
  }

  void draw_link(const PlacedLink& link) {
    canvas_.colour(mix(colours_[link.first], black, link.darker));
    for_each_image(link.from, norm(link.along), [&](double px, double py) {
      canvas_.line(view_.x(px), view_.y(py), view_.x(px + link.along[0]), view_.y(py + link.along[1]),
                   link.width * view_.scale);
    });
  }

  void draw_exits() {
    const double width = std::clamp(0.005 * style_.size, 3.0, 12.0);
    for (const Exit& exit : style_.exits)
      for (const Line& l : exit.lines) {
        canvas_.colour(exit_colour);
        canvas_.line(view_.x(l.a[0]), view_.y(l.a[1]), view_.x(l.b[0]), view_.y(l.b[1]), width);
      }
  }

  // Beneath the grains: what shows between them is the liquid.
  void draw_bridges() {
    canvas_.colour(liquid_colour);
    cairo_set_line_cap(canvas_.context(), CAIRO_LINE_CAP_BUTT);
    for (const PairLine& b : bridge_lines(frame_, job_.obstacles)) {
      const PairLine::Neck neck = b.neck();
      const Vec3 along = neck.to - neck.from;
      for_each_image(neck.from, neck.width + norm(along), [&](double px, double py) {
        canvas_.line(view_.x(px), view_.y(py), view_.x(px + along[0]), view_.y(py + along[1]),
                     neck.width * view_.scale);
      });
    }
    cairo_set_line_cap(canvas_.context(), CAIRO_LINE_CAP_ROUND);
  }

  // Also the periodic images that reach into the window.
  void draw_body(std::size_t i) {
    const Vec3 x = wrapped_position(frame_, i);
    const double r = frame_.bodies.radius[i];
    if (!std::isfinite(x[0]) || !std::isfinite(x[1])) return;
    const bool faint = style_.network != Network::none;
    const Colour colour = faint ? mix(colours_[i], white, 0.55) : colours_[i];
    // Thousands of gradients make an SVG too heavy to open.
    const bool flat = canvas_.vector() && frame_.bodies.size() > 3000;
    const Mesh* const outline = outline_of(frame_, i);
    for_each_image(x, r, [&](double px, double py) {
      if (outline) return draw_outline(*outline, i, {{px, py, 0}}, r, colour);
      if (flat) {
        canvas_.disc(view_.x(px), view_.y(py), r * view_.scale);
        canvas_.colour(colour);
        cairo_fill(canvas_.context());
      } else {
        canvas_.shaded_disc(view_.x(px), view_.y(py), r * view_.scale, colour, faint ? 0.15 : 0.4);
      }
      if (marked(job_, r * view_.scale)) draw_mark(i, view_.x(px), view_.y(py), r * view_.scale);
    });
  }

  // Filled, with a darker rim.
  void draw_outline(const Mesh& mesh, std::size_t i, const Vec3& at, double r, Colour colour) {
    cairo_t* c = canvas_.context();
    const double angle = frame_.bodies.orientation[i], cosine = r * std::cos(angle), sine = r * std::sin(angle);
    if (!std::isfinite(angle)) return;
    cairo_new_path(c);
    for (const auto& line : mesh.lines) {
      for (const int k : line) {
        const Vec3& p = mesh.points[static_cast<std::size_t>(k)];
        cairo_line_to(c, view_.x(at[0] + cosine * p[0] - sine * p[1]), view_.y(at[1] + sine * p[0] + cosine * p[1]));
      }
      cairo_close_path(c);
    }
    canvas_.colour(colour);
    cairo_fill_preserve(c);
    canvas_.colour(mix(colour, black, 0.35));
    cairo_set_line_width(c, std::clamp(0.05 * r * view_.scale, 0.4, 2.0));
    cairo_stroke(c);
  }

  // The half of a disc at the left of its own x axis is of another shade; the rim is left free.
  void draw_mark(std::size_t i, double x, double y, double r) {
    const double angle = frame_.bodies.orientation[i];
    if (!std::isfinite(angle)) return;
    cairo_t* c = canvas_.context();
    const double turned = -std::remainder(angle, 2 * std::numbers::pi);  // the sheet's y goes down
    cairo_new_path(c);
    cairo_arc_negative(c, x, y, 0.86 * r, turned, turned - std::numbers::pi);
    cairo_close_path(c);
    canvas_.colour(mark_colour(colours_[i]), 0.9);
    cairo_fill(c);
  }

  template <class F>
  void for_each_image(const Vec3& x, double r, F&& f) const {
    const auto shifts = [&](int k) { return frame_.domain.periodic(k) ? 1 : 0; };
    for (int a = -shifts(0); a <= shifts(0); ++a)
      for (int b = -shifts(1); b <= shifts(1); ++b) {
        const double px = x[0] + a * frame_.domain.period[0], py = x[1] + b * frame_.domain.period[1];
        if (px + r > view_.window.low[0] && px - r < view_.window.high[0] && py + r > view_.window.low[1] &&
            py - r < view_.window.high[1])
          f(px, py);
      }
  }

  // From centre to centre, or to the point of contact with an obstacle.
  void draw_network() {
    for (const Tube& tube : network_tubes(job_)) {
      canvas_.colour(tube.colour);
      cairo_set_line_cap(canvas_.context(), tube.second < 0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
      for_each_image(wrapped_position(frame_, tube.first), norm(tube.along), [&](double px, double py) {
        canvas_.line(view_.x(px), view_.y(py), view_.x(px + tube.along[0]), view_.y(py + tube.along[1]),
                     tube.width * view_.scale);
      });
    }
    cairo_set_line_cap(canvas_.context(), CAIRO_LINE_CAP_ROUND);
  }

  void draw_arrows() {
    const double length = arrow_length(job_.scales);
    for (std::size_t i = 0; i < frame_.bodies.size(); ++i) {
      const double* v = frame_.bodies.v(i);
      const double dx = length * v[0], dy = length * v[1];
      const Vec3 x = wrapped_position(frame_, i);
      if (!std::isfinite(dx + dy + x[0] + x[1])) continue;
      for_each_image(x, frame_.bodies.radius[i], [&](double px, double py) {
        draw_arrow(canvas_, view_.x(px), view_.y(py), dx * view_.scale, -dy * view_.scale,
                   job_.scales.radius * view_.scale);
      });
    }
  }

  void draw_periods() {
    cairo_t* c = canvas_.context();
    const double dash[] = {8, 6};
    cairo_save(c);
    cairo_set_dash(c, dash, 2, 0);
    canvas_.colour(ink, 0.45);
    for (int k = 0; k < 2; ++k) {
      if (!frame_.domain.periodic(k)) continue;
      const auto u = static_cast<std::size_t>(k);
      for (const double at : {frame_.domain.origin[u], frame_.domain.origin[u] + frame_.domain.period[u]}) {
        if (k == 0)
          canvas_.line(view_.x(at), 0, view_.x(at), panel_.height, 1.2);
        else
          canvas_.line(0, view_.y(at), panel_.width, view_.y(at), 1.2);
      }
    }
    cairo_restore(c);
  }

  const PictureJob& job_;
  const Snapshot& frame_;
  const PictureStyle& style_;
  const PanelSize& panel_;
  View view_;
  Canvas& canvas_;
  std::vector<PlacedMesh> meshes_;
  std::vector<Colour> colours_;
};

}  // namespace

void draw_plane(Canvas& canvas, const PictureJob& job, const PanelSize& panel) { Plane(canvas, job, panel).draw(); }

}  // namespace floc
