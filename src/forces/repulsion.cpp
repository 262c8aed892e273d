#include "forces/repulsion.hpp"

#include <cmath>

#include "core/error.hpp"
#include "forces/pair_force.hpp"

namespace floc {
namespace {

class Repulsion final : public Force {
 public:
  explicit Repulsion(const RepulsionParameters& p)
      : rho_(p.range), stiffness_(1 / p.epsilon), stiffness_contact_(1 / p.epsilon_contact) {
    const auto positive = [](double v) { return v > 0 && std::isfinite(v); };
    if (!positive(rho_)) throw Error("the range of the repulsion has to be positive");
    if (!positive(stiffness_) || !positive(stiffness_contact_))
      throw Error("epsilon and epsilon_contact of the repulsion have to be positive");
  }

  void add(const Surroundings& around, const FreeMotion& free) const override {
    const std::vector<double>& r = around.bodies.radius;
    add_pair_force(
        around, rho_, [&](std::size_t i, std::size_t j, double gap) { return push(gap, r[i] + r[j]); }, free);
    add_surface_force(
        around, rho_, [&](std::size_t i, std::size_t, double gap) { return 2 * push(2 * gap, 2 * r[i]); },
        free);
  }

  double range() const override { return rho_; }

  double energy(const Surroundings& around) const override {
    const std::vector<double>& r = around.bodies.radius;
    const double pairs = pair_energy(
        around, rho_, [&](std::size_t i, std::size_t j, double gap) { return potential(gap, r[i] + r[j]); });
    const double walls = surface_energy(
        around, rho_, [&](std::size_t i, std::size_t, double gap) { return potential(2 * gap, 2 * r[i]); });
    return pairs + walls;
  }

 private:
  double push(double gap, double sum) const {
    if (gap < 0) return -gap * (sum + gap) * stiffness_contact_;
    const double u = rho_ - gap;
    return u > 0 ? u * u * (sum + gap) * stiffness_ : 0;
  }
  double potential(double gap, double sum) const {
    const double u = rho_ - std::max(gap, 0.0), near = ((sum + rho_) / 3 - u / 4) * u * u * u * stiffness_;
    if (gap < 0) return near + (sum / 2 + gap / 3) * gap * gap * stiffness_contact_;
    return u > 0 ? near : 0;
  }

  double rho_, stiffness_, stiffness_contact_;  // ρ, 1/ε, 1/ε'
};

}  // namespace

void RepulsionParameters::declare(Table& t) {
  t.key("range", range,
        {.help = "gap ρ below which bodies push", .example = "0.01", .unit = "m", .required = true, .above = 0});
  t.key("epsilon", epsilon,
        {.help = "ε of the push (S + D)(ρ − D)²/ε before contact",
         .example = "1e-4",
         .unit = "m³/N",
         .required = true,
         .above = 0});
  t.key("epsilon_contact", epsilon_contact,
        {.help = "ε' of the push (S + D)(−D)/ε' in an overlap",
         .example = "1e-2",
         .unit = "m²/N",
         .required = true,
         .above = 0});
}

ForcePtr RepulsionParameters::make(const ForceContext&) const { return repulsion(*this); }

ForcePtr repulsion(const RepulsionParameters& parameters) { return std::make_shared<Repulsion>(parameters); }

}  // namespace floc
