// The three kinds of picture (by dimension) and what they draw with.
#pragma once

#include <functional>
#include <string>

#include "draw/canvas.hpp"
#include "draw/picture_scales.hpp"
#include "draw/ticks.hpp"
#include "output/pair_lines.hpp"

namespace floc {

// Size on the sheet, and pixels to a unit of length.
struct PanelSize {
  double width = 0, height = 0, scale = 1;
};
PanelSize panel_size(int dimension, const PictureStyle& style, const PictureScales& scales);

void draw_line(Canvas& canvas, const PictureJob& job, const PanelSize& panel);
void draw_plane(Canvas& canvas, const PictureJob& job, const PanelSize& panel);
void draw_space(Canvas& canvas, const PictureJob& job, const PanelSize& panel);

inline constexpr Colour exit_colour{0.13, 0.60, 0.33};
inline constexpr Colour liquid_colour{0.25, 0.56, 0.85};

// The rectangle of the camera's plane that holds the frame (3D, orthographic).
void add_to_sheet(const Snapshot& frame, std::span<const Obstacle> obstacles, const PictureStyle& style,
                  const Bounds& window, std::array<double, 2>& low, std::array<double, 2>& high);
// The same for all that the window can hold and for shadows, seen in perspective; for shadows alone where nothing is.
void window_on_sheet(const PictureStyle& style, const PictureScales& scales, std::array<double, 2>& low,
                     std::array<double, 2>& high);
// Whether bodies of this frame cast shadows on the ground.
bool casts_shadow(const Snapshot& frame, std::span<const Obstacle> obstacles, const PictureStyle& style);
// What of the ground has shadows on it, within the room that they have.
void add_shadows(const Snapshot& frame, const Bounds& window, Bounds& shadow);

// The lowest point of bodies, as they look, and of obstacles that have an end, within the window; infinite without any.
double ground_level(const Snapshot& frame, std::span<const Obstacle> obstacles, const Bounds& window);

// Whether a body of this radius on the sheet, in pixels, shows how it has turned.
bool marked(const PictureJob& job, double radius);

// A line of a link between two bodies that are both there, or of a whole joint.
struct PlacedLink {
  std::size_t first;  // the body that it has its colour from
  Vec3 from, along;   // from a point of the first, in the periodic box, to the nearest image of the other end
  double width;       // of the line, as the bodies are measured
  double darker;      // than the body, 0 to 1
};
// The joints beneath, as bodies lie on them.
std::vector<PlacedLink> place_links(const Snapshot& frame, const PictureStyle& style);
// Where whole joints hold bodies to the world: pictures show these points too.
std::vector<Vec3> fixed_points(const Snapshot& frame, const PictureStyle& style);

// The velocity of a body as an arrow on the sheet: from (x, y) by (dx, dy).
void draw_arrow(Canvas& canvas, double x, double y, double dx, double dy, double size);

// 1, 2 or 5 times a power of ten, at most the value.
double round_down(double value);

Colour obstacle_colour(const Obstacle& obstacle);

// What stands at the right of pictures.
class PictureKey {
 public:
  PictureKey(const PictureStyle& style, const PictureScales& scales, int dimension, std::span<const GroupStyle> groups,
             const PanelSize& panel);
  double width() const { return width_; }
  double height() const;  // what it needs at least
  void draw(Canvas& canvas, double x, double height) const;

 private:
  struct Bar {
    std::string title;
    Scale scale;
    bool below, above, whole;  // values lie beyond the ends; whole numbers only
    std::function<Colour(double)> colour;
  };
  Bar body_bar() const;
  Bar flow_bar() const;
  bool has_names() const;  // bodies are told apart by names
  bool has_bar() const;    // or by a bar
  bool has_flow() const;
  // All three return where they end.
  double draw_bar(Canvas& canvas, const Bar& bar, double x, double y, double height) const;
  double draw_names(Canvas& canvas, double x, double y) const;
  double draw_network(Canvas& canvas, double x, double y) const;
  void draw_speed(Canvas& canvas, double x, double y) const;

  const PictureStyle& style_;
  const PictureScales& scales_;
  int dimension_;
  std::vector<std::pair<std::string, Colour>> names_;  // of categories
  PanelSize panel_;
  double text_ = 12, width_ = 0;
};

}  // namespace floc
