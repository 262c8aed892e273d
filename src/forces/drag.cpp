#include "forces/drag.hpp"

#include <cmath>
#include <numbers>
#include <type_traits>
#include <utility>

#include "core/error.hpp"
#include "forces/body_field.hpp"

namespace floc {
namespace {

class Drag final : public Force {
 public:
  explicit Drag(DragParameters p)
      : flow_(std::move(p.flow)), field_("flow", expressions(flow_), false, p.groups), groups_(p.groups),
        implicit_(p.implicit) {
    check(flow_);
    if (p.tau.has_value() == p.viscosity.has_value()) throw Error("drag needs either tau or viscosity");
    if (p.tau && !(*p.tau > 0)) throw Error("the relaxation time tau of the drag has to be positive");
    if (p.viscosity && !(*p.viscosity >= 0 && std::isfinite(*p.viscosity)))
      throw Error("the viscosity of the drag has to be finite and not negative");
    if (p.tau)
      rate_ = 1.0 / *p.tau;
    else
      stokes_ = 6.0 * std::numbers::pi * *p.viscosity;
  }

  void add(const Surroundings& around, const FreeMotion& free) const override {
    const Bodies& bodies = around.bodies;
    const int d = bodies.dimension;
    if (around.first_order && !implicit_) throw Error("drag without inertia has to be implicit");
    const double inertia = around.first_order ? 0 : 1;
    const auto relax = [&](std::size_t i, const Vec3& u) {
      const double s = around.gain * (rate_ + stokes_ * bodies.radius[i] / bodies.mass[i]);  // h/τ_i
      if (s == 0) return;
      double* v_free = &free.velocity[i * d];
      const double* v = bodies.v(i);
      for (int k = 0; k < d; ++k) {
        if (implicit_)
          v_free[k] = (v_free[k] + s * u[k]) / (inertia + s);
        else
          v_free[k] -= s * (v[k] - u[k]);
      }
    };
    std::visit(
        [&]<class F>(const F& flow) {
          if constexpr (std::is_same_v<F, ExpressionFlow>) {
            field_.for_each(bodies, around.t, around.executor, relax);
          } else if constexpr (std::is_same_v<F, FluidFlow>) {
            if (!around.fluid) throw Error("there is no fluid to have drag in");
            around.executor.for_each(bodies.size(), [&](std::size_t i) {
              if (groups_.has(bodies.group[i])) relax(i, (*around.fluid)(embed(bodies.x(i), d)));
            });
          } else {
            if (d == 1) throw Error("a flow with a name is for dimension 2 or 3");
            const auto u = flow.at(around.t);
            around.executor.for_each(bodies.size(), [&](std::size_t i) {
              if (groups_.has(bodies.group[i])) relax(i, u(embed(bodies.x(i), d), d));
            });
          }
        },
        flow_);
  }
  bool implicit() const override { return implicit_; }
  bool in_fluid() const override { return std::holds_alternative<FluidFlow>(flow_); }
  Inertia inertia() const override { return implicit_ ? Inertia::any : Inertia::needed; }

 private:
  static Expressions expressions(const Flow& flow) {
    const auto* written = std::get_if<ExpressionFlow>(&flow);
    return written ? written->velocity : Expressions();
  }

  Flow flow_;
  BodyField field_;  // of a flow that is written as expressions
  GroupSet groups_;
  bool implicit_;
  double rate_ = 0;    // 1/τ, the same for all, or
  double stokes_ = 0;  // 6πν with 1/τ_i = 6πν r_i/m_i
};

}  // namespace

void DragParameters::declare(Table& t) {
  t.key("tau", tau, {.help = "relaxation time m/ξ, the same for all", .example = "0.1", .unit = "s", .above = 0});
  t.key("viscosity", viscosity,
        {.help = "or the viscosity ν, with Stokes' ξ = 6πνr", .example = "1e-3", .unit = "Pa s", .above = 0});
  t.table("flow", flow,
          {.help = "velocity U of the surrounding flow: expressions, or a flow with a name",
           .example = R"({ kind = "shear", rate = 1 })",
           .unit = "m/s",
           .otherwise = "at rest",
           .shorthand = "velocity"});
  t.choice("scheme", implicit, {{"implicit", true}, {"explicit", false}},
           {.help = "implicit is stable for any step, explicit for h < 2τ", .example = "\"explicit\""});
  t.one_of({{"tau"}, {"viscosity"}});
  t.groups(groups);
}

ForcePtr DragParameters::make(const ForceContext&) const { return drag(*this); }

ForcePtr drag(DragParameters parameters) { return std::make_shared<Drag>(std::move(parameters)); }

}  // namespace floc
