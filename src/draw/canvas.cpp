#include "draw/canvas.hpp"

#include <cairo-svg.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <vector>

#include "core/error.hpp"
#include "output/files.hpp"

namespace floc {
namespace {

cairo_status_t collect(void* closure, const unsigned char* data, unsigned length) {
  static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// cairo numbers the surfaces of a process and writes the numbers into the SVG: they are counted anew in it.
void renumber(std::string& svg, std::string_view kind) {
  const std::string id = fmt::format("id=\"{}", kind), use = fmt::format("href=\"#{}", kind);
  std::vector<std::string> numbers;
  for (const std::string& mark : {id, use})
    for (std::size_t at = svg.find(mark); at != std::string::npos; at = svg.find(mark, at)) {
      at += mark.size();
      const std::size_t length = svg.find('"', at) - at;
      const std::string number = svg.substr(at, length);
      auto known = std::find(numbers.begin(), numbers.end(), number);
      if (known == numbers.end()) known = numbers.insert(known, number);
      svg.replace(at, length, std::to_string(known - numbers.begin()));
    }
}

}  // namespace

Canvas::Canvas(std::string path, double width, double height)
    : path_(std::move(path)), width_(std::ceil(width)), height_(std::ceil(height)), vector_(ends_with(path_, ".svg")) {
  if (!vector_ && !ends_with(path_, ".png")) throw Error(path_ + ": a picture is a .png or an .svg");
  if (!(width_ >= 1) || !(height_ >= 1) || width_ > 30000 || height_ > 30000)
    throw Error(fmt::format("{}: a picture of {} × {} cannot be drawn", path_, width_, height_));
  if (vector_)
    surface_ = cairo_svg_surface_create_for_stream(collect, &bytes_, width_, height_);
  else
    surface_ = cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width_), static_cast<int>(height_));
  prepare();
}

Canvas::Canvas(double width, double height) : width_(std::ceil(width)), height_(std::ceil(height)), vector_(false) {
  if (!(width_ >= 1) || !(height_ >= 1) || width_ > 30000 || height_ > 30000)
    throw Error(fmt::format("a picture of {} × {} cannot be drawn", width_, height_));
  surface_ = cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width_), static_cast<int>(height_));
  prepare();
}

void Canvas::prepare() {
  context_ = cairo_create(surface_);
  cairo_set_line_join(context_, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(context_, CAIRO_LINE_CAP_ROUND);
  colour(white);
  cairo_paint(context_);
}

Canvas::~Canvas() {
  cairo_destroy(context_);
  cairo_surface_destroy(surface_);
}

void Canvas::line(double x0, double y0, double x1, double y1, double width) {
  cairo_move_to(context_, x0, y0);
  cairo_line_to(context_, x1, y1);
  cairo_set_line_width(context_, width);
  cairo_stroke(context_);
}

void Canvas::disc(double x, double y, double r) {
  cairo_new_sub_path(context_);
  cairo_arc(context_, x, y, r, 0, 2 * std::numbers::pi);
}

void Canvas::shaded_disc(double x, double y, double r, Colour c, double contrast) {
  const double edge = std::clamp(0.07 * r, 0.3, 1.6);
  disc(x, y, std::max(r - 0.5 * edge, 0.5 * r));
  if (r < 3) {
    colour(c);
    cairo_fill(context_);
    return;
  }
  cairo_pattern_t* light =
      cairo_pattern_create_radial(x - 0.35 * r, y - 0.4 * r, 0.05 * r, x - 0.1 * r, y - 0.1 * r, 1.2 * r);
  const Colour bright = mix(c, white, 0.75 * contrast), dark = mix(c, black, 0.45 * contrast);
  cairo_pattern_add_color_stop_rgb(light, 0, bright.r, bright.g, bright.b);
  cairo_pattern_add_color_stop_rgb(light, 0.45, c.r, c.g, c.b);
  cairo_pattern_add_color_stop_rgb(light, 1, dark.r, dark.g, dark.b);
  cairo_set_source(context_, light);
  cairo_fill_preserve(context_);
  cairo_pattern_destroy(light);
  colour(mix(c, black, 0.5), 0.85);
  cairo_set_line_width(context_, edge);
  cairo_stroke(context_);
}

std::string Canvas::time_text(double time) { return fmt::format("t = {:.4g}", time); }

void Canvas::image(double x, double y, double width, std::span<const std::uint32_t> pixels, int columns) {
  const int rows = columns > 0 ? static_cast<int>(pixels.size()) / columns : 0;
  if (rows == 0) return;
  cairo_surface_t* picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, columns, rows);
  if (cairo_surface_status(picture) == CAIRO_STATUS_SUCCESS) {
    cairo_surface_flush(picture);
    unsigned char* data = cairo_image_surface_get_data(picture);
    const int stride = cairo_image_surface_get_stride(picture);
    for (int row = 0; row < rows; ++row)
      std::memcpy(data + static_cast<std::ptrdiff_t>(row) * stride,
                  pixels.data() + static_cast<std::ptrdiff_t>(row) * columns, 4u * static_cast<std::size_t>(columns));
    cairo_surface_mark_dirty(picture);
  }
  cairo_save(context_);
  cairo_translate(context_, x, y);
  cairo_scale(context_, width / columns, width / columns);
  cairo_set_source_surface(context_, picture, 0, 0);
  cairo_pattern_set_filter(cairo_get_source(context_), columns == width ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
  cairo_paint(context_);
  cairo_restore(context_);
  cairo_surface_destroy(picture);
}

std::string Canvas::rgb() const {
  cairo_surface_flush(surface_);
  const unsigned char* data = cairo_image_surface_get_data(surface_);
  const int stride = cairo_image_surface_get_stride(surface_), columns = static_cast<int>(width_),
            rows = static_cast<int>(height_);
  std::string bytes;
  bytes.reserve(3u * static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      std::uint32_t pixel = 0;
      std::memcpy(&pixel, data + static_cast<std::ptrdiff_t>(row) * stride + 4 * column, 4);
      for (const int shift : {16, 8, 0}) bytes += static_cast<char>(pixel >> shift & 255u);
    }
  return bytes;
}

void Canvas::choose(Font font) const {
  cairo_select_font_face(context_, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         font.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context_, font.size);
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);    // no coloured edges, no hints:
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);  // the same shapes at every scale
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(context_, options);
  cairo_font_options_destroy(options);
}

double Canvas::words_width(Font font, std::string_view what) const {
  choose(font);
  cairo_text_extents_t extents;
  cairo_text_extents(context_, std::string(what).c_str(), &extents);
  return extents.x_advance;
}

void Canvas::words(double x, double y, Font font, std::string_view what, double anchor, bool turned) {
  const double before = anchor * words_width(font, what);
  cairo_save(context_);
  cairo_translate(context_, x, y);
  if (turned) cairo_rotate(context_, -0.5 * std::numbers::pi);
  cairo_move_to(context_, -before, 0);
  cairo_show_text(context_, std::string(what).c_str());
  cairo_restore(context_);
  cairo_new_path(context_);
}

void Canvas::save() {
  cairo_surface_flush(surface_);
  cairo_status_t status = cairo_status(context_);
  if (status == CAIRO_STATUS_SUCCESS && !vector_)
    status = cairo_surface_write_to_png_stream(surface_, collect, &bytes_);
  if (vector_) cairo_surface_finish(surface_);
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface_);
  if (status != CAIRO_STATUS_SUCCESS && status != CAIRO_STATUS_SURFACE_FINISHED)
    throw Error(fmt::format("{}: cannot draw: {}", path_, cairo_status_to_string(status)));
  if (vector_)
    for (const char* kind : {"surface", "image"}) renumber(bytes_, kind);
  write_atomically(path_, bytes_);
}

}  // namespace floc
