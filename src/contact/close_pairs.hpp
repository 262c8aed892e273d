// Which pairs become rows of the projection, and the proof that leaving the others out is exact.
//
// Every body has a reach ρ_i, a guess of how far it goes in the step (from its velocity, within
// bounds). A pair becomes a row when D_ij < ρ_i + ρ_j, a surface when D < 2ρ_i. After the projection,
// with u_i = h v_i the displacements:
//
//   |u_i| ≤ ρ_i for every i   ⇒   no pair left out can close: V⁺ solves the problem of all pairs.
//
// (Between bodies u_i less a displacement that is common to all does as well.)
// Otherwise the pairs of the bodies that went further are looked up, and those left out whose
// linearised gap D + e·(u_i − u_j) is negative become rows too; the projection is repeated. Each
// repetition adds rows, so it ends, and what it ends with is the solution of the problem of all pairs
// (GLUEY, remark 3.6). Bonded pairs are rows at any distance.
//
// In a huge step bodies pass through dozens of others, and most pairs are missed at once. Those that are closest now keep
// the others apart: where more than four a body are missed, each body gets its nearest few, and the next projection
// tells what else is missed. Rows grow with the bodies and not with their pairs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "contact/bonds.hpp"
#include "contact/contacts.hpp"
#include "contact/row_geometry.hpp"
#include "neighbours/quantized_positions.hpp"
#include "neighbours/scenery.hpp"

namespace floc {

class ClosePairs {
 public:
  // `cutoff`: the largest ρ_i + ρ_j. No reach is below a twenty-fifth of the largest, or below twenty times what
  // displacements are uncertain by (up to twice that): every pair with a gap below a twenty-fifth of the cutoff, or below
  // `always` (≤ cutoff), is a row. `bonds` (placed) say which pairs keep another distance than the sum of their radii, and
  // outlive this.
  ClosePairs(double cutoff, const Bonds& bonds, double always = 0, double uncertain = 0)
      : largest_reach_(0.5 * cutoff),
        least_reach_(0.5 * std::max(always, std::clamp(40 * uncertain, 0.04 * cutoff, 0.08 * cutoff))),
        bonds_(bonds),
        geometry_(bonds) {}

  // Another largest ρ_i + ρ_j, for the steps to come; the least stays.
  void set_cutoff(double cutoff) { largest_reach_ = 0.5 * cutoff; }
  // Sets the reaches from h|v_i| and h|v*_i|, and forgets the pairs added before.
  void begin_step(const Scenery& scenery, std::span<const double> free_velocity, double h);
  // Whether nothing is missed if the bodies go as they would freely (perhaps, where it says no).
  bool free_within_reach() const { return free_within_; }
  // A contact that remembers something stays a row, however far a large step has parted it.
  void keep(const Scenery& scenery, const ContactMemory& last);
  // Gaps and normals of all rows, sorted by key.
  void take_rows(const Scenery& scenery, Contacts& rows);
  // Adds the pairs left out that the displacements would close; true when there are any. New rows start
  // from zero, the others keep what they have.
  bool add_missed(const Scenery& scenery, Contacts& rows, const Displacements& u);
  // Where there are more than a few a body: takes away pairs that were added and that the displacements open by more than
  // `distance`. In a huge step pairs are added in round after round, and most are in nobody's way once others push; those
  // that are after all come back as missed.
  void drop_open(Contacts& rows, const Displacements& u, double distance);
  // Where the true gap to a concave surface at the moved position is below −tolerance, the row is
  // relinearised there, beside the ones the body has; true when there are any. The set of places inside
  // a ball or a drum is convex and lies within every such row, so that rows can only come closer to it.
  // The memory goes over to the row that is nearest to where the body arrives.
  bool relinearise(const Scenery& scenery, Contacts& rows, const Displacements& u, double tolerance);
  // Rows with one key (those relinearised) become one: their forces and memories are added.
  void merge_relinearised(Contacts& rows) const;
  // How rows are measured.
  const RowGeometry& geometry() const { return geometry_; }

 private:
  using Row = RowGeometry::Row;
  enum class Travel : char { within, out_of_reach, far };  // of its reach; beyond the largest reach
  static bool by_pair(const Row& a, const Row& b) { return a.pair < b.pair; }
  template <class F>
  void for_surfaces(const Scenery& scenery, std::size_t i, F&& f) const;
  template <int D, class Take>
  void for_near_surfaces(const Scenery& scenery, std::size_t i, Take&& take) const;
  template <int D>
  void list_near(const Scenery& scenery, std::size_t begin, std::size_t end, std::vector<std::int32_t>& near);
  void fill_rows(std::size_t begin, std::size_t end, std::span<const std::int32_t> near, Contacts& rows) const;
  bool known(const Contacts& rows, const ContactKey& pair) const;
  // Of new_ (sorted): the surfaces, and the pairs with the least gaps, some a body.
  void thin_out_new(std::size_t bodies);
  // Puts new_ (sorted) in their places; true when there are any.
  bool insert_new(Contacts& rows);
  bool anyone_out_of_reach(const Scenery& scenery, const Displacements& u) const;
  // That of the body that goes furthest; takes moves_.
  template <int D>
  Travel class_travels(const Scenery& scenery, const Displacements& u);
  // For a search beyond the lists.
  template <int D>
  void bound_displacements(const Scenery& scenery, const Displacements& u);
  template <int D, class Miss>
  void find_missed_surfaces(const Scenery& scenery, const Displacements& u, std::size_t i, Miss&& miss) const;
  template <int D, class Miss>
  void find_missed_pairs(const Scenery& scenery, const Displacements& u, std::size_t i, Miss&& miss) const;

  double largest_reach_, least_reach_;
  bool free_within_ = false;
  const Bonds& bonds_;
  RowGeometry geometry_;
  Vec3 common_{};                    // the mean displacement
  DefaultInitVector<float> moves_;   // displacements less that, and reaches less their roundings, over the largest
  std::vector<double> reach_;        // ρ
  std::vector<ContactKey> wanted_;   // rows whatever their gap: bonds, and contacts that remember
  std::vector<Row> new_;             // about to be inserted
  bool relinearised_ = false;        // some row, in this step
  std::vector<std::uint32_t> start_;  // rows of body i: [start_[i], start_[i + 1])
  QuantizedPositions rough_;
  std::vector<std::vector<std::int32_t>> near_;  // the others of the rows of a block
  std::vector<std::vector<ContactKey>> missed_;  // a list a block
  // If a body goes far: what bounds the displacements in each cell of the grid, and the largest radius.
  std::vector<float> low_, high_;
  double largest_radius_ = 0;
};

}  // namespace floc
