#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/picture_parts.hpp"
#include "output/window.hpp"

namespace floc {
namespace {

// 1, 2 or 5 times a power of ten, for about eight marks over the length.
double mark_distance(double length) {
  const double rough = length / 8, power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double m : {1.0, 2.0, 5.0})
    if (m * power >= rough) return m * power;
  return 10 * power;
}

}  // namespace

void draw_line(Canvas& canvas, const PictureJob& job, const PanelSize& panel) {
  const Snapshot& frame = job.frame;
  const Bounds& window = job.scales.window;
  const double length = window.high[0] - window.low[0], scale = panel.scale;
  const double block = panel.height / 3.7, ground = 2.9 * block;
  const auto at = [&](double x) { return (x - window.low[0]) * scale; };
  cairo_t* c = canvas.context();

  canvas.colour(ink, 0.7);
  canvas.line(0, ground, panel.width, ground, 1.5);
  const double step = mark_distance(length), height = 0.2 * block;
  for (double k = std::ceil(window.low[0] / step); k * step <= window.high[0]; ++k) {
    canvas.line(at(k * step), ground, at(k * step), ground + 0.12 * block, 1.2);
    const std::string label = fmt::format("{:.6g}", k * step);
    canvas.words(at(k * step), ground + 0.25 * block + height, {1.25 * height}, label, 0.5);
  }

  const int images = frame.domain.periodic(0) ? 1 : 0;
  canvas.colour(liquid_colour);
  cairo_set_line_cap(c, CAIRO_LINE_CAP_BUTT);
  for (const PairLine& b : bridge_lines(frame, job.obstacles))
    for (int k = -images; k <= images; ++k) {
      const double from = at(b.neck().from[0] + k * frame.domain.period[0]);
      const double to = at(b.neck().to[0] + k * frame.domain.period[0]);
      canvas.line(from, ground - 0.5 * block, to, ground - 0.5 * block, 0.5 * block);
    }
  cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);

  const std::vector<Colour> colours = body_colours(job);
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
    const double x = wrapped_position(frame, i)[0], r = frame.bodies.radius[i];
    if (!std::isfinite(x)) continue;
    const Colour colour = colours[i];
    for (int k = -images; k <= images; ++k) {
      const double left = at(x + k * frame.domain.period[0] - r), width = 2 * r * scale;
      if (left + width < 0 || left > panel.width) continue;
      const double edge = std::min(1.2, 0.2 * width);
      cairo_rectangle(c, left + 0.5 * edge, ground - block, width - edge, block - 0.75);
      canvas.colour(colour);
      cairo_fill_preserve(c);
      canvas.colour(mix(colour, black, 0.5));
      cairo_set_line_width(c, edge);
      cairo_stroke(c);
    }
  }

  for (const Tube& tube : network_tubes(job)) {  // a bar at each contact, its height the value
    const double side = std::copysign(frame.bodies.radius[tube.first], tube.along[0]);
    const double x = at(wrapped_position(frame, tube.first)[0] + side);
    canvas.colour(tube.colour);
    canvas.line(x, ground - 1.1 * block, x,
                ground - (1.1 + tube.width / tube_width(job.scales.network, job.scales)) * block, 2.5);
  }
  if (job.style.arrows)
    for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
      const double x = at(wrapped_position(frame, i)[0]), way = arrow_length(job.scales) * frame.bodies.v(i)[0] * scale;
      if (std::isfinite(x + way)) draw_arrow(canvas, x, ground - 0.5 * block, way, 0, 0.2 * block);
    }

  for (const PlacedMesh& m : place_meshes(job.obstacles, frame.time, 1, window)) {
    canvas.colour(obstacle_colour(job.obstacles[m.obstacle]));
    for (const auto& points : m.mesh.lines)
      for (const int p : points) {
        const double x = at(m.mesh.points[static_cast<std::size_t>(p)][0]);
        canvas.line(x, ground - 1.3 * block, x, ground, 4);
      }
  }
}

}  // namespace floc
