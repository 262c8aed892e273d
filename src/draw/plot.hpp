// x–y plots: curves in panels with axes, to PNG or SVG by the ending of the path.
//
//   Plot plot;
//   Panel& panel = plot.add_panel("", {.label = "t"}, {.label = "error", .log = true});
//   panel.curves.push_back({.name = "scheme", .x = t, .y = error});
//   panel.curves.push_back({.name = "order 1", .x = t, .y = first, .style = Style::dashed, .colour = grey});
//   draw_plot(plot, "error.png");
//
// A value that is not finite, or not positive on a logarithmic axis, is a hole in its curve. What
// lies outside the axes is cut. Texts may hold any character of the font (DejaVu Sans: Greek, raised
// and lowered digits).
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "draw/colour.hpp"

namespace floc {

enum class Style { line, dashed, dotted, steps, points, line_and_points, area };
enum class Mark { disc, square, triangle, diamond, cross, ring };
enum class Legend { automatic, none, upper_left, upper_right, lower_left, lower_right, right };

struct Curve {
  std::string name = {};  // in the legend; empty: not there
  std::vector<double> x = {}, y = {};
  Style style = Style::line;          // steps: y_i holds from x_i to x_{i+1}; area: filled down to `base`
  std::optional<Colour> colour = {};  // otherwise the next of curve_colour
  double width = 1.8;                 // of the line, and 0.3 of the size of a mark
  Mark mark = Mark::disc;
  double opacity = 1;
  std::vector<double> base = {};  // of an area, one for each x; empty: 0
};

struct Axis {
  std::string label = {};
  bool log = false;
  std::optional<double> low = {}, high = {};  // otherwise what the curves need
  std::vector<std::string> names = {};        // of x: of the places 1, 2, …, in the place of numbers
};

// Words at a point of the axes, `side` telling where they lie: -1 left of it, 0 across, 1 right.
struct Note {
  double x = 0, y = 0;
  std::string text = {};
  int side = 1;
  Colour colour = ink;
};

struct Panel {
  std::string title = {};
  Axis x = {}, y = {};
  Legend legend = Legend::automatic;  // a corner where it hides nothing, for which y may reach higher; `right`: outside
  bool equal = false;                 // one unit is as long in y as in x
  std::vector<Curve> curves = {};
  std::vector<Note> notes = {};

  Curve& add(Curve curve);
};

struct Plot {
  std::string title = {};
  std::deque<Panel> panels = {};  // row by row
  int columns = 1;
  double width = 800;         // of the whole, in pixels before `scale`
  double panel_height = 360;  // with its labels
  double scale = 1.25;        // a PNG has this many pixels for one; sharp on fine screens

  Panel& add_panel(std::string title, Axis x, Axis y);  // stays where it is when others are added
};

// Throws Error: no panel or no room for one, a curve whose arrays differ in length, a path that does
// not end in .png or .svg or cannot be written.
void draw_plot(const Plot& plot, const std::string& path);

}  // namespace floc
