// Repulsion (CONTACT; Glowinski, Wan–Turek): the penalty that takes the place of the projection.
//
// Along the centres, at the distance d = S + D with S = r_i + r_j, a pair pushes with
//
//   p(D; S) = (S + D) (ρ − D)²/ε  for 0 ≤ D ≤ ρ,    (S + D) (−D)/ε'  for D < 0,    0 beyond ρ,
//
// which is what the papers write: it falls to 0 at D = 0 and grows again with the overlap. A wall is the
// mirror image of the body (gap 2D, S = 2r) with ε/2 and ε'/2: p_wall(D) = 2 p(2D; 2r). The potential is
//
//   W(D; S) = ((S + ρ) u³/3 − u⁴/4)/ε,  u = ρ − D,  for 0 ≤ D ≤ ρ,    W(0; S) + (S D²/2 + D³/3)/ε'  below,
//
// and W(2D; 2r) for a wall. Bodies of any shape push at their nearest points along the normal there, each point with
// p(D; S) of its own gap, S the sum of the radii of the balls round them; the push at a lever turns them. Spheres among
// them push as above, and W stays the potential, since the derivative of D in the poses is the normal at the nearest
// points. A wall is its distances, with the mirror's factors. With the contact law "none" nothing else keeps bodies apart: they overlap by
// as much as the forces press, and every step says by how much.
#pragma once

#include "forces/force.hpp"

namespace floc {

struct RepulsionParameters {
  static constexpr std::string_view kind = "repulsion",
                                    help = "a penalty on small gaps, instead of or beside the projection";
  double range = 0;            // ρ, a length: about h_mesh in a fluid solver
  double epsilon = 1;          // ε, length³/force: about h_mesh²
  double epsilon_contact = 1;  // ε', length²/force: about h_mesh

  void declare(Table& t);
  ForcePtr make(const ForceContext&) const;
};

ForcePtr repulsion(const RepulsionParameters& parameters);

}  // namespace floc
