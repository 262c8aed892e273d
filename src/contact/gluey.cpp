#include "contact/gluey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/buffers.hpp"
#include "core/error.hpp"

namespace floc {

GlueyLaw::GlueyLaw(const GlueyParameters& parameters) : parameters_(parameters) {
  const GlueyParameters& p = parameters_;
  if (p.gamma_min && !(*p.gamma_min <= 0)) throw Error("gamma_min must not be positive");
  if (!p.roughness && (p.obstacle_roughness || !p.rough.empty()))
    throw Error("roughness sizes of groups and obstacles need one of the bodies");
  if (!p.roughness) return;
  if (p.gamma_min) throw Error("gamma_min follows from the roughness where there is one");
  if (!(p.viscosity && *p.viscosity > 0)) throw Error("roughness sizes need a positive viscosity");
  double largest = *p.roughness, least = p.obstacle_roughness.value_or(largest);
  const double obstacles = least;
  least = std::min(least, largest);
  for (const RoughGroups& rough : p.rough) largest = std::max(largest, rough.size), least = std::min(least, rough.size);
  if (!(least > 0)) throw Error("roughness sizes must be positive");
  if (!(largest + std::max(largest, obstacles) <= 1))
    throw Error("two roughness sizes must not add up to more than 1: their logarithm is the largest adhesion");
}

double GlueyLaw::rate(const Contacts& contacts, std::size_t c, const Bodies& bodies) const {
  if (!parameters_.radius_scaling) return 1;
  double inverse = 1 / bodies.radius[static_cast<std::size_t>(contacts.first[c])];
  if (contacts.second[c] >= 0) inverse += 1 / bodies.radius[static_cast<std::size_t>(contacts.second[c])];
  return inverse * inverse;
}

double GlueyLaw::least(const Contacts& contacts, std::size_t c, const Bodies& bodies) const {
  const GlueyParameters& p = parameters_;
  if (!p.roughness) return p.gamma_min.value_or(-std::numeric_limits<double>::infinity());
  const auto of = [&](std::int32_t body) { return size(bodies.group[static_cast<std::size_t>(body)]); };
  const double other =
      contacts.second[c] >= 0 ? of(contacts.second[c]) : p.obstacle_roughness.value_or(*p.roughness);
  return 6 * M_PI * *p.viscosity * std::log(of(contacts.first[c]) + other);
}

double GlueyLaw::size(std::int32_t group) const {
  const auto last = std::find_if(parameters_.rough.rbegin(), parameters_.rough.rend(),
                                 [&](const RoughGroups& rough) { return rough.groups.has(group); });
  return last == parameters_.rough.rend() ? *parameters_.roughness : last->size;
}

void GlueyLaw::cones(const Contacts& contacts, const ContactStep& step, Cones& cones) const {
  resize_buffer(cones.lower, contacts.size());
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

void RoughGroups::declare(Table& t) {
  t.groups(groups);
  t.key("size", size,
        {.help = "size of their roughness",
         .example = "2e-3",
         .unit = "m",
         .required = true,
         .above = 0,
         .at_most = 0.5});
}

void GlueyParameters::declare(Table& t) {
  t.place("gamma_min", gamma_min_place);
  t.place("roughness", roughness_place);
  t.key("gamma_min", gamma_min,
        {.help = "the most adhesion a contact stores; 0: inelastic",
         .example = "-10",
         .unit = "N s",
         .at_most = 0,
         .otherwise = "no bound: smooth surfaces"});
  t.key("roughness", roughness,
        {.help = "or the size s of the roughness of the particles: gamma_min = 6πμ ln(s_i + s_j)",
         .example = "1e-3",
         .unit = "m",
         .above = 0,
         .at_most = 0.5});
  t.key("viscosity", viscosity,
        {.help = "viscosity μ of the fluid between rough surfaces", .example = "0.1", .unit = "Pa s", .above = 0});
  t.at_most_one_of({{"gamma_min"}, {"roughness", "viscosity"}});
  t.key("obstacle_roughness", obstacle_roughness,
        {.help = "roughness of the obstacles",
         .example = "1e-4",
         .unit = "m",
         .above = 0,
         .at_most = 0.5,
         .otherwise = "that of the particles"});
  t.check(!obstacle_roughness || roughness, {"roughness", "obstacle_roughness"},
          "is missing: obstacle_roughness needs it");
  t.list("rough", rough, {.help = "groups whose roughness is another one; the last table that names a group holds"});
  t.check(rough.empty() || roughness, {"roughness", "rough"}, "is missing: rough groups need it");
  t.key("radius_scaling", radius_scaling,
        {.help = "larger spheres store less: γ̇ = −Rλ with R = 1/r² on an obstacle, (r_i + r_j)²/(r_i r_j)² for a pair",
         .example = "true"});
  t.refuse("restitution", "does not combine with gluey contacts: a contact that stores adhesion holds, and does not "
                          "bounce");
}

LawPtr GlueyParameters::make(const LawContext&) const { return gluey(*this); }

LawPtr gluey(const GlueyParameters& parameters) { return std::make_shared<Gluey>(parameters); }

}  // namespace floc
