#include "extend/dipole.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "core/error.hpp"
#include "forces/pair_force.hpp"

namespace floc {
namespace {

constexpr double k = 1e-7;  // μ₀/4π, in N/A²

class Dipole final : public Force {
 public:
  explicit Dipole(DipoleParameters p) : p_(std::move(p)) {
    if (!(norm(p_.direction) > 0)) throw Error("the direction of the dipoles must not be zero");
    if (!(p_.range > 0 && std::isfinite(p_.range))) throw Error("the range of the dipoles has to be positive");
    p_.direction = 1 / norm(p_.direction) * p_.direction;
  }

  double range() const override { return p_.range; }

  void add(const Surroundings& s, const FreeMotion& free) const override {
    with_dimension(s.bodies.dimension, [&]<int D>() {
      const Vec<D> b = Vec<D>::load(p_.direction.c.data());
      s.executor.for_each(s.bodies.size(), [&](std::size_t i) {
        Vec<D> f;
        for_bodies_near<D>(s, i, p_.range, [&](std::size_t j, double gap, const Vec<D>& n) {
          const double r = s.bodies.radius[i] + s.bodies.radius[j] + gap, along = dot(b, n);
          f += 3 * strength(s.bodies, i, j) / (r * r * r * r) * ((1 - 5 * along * along) * n + 2 * along * b);
        });
        double* v = &free.velocity[i * D];
        (Vec<D>::load(v) + s.gain / s.bodies.mass[i] * f).store(v);
      });
    });
  }

 private:
  double moment(const Bodies& bodies, std::size_t i) const {
    const double r = bodies.radius[i];
    return p_.groups.has(bodies.group[i]) ? p_.magnetisation * 4 / 3 * std::numbers::pi * r * r * r : 0;
  }
  double strength(const Bodies& bodies, std::size_t i, std::size_t j) const {
    return k * moment(bodies, i) * moment(bodies, j);
  }

  DipoleParameters p_;
};

}  // namespace

void DipoleParameters::declare(Table& t) {
  t.key("magnetisation", magnetisation,
        {.help = "magnetic moment per volume", .example = "5e5", .unit = "A/m", .required = true, .at_least = 0});
  t.key("direction", direction, {.help = "where the outer field points, any length", .example = "[0, 1]"});
  t.key("range", range,
        {.help = "gap beyond which pairs do not feel each other", .example = "0.1", .unit = "m", .above = 0});
  t.groups(groups);
  t.check(norm(direction) > 0, {"direction"}, "must not be zero");
}

ForcePtr DipoleParameters::make(const ForceContext&) const { return dipole(*this); }

ForcePtr dipole(DipoleParameters parameters) { return std::make_shared<Dipole>(std::move(parameters)); }

}  // namespace floc
