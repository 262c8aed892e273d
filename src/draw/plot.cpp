#include "draw/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "draw/canvas.hpp"
#include "draw/ticks.hpp"

namespace floc {
namespace {

constexpr Canvas::Font label_font{13}, tick_font{12}, title_font{14, true}, legend_font{12};
constexpr Colour grid_colour{0.90, 0.91, 0.92};
constexpr double pad = 8, tick_length = 4, line_height = 17, key_width = 26;

struct Point {
  double x = 0, y = 0;
  bool good() const { return std::isfinite(x) && std::isfinite(y); }
};

struct Rectangle {
  double left = 0, top = 0, right = 0, bottom = 0;
  bool holds(Point p) const { return p.x >= left && p.x <= right && p.y >= top && p.y <= bottom; }
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

bool has_line(Style style) { return style != Style::points && style != Style::area; }
bool has_marks(Style style) { return style == Style::points || style == Style::line_and_points; }

class PanelDrawer {
 public:
  PanelDrawer(Canvas& canvas, const Panel& panel, double width, double height) : canvas_(canvas), panel_(panel) {
    for (std::size_t k = 0; k < panel.curves.size(); ++k) {
      const Curve& c = panel.curves[k];
      if (c.x.size() != c.y.size() || (!c.base.empty() && c.base.size() != c.x.size()))
        throw Error(fmt::format("curve {} \"{}\": arrays of {}, {} and {} values do not belong together", k, c.name,
                                c.x.size(), c.y.size(), c.base.size()));
      colours_.push_back(c.colour.value_or(curve_colour(k)));
    }
    // Ticks need the size of the axes, which the labels of the ticks take a little of.
    choose_scales(width - 70, height - 60);
  }

  double left_margin() const {
    double widest = 0;
    for (const Tick& t : y_ticks_.ticks) widest = std::max(widest, canvas_.words_width(tick_font, t.label));
    return pad + (panel_.y.label.empty() ? 0 : line_height + 4) + widest + tick_length + 5;
  }
  double bottom_margin() const { return pad + (panel_.x.label.empty() ? 0 : line_height + 2) + line_height + 4; }
  double top_margin() const {
    const bool raised_words = !panel_.title.empty() || y_ticks_.exponent != 0;
    return pad + (raised_words ? line_height + 4 : 4);
  }
  double right_margin() const {
    return 2 * pad + 4 + (panel_.legend == Legend::right && !entries().empty() ? legend_width() + pad : 0);
  }

  void draw(Rectangle axes) {
    axes_ = axes;
    if (panel_.equal) make_equal();
    make_room_for_legend();
    draw_axes();
    cairo_t* context = canvas_.context();
    cairo_save(context);
    cairo_rectangle(context, axes_.left, axes_.top - 1, axes_.width() + 1, axes_.height() + 2);
    cairo_clip(context);
    for (const bool filled : {true, false})  // areas lie under all lines
      for (std::size_t k = 0; k < panel_.curves.size(); ++k)
        if ((panel_.curves[k].style == Style::area) == filled) draw_curve(k);
    cairo_restore(context);
    for (const Note& note : panel_.notes) draw_note(note);
    draw_legend();
  }

 private:
  void choose_scales(double width, double height) {
    std::vector<double> x, y;
    bool marks = false;
    for (const Curve& c : panel_.curves) {
      marks = marks || has_marks(c.style);
      for (std::size_t i = 0; i < c.x.size(); ++i) {
        if (!Point{c.x[i], c.y[i]}.good()) continue;
        x.push_back(c.x[i]);
        y.push_back(c.y[i]);
        if (c.style == Style::area) y.push_back(c.base.empty() ? 0 : c.base[i]);
      }
    }
    x_ = make_scale(x, panel_.x.log, marks ? 0.04 : 0, panel_.x.low, panel_.x.high);
    y_ = make_scale(y, panel_.y.log, 0.05, panel_.y.low, panel_.y.high);
    x_ticks_ = make_ticks(x_, static_cast<int>(width / 80));
    y_ticks_ = make_ticks(y_, static_cast<int>(height / 45));
    if (panel_.x.names.empty()) return;
    x_ = {0.5, static_cast<double>(panel_.x.names.size()) + 0.5};
    x_ticks_ = {};
    for (const std::string& name : panel_.x.names)
      x_ticks_.ticks.push_back({static_cast<double>(x_ticks_.ticks.size()) + 1, name});
  }

  // The axis with more room gets a longer range, about the same middle.
  void make_equal() {
    const double unit_x = (x_.high - x_.low) / axes_.width(), unit_y = (y_.high - y_.low) / axes_.height();
    Scale& wider = unit_x < unit_y ? x_ : y_;
    const double middle = 0.5 * (wider.low + wider.high);
    const double half = 0.5 * std::max(unit_x, unit_y) * (unit_x < unit_y ? axes_.width() : axes_.height());
    wider.low = middle - half;
    wider.high = middle + half;
    x_ticks_ = make_ticks(x_, static_cast<int>(axes_.width() / 80));
    y_ticks_ = make_ticks(y_, static_cast<int>(axes_.height() / 45));
  }

  // A legend that would lie on curves in every corner gets a higher axis, up to twice as high.
  void make_room_for_legend() {
    if (panel_.legend != Legend::automatic || panel_.equal || panel_.y.high || entries().empty()) return;
    const Scale scale = y_;
    for (int k = 1; k <= 10 && hidden_by(legend_box()) > 0; ++k) {
      const double more = 0.1 * k;
      y_.high = scale.log ? scale.high * std::pow(scale.high / scale.low, more)
                          : scale.high + more * (scale.high - scale.low);
    }
    if (hidden_by(legend_box()) > 0) y_ = scale;
    y_ticks_ = make_ticks(y_, static_cast<int>(axes_.height() / 45));
  }

  double across(double x) const { return axes_.left + bounded(x_.place(x)) * axes_.width(); }
  double down(double y) const { return axes_.bottom - bounded(y_.place(y)) * axes_.height(); }
  // cairo's coordinates are 24 bits wide; nobody sees where a line goes a hundred panels away.
  static double bounded(double place) { return std::isnan(place) ? place : std::clamp(place, -100.0, 100.0); }

  void draw_axes() {
    for (const bool labelled : {false, true}) {
      for (const Tick& t : x_ticks_.ticks) {
        const double x = across(t.value), length = t.label.empty() ? 0.5 * tick_length : tick_length;
        canvas_.colour(labelled ? ink : grid_colour);
        if (labelled) canvas_.line(x, axes_.bottom, x, axes_.bottom + length, 1);
        if (!labelled && !t.label.empty()) canvas_.line(x, axes_.top, x, axes_.bottom, 1);
        if (labelled) canvas_.words(x, axes_.bottom + tick_length + 14, tick_font, t.label, 0.5);
      }
      for (const Tick& t : y_ticks_.ticks) {
        const double y = down(t.value), length = t.label.empty() ? 0.5 * tick_length : tick_length;
        canvas_.colour(labelled ? ink : grid_colour);
        if (labelled) canvas_.line(axes_.left - length, y, axes_.left, y, 1);
        if (!labelled && !t.label.empty()) canvas_.line(axes_.left, y, axes_.right, y, 1);
        if (labelled) canvas_.words(axes_.left - tick_length - 5, y + 4.5, tick_font, t.label, 1);
      }
    }
    canvas_.line(axes_.left, axes_.top, axes_.left, axes_.bottom, 1);
    canvas_.line(axes_.left, axes_.bottom, axes_.right, axes_.bottom, 1);

    const double middle = 0.5 * (axes_.left + axes_.right);
    std::string x_label = panel_.x.label;
    if (x_ticks_.exponent != 0) x_label += fmt::format("  (×10{})", raised(x_ticks_.exponent));
    canvas_.words(middle, axes_.bottom + 2 * line_height + 4, label_font, x_label, 0.5);
    canvas_.words(axes_.left - left_margin() + pad + 12, 0.5 * (axes_.top + axes_.bottom), label_font, panel_.y.label,
                  0.5, true);
    if (y_ticks_.exponent != 0)
      canvas_.words(axes_.left, axes_.top - pad, tick_font, fmt::format("×10{}", raised(y_ticks_.exponent)), 1);
    canvas_.words(middle, axes_.top - pad, title_font, panel_.title, 0.5);
  }

  // The points in pixels, steps with their corners; holes are points that are not good.
  std::vector<Point> pixels(const Curve& c) const {
    std::vector<Point> points;
    for (std::size_t i = 0; i < c.x.size(); ++i) {
      const Point p{across(c.x[i]), down(c.y[i])};
      if (c.style == Style::steps && i > 0 && p.good() && points.back().good())
        points.push_back({p.x, points.back().y});
      points.push_back(p);
    }
    return points;
  }

  void draw_curve(std::size_t k) {
    const Curve& c = panel_.curves[k];
    const std::vector<Point> points = pixels(c);
    cairo_t* context = canvas_.context();
    canvas_.colour(colours_[k], c.opacity);
    if (c.style == Style::area) fill(c, points);
    if (has_line(c.style)) {
      trace(points);
      stroke(c);
    }
    if (has_marks(c.style))
      for (const Point p : points)
        if (p.good()) draw_mark(c, p);
    cairo_new_path(context);
  }

  // A path through the points, less those that would not be seen.
  void trace(const std::vector<Point>& points) {
    cairo_t* context = canvas_.context();
    Point last{std::numeric_limits<double>::quiet_NaN(), 0};
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Point p = points[i];
      if (!p.good())
        last = p;
      else if (!last.good())
        cairo_move_to(context, p.x, p.y), last = p;
      else if (std::hypot(p.x - last.x, p.y - last.y) > 0.3 || i + 1 == points.size() || !points[i + 1].good())
        cairo_line_to(context, p.x, p.y), last = p;
    }
  }

  void stroke(const Curve& c) {
    cairo_t* context = canvas_.context();
    const std::array<double, 2> dashes =
        c.style == Style::dotted ? std::array{0.01, 2.2 * c.width} : std::array{3.5 * c.width, 3 * c.width};
    if (c.style == Style::dashed || c.style == Style::dotted) cairo_set_dash(context, dashes.data(), 2, 0);
    cairo_set_line_width(context, c.width);
    cairo_stroke(context);
    cairo_set_dash(context, nullptr, 0, 0);
  }

  // Run by run between holes, there along the curve and back along the base.
  void fill(const Curve& c, const std::vector<Point>& points) {
    cairo_t* context = canvas_.context();
    const auto base = [&](std::size_t i) {
      const double y = down(c.base.empty() ? 0 : c.base[i]);
      return std::isfinite(y) ? y : axes_.bottom;
    };
    for (std::size_t i = 0, end = 0; i < points.size(); i = end + 1) {
      for (end = i; end < points.size() && points[end].good(); ++end)
        cairo_line_to(context, points[end].x, points[end].y);
      for (std::size_t k = end; k-- > i;) cairo_line_to(context, points[k].x, base(k));
      cairo_close_path(context);
    }
    cairo_fill(context);
  }

  void draw_mark(const Curve& c, Point p) {
    cairo_t* context = canvas_.context();
    const double r = 1.65 * c.width, q = 0.9 * r;
    cairo_new_path(context);
    switch (c.mark) {
      case Mark::disc:
      case Mark::ring: canvas_.disc(p.x, p.y, r); break;
      case Mark::square: cairo_rectangle(context, p.x - q, p.y - q, 2 * q, 2 * q); break;
      case Mark::triangle:
        cairo_move_to(context, p.x, p.y - 1.2 * r);
        cairo_line_to(context, p.x + 1.1 * r, p.y + 0.8 * r);
        cairo_line_to(context, p.x - 1.1 * r, p.y + 0.8 * r);
        cairo_close_path(context);
        break;
      case Mark::diamond:
        cairo_move_to(context, p.x, p.y - 1.3 * r);
        cairo_line_to(context, p.x + 1.1 * r, p.y);
        cairo_line_to(context, p.x, p.y + 1.3 * r);
        cairo_line_to(context, p.x - 1.1 * r, p.y);
        cairo_close_path(context);
        break;
      case Mark::cross:
        cairo_move_to(context, p.x - q, p.y - q);
        cairo_line_to(context, p.x + q, p.y + q);
        cairo_move_to(context, p.x - q, p.y + q);
        cairo_line_to(context, p.x + q, p.y - q);
        break;
    }
    cairo_set_line_width(context, std::max(0.8, 0.7 * c.width));
    c.mark == Mark::cross || c.mark == Mark::ring ? cairo_stroke(context) : cairo_fill(context);
  }

  void draw_note(const Note& note) {
    const Point p{across(note.x), down(note.y)};
    if (!p.good() || !axes_.holds(p)) return;
    canvas_.colour(note.colour);
    canvas_.words(p.x + 6 * note.side, p.y + 4.5, legend_font, note.text, 0.5 * (1 - note.side));
  }

  std::vector<std::size_t> entries() const {
    std::vector<std::size_t> named;
    for (std::size_t k = 0; k < panel_.curves.size(); ++k)
      if (!panel_.curves[k].name.empty()) named.push_back(k);
    return panel_.legend == Legend::none ? std::vector<std::size_t>{} : named;
  }

  double legend_width() const {
    double widest = 0;
    for (const std::size_t k : entries())
      widest = std::max(widest, canvas_.words_width(legend_font, panel_.curves[k].name));
    return widest + key_width + 3 * pad;
  }

  Rectangle legend_box() const {
    const double width = legend_width(), height = static_cast<double>(entries().size()) * line_height + pad;
    const auto box = [&](bool at_right, bool at_bottom) {
      const double left = at_right ? axes_.right - width - pad : axes_.left + pad;
      const double top = at_bottom ? axes_.bottom - height - pad : axes_.top + 2;
      return Rectangle{left, top, left + width, top + height};
    };
    switch (panel_.legend) {
      case Legend::upper_left: return box(false, false);
      case Legend::upper_right: return box(true, false);
      case Legend::lower_left: return box(false, true);
      case Legend::lower_right: return box(true, true);
      case Legend::right: return {axes_.right + pad, axes_.top, axes_.right + pad + width, axes_.top + height};
      default: break;
    }
    const std::array boxes{box(true, false), box(false, false), box(true, true), box(false, true)};
    std::array<double, 4> hidden{};
    for (std::size_t k = 0; k < boxes.size(); ++k) hidden[k] = hidden_by(boxes[k]);
    return boxes[static_cast<std::size_t>(std::min_element(hidden.begin(), hidden.end()) - hidden.begin())];
  }

  // About the length of the curves that a box would lie on.
  double hidden_by(Rectangle box) const {
    constexpr double stride = 5, near = 5;
    box = {box.left - near, box.top - near, box.right + near, box.bottom + near};
    double count = 0;
    for (const Curve& c : panel_.curves) {
      const std::vector<Point> points = pixels(c);
      for (std::size_t i = 0; i < points.size(); ++i) {
        if (!points[i].good()) continue;
        const bool joined = i > 0 && points[i - 1].good() && !(c.style == Style::points);
        const Point from = joined ? points[i - 1] : points[i];
        const double length = std::min(std::hypot(points[i].x - from.x, points[i].y - from.y), 4000.0);
        const int pieces = 1 + static_cast<int>(length / stride);
        for (int q = 1; q <= pieces; ++q) {
          const double t = static_cast<double>(q) / pieces;
          if (box.holds({from.x + t * (points[i].x - from.x), from.y + t * (points[i].y - from.y)}))
            count += joined ? length / pieces : stride;
        }
      }
    }
    return count;
  }

  void draw_legend() {
    const std::vector<std::size_t> named = entries();
    if (named.empty()) return;
    const Rectangle box = legend_box();
    cairo_t* context = canvas_.context();
    if (panel_.legend != Legend::right) {
      cairo_rectangle(context, box.left, box.top, box.width(), box.height());
      canvas_.colour(white, 0.88);
      cairo_fill_preserve(context);
      canvas_.colour(grid_colour);
      cairo_set_line_width(context, 1);
      cairo_stroke(context);
    }
    double y = box.top + 0.5 * (pad + line_height);
    for (const std::size_t k : named) {
      const Curve& c = panel_.curves[k];
      const Point a{box.left + pad, y}, b{a.x + key_width, y};
      canvas_.colour(colours_[k], c.opacity);
      if (c.style == Style::area) {
        cairo_rectangle(context, a.x, y - 5, key_width, 10);
        cairo_fill(context);
      }
      if (has_line(c.style)) {
        trace({a, b});
        stroke(c);
      }
      if (has_marks(c.style)) draw_mark(c, {0.5 * (a.x + b.x), y});
      canvas_.colour(ink);
      canvas_.words(b.x + pad, y + 4.5, legend_font, c.name);
      y += line_height;
    }
  }

  Canvas& canvas_;
  const Panel& panel_;
  std::vector<Colour> colours_;
  Scale x_, y_;
  Ticks x_ticks_, y_ticks_;
  Rectangle axes_;
};

}  // namespace

Curve& Panel::add(Curve curve) { return curves.emplace_back(std::move(curve)); }

Panel& Plot::add_panel(std::string panel_title, Axis x, Axis y) {
  Panel& panel = panels.emplace_back();
  panel.title = std::move(panel_title);
  panel.x = std::move(x);
  panel.y = std::move(y);
  return panel;
}

void draw_plot(const Plot& plot, const std::string& path) {
  if (plot.panels.empty()) throw Error(path + ": a plot without a panel");
  const auto columns = static_cast<std::size_t>(std::clamp(plot.columns, 1, static_cast<int>(plot.panels.size())));
  const std::size_t rows = (plot.panels.size() + columns - 1) / columns;
  const double head = plot.title.empty() ? 0 : 28;
  const double scale = path.ends_with(".svg") ? 1 : plot.scale;
  const double height = head + static_cast<double>(rows) * plot.panel_height;
  Canvas canvas(path, scale * plot.width, scale * height);
  cairo_scale(canvas.context(), scale, scale);
  canvas.colour(ink);
  canvas.words(0.5 * plot.width, 22, {16, true}, plot.title, 0.5);

  const double width = plot.width / static_cast<double>(columns);
  std::vector<PanelDrawer> drawers;
  for (const Panel& panel : plot.panels) drawers.emplace_back(canvas, panel, width, plot.panel_height);

  // Axes of a column begin and end at the same x, those of a row at the same y.
  std::vector<double> left(columns), right(columns), top(rows), bottom(rows);
  for (std::size_t k = 0; k < drawers.size(); ++k) {
    const std::size_t i = k / columns, j = k % columns;
    left[j] = std::max(left[j], drawers[k].left_margin());
    right[j] = std::max(right[j], drawers[k].right_margin());
    top[i] = std::max(top[i], drawers[k].top_margin());
    bottom[i] = std::max(bottom[i], drawers[k].bottom_margin());
  }
  for (std::size_t k = 0; k < drawers.size(); ++k) {
    const std::size_t i = k / columns, j = k % columns;
    const double x = static_cast<double>(j) * width, y = head + static_cast<double>(i) * plot.panel_height;
    const Rectangle axes{x + left[j], y + top[i], x + width - right[j], y + plot.panel_height - bottom[i]};
    if (axes.width() < 20 || axes.height() < 20) throw Error(path + ": no room for the axes of a panel");
    drawers[k].draw(axes);
  }
  canvas.save();
}

}  // namespace floc
