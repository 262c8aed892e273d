#include "draw/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "draw/picture_parts.hpp"
#include "output/window.hpp"

namespace floc {
namespace {

void check(const PictureStyle& style, const std::string& path) {
  if (style.size < 16) throw Error(path + ": a picture needs at least 16 pixels");
}

void draw_panel(Canvas& canvas, double x, double y, const PictureJob& job, const PanelSize& panel) {
  cairo_t* c = canvas.context();
  cairo_save(c);
  cairo_translate(c, x, y);
  cairo_rectangle(c, 0, 0, panel.width, panel.height);
  cairo_clip(c);
  switch (job.frame.bodies.dimension) {
    case 1: draw_line(canvas, job, panel); break;
    case 2: draw_plane(canvas, job, panel); break;
    default: draw_space(canvas, job, panel); break;
  }
  cairo_restore(c);
}

// The time stands below each picture, so that it hides nothing of it, and at its left a length to compare with.
struct TimeStrip {
  double text, height;  // of the letters, and of all; 0: there is none
  bool time, bar;

  // On a sheet, which is seen smaller, the letters are larger. A narrow picture has room for small ones only.
  TimeStrip(const PictureStyle& style, const PanelSize& panel, int dimension, bool sheet)
      : text(std::min(std::clamp((sheet ? 0.022 : 0.016) * std::max(panel.width, panel.height), 8.0, 40.0),
                      panel.width / 9)),
        time(style.time_stamp),
        bar(style.scale_bar && dimension > 1) {
    height = time || bar ? std::ceil(3 * text) : 0;
  }

  void draw(Canvas& canvas, double x, double y, double now, const PanelSize& panel) const {
    const double line = y + panel.height + 1.9 * text;
    canvas.colour(ink);
    if (time) canvas.words(x + 0.5 * panel.width, line, {1.25 * text}, Canvas::time_text(now), 0.5);
    if (!bar) return;
    const double length = round_down(0.2 * panel.width / panel.scale), wide = length * panel.scale;
    const double left = x + 0.5 * text, middle = line - 0.45 * text, thin = 0.16 * text;
    canvas.line(left, middle, left + wide, middle, thin);
    for (const double end : {left, left + wide})
      canvas.line(end, middle - 0.35 * text, end, middle + 0.35 * text, thin);
    canvas.words(left + wide + 0.6 * text, line, {1.25 * text}, fmt::format("{:.3g} m", length));
  }
};

// Rows as full as can be: up to four side by side, otherwise three or four.
int columns_for(int frames) {
  if (frames <= 4) return frames;
  return frames % 4 == 0 || frames % 3 != 0 ? 4 : 3;
}

PictureScales scales_for(std::span<const Snapshot> frames, std::span<const Obstacle> obstacles,
                         const PictureStyle& style) {
  PictureSurvey survey(obstacles, style);
  for (const Snapshot& frame : frames) survey.add(frame);
  return survey.scales();
}

}  // namespace

PanelSize panel_size(int dimension, const PictureStyle& style, const PictureScales& scales) {
  const Bounds& w = scales.window;
  if (dimension == 1) {
    const double block = std::clamp(0.06 * style.size, 12.0, 90.0);  // height of a block
    return {static_cast<double>(style.size), std::ceil(3.7 * block), style.size / (w.high[0] - w.low[0])};
  }
  const bool space = dimension == 3;
  const double wide = space ? scales.high[0] - scales.low[0] : w.high[0] - w.low[0];
  const double high = space ? scales.high[1] - scales.low[1] : w.high[1] - w.low[1];
  const double scale = style.size / std::max(wide, high);
  return {std::ceil(wide * scale), std::ceil(high * scale), scale};
}

void draw_picture(const Snapshot& frame, std::span<const Obstacle> obstacles, const PictureStyle& style,
                  const std::string& path) {
  draw_sheet({&frame, 1}, obstacles, style, path);
}

void draw_sheet(std::span<const Snapshot> frames, std::span<const Obstacle> obstacles, const PictureStyle& style,
                const std::string& path) {
  check(style, path);
  if (frames.empty()) throw Error(path + ": a sheet needs a frame");
  const PictureScales scales = scales_for(frames, obstacles, style);
  const int dimension = frames[0].bodies.dimension, count = static_cast<int>(frames.size());
  const PanelSize panel = panel_size(dimension, style, scales);
  const PictureKey key(style, scales, dimension, frames[0].groups, panel);
  const TimeStrip strip(style, panel, dimension, count > 1);
  const int columns = columns_for(count), rows = (count + columns - 1) / columns;
  const double gap = std::ceil(1.2 * strip.text), before_key = count > 1 && key.width() > 0 ? gap : 0;
  const double step = panel.height + std::max(strip.height, gap), last = panel.height + strip.height;
  const double width = columns * panel.width + (columns - 1) * gap + before_key;
  const double height = std::max((rows - 1) * step + last, key.height());
  Canvas canvas(path, width + key.width(), height);
  for (int k = 0; k < count; ++k) {
    const double x = k % columns * (panel.width + gap), y = k / columns * step;
    const Snapshot& frame = frames[static_cast<std::size_t>(k)];
    draw_panel(canvas, x, y, {frame, obstacles, style, scales}, panel);
    strip.draw(canvas, x, y, frame.time, panel);
  }
  key.draw(canvas, width, height);
  canvas.save();
}

Image draw_image(const Snapshot& frame, std::span<const Obstacle> obstacles, const PictureStyle& style,
                 const PictureScales& scales) {
  check(style, "a picture of a movie");
  const PanelSize panel = panel_size(frame.bodies.dimension, style, scales);
  const PictureKey key(style, scales, frame.bodies.dimension, frame.groups, panel);
  const TimeStrip strip(style, panel, frame.bodies.dimension, false);
  const auto even = [](double length) { return 2 * std::ceil(0.5 * length); };
  Canvas canvas(even(panel.width + key.width()), even(std::max(panel.height + strip.height, key.height())));
  draw_panel(canvas, 0, 0, {frame, obstacles, style, scales}, panel);
  strip.draw(canvas, 0, 0, frame.time, panel);
  key.draw(canvas, panel.width, canvas.height());
  return {static_cast<int>(canvas.width()), static_cast<int>(canvas.height()), canvas.rgb()};
}

bool marked(const PictureJob& job, double radius) {
  constexpr double smallest = 5;
  return job.style.marks && job.frame.bodies.turning && job.style.network == Network::none && radius >= smallest;
}

namespace {

// A body of any shape has ropes and pins that are thin next to the ball round it.
double line_width(const Snapshot& frame, std::size_t i) {
  return (outline_of(frame, i) ? 0.1 : 0.7) * frame.bodies.radius[i];
}

bool whole(const Snapshot& frame, std::size_t joint) { return joint >= frame.broken.size() || !frame.broken[joint]; }

void place_joint(const Snapshot& frame, const Joint& joint, std::vector<PlacedLink>& placed) {
  const Bodies& b = frame.bodies;
  const auto i = b.find(joint.first), j = b.find(joint.second);
  const bool world = joint.second == Joint::world;
  if (!i || (!world && !j)) return;
  const auto centre = [&](std::size_t k) { return embed(b.x(k), b.dimension); };
  const auto point = [&](std::size_t k, const Vec3& own) {
    return centre(k) + (b.turning ? to_world(orientation_of(b, k), own) : own);
  };
  std::vector<Vec3> way{point(*i, joint.point_first), world ? joint.point_second : point(*j, joint.point_second)};
  if (joint.kind != JointKind::distance) {
    way.insert(way.begin(), centre(*i));
    if (!world) way.push_back(centre(*j));
  }
  const double width = world ? line_width(frame, *i) : std::min(line_width(frame, *i), line_width(frame, *j));
  Vec3 from = way[0] + wrapped_position(frame, *i) - centre(*i);
  for (std::size_t k = 0; k + 1 < way.size(); ++k) {
    Vec3 along = way[k + 1] - way[k];
    if (!world) along = frame.domain.nearest_image(along);
    if (std::isfinite(dot(along, along) + dot(from, from)) && norm(along) > 0)
      placed.push_back({*i, from, along, width, outline_of(frame, *i) ? 0.6 : 0.35});
    from += along;
  }
}

}  // namespace

std::vector<PlacedLink> place_links(const Snapshot& frame, const PictureStyle& style) {
  std::vector<PlacedLink> placed;
  for (std::size_t k = 0; k < style.joints.size(); ++k)
    if (whole(frame, k)) place_joint(frame, style.joints[k], placed);
  for (const auto& [a, b] : style.links) {
    const auto i = frame.bodies.find(a), j = frame.bodies.find(b);
    if (!i || !j) continue;
    const int d = frame.bodies.dimension;
    const Vec3 along = frame.domain.nearest_image(embed(frame.bodies.x(*j), d) - embed(frame.bodies.x(*i), d));
    if (std::isfinite(dot(along, along)))
      placed.push_back({*i, wrapped_position(frame, *i), along,
                        0.7 * std::min(frame.bodies.radius[*i], frame.bodies.radius[*j]), 0.35});
  }
  return placed;
}

std::vector<Vec3> fixed_points(const Snapshot& frame, const PictureStyle& style) {
  std::vector<Vec3> points;
  for (std::size_t k = 0; k < style.joints.size(); ++k) {
    const Joint& joint = style.joints[k];
    if (joint.second == Joint::world && whole(frame, k) && frame.bodies.find(joint.first))
      points.push_back(joint.point_second);
  }
  return points;
}

// With a light rim, so that it is seen on dark bodies. The head is smaller on a short arrow.
void draw_arrow(Canvas& canvas, double x, double y, double dx, double dy, double size) {
  const double length = std::hypot(dx, dy), width = std::clamp(0.16 * size, 0.8, 4.0);
  if (!(length > 2 * width)) return;
  const double head = std::min(0.6 * length, 4 * width);
  const double ex = dx / length, ey = dy / length, tx = x + dx, ty = y + dy;
  cairo_t* c = canvas.context();
  const auto shape = [&](Colour colour, double rim) {
    canvas.colour(colour);
    canvas.line(x, y, tx - 0.8 * head * ex, ty - 0.8 * head * ey, width + rim);
    cairo_move_to(c, tx, ty);
    cairo_line_to(c, tx - head * ex + 0.45 * head * ey, ty - head * ey - 0.45 * head * ex);
    cairo_line_to(c, tx - head * ex - 0.45 * head * ey, ty - head * ey + 0.45 * head * ex);
    cairo_close_path(c);
    if (rim > 0) {
      cairo_set_line_width(c, rim);
      cairo_stroke_preserve(c);
    }
    cairo_fill(c);
  };
  shape(white, width);
  shape(ink, 0);
}

Colour obstacle_colour(const Obstacle& obstacle) { return parse_colour(obstacle.colour, ink); }

}  // namespace floc
