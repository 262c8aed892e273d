// Rigid bodies in a flow, by markers on their surfaces.
//
// J interpolates the velocity of the grid at the markers (three points a direction), Jᵀ spreads what markers give to
// it, and K makes the velocities of the markers of the bodies' own, U. After the flow's prediction u* the markers hold
// the fluid to the bodies exactly:
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
// of the fluid inside of it, with dI/dt of the step before. Where markers lie: fluid/immersed_shape.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fluid/flow_solver.hpp"
#include "fluid/immersed_shape.hpp"
#include "fluid/links.hpp"
#include "fluid/lubrication.hpp"
#include "geometry/pose.hpp"

namespace floc {

struct ImmersedBody {
  ImmersedShapePtr shape;
  Pose pose;  // about its centre of mass
};

// What the coupling knows of a body beside where it is.
struct Inertia {
  double inverse_mass = 0;                  // 0: it goes as it is told
  std::array<double, 6> inverse_inertia{};  // world frame: xx, yy, zz, xy, xz, yz; in the plane zz only
};

struct CouplingReport {
  int iterations = 0;
  double residual = 0;  // largest |J u** − K U|
};

class ImmersedBodies {
 public:
  explicit ImmersedBodies(const FlowSolver& flow) : flow_(flow) {}

  // The bodies as they stand: markers, their stencils, and J Jᵀ.
  void place(std::span<const ImmersedBody> bodies, Executor& executor);
  std::size_t size() const { return body_.size(); }
  std::size_t markers() const { return offset_.size(); }

  // λ of markers that is in u* already, and of which the bodies have had their part: what viscosity is to see of λ is
  // known from the step before. Spread over the grid, and taken off it again.
  void expect(std::span<const double> lambda);
  void spread_expected(double scale, Velocity& to) const;
  void clear_expected(Velocity& to) const;

  // Films between bodies, by their numbers here, which take part in their masses; those of this step, without links.
  void hold_with(const FilmMasses* films) { films_ = films; }

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
  // Σ of the symmetric part of v ⊗ r over the markers of the first bodies: xx, yy, zz, xy, xz, yz.
  std::array<double, 6> moments(std::span<const double> v, std::size_t bodies) const;
  // What d/dt of the momentum of the fluid inside of a body that moves so has beside ∫ ∂u/∂t over where it stands:
  // V ω × U, and ω × Iω (the body takes its fluid along).
  RigidMotion carried(std::size_t b, const RigidMotion& motion) const;
  double volume(std::size_t b) const { return body_[b].shape->volume(); }
  std::span<const ImmersedBody> bodies() const { return body_; }

  // The operators, for numbers of the markers: one component after the other.
  void interpolate(const Velocity& velocity, std::span<double> v, Executor& executor) const;  // v = J u
  void spread(std::span<const double> v, Velocity& to) const;                                 // u += Jᵀ v
  void to_markers(std::span<const RigidMotion> motion, std::span<double> v) const;            // v = K U
  RigidMotion from_markers(std::span<const double> v, std::size_t b) const;                   // Kᵀ v

 private:
  struct Stencil {  // of the three values of a direction: where they are, and how much of each
    std::array<std::int32_t, 3> at;
    std::array<double, 3> weight;
    std::int32_t low;  // where the first would be in a grid without end
  };
  struct Marker {
    std::array<Stencil, 3> node, half;
    const Stencil& of(int component, int direction) const {
      return (component == direction ? node : half)[static_cast<std::size_t>(direction)];
    }
  };
  Stencil stencil(int direction, double place, bool node) const;
  void connect(Executor& executor);
  double overlap(const Marker& a, const Marker& b, int direction, bool node) const;
  double interpolate(const std::vector<double>& field, int component, std::size_t marker) const;
  template <class F>
  void for_nodes(int component, std::size_t marker, F&& f) const;  // f(number in the field, weight)
  template <class F>
  RigidMotion integral(std::size_t b, F&& w) const;
  int solve(std::span<const Inertia> inertia, Executor& executor);

  const FlowSolver& flow_;
  std::vector<ImmersedBody> body_;
  std::vector<std::size_t> first_;  // markers of body b: first_[b] … first_[b + 1]
  std::vector<std::int32_t> owner_;
  std::vector<Vec3> offset_;  // from the centre of its body
  std::vector<Marker> marker_;
  std::vector<double> live_;      // 1; 0: outside of the fluid, where a marker does nothing
  std::vector<std::size_t> row_;  // J Jᵀ: markers that see marker a are column_[row_[a]] … column_[row_[a + 1]]
  std::vector<std::int32_t> column_;
  std::vector<double> entry_;  // d a pair
  std::vector<std::int32_t> bin_first_, bin_marker_, bin_of_;
  void hold(std::span<RigidMotion> motion, bool change);
  void accelerate(std::span<const Inertia> inertia, const std::vector<double>& lambda,
                  std::vector<RigidMotion>& motion);

  const FilmMasses* films_ = nullptr;
  std::vector<Vec3> held_;
  std::vector<double> expected_;                    // empty: nothing
  std::vector<double> lambda_, x_, r_, z_, s_, q_;  // component-major
  std::vector<RigidMotion> motion_;                 // one a body
  Links links_;
  std::vector<RigidMotion> accelerated_;       // by what markers give
  std::vector<std::array<double, 36>> inner_;  // of the preconditioner, one a body
};

}  // namespace floc
