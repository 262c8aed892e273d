// The flow of a fluid in pictures: a colour for every place of the plane, or of a plane through space, and streamlines.
#pragma once

#include <optional>
#include <vector>

#include "draw/colour.hpp"
#include "draw/picture.hpp"
#include "draw/streamlines.hpp"
#include "fluid/flow_field.hpp"

namespace floc {

// What pictures of a flow have in common, frame by frame.
void add_flow(const FlowField& flow, const PictureStyle& style, FlowScales& scales);
// When all frames are added: values of both signs have as much room on both sides of nothing.
FlowScales ended(const FlowScales& scales, const PictureStyle& style);

// Blue below nothing and red above it where the range is as long on both sides; otherwise an ordered map.
Colour flow_colour(const FlowScales& scales, double value);

// A plane through the flow: that of a flow in the plane, or across `axis` at `level`.
class FlowPlane {
 public:
  FlowPlane(const FlowField& flow, const PictureStyle& style);

  int axis() const { return axis_; }
  double level() const { return level_; }
  // Its own two directions, as numbers of those of space.
  int first() const { return first_; }
  int second() const { return second_; }
  Vec3 place(const PlanePoint& p) const;
  PlanePoint low() const { return {flow_.origin[first_], flow_.origin[second_]}; }
  PlanePoint high() const {
    return {flow_.origin[first_] + flow_.length(first_), flow_.origin[second_] + flow_.length(second_)};
  }
  bool holds(const PlanePoint& p) const {
    return p[0] >= low()[0] && p[0] <= high()[0] && p[1] >= low()[1] && p[1] <= high()[1];
  }
  // The field of the style.
  double value(const PlanePoint& p) const;
  // In the part of the plane between two corners; none unless the style has them.
  std::vector<Streamline> lines(const PlanePoint& from, const PlanePoint& to) const;

 private:
  const FlowField& flow_;
  const PictureStyle& style_;
  std::vector<double> values_;
  int axis_, first_, second_;
  double level_;
};

}  // namespace floc
