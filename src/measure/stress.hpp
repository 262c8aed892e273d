// The stress tensor of the contact forces, compression positive:
//
//   σ = −1/|W| Σ_i Σ_c a_ic ⊗ f_ic,    f_ic = ±(λ_c e_c + t_c)
//
// over the bodies i in the box W and the contacts c of each: the arm from the centre to the contact, −r e and r e of
// spheres, and the force, friction included. A pair of spheres inside gives (r_i + r_j) e ⊗ (λe + t), the virial. The
// pressure is the mean of the diagonal, which the friction of spheres does not change. What is told is the symmetric
// part: the other one is the torque on bodies that are not at rest.
#pragma once

#include "measure/measurement.hpp"

namespace floc {

struct MeasureStress : OneFrameKind<MeasureStress> {
  static constexpr std::string_view kind = "stress", unit = "N/m^(d-1)",
                                    help = "stress tensor of the contact forces, pressure positive";
  static constexpr bool contacts = true;
  std::vector<std::string> columns(const MeasureSettings& settings) const;
  Lines take(const MeasuredFrame& frame, const MeasureSettings& settings) const;
};

}  // namespace floc
