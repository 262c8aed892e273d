// The signed distance to a closed mesh on a grid, exact within a band about it.
//
// Every piece of the boundary is offered to the nodes of the cells that it may pass through. From there the front
// marches outwards in the order of distance, as in fast marching (by buckets, which need no heap); but what a node
// hands to its neighbours is not a number, to be differenced, but the piece it is nearest to. A node goes on from the
// best that it was offered to nearer pieces around that one; where all of them lie behind the plane across the way to
// the nearest point, as they do seen from outside of what is convex, none has to be asked. The distance at the nodes is
// thus exact, not of first or second order, except where the nearest piece of a node is nearest to no neighbour and
// next to none of theirs. What lies farther outside than the band is the band; what lies deeper inside than `depth` is
// −depth.
//
// Between nodes the distance is interpolated linearly in each direction: of second order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "geometry/closed_mesh.hpp"
#include "geometry/surface.hpp"

namespace floc {

class NarrowBand {
 public:
  enum class Reach { band, all };
  // Nodes `spacing` apart; `band` is at least two of them. Distances that are known everywhere tell a body that another
  // one has swallowed its way out, and one that will come far in a step what is in its way.
  NarrowBand(const NearestOnMesh& mesh, double spacing, double band, Reach reach = Reach::band);

  double spacing() const { return spacing_; }
  double band() const { return band_; }
  int dimension() const { return dimension_; }
  std::array<int, 3> counts() const { return count_; }
  std::size_t nodes() const { return value_.size(); }
  std::size_t in_band() const { return in_band_; }
  Vec3 node(std::size_t k) const;
  double at_node(std::size_t k) const { return within(value_[k]); }

  // Distance and its gradient (unit), in the frame of the mesh; ± the band where it is more, unless all are known.
  SurfacePoint at(const Vec3& x) const;
  // The distance alone, to the bit.
  double distance(const Vec3& x) const;
  // At most the distance; more than the band where x is far from the grid.
  double distance_bound(const Vec3& x) const;

 private:
  std::size_t index(int i, int j, int k) const {
    return (static_cast<std::size_t>(k) * static_cast<std::size_t>(count_[1]) + static_cast<std::size_t>(j)) *
               static_cast<std::size_t>(count_[0]) +
           static_cast<std::size_t>(i);
  }
  double within(double distance) const { return std::clamp(distance, -limit_, limit_); }
  // The cell that x is in, by the corners along x first; false where the grid ends.
  struct Cell {
    double corner[8];
    double part[3];
  };
  bool find(const Vec3& x, Cell& cell) const;
  // What is known reaches two nodes beyond the band, so that inside of it every cell has its corners.
  double known() const { return limit_ + 2 * spacing_; }
  SurfacePoint beyond(const Vec3& x) const;
  void march(const NearestOnMesh& mesh);
  void fill_signs();

  int dimension_;
  double spacing_, band_, limit_, inverse_spacing_;
  Vec3 low_{};
  std::array<int, 3> count_{1, 1, 1};
  std::vector<double> value_;
  std::size_t in_band_ = 0;
};

}  // namespace floc
