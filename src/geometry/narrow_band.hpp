// The signed distance to a closed mesh on a grid, exact within a band about it.
//
// Nodes next to the boundary take their distance from the pieces near them. From there the front marches outwards in
// the order of distance, as in fast marching (by buckets, which need no heap); but what a node hands to its neighbours
// is not a number, to be differenced, but the piece it is nearest to: the neighbour takes its own distance to that
// piece and to those around it. The distance at the nodes is thus exact, not of first or second order, except where the
// nearest piece of a node is nearest to no neighbour and next to none of theirs. What lies farther outside than the
// band is the band; what lies deeper inside than `depth` is −depth.
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
  enum class Inside { band, all };
  // Nodes `spacing` apart; `band` is at least two of them. Inside, distances are known within the band or everywhere: a
  // body that another one has swallowed then knows its way out.
  NarrowBand(const NearestOnMesh& mesh, double spacing, double band, Inside inside = Inside::band);

  double spacing() const { return spacing_; }
  double band() const { return band_; }
  int dimension() const { return dimension_; }
  std::array<int, 3> counts() const { return count_; }
  std::size_t nodes() const { return value_.size(); }
  std::size_t in_band() const { return in_band_; }
  Vec3 node(std::size_t k) const;
  double at_node(std::size_t k) const { return within(value_[k]); }

  // Distance and its gradient (unit), in the frame of the mesh; the band, or −depth, where it is more.
  SurfacePoint at(const Vec3& x) const;

 private:
  std::size_t index(int i, int j, int k) const {
    return (static_cast<std::size_t>(k) * static_cast<std::size_t>(count_[1]) + static_cast<std::size_t>(j)) *
               static_cast<std::size_t>(count_[0]) +
           static_cast<std::size_t>(i);
  }
  double within(double distance) const { return std::clamp(distance, -depth_, band_); }
  // What is known reaches two nodes beyond the band, so that inside of it every cell has its corners.
  double known() const { return band_ + 2 * spacing_; }
  double known_inside() const { return depth_ + 2 * spacing_; }
  void march(const NearestOnMesh& mesh);
  void fill_signs();

  int dimension_;
  double spacing_, band_, depth_;
  Vec3 low_{};
  std::array<int, 3> count_{1, 1, 1};
  std::vector<double> value_;
  std::size_t in_band_ = 0;
};

}  // namespace floc
