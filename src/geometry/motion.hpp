// A prescribed motion of an obstacle: its pose at every time. One class a kind of motion.
#pragma once

#include <memory>

#include "geometry/pose.hpp"

namespace floc {

class Motion {
 public:
  virtual ~Motion() = default;
  virtual Pose at(double t) const = 0;
  virtual bool fixed() const { return false; }
  // How far it turns from time t to t + h, whole turns counted.
  virtual double turn(double t, double h) const {
    (void)t, (void)h;
    return 0;
  }
};

using MotionPtr = std::shared_ptr<const Motion>;

}  // namespace floc
