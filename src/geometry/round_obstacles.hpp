// Round obstacles, solid or seen from inside: balls and cylinders.
#pragma once

#include <string_view>

#include "geometry/obstacle_kind.hpp"

namespace floc {

struct SphereParameters {
  static constexpr std::string_view kind = "sphere", help = "a ball (a disc in 2D), or a round container";
  Vec3 centre{};
  double radius = 1;
  bool inside = false;  // the particles are

  void declare(Table& t);
  Surfaces make(const ObstacleContext&) const;
};

struct CylinderParameters {
  static constexpr std::string_view kind = "cylinder", help = "a solid cylinder, or a drum (3D)";
  Vec3 from{}, to{};
  double radius = 1;
  bool inside = false;  // the particles are
  bool open = false;    // a drum without its ends

  void declare(Table& t);
  Surfaces make(const ObstacleContext&) const;
};

}  // namespace floc
