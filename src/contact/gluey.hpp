// Gluey contacts (GLUEY; model.md, section 3): a contact remembers γ ≤ 0, the adhesion it has stored.
// It is glued while γ < 0, and γ̇ = −Rλ: pushed it stores, pulled it gives back, and lets go at γ = 0.
//
// An adhesive impulse may not exceed the stored one. With λ a force and ι the impulse of a unit
// multiplier over the step (ι = h; h² without inertia):
//
//   λ ≥ λ_min = γ/(Rι),    μ = λ − λ_min ≥ 0,    γ⁺ = −Rιμ = γ − Rιλ,
//
// which is the inelastic projection of V + hM⁻¹f + M⁻¹Gᵀ(γ/R). For a particle on a plane this is
// algorithm 2.6 of GLUEY, take-off included.
//
// A glued contact that is open by at most 0.9 of the tolerance, or overlaps by at most 0.1 of it, is left where it
// is: λ holds its speed and not the last digits of its gap (gap_to_close in law.hpp).
//
// R = 1, or with radius scaling (3.2)  R = 1/r² on an obstacle,  (r_i + r_j)²/(r_i r_j)² for a pair.
// Rough surfaces touch before all is stored (2.5): γ ← max(γ, γ_min), γ_min given, or 6πμ ln(s_i + s_j)
// from the sizes s of the roughness. γ_min = 0 is the inelastic law, −∞ is smooth.
#pragma once

#include <optional>
#include <vector>

#include "contact/law.hpp"
#include "core/groups.hpp"
#include "core/parameters.hpp"

namespace floc {

struct RoughGroups {
  GroupSet groups = {};
  double size = 1e-3;
  void declare(Table& t);
};

struct GlueyParameters {
  static constexpr std::string_view kind = "gluey", help = "adhesion that a contact stores and gives back";
  std::optional<double> gamma_min = {};             // none: smooth surfaces …
  std::optional<double> roughness = {};             // … or of this size s, in a fluid …
  std::optional<double> viscosity = {};             // … of this viscosity μ
  std::optional<double> obstacle_roughness = {};    // that of the bodies where it is not given
  std::vector<RoughGroups> rough = {};              // groups with another; the last that names a group holds
  bool radius_scaling = false;
  SourcePlace gamma_min_place = {}, roughness_place = {};

  void declare(Table& t);
  LawPtr make(const LawContext&) const;
};

LawPtr gluey(const GlueyParameters& parameters);

// What `gluey` and `gluey-reference` share: R, γ_min and the evolution of γ.
class GlueyLaw : public ContactLaw {
 public:
  // Throws Error for parameters that make no sense.
  explicit GlueyLaw(const GlueyParameters& parameters);
  void cones(const Contacts& contacts, const ContactStep& step, Cones& cones) const override;
  bool finish(Contacts& contacts, const Cones& cones, const ContactStep& step, std::span<const double> free, std::span<const double> moved,
              std::span<double> kept, VelocityProjection& project) const final;
  bool remembers() const final { return true; }
  bool remembers_multipliers() const final { return true; }

 private:
  // λ_min of a contact that has stored the impulse γ/R, given as the force that spends it in the step.
  virtual double bound(double stored) const = 0;
  double rate(const Contacts& contacts, std::size_t c, const Bodies& bodies) const;   // R
  double least(const Contacts& contacts, std::size_t c, const Bodies& bodies) const;  // γ_min
  double size(std::int32_t group) const;                                              // s

  GlueyParameters parameters_;
};

}  // namespace floc
