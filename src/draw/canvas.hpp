// A sheet to draw on through cairo: PNG, SVG or pixels in memory, white, y upwards left to the caller.
#pragma once

#include <cairo.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "draw/colour.hpp"

namespace floc {

class Canvas {
 public:
  // `path` ends in .png or .svg; sizes in pixels. Throws Error.
  Canvas(std::string path, double width, double height);
  Canvas(double width, double height);  // in memory, for rgb()
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  cairo_t* context() const { return context_; }
  double width() const { return width_; }
  double height() const { return height_; }
  bool vector() const { return vector_; }

  void colour(Colour c, double alpha = 1) { cairo_set_source_rgba(context_, c.r, c.g, c.b, alpha); }
  void line(double x0, double y0, double x1, double y1, double width);
  void disc(double x, double y, double r);  // a path
  // A ball lit from the upper left: gradient from bright to `c` to dark, with a soft outline.
  void shaded_disc(double x, double y, double r, Colour c, double contrast);
  static std::string time_text(double time);
  // Pixels 0xrrggbb, row by row, scaled to `width`.
  void image(double x, double y, double width, std::span<const std::uint32_t> pixels, int columns);

  // Words in the font of plots (DejaVu Sans); `anchor` is the part of their width that lies left of x,
  // y their base line. `turned`: upwards instead of to the right.
  struct Font {
    double size = 13;
    bool bold = false;
  };
  void words(double x, double y, Font font, std::string_view what, double anchor = 0, bool turned = false);
  double words_width(Font font, std::string_view what) const;

  void save();              // under the path
  std::string rgb() const;  // three bytes a pixel, row by row; of a sheet in memory

 private:
  void prepare();
  void choose(Font font) const;

  std::string path_;
  double width_, height_;
  bool vector_;
  std::string bytes_;
  cairo_surface_t* surface_ = nullptr;
  cairo_t* context_ = nullptr;
};

}  // namespace floc
