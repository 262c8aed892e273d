#include "forces/capillary.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/error.hpp"
#include "forces/pair_force.hpp"
#include "forces/pair_memory.hpp"

namespace floc {

double CapillaryBridge::force(double gap) const {
  return gap < rupture ? size * (std::exp(b - a * std::max(gap, 0.0)) + c) : 0;
}

double CapillaryBridge::energy(double gap) const {
  if (!(gap < rupture)) return 0;
  const double from = std::max(gap, 0.0), left = rupture - from;
  const double decay = a > 0 ? -std::expm1(-a * left) / a : left;  // ∫ exp(−A(s − D)) ds from D to D_rupt
  return force(0) * std::min(gap, 0.0) - size * (std::exp(b - a * from) * decay + c * left);
}

namespace {

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

}  // namespace

double CapillaryParameters::rupture() const {
  return given ? given->rupture : (1 + 0.5 * radians(liquid->angle)) * std::cbrt(liquid->volume);
}

CapillaryBridge CapillaryParameters::between(double r_i, double r_j) const {
  const double size = std::numbers::pi * surface_tension * std::sqrt(r_i * r_j);
  if (given) return {size, given->a, given->b, given->c, given->rupture};
  const double r = std::max(r_i, r_j), log_v = std::log(liquid->volume / (r * r * r)), theta = radians(liquid->angle);
  return {size, 1.1 * std::exp(-0.53 * log_v) / r, (-0.148 * log_v - 0.96) * theta * theta - 0.0082 * log_v + 0.48,
          0.0018 * log_v + 0.078, rupture()};
}

namespace {

void check(const CapillaryParameters& p) {
  const auto sound = [](double value) { return std::isfinite(value) && value >= 0; };
  if (p.given.has_value() == p.liquid.has_value())
    throw Error("capillary bridges need either coefficients, or a volume and an angle");
  if (!sound(p.surface_tension)) throw Error("the surface tension has to be finite and not negative");
  if (p.liquid && !(p.liquid->volume > 0)) throw Error("the volume of a bridge has to be positive");
  if (p.liquid && !(p.liquid->angle >= 0 && p.liquid->angle <= 90))
    throw Error("the wetting angle has to be between 0 and 90 degrees");
  if (!(p.rupture() > 0 && std::isfinite(p.rupture()))) throw Error("the distance of rupture has to be positive");
  if (p.given && !(sound(p.given->a) && std::isfinite(p.given->b) && std::isfinite(p.given->c)))
    throw Error("the coefficients of a bridge have to be finite, and A not negative");
  if (p.given && p.given->c < -std::exp(p.given->b - p.given->a * p.given->rupture))
    throw Error("a bridge with these coefficients would push before it breaks");
}

class Capillary final : public Force {
 public:
  explicit Capillary(CapillaryParameters p) : p_(std::move(p)) {
    check(p_);
    range_ = p_.rupture();
  }

  double range() const override { return range_; }
  bool remembers() const override { return true; }

  void remember(const Surroundings& s, PairMemory& memory) const override {
    const Bodies& bodies = s.bodies;
    with_dimension(bodies.dimension, [&]<int D>() {
      memory.renew(bodies.size(), s.executor, [&](std::size_t i, auto&& add) {
        if (!p_.groups.has(bodies.group[i])) return;
        const auto decide = [&](std::int32_t second, double gap) {
          if (gap <= s.touching || memory.has(i, second)) add(second);
        };
        for_bodies_near<D>(s, i, range_, [&](std::size_t j, double gap, const Vec<D>&) {
          if (p_.groups.has(bodies.group[j])) decide(static_cast<std::int32_t>(j), gap);
        }, false);
        for_surfaces_near<D>(s, i, range_, [&](std::size_t k, double gap, const Vec<D>&) {
          decide(PairList::second_of_surface(k), gap);
        });
      });
    });
  }

  void add(const Surroundings& s, const FreeMotion& free) const override {
    if (!any(s)) return;
    add_pair_force(s, range_, [&](std::size_t i, std::size_t j, double gap) {
      return joined(s, i, j) ? -between(s, i, j).force(gap) : 0;
    }, free);
    add_surface_force(s, range_, [&](std::size_t i, std::size_t k, double gap) {
      return on_surface(s, i, k) ? -between(s, i, i).force(gap) : 0;
    }, free);
  }

  double energy(const Surroundings& s) const override {
    if (!any(s)) return 0;
    const double pairs = pair_energy(s, range_, [&](std::size_t i, std::size_t j, double gap) {
      return joined(s, i, j) ? between(s, i, j).energy(gap) : 0;
    });
    return pairs + surface_energy(s, range_, [&](std::size_t i, std::size_t k, double gap) {
      return on_surface(s, i, k) ? between(s, i, i).energy(gap) : 0;
    });
  }

 private:
  static bool any(const Surroundings& s) { return s.memory && s.memory->pairs().size() > 0; }
  static bool joined(const Surroundings& s, std::size_t i, std::size_t j) {
    return s.memory->has(i, static_cast<std::int32_t>(j));
  }
  static bool on_surface(const Surroundings& s, std::size_t i, std::size_t k) {
    return s.memory->has(i, PairList::second_of_surface(k));
  }
  CapillaryBridge between(const Surroundings& s, std::size_t i, std::size_t j) const {
    return p_.between(s.bodies.radius[i], s.bodies.radius[j]);
  }

  CapillaryParameters p_;
  double range_ = 0;
};

}  // namespace

void CapillaryParameters::declare(Table& t) {
  std::optional<double> volume, angle, a, b, c, at_rupture;
  if (liquid) volume = liquid->volume, angle = liquid->angle;
  if (given) a = given->a, b = given->b, c = given->c, at_rupture = given->rupture;
  t.key("surface_tension", surface_tension,
        {.help = "surface tension γ of the liquid", .example = "0.072", .unit = "N/m", .required = true, .at_least = 0});
  t.key("volume", volume, {.help = "liquid in one bridge", .example = "1e-9", .unit = "m³", .above = 0});
  t.key("angle", angle, {.help = "wetting angle", .example = "10", .unit = "degrees", .at_least = 0, .at_most = 90});
  t.key("A", a,
        {.help = "or the law itself, πγ√(r_i r_j)(exp(−A D + B) + C) at the gap D: decay A",
         .example = "2000",
         .unit = "1/m",
         .at_least = 0});
  t.key("B", b, {.help = "coefficient B of that law", .example = "0.5"});
  t.key("C", c, {.help = "coefficient C of that law", .example = "0.06"});
  t.key("rupture", at_rupture, {.help = "gap at which a bridge breaks", .example = "1e-3", .unit = "m", .above = 0});
  t.one_of({{"volume", "angle"}, {"A", "B", "C", "rupture"}});
  if (volume && angle) liquid = {*volume, *angle};
  if (a && b && c && at_rupture) {
    given = {*a, *b, *c, *at_rupture};
    t.check(std::exp(*b - *a * *at_rupture) + *c >= 0, {"C", "A", "B", "rupture"},
            "makes a bridge push before it breaks: exp(−A rupture + B) + C must not be negative");
  }
  t.groups(groups);
}

ForcePtr CapillaryParameters::make(const ForceContext&) const { return capillary(*this); }

ForcePtr capillary(CapillaryParameters parameters) { return std::make_shared<Capillary>(std::move(parameters)); }

}  // namespace floc
