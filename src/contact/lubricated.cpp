#include "contact/lubricated.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "core/film.hpp"
#include "core/buffers.hpp"

namespace floc {
namespace {

class LubricatedLaw final : public ContactLaw {
 public:
  explicit LubricatedLaw(const LubricatedParameters& parameters) : parameters_(parameters) {
    const auto positive = [](double x) { return x > 0 && std::isfinite(x); };
    if (!positive(parameters.viscosity)) throw Error("the viscosity of films must be positive");
    if (!positive(parameters.range)) throw Error("the range of films must be positive");
  }

  void cones(const Contacts& contacts, const ContactStep& step, Cones& cones) const override {
    const double range = parameters_.range * step.length;
    cones.film_range = range;
    resize_buffer(cones.film, contacts.size());
    resize_buffer(cones.lower, contacts.size());
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      // Rows that were relinearised at a container guard its curved wall; it has one film.
      if (c > 0 && contacts.first[c - 1] == contacts.first[c] && contacts.second[c - 1] == contacts.second[c]) {
        cones.film[c] = cones.lower[c] = 0;
        continue;
      }
      cones.film[c] = strength(contacts, c, step);
      // A film that is not known yet begins with the gap there is; below the tolerance gaps are not known.
      const double level = film_level(std::max(contacts.gap_at_begin(c), std::min(step.tolerance, range)), range);
      cones.lower[c] = (contacts.memory[c] < 0 ? contacts.memory[c] : cones.film[c] * level) / step.h;
    }
  }

  bool finish(Contacts& contacts, const Cones& cones, const ContactStep& step, std::span<const double>,
              std::span<const double>, std::span<double>, VelocityProjection&) const override {
    for (std::size_t c = 0; c < contacts.size(); ++c)
      contacts.memory[c] = cones.film[c] > 0 ? step.h * (cones.lower[c] - contacts.multiplier[c]) : 0;
    return true;
  }

  bool remembers() const override { return true; }
  bool has_films() const override { return true; }
  double range() const override { return parameters_.range; }

 private:
  // 6πμR² of a row.
  double strength(const Contacts& contacts, std::size_t c, const ContactStep& step) const {
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const double r = step.bodies.radius[i];
    if (contacts.second[c] < 0) {
      const auto surface = static_cast<std::size_t>(Contacts::surface_of(contacts.second[c]));
      const Vec3 x = embed(step.bodies.x(i), step.bodies.dimension);
      return film_strength(parameters_.viscosity, r, step.obstacles->curvatures(surface, x));
    }
    const double curvature = 1 / step.bodies.radius[static_cast<std::size_t>(contacts.second[c])];
    return film_strength(parameters_.viscosity, r, {curvature, curvature});
  }

  LubricatedParameters parameters_;
};

}  // namespace

double film_strength(double viscosity, double r, const std::array<double, 2>& curvatures) {
  // A container as narrow as the grain would have a film without end: curvatures differ by at least 1e-3.
  const auto radius = [&](double curvature) { return 1 / std::max(1 / r + curvature, 1e-3 / r); };
  const double a = radius(curvatures[0]), b = radius(curvatures[1]);
  return 12 * std::numbers::pi * viscosity * a * b * std::sqrt(a * b) / (a + b);
}

void LubricatedParameters::declare(Table& t) {
  t.key("viscosity", viscosity,
        {.help = "viscosity μ of the fluid between the bodies; the force on a gap D is 6πμR²(1/D − 1/range) times the "
                 "speed it closes at, R = r₁r₂/(r₁ + r₂)",
         .example = "0.1",
         .unit = "Pa s",
         .required = true,
         .above = 0});
  t.key("range", range,
        {.help = "gap at which the film begins", .example = "0.5", .unit = "r̄", .above = 0, .at_most = 1e6});
}

LawPtr LubricatedParameters::make(const LawContext&) const { return lubricated(*this); }

LawPtr lubricated(const LubricatedParameters& parameters) { return std::make_shared<LubricatedLaw>(parameters); }

}  // namespace floc
