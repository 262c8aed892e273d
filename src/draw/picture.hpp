// Pictures of frames, PNG or SVG by the ending of the path. The same frames give the same bytes: nothing
// depends on threads or time.
//
//   1D  blocks on a line with a scale.
//   2D  discs, obstacles as dark lines with their solid side shaded, exits green, periodic edges dashed.
//   3D  shaded spheres with ambient occlusion, z up (draw/raster.hpp); walls and containers
//       translucent with edges, solid obstacles opaque. In an SVG they are an image.
//
// Bodies carry the colour of their group or of a quantity; those that turn show it, by a half or by segments of another
// shade that turn with them, unless they are but a few pixels wide. Networks are tubes from centre to centre whose
// width and darkness are the value; in 3D the bodies shrink so that one sees them. Bodies that cross a
// periodic face are drawn on both sides. The flow of a fluid is a field of colours, with streamlines or without,
// beneath the bodies in the plane, and on a plane through the fluid in space. Liquid bridges are blue, between the
// grains that they join. Joints are lines: a distance from point to point, others from the centres to where they hold;
// broken ones are gone.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fluid/flow_field.hpp"
#include "geometry/floor_plan.hpp"
#include "geometry/obstacle.hpp"
#include "output/snapshot.hpp"
#include "step/joints.hpp"

namespace floc {

enum class Network { none, force, gamma };  // force: |λ|; gamma: |γ|
// Throws Error with the names there are.
Network network_named(std::string_view name);

struct PictureStyle {
  int size = 1200;  // longer side of one picture, in pixels (points in an SVG)
  Quantity colour = Quantity::group;
  std::optional<std::array<double, 2>> range{};  // of the colours; otherwise that of the frames
  Network network = Network::none;
  bool arrows = false;             // velocities
  bool marks = true;               // on bodies that turn; not with a network, which they would disturb
  bool key = false;                // at the right: what colours, widths and arrows mean
  bool time_stamp = true;          // below the picture
  double azimuth = -65;            // degrees, of the camera about z (3D)
  double elevation = 22;           // degrees above the horizon (3D)
  bool perspective = false;        // otherwise orthographic (3D)
  bool shadow = true;              // of bodies on the ground, where there are obstacles (3D)
  bool scale_bar = false;          // below the picture (2D and 3D; in perspective it is that of the middle)
  FlowQuantity field = FlowQuantity::none;               // of the flow of a fluid, beneath the bodies
  std::optional<std::array<double, 2>> field_range{};    // of its colours; otherwise that of the frames
  bool streamlines = false;                              // of the flow
  struct Slice {
    int axis = 2;
    std::optional<double> level;  // otherwise the middle
  };
  std::optional<Slice> slice{};    // 3D: the plane that the flow is shown on; otherwise the one the camera faces
  std::optional<Bounds> window{};  // what is shown; otherwise all there is
  std::vector<Exit> exits{};
  std::vector<std::array<std::int64_t, 2>> links{};  // ids of bodies that are joined by a line
  std::vector<Joint> joints{};                       // of the run, in its order
  int threads = 1;                                   // the picture does not depend on it
};

struct FlowScales {
  bool any = false;
  std::array<double, 2> range{0, 1};  // of the colours of the flow
  double least = 0, most = 0;         // of its values
};

// What pictures side by side, or one after the other, have in common.
struct PictureScales {
  Bounds window{};
  std::array<double, 2> low{}, high{};  // 3D: what is shown of the plane through the window's middle
  std::array<double, 2> range{0, 1};    // of the colours
  bool below = false, above = false;    // values lie beyond the range
  double network = 0;                   // the value of a tube of full width; 0: there is none
  double speed = 0;                     // of an arrow of full length; 0: nothing moves
  double radius = 0;                    // the mean one
  double ground = std::numeric_limits<double>::infinity();  // where shadows fall (3D): the lowest there is in any frame
  Bounds shadow{{{1e300, 1e300, 0}}, {{-1e300, -1e300, 0}}};  // what of the ground they are seen on, x and y
  FlowScales flow{};
};

// Scales that suit all the frames added: colours and arrows end at the 98th percentile of a frame, tubes at
// the 95th, so that a few hard hits do not hide the rest.
class PictureSurvey {
 public:
  PictureSurvey(std::span<const Obstacle> obstacles, const PictureStyle& style)
      : obstacles_(obstacles), style_(style) {}
  void add(const Snapshot& frame);
  PictureScales scales() const;

 private:
  std::span<const Obstacle> obstacles_;
  const PictureStyle& style_;
  PictureScales scales_;
  std::size_t frames_ = 0;
};

// Obstacles stand where they are at the frame's time. Throws Error.
void draw_picture(const Snapshot& frame, std::span<const Obstacle> obstacles, const PictureStyle& style,
                  const std::string& path);
// Several frames side by side on the same scales, the time below each.
void draw_sheet(std::span<const Snapshot> frames, std::span<const Obstacle> obstacles, const PictureStyle& style,
                const std::string& path);

struct Image {
  int width = 0, height = 0;
  std::string rgb;  // three bytes a pixel, row by row
};
// A picture of a movie: its sides are even, as films want them, and the same for the same scales.
Image draw_image(const Snapshot& frame, std::span<const Obstacle> obstacles, const PictureStyle& style,
                 const PictureScales& scales);

}  // namespace floc
