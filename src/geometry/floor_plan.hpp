// The floor that people walk on, and the shortest ways out of it.
//
// A plan is a set of rings (closed lines; a point is on the floor when a ray from it meets them an odd
// number of times: the outer boundary, holes in it, floor within holes), of thin walls on the floor, and of
// exits: lines that people leave through. Where an exit lies on a ring or a thin wall, that is open. What
// remains is wall, and an obstacle for the projection.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "geometry/fast_marching.hpp"
#include "geometry/surface.hpp"

namespace floc {

struct Exit {
  std::string name;
  std::vector<Line> lines;

  double width() const;  // the sum of their lengths
  // The path from a to b goes through it.
  bool crossed(const Vec2& a, const Vec2& b) const;
};

class FloorPlan {
 public:
  using Ring = std::vector<Vec2>;

  FloorPlan() = default;
  // Throws Error for a plan without a ring, rings of fewer than three points, and points that are not finite.
  FloorPlan(std::vector<Ring> rings, std::vector<Line> thin_walls, std::vector<Exit> exits);

  const std::vector<Line>& outline() const { return outline_; }  // the rings
  const std::vector<Line>& walls() const { return walls_; }
  const std::vector<Exit>& exits() const { return exits_; }
  const Vec2& low() const { return low_; }
  const Vec2& high() const { return high_; }

  bool inside(const Vec2& x) const;
  // Both ends and the middle are on the floor or on its boundary.
  bool holds(const Line& line) const;
  // A node: inside.
  std::vector<char> inside(const PlaneGrid& grid) const;
  std::vector<SurfacePtr> wall_surfaces() const;
  // The boundary of the floor as one surface, exits included: d > 0 on the floor and only there. For finding places:
  // thin walls do not tell that a pillar is solid.
  SurfacePtr boundary() const;

 private:
  std::vector<Line> outline_, walls_;
  std::vector<Exit> exits_;
  Vec2 low_{}, high_{};
  double close_ = 0;  // a length that counts as none
};

// The shortest ways from everywhere to some of the exits: T by fast marching on nodes `spacing` apart.
//
// A person is no point: the shortest way of a point grazes corners, and a disc that wants to go there would wait
// beside the corner for ever (it slides along the wall at speed ∝ its distance from the end). Ways that keep a
// `clearance` from walls lead round. Exits count without their ends that are nearer to a wall than that.
class Route {
 public:
  // `exits`: their numbers in the plan. Throws Error for a spacing that gives no grid, or more than
  // `most_nodes`.
  Route(const FloorPlan& plan, const std::vector<std::size_t>& exits, double spacing, double clearance = 0);
  static constexpr double most_nodes = 2e7;

  // T(x); ∞ where no exit can be reached, and off the floor.
  double distance(const Vec2& x) const;
  // −∇T(x), of length 1, from the nodes of the cell that are not behind a wall, with bilinear weights. Where
  // that would meet a wall within a spacing it goes straight to a node near by: the one most downhill of
  // those that are seen. It never goes into a wall.
  // Zero where there is no way.
  Vec2 direction(const Vec2& x) const;

  const DistanceField& field() const { return field_; }

 private:
  // f(node, weight) for the nodes of the cell about x that are reached and not behind a wall.
  template <class F>
  void for_nodes_about(const Vec2& x, F&& f) const;
  std::size_t cell_of(const Vec2& x, double& u, double& v) const;
  template <class F>
  void for_nodes_near(const Vec2& x, F&& f) const;
  bool open(const Vec2& x, std::size_t node) const;

  LineSet walls_;
  DistanceField field_;
  std::vector<char> clear_;  // a cell, by its lower left node: all reached, and no wall near
};

}  // namespace floc
