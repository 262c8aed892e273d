// Rigid bodies in a flow, by markers on their surfaces.
//
// With the operators J and K of fluid/markers.hpp: after the flow's prediction u* the markers hold the fluid to the
// bodies exactly:
//
//   u** = u* + Jᵀλ,   J u** = K U,   m U = m U* − ρ c Kᵀλ           c the volume of a cell
//   ⇒ (J Jᵀ + ρ c K M⁻¹ Kᵀ) λ = K U* − J u*,
//
// symmetric and positive: conjugate gradients, with the rigid motions taken out by the preconditioner, so that
// bodies of any density are as easy. U* is the velocity that a body would have without markers: that of the other
// forces, and
//
//   ρ (dI/dt − ∫ f),   I = ∫ u over the body,
//
// of the fluid inside of it, with dI/dt of the step before.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "fluid/flow_solver.hpp"
#include "fluid/links.hpp"
#include "fluid/lubrication.hpp"
#include "fluid/markers.hpp"

namespace floc {

// What the coupling knows of a body beside where it is.
struct Inertia {
  double inverse_mass = 0;                  // 0: it goes as it is told
  std::array<double, 6> inverse_inertia{};  // world frame: xx, yy, zz, xy, xz, yz; in the plane zz only
};

class ImmersedBodies {
 public:
  explicit ImmersedBodies(const FlowSolver& flow, int most_iterations = 2000)
      : flow_(flow), markers_(flow), most_iterations_(most_iterations) {}

  // The bodies as they stand.
  void place(std::span<const ImmersedBody> bodies, Executor& executor);
  std::size_t size() const { return markers_.bodies().size(); }
  const Markers& markers() const { return markers_; }

  // λ of markers that is in u* already, and of which the bodies have had their part: what viscosity is to see of λ is
  // known from the step before. Spread over the grid, and taken off it again.
  void expect(std::span<const double> lambda);
  void spread_expected(double scale, Velocity& to) const;
  void clear_expected(Velocity& to) const;

  // Films between bodies, by their numbers here, which take part in their masses; those of this step, without links.
  void hold_with(FilmMasses* films) { films_ = films; }

  // Free bodies: U* becomes U, and obeys the links. λ is kept for release().
  CouplingReport couple(const Velocity& star, std::span<const Inertia> inertia, std::span<const LinkRow> links,
                        std::span<RigidMotion> motion, Executor& executor);
  CouplingReport couple(const Velocity& star, std::span<const Inertia> inertia, std::span<RigidMotion> motion,
                        Executor& executor) {
    return couple(star, inertia, {}, motion, executor);
  }
  // Impulses of the links, in their order.
  const std::vector<double>& link_impulses() const { return links_.multiplier(); }
  // Bodies that move so, after couple(): λ changes as needed.
  CouplingReport follow(std::span<const RigidMotion> before, std::span<const RigidMotion> motion, Executor& executor);
  // u* + Jᵀλ.
  void release(Velocity& star) const;
  // All of λ, with what was expected; component by component.
  void all(std::vector<double>& lambda) const;
  // Kᵀλ ρc, with what was expected: impulse and angular impulse that body b gives to the fluid.
  RigidMotion impulse(std::size_t b) const;
  // ∫ u and ∫ r × u over body b, as it stands.
  RigidMotion momentum(const Velocity& velocity, std::size_t b) const;
  RigidMotion momentum_change(const Velocity& before, const Velocity& after, std::size_t b) const;
  // What d/dt of the momentum of the fluid inside of a body that moves so has beside ∫ ∂u/∂t over where it stands:
  // V ω × U, and ω × Iω (the body takes its fluid along).
  RigidMotion carried(std::size_t b, const RigidMotion& motion) const;
  double volume(std::size_t b) const { return body(b).shape->volume(); }

 private:
  const ImmersedBody& body(std::size_t b) const { return markers_.bodies()[b]; }
  template <class F>
  RigidMotion integral(std::size_t b, F&& w) const;
  CouplingReport solve(std::span<const Inertia> inertia, Executor& executor);
  void hold(std::span<RigidMotion> motion, bool change);
  void accelerate(std::span<const Inertia> inertia, const std::vector<double>& lambda,
                  std::vector<RigidMotion>& motion);

  const FlowSolver& flow_;
  Markers markers_;
  int most_iterations_;
  FilmMasses* films_ = nullptr;
  std::vector<Vec3> held_;
  std::vector<double> expected_;                    // empty: nothing
  std::vector<double> lambda_, x_, r_, z_, s_, q_;  // component-major
  std::vector<RigidMotion> motion_;                 // one a body
  Links links_;
  std::vector<RigidMotion> accelerated_;       // by what markers give
  std::vector<std::array<double, 36>> inner_;  // of the preconditioner, one a body
};

}  // namespace floc
