#include "contact/gluey.hpp"

#include <cmath>

#include "core/error.hpp"
#include "core/grow.hpp"

namespace floc {

GlueyLaw::GlueyLaw(const GlueyParameters& parameters) : parameters_(parameters) {
  const GlueyParameters& p = parameters_;
  if (!(p.gamma_min <= 0)) throw Error("gamma_min must not be positive");
  if (p.roughness.empty()) return;
  if (!(p.viscosity > 0)) throw Error("roughness sizes need a positive viscosity");
  const double largest = *std::max_element(p.roughness.begin(), p.roughness.end());
  if (!(*std::min_element(p.roughness.begin(), p.roughness.end()) > 0 && p.obstacle_roughness > 0))
    throw Error("roughness sizes must be positive");
  if (!(largest + std::max(largest, p.obstacle_roughness) <= 1))
    throw Error("two roughness sizes must not add up to more than 1: their logarithm is the largest adhesion");
}

double GlueyLaw::rate(const Contacts& contacts, std::size_t c, const Bodies& bodies) const {
  if (!parameters_.radius_scaling) return 1;
  double inverse = 1 / bodies.radius[static_cast<std::size_t>(contacts.first[c])];
  if (contacts.second[c] >= 0) inverse += 1 / bodies.radius[static_cast<std::size_t>(contacts.second[c])];
  return inverse * inverse;
}

double GlueyLaw::least(const Contacts& contacts, std::size_t c, const Bodies& bodies) const {
  if (parameters_.roughness.empty()) return parameters_.gamma_min;
  const auto size = [&](std::int32_t body) {
    return parameters_.roughness[static_cast<std::size_t>(bodies.group[static_cast<std::size_t>(body)])];
  };
  const double other = contacts.second[c] >= 0 ? size(contacts.second[c]) : parameters_.obstacle_roughness;
  return 6 * M_PI * parameters_.viscosity * std::log(size(contacts.first[c]) + other);
}

void GlueyLaw::cones(const Contacts& contacts, const ContactStep& step, Cones& cones) const {
  grow(cones.lower, contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c)
    cones.lower[c] = contacts.memory[c] < 0 ? bound(contacts.memory[c] / (rate(contacts, c, step.bodies) * step.impulse)) : 0;
}

bool GlueyLaw::finish(Contacts& contacts, const Cones& cones, const ContactStep& step, std::span<const double>,
                      std::span<const double> moved, std::span<double>, VelocityProjection&) const {
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const double unit = rate(contacts, c, step.bodies) * step.impulse, gamma = contacts.memory[c];
    const double lower = cones.lower[c], lambda = contacts.multiplier[c];
    double& next = contacts.memory[c];
    if (is_open(contacts, cones, c, step, moved)) {
      next = 0;
    } else {
      next = std::isfinite(lower) ? 0 - unit * (lambda - lower) : std::min(0.0, gamma - unit * lambda);
      next = std::max(next, least(contacts, c, step.bodies));
    }
  }
  return true;
}

namespace {

// An opening is nobody's overlap: of the tolerance, which is one of overlaps, the solver keeps most.
constexpr LeftAlone left_alone{.open = 0.9, .overlap = 0.1};

class Gluey final : public GlueyLaw {
 public:
  using GlueyLaw::GlueyLaw;
  void cones(const Contacts& contacts, const ContactStep& step, Cones& cones) const override {
    GlueyLaw::cones(contacts, step, cones);
    cones.take_gaps(contacts);
    for (std::size_t c = 0; c < contacts.size(); ++c)
      if (contacts.memory[c] < 0) cones.target[c] = gap_to_close(contacts, c, step, left_alone);
  }
  double solver_share() const override { return 1 - left_alone.overlap; }

 private:
  double bound(double stored) const override { return stored; }
};

}  // namespace

std::shared_ptr<const ContactLaw> gluey(const GlueyParameters& parameters) {
  return std::make_shared<Gluey>(parameters);
}

}  // namespace floc
