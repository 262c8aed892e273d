// The key at the right of pictures: the bar of the colours, tubes of the network, an arrow.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/flow_layer.hpp"
#include "draw/picture_parts.hpp"
#include "draw/ticks.hpp"

namespace floc {
namespace {

constexpr std::array<double, 3> tube_parts{0.25, 0.5, 1};

std::string with_unit(std::string_view name, std::string_view unit) {
  return unit.empty() ? std::string(name) : fmt::format("{} ({})", name, unit);
}

std::string network_title(Network network) {
  return network == Network::force ? with_unit("force", "N") : with_unit("|γ|", "N·s");
}

}  // namespace

double round_down(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double m : {5.0, 2.0})
    if (m * power <= value * (1 + 1e-12)) return m * power;
  return power;
}

PictureKey::PictureKey(const PictureStyle& style, const PictureScales& scales, int dimension,
                       std::span<const GroupStyle> groups, const PanelSize& panel)
    : style_(style), scales_(scales), dimension_(dimension), panel_(panel) {
  text_ = std::clamp(0.019 * std::max(panel.width, panel.height), 9.0, 30.0);
  if (style.colour == Quantity::group)
    for (std::size_t g = 0; g < groups.size(); ++g)
      names_.emplace_back(groups[g].name, parse_colour(groups[g].colour, palette(g)));
  const Canvas ruler(1, 1);
  const auto wide = [&](std::string_view text) { return ruler.words_width({text_}, text); };
  double width = 6 * text_;  // of a bar and the labels of its ticks
  if (!style.key) return;
  if (!has_names()) names_.clear();
  for (const auto& [name, colour] : names_) width = std::max(width, 1.8 * text_ + wide(name));
  if (has_bar()) width = std::max(width, wide(body_bar().title));
  if (has_flow()) width = std::max(width, wide(flow_bar().title));
  if (style.network != Network::none) width = std::max(width, wide(network_title(style.network)));
  if (style.colour == Quantity::aggregate) width = std::max(width, 8 * text_);
  if (style.network != Network::none || style.arrows) width = std::max(width, 10 * text_);
  width_ = std::ceil(width + 1.5 * text_);
}

double PictureKey::height() const {
  if (!style_.key) return 0;
  double lines = 2.5;
  if (has_bar()) lines += 9;
  if (has_names()) lines += style_.colour == Quantity::aggregate ? 4.6 : 1.6 * static_cast<double>(names_.size());
  if (has_flow()) lines += 10;
  if (style_.network != Network::none) lines += 8.6;
  if (style_.arrows) lines += 2.5;
  const double tubes = style_.network != Network::none ? 3 * tube_width(scales_.network, scales_) * panel_.scale : 0;
  return std::ceil(lines * text_ + (std::isfinite(tubes) ? tubes : 0));
}

void PictureKey::draw(Canvas& canvas, double x, double height) const {
  if (!style_.key) return;
  const bool more = style_.network != Network::none || style_.arrows;
  const double top = 1.2 * text_;
  const double part = has_bar() && has_flow() ? (more ? 0.3 : 0.4) : more ? 0.55 : 0.8;
  const double room = std::min(part * height, 40 * text_);
  x += 0.3 * text_;
  double y = top;
  if (has_names()) y = draw_names(canvas, x, top);
  if (has_bar()) y = draw_bar(canvas, body_bar(), x, top, room);
  if (has_flow()) y = draw_bar(canvas, flow_bar(), x, y > top ? y + 1.6 * text_ : top, room);
  if (style_.network != Network::none) y = draw_network(canvas, x, y + 1.6 * text_);
  if (style_.arrows) draw_speed(canvas, x, y + 1.6 * text_);
}

bool PictureKey::has_flow() const { return style_.field != FlowQuantity::none && scales_.flow.any; }
bool PictureKey::has_bar() const { return !quantity_info(style_.colour).category; }
// One group beside a flow needs no name.
bool PictureKey::has_names() const {
  return !has_bar() && !(has_flow() && style_.colour == Quantity::group && names_.size() < 2);
}

PictureKey::Bar PictureKey::body_bar() const {
  const QuantityInfo& quantity = quantity_info(style_.colour);
  return {with_unit(quantity.name, quantity.unit_in(dimension_)),
          {scales_.range[0], scales_.range[1], false},
          scales_.below,
          scales_.above,
          style_.colour == Quantity::coordination,
          [this](double value) { return quantity_colour(style_.colour, scales_, value); }};
}

PictureKey::Bar PictureKey::flow_bar() const {
  const FlowQuantityInfo& field = flow_quantity_info(style_.field);
  const FlowScales& s = scales_.flow;
  // What is beyond by less than a thousandth of the range is not told.
  const double slack = 1e-3 * (s.range[1] - s.range[0]);
  const bool same_name = has_bar() && quantity_info(style_.colour).name == field.name;
  return {with_unit(same_name ? fmt::format("{} of the fluid", field.name) : std::string(field.name), field.unit),
          {s.range[0], s.range[1], false},
          s.least < s.range[0] - slack,
          s.most > s.range[1] + slack,
          false,
          [this](double value) { return flow_colour(scales_.flow, value); }};
}

double PictureKey::draw_bar(Canvas& canvas, const Bar& bar, double x, double y, double height) const {
  cairo_t* c = canvas.context();
  canvas.colour(ink);
  canvas.words(x, y + 0.4 * text_, {text_}, bar.title);
  const double wide = 1.4 * text_, tip = text_;
  const double top = y + 1.2 * text_ + tip, bottom = std::max(y + height - tip, top + 4 * text_);
  const Scale& scale = bar.scale;
  // Bands of one pixel: a gradient of cairo's would be blended in other ways by every viewer of an SVG.
  const int bands = std::max(1, static_cast<int>(bottom - top));
  const double step = (bottom - top) / bands;
  cairo_save(c);
  cairo_set_antialias(c, CAIRO_ANTIALIAS_NONE);
  for (int k = 0; k < bands; ++k) {
    const double t = 1 - (k + 0.5) / bands;
    canvas.colour(bar.colour(scale.low + t * (scale.high - scale.low)));
    cairo_rectangle(c, x, top + k * step, wide, step + (k + 1 < bands ? 0.5 : 0));
    cairo_fill(c);
  }
  cairo_restore(c);
  // A tip where values lie beyond the end.
  const auto point = [&](double from, double to, double value) {
    canvas.colour(bar.colour(value));
    const double base = from + (from > to ? 1 : -1);  // over the last band, so that there is no seam
    cairo_move_to(c, x, base);
    cairo_line_to(c, x, from);
    cairo_line_to(c, x + 0.5 * wide, to);
    cairo_line_to(c, x + wide, from);
    cairo_line_to(c, x + wide, base);
    cairo_close_path(c);
    cairo_fill(c);
  };
  if (bar.above) point(top, top - tip, scale.high);
  if (bar.below) point(bottom, bottom + tip, scale.low);
  canvas.colour(ink);
  const double thin = 0.07 * text_;
  const Ticks ticks = make_ticks(scale, static_cast<int>(std::clamp((bottom - top) / (3 * text_), 2.0, 8.0)));
  for (const Tick& tick : ticks.ticks) {
    const double at = bottom - scale.place(tick.value) * (bottom - top);
    if (bar.whole && tick.value != std::round(tick.value)) continue;
    canvas.line(x + wide, at, x + wide + 0.35 * text_, at, thin);
    canvas.words(x + wide + 0.6 * text_, at + 0.36 * text_, {text_}, tick.label);
  }
  double end = bottom + tip;
  if (ticks.exponent != 0) {
    end += text_;
    canvas.words(x, end, {text_}, "× 10" + raised(ticks.exponent));
  }
  return end;
}

double PictureKey::draw_names(Canvas& canvas, double x, double y) const {
  std::vector<std::pair<std::string, Colour>> names = names_;
  if (style_.colour == Quantity::aggregate) {
    canvas.colour(ink);
    canvas.words(x, y + 0.4 * text_, {text_}, "aggregates");
    for (int k = 0; k < 6; ++k) {
      canvas.disc(x + (0.6 + 1.3 * k) * text_, y + 1.6 * text_, 0.55 * text_);
      canvas.colour(curve_colour(static_cast<std::size_t>(k)));
      cairo_fill(canvas.context());
    }
    y += 3 * text_;
    names.emplace_back("alone", alone_colour);
  }
  for (const auto& [name, colour] : names) {
    canvas.disc(x + 0.6 * text_, y, 0.55 * text_);
    canvas.colour(colour);
    cairo_fill(canvas.context());
    canvas.colour(ink);
    canvas.words(x + 1.8 * text_, y + 0.36 * text_, {text_}, name);
    y += 1.6 * text_;
  }
  return y;
}

double PictureKey::draw_network(Canvas& canvas, double x, double y) const {
  canvas.colour(ink);
  canvas.words(x, y + 0.4 * text_, {text_}, network_title(style_.network));
  y += 1.4 * text_;
  if (!(scales_.network > 0)) return canvas.words(x, y + 0.4 * text_, {text_}, "none"), y + text_;
  const double full = round_down(scales_.network);
  for (const double part : tube_parts) {
    const double value = part * full, width = tube_width(value, scales_) * panel_.scale;
    y += std::max(0.5 * width, 0.3 * text_);
    canvas.colour(tube_colour(style_.network, value, scales_));
    canvas.line(x + 0.5 * text_, y, x + 2.5 * text_, y, width);
    canvas.colour(ink);
    canvas.words(x + 3 * text_ + 0.5 * width, y + 0.36 * text_, {text_}, fmt::format("{:.3g}", value));
    y += std::max(0.5 * width, 0.3 * text_) + 0.6 * text_;
  }
  return y;
}

void PictureKey::draw_speed(Canvas& canvas, double x, double y) const {
  const double length = arrow_length(scales_) * panel_.scale;
  if (!(length > 0)) return;
  // The roundest speed whose arrow has room.
  const double room = 4 * text_, speed = round_down(std::min(scales_.speed, room / length));
  canvas.colour(ink);
  draw_arrow(canvas, x + 0.3 * text_, y, speed * length, 0, panel_.scale * scales_.radius);
  canvas.words(x + speed * length + 0.9 * text_, y + 0.36 * text_, {text_}, fmt::format("{:.3g} m/s", speed));
}

}  // namespace floc
