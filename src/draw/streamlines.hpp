// Streamlines of a plane flow, evenly spaced.
//
// Lines start at the points of a lattice, in its order, and go both ways (fourth-order Runge–Kutta, steps of equal length)
// until they leave the box, meet a point of rest, close, or come near to a line that is there already, by half the
// spacing (Jobard and Lefer). Short ones are left out. Nothing depends on chance.
#pragma once

#include <array>
#include <functional>
#include <vector>

namespace floc {

using PlanePoint = std::array<double, 2>;

struct Streamline {
  std::vector<PlanePoint> points;  // downstream
};

std::vector<Streamline> streamlines(const std::function<PlanePoint(const PlanePoint&)>& velocity,
                                    const PlanePoint& low, const PlanePoint& high, double spacing);

}  // namespace floc
