// Capillary bridges between wet grains (GRAN 29).
//
// A bridge of liquid forms when two grains touch and lives until their gap D reaches D_rupt: a pair that
// comes nearer feels nothing before contact, and one that parts is pulled back until the bridge breaks.
// While it lives the two attract each other with
//
//   F(D) = πγ_s √(r_i r_j) (exp(−A D⁺ + B) + C),   D⁺ = max(D, 0),
//
// γ_s the surface tension. A, B, C and D_rupt are given, the same for every pair, or follow from the
// volume V of liquid in a bridge and the wetting angle θ: with R = max(r_i, r_j) and ln v = ln(V/R³),
//
//   A = 1.1 v^−0.53 / R,                       B = (−0.148 ln v − 0.96) θ² − 0.0082 ln v + 0.48,
//   D_rupt = (1 + θ/2) V^⅓,                    C = 0.0018 ln v + 0.078
//
// (F. Soulié, F. Cherblanc, M. S. El Youssoufi, C. Saix, Int. J. Numer. Anal. Meth. Geomech. 30 (2006)
// 213–228, who write a = −A R; rupture after G. Lian, C. Thornton, M. J. Adams, J. Colloid Interface
// Sci. 161 (1993) 138–147). An obstacle counts as a grain of the same radius: √(r r) = R = r.
//
// The energy of a bridge is W(D) = −∫_D^D_rupt F, so that p = −W' = −F and W vanishes at rupture. It
// appears at once when the bridge forms: going round the loop costs the pair W(0).
#pragma once

#include <optional>

#include "core/groups.hpp"
#include "forces/force.hpp"

namespace floc {

// The law of one pair.
struct CapillaryBridge {
  double size = 0;         // πγ_s √(r_i r_j), a force
  double a = 0;            // A, one over a length
  double b = 0, c = 0;     // B, C
  double rupture = 0;      // D_rupt, a length

  double force(double gap) const;   // attraction, ≥ 0; 0 from rupture on
  double energy(double gap) const;  // W
};

struct BridgeCoefficients {
  double a = 0, b = 0, c = 0, rupture = 0;
};
struct BridgeLiquid {
  double volume = 0;  // V of one bridge
  double angle = 0;   // θ, in degrees
};

struct CapillaryParameters {
  static constexpr std::string_view kind = "capillary",
                                    help = "bridges of liquid, which form at contact and pull until they break";
  double surface_tension = 0;
  std::optional<BridgeCoefficients> given;  // exactly one of the two
  std::optional<BridgeLiquid> liquid;
  GroupSet groups = {};                     // both grains of a bridge belong to these

  void declare(Table& t);
  ForcePtr make(const ForceContext&) const;
  CapillaryBridge between(double r_i, double r_j) const;
  double rupture() const;
};

ForcePtr capillary(CapillaryParameters parameters);

}  // namespace floc
