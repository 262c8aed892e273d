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
};

using MotionPtr = std::shared_ptr<const Motion>;

}  // namespace floc
