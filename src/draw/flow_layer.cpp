#include "draw/flow_layer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace floc {
namespace {

constexpr double least_part = 0.01, most_part = 0.99;  // of the cells lie below the ends of the range
constexpr double lines_across = 36;                    // streamlines, on the longer side

// The direction that the camera looks along most.
int facing(const PictureStyle& style) {
  const double a = style.azimuth * std::numbers::pi / 180, e = style.elevation * std::numbers::pi / 180;
  const Vec3 towards{{std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e)}};
  int axis = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(towards[k]) > std::abs(towards[axis])) axis = k;
  return axis;
}

}  // namespace

void add_flow(const FlowField& flow, const PictureStyle& style, FlowScales& scales) {
  if (style.field == FlowQuantity::none) return;
  std::vector<double> values = flow_quantity(style.field, flow);
  std::sort(values.begin(), values.end());
  const auto at = [&](double part) { return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))]; };
  const double low = at(least_part), high = at(most_part);
  scales.range[0] = scales.any ? std::min(scales.range[0], low) : low;
  scales.range[1] = scales.any ? std::max(scales.range[1], high) : high;
  scales.least = scales.any ? std::min(scales.least, values.front()) : values.front();
  scales.most = scales.any ? std::max(scales.most, values.back()) : values.back();
  scales.any = true;
}

FlowScales ended(const FlowScales& given, const PictureStyle& style) {
  FlowScales s = given;
  if (style.field_range) s.range = *style.field_range;
  else if (s.range[0] < 0 && s.range[1] > 0) s.range[0] = -(s.range[1] = std::max(-s.range[0], s.range[1]));
  else if (style.field == FlowQuantity::speed) s.range[0] = 0;
  if (!(s.range[1] > s.range[0])) s.range = {s.range[0] - 0.5, s.range[0] + 0.5};
  return s;
}

Colour flow_colour(const FlowScales& s, double value) {
  const double t = (value - s.range[0]) / (s.range[1] - s.range[0]);
  return map_colour(s.range[0] == -s.range[1] ? ColourMap::tides : ColourMap::shallows, t);
}

FlowPlane::FlowPlane(const FlowField& flow, const PictureStyle& style)
    : flow_(flow), style_(style), values_(flow_quantity(style.field, flow)) {
  axis_ = flow.dimension == 2 ? 2 : style.slice ? style.slice->axis : facing(style);
  first_ = axis_ == 0 ? 1 : 0;
  second_ = axis_ == 2 ? 1 : 2;
  level_ = flow.dimension == 2                     ? 0
           : style.slice && style.slice->level ? *style.slice->level
                                                   : flow.origin[axis_] + 0.5 * flow.length(axis_);
}

Vec3 FlowPlane::place(const PlanePoint& p) const {
  Vec3 x;
  x[axis_] = level_;
  x[first_] = p[0];
  x[second_] = p[1];
  return x;
}

double FlowPlane::value(const PlanePoint& p) const {
  const FlowCells::Round r = flow_.round(place(p));
  double sum = 0;
  for (int c = 0; c < r.corners; ++c) {
    const auto k = static_cast<std::size_t>(c);
    sum += r.weight[k] * values_[r.cell[k]];
  }
  return sum;
}

std::vector<Streamline> FlowPlane::lines(const PlanePoint& from, const PlanePoint& to) const {
  if (!style_.streamlines) return {};
  const PlanePoint a{std::max(from[0], low()[0]), std::max(from[1], low()[1])},
      b{std::min(to[0], high()[0]), std::min(to[1], high()[1])};
  const double spacing = std::max(b[0] - a[0], b[1] - a[1]) / lines_across;
  return floc::streamlines(
      [&](const PlanePoint& p) {
        const Vec3 v = flow_.velocity_at(place(p));
        return PlanePoint{v[first_], v[second_]};
      },
      a, b, spacing);
}

}  // namespace floc
