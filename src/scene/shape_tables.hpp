// Shapes of particles, in proportions: the radius of a particle is that of the ball (disc) of the same volume.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/parameters.hpp"
#include "geometry/obstacle_kind.hpp"
#include "scene/diagnostic.hpp"

namespace floc::scene {

struct RoundShape {
  static constexpr std::string_view kind = "sphere", help = "a ball, or a disc";
};
struct EllipsoidShape {
  static constexpr std::string_view kind = "ellipsoid", help = "an ellipsoid, or an ellipse";
  Vec3 axes{{2, 1, 1}};
};
struct SuperellipsoidShape {
  static constexpr std::string_view kind = "superellipsoid",
                                    help =
                                        "|x/a|^n + |y/b|^n + |z/c|^n = 1: from an octahedron's cousin to a box with "
                                        "round edges";
  Vec3 axes{{1, 1, 1}};
  double exponent = 4;
};
struct CapsuleShape {
  static constexpr std::string_view kind = "capsule", help = "a cylinder with round ends (2D: a stadium)";
  double aspect = 2;
};
struct BoxShape {
  static constexpr std::string_view kind = "box", help = "a box, or a rectangle";
  Vec3 sides{{1, 1, 1}};
  double rounding = 0;
};
struct PolytopeShape {
  static constexpr std::string_view kind = "polytope", help = "the convex hull of points: a polyhedron, or a polygon";
  std::vector<Vec3> points;
  double rounding = 0;
};
using ConvexShape =
    std::variant<RoundShape, EllipsoidShape, SuperellipsoidShape, CapsuleShape, BoxShape, PolytopeShape>;

// Where something that has an origin of its own is, and how large.
struct Placement {
  double size = 1;
  Vec3 centre{};
  double angle = 0;
  Vec3 axis{{0, 0, 1}};
};
struct PartTable {
  ConvexShape shape;
  Placement at;
};
struct ClumpShape {
  static constexpr std::string_view kind = "clump", help = "convex parts that are one rigid body";
  std::vector<PartTable> parts;
  std::string mass = "united";
};

// Of a body with distances on a grid, over the radius of the ball round it.
struct FieldKeys {
  double spacing = 0.03125;
  double band = 0.125;
};
struct MeshShape {
  static constexpr std::string_view kind = "mesh",
                                    help = "what a closed surface of a file encloses: STL or OBJ, or corners (2D)";
  std::string path;  // absolute after reading
  FieldKeys field;
  Place place;
};
struct LevelSet {
  std::optional<std::string> path;  // either values on a grid, absolute after reading …
  std::optional<Expression> function;
  std::optional<Vec3> low, high;
  std::int64_t cells = 24;  // … or a formula, and a grid for it
  Place place;
};
struct LevelSetShape {
  static constexpr std::string_view kind = "level-set", help = "where a function is negative: of a file, or a formula";
  LevelSet levels;
  FieldKeys field;
};
using BodyShape = std::variant<RoundShape, EllipsoidShape, SuperellipsoidShape, CapsuleShape, BoxShape, PolytopeShape,
                               ClumpShape, MeshShape, LevelSetShape>;

struct ShapeTable {
  BodyShape shape;
  std::string orientation = "random";
  std::optional<std::vector<double>> inertia;  // about its axes, over mass and radius²
  Place place, inertia_place;
};

// ---- the same as obstacles ----

struct MeshObstacle {
  static constexpr std::string_view kind = "mesh",
                                    help =
                                        "thin walls: the triangles of a file, STL or OBJ, open or closed (2D: a line "
                                        "through corners that closes)";
  std::string path;  // absolute after reading
  Placement at;
  Place place;

  void declare(Table& t);
  Surfaces make(const ObstacleContext& context) const;
};
struct LevelSetObstacle {
  static constexpr std::string_view kind = "level-set",
                                    help = "thin walls along the boundary of where a function is negative";
  LevelSet levels;
  Placement at;

  void declare(Table& t);
  Surfaces make(const ObstacleContext& context) const;
};
struct SolidTable {
  std::variant<RoundShape, EllipsoidShape, SuperellipsoidShape, CapsuleShape, BoxShape, PolytopeShape, ClumpShape>
      shape;
};
struct SolidObstacle {
  static constexpr std::string_view kind = "shape", help = "a solid with the shape of a body";
  SolidTable solid;
  Placement at;

  void declare(Table& t);
  Surfaces make(const ObstacleContext& context) const;
};

}  // namespace floc::scene
