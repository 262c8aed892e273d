// Obstacles that are flat, or made of flat pieces: half-spaces, thin walls, boxes, walls along lines of points.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "geometry/obstacle_kind.hpp"

namespace floc {

struct HalfSpaceParameters {
  static constexpr std::string_view kind = "half-space", help = "particles live on the side the normal points to";
  Vec3 point{}, normal{};

  void declare(Table& t);
  Surfaces make(const ObstacleContext&) const;
};

struct WallParameters {
  static constexpr std::string_view kind = "wall", help = "a thin wall: segment (2D), rectangle or disc (3D)";
  std::optional<Vec3> from, to;              // a segment, …
  std::optional<Vec3> corner, edge1, edge2;  // … a rectangle …
  std::optional<Vec3> centre, normal;        // … or a disc
  std::optional<double> radius;

  void declare(Table& t);
  Surfaces make(const ObstacleContext&) const;
};

struct BoxParameters {
  static constexpr std::string_view kind = "box", help = "a box along the axes";
  Vec3 low{}, high{};
  bool inside = false;  // the particles are

  void declare(Table& t);
  Surfaces make(const ObstacleContext&) const;
};

struct PolygonParameters {
  static constexpr std::string_view kind = "polygon", help = "thin walls along a closed line of points (2D)";
  std::vector<Vec3> points;

  void declare(Table& t);
  Surfaces make(const ObstacleContext&) const;
};

struct PolylineParameters {
  static constexpr std::string_view kind = "polyline", help = "thin walls along an open line of points (2D)";
  std::vector<Vec3> points;

  void declare(Table& t);
  Surfaces make(const ObstacleContext&) const;
};

}  // namespace floc
