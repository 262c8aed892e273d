#include "forces/drag.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "core/error.hpp"
#include "forces/body_field.hpp"

namespace floc {
namespace {

class Drag final : public Force {
 public:
  explicit Drag(DragParameters p)
      : flow_("flow", std::move(p.flow), false, p.groups),
        named_(p.named_flow),
        groups_(std::move(p.groups)),
        implicit_(p.implicit) {
    if (named_) check(*named_);
    if (p.tau.has_value() == p.viscosity.has_value()) throw Error("drag needs either tau or viscosity");
    if (p.tau && !(*p.tau > 0)) throw Error("the relaxation time tau of the drag has to be positive");
    if (p.viscosity && !(*p.viscosity >= 0 && std::isfinite(*p.viscosity)))
      throw Error("the viscosity of the drag has to be finite and not negative");
    if (p.tau)
      rate_ = 1.0 / *p.tau;
    else
      stokes_ = 6.0 * std::numbers::pi * *p.viscosity;
  }

  void add(const Surroundings& around, std::span<double> free_velocity) const override {
    const Bodies& bodies = around.bodies;
    const int d = bodies.dimension;
    if (around.first_order && !implicit_) throw Error("drag without inertia has to be implicit");
    const double inertia = around.first_order ? 0 : 1;
    const auto relax = [&](std::size_t i, const Vec3& u) {
      const double s = around.gain * (rate_ + stokes_ * bodies.radius[i] / bodies.mass[i]);  // h/τ_i
      if (s == 0) return;
      double* v_free = &free_velocity[i * d];
      const double* v = bodies.v(i);
      for (int k = 0; k < d; ++k) {
        if (implicit_)
          v_free[k] = (v_free[k] + s * u[k]) / (inertia + s);
        else
          v_free[k] -= s * (v[k] - u[k]);
      }
    };
    if (!named_) return flow_.for_each(bodies, around.t, around.executor, relax);
    if (d == 1) throw Error("a flow with a name is for dimension 2 or 3");
    std::visit(
        [&](const auto& flow) {
          const auto u = flow.at(around.t);
          around.executor.for_each(bodies.size(), [&](std::size_t i) {
            if (groups_.has(bodies.group[i])) relax(i, u(embed(bodies.x(i), d), d));
          });
        },
        *named_);
  }
  bool implicit() const override { return implicit_; }

 private:
  BodyField flow_;
  std::optional<NamedFlow> named_;
  GroupSet groups_;
  bool implicit_;
  double rate_ = 0;    // 1/τ, the same for all, or
  double stokes_ = 0;  // 6πν with 1/τ_i = 6πν r_i/m_i
};

}  // namespace

ForcePtr drag(DragParameters parameters) { return std::make_shared<Drag>(std::move(parameters)); }

}  // namespace floc
