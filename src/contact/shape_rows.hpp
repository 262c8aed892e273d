// Rows of bodies of any shape: one a point of contact.
//
// Which pairs are close is told by the balls round the bodies (close_pairs.hpp). Each such pair has its points of
// contact (geometry/nearest.hpp), each a row with levers, with the key of the pair and of the feature that it belongs
// to.
//
// The gap of such bodies is not convex in their motion: rows of the present poses keep them apart to first order. So
// rows are relinearised at the poses that a solution takes the bodies to, where
//
//   D̂ = D(moved) − hG(moved)V,   so that D̂ + hGV is the true gap,
//
// and the solution is corrected from there (step/project.cpp), until the true overlap is within the tolerance.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/bonds.hpp"
#include "contact/contacts.hpp"
#include "contact/row_geometry.hpp"
#include "geometry/nearest.hpp"
#include "geometry/shape.hpp"
#include "neighbours/scenery.hpp"

namespace floc {

class ShapeRows {
 public:
  // Throws Error for an obstacle that bodies of any shape do not meet: one that is no plane, no container and no solid.
  // Gaps are those between the bodies less `half_gap` for each of them. Pairs with one of the `bonds` (placed, outlive
  // this; null: none) have its row in place of their contact.
  ShapeRows(std::vector<ShapePtr> shapes, const Obstacles& obstacles, double half_gap = 0, const Bonds* bonds = nullptr);

  bool any() const { return !shapes_.empty(); }

  // Velocities and spins that take bodies somewhere in h.
  struct Motion {
    std::span<const double> velocity, spin;
    double h;
  };

  // The rows of the pairs of `balls`, for bodies that may go as `motion` says: points that are too far apart
  // for that are left out.
  void take(const Scenery& scenery, const Contacts& balls, const Motion& motion, double least_cutoff, Contacts& rows);
  // The same where the motion has taken them.
  void take_moved(const Scenery& scenery, const Contacts& balls, const Motion& motion, double least_cutoff,
                  Contacts& rows);
  // The largest overlap of all these pairs, where the motion has taken them (≥ 0). True to the poses.
  double worst_overlap(const Scenery& scenery, const Contacts& balls, const Motion& motion);
  // Normals and gaps of rows that have their keys, at the present poses.
  void measure(const Scenery& scenery, Contacts& rows);

 private:
  // On which side of a moving obstacle a body is: where it is seen at the end of the step, or, as a blade that sweeps
  // over it must not leave it behind, where it was seen at the beginning; the half-space between them goes along.
  enum class Side { before, now };

  void place(const Bodies& bodies, const Motion& motion, Executor& executor);
  template <class Cutoff, class Row>
  void find(const Scenery& scenery, const Contacts& balls, Side side, Cutoff&& cutoff, Row&& row, Contacts& rows);
  void find_points(const Scenery& scenery, const ContactKey& pair, Side side, double cutoff,
                   ContactPoints& points) const;
  ContactPoint bond_point(const Scenery& scenery, std::size_t i, std::size_t j) const;
  void find_near_points(const Scenery& scenery, const ContactKey& pair, Side side, double cutoff,
                        ContactPoints& points) const;

  struct Point {
    ContactKey pair;
    ContactPoint at;
  };
  // An obstacle's surface, as bodies see it: a plane, the inside of a container, or a solid (of a wall, next to no
  // thickness).
  struct Solid {
    ShapePtr shape;
    Pose pose;
  };
  void meet_surface(const Shape& shape, const Pose& pose, const Obstacles& obstacles, std::size_t s, Side side,
                    double cutoff, ContactPoints& points) const;
  void meet_solid(const Shape& shape, const Pose& pose, const Obstacles& obstacles, std::size_t s, Side side,
                  double cutoff, ContactPoints& points) const;

  std::vector<ShapePtr> shapes_;
  double half_gap_;
  const Bonds* bonds_;
  std::vector<Solid> solids_;  // one a surface
  std::vector<Pose> pose_;
  std::vector<std::vector<Point>> found_;  // a list a block
};

}  // namespace floc
