// A fluid that the bodies are in: a part of the step.
//
//   predict   after the forces: the free velocities and spins of the bodies become those that the fluid lets them have
//   hold      after the projection: what the markers have to do for the velocities that contacts allow
//   follow    when the step is made: the flow goes on
//
// Nothing is changed before follow, so that a step that is refused leaves no trace. Contacts keep bodies `gap` apart
// (step/stepper.hpp); here they have their own size.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "contact/bonds.hpp"
#include "core/bodies.hpp"
#include "fluid/close_balls.hpp"
#include "fluid/immersed_bodies.hpp"
#include "fluid/lubrication.hpp"
#include "geometry/obstacle.hpp"
#include "geometry/shape.hpp"
#include "step/fluid_settings.hpp"
#include "step/quasi_static.hpp"
#include "step/report.hpp"

namespace floc {

struct Contacts;

class Medium {
 public:
  Medium(const FluidSettings& settings, std::vector<ShapePtr> shapes);

  FlowState initial(const Bodies& bodies) const;
  // Whether a state can be of this fluid.
  bool fits(const FlowState& state) const;
  // The state was put in from outside.
  void restored(FlowState& state, double t, Executor& executor) { flow_.fill(state, t, executor); }
  // A step has ended at t, to the bits that a run has which goes on from there (t + h has others).
  void at(FlowState& state, double t, Executor& executor) {
    if (!flow_.steady_sides()) flow_.fill(state, t, executor);
  }

  // Of a step that is not made yet: forces are those of the one before.
  FluidReport report(const FlowState& state, std::size_t bodies) const;

  // Where a step cannot be made.
  struct Fault {
    std::string message;  // empty: it can
    bool fatal = false;
  };
  // `radius`: of spheres, without the gap.
  Fault predict(const FlowState& state, const Bodies& bodies, std::span<const double> radius,
                const Obstacles& obstacles, std::span<const double> inverse_inertia, std::span<const LinkRow> links,
                double t, double h, std::span<double> velocity, std::span<double> spin, Executor& executor);
  // Of the links of predict(), forces in their order.
  const std::vector<double>& link_forces() const { return link_forces_; }
  const StokesBodies* stokes() const { return quasi_static_ ? &quasi_static_->stokes() : nullptr; }
  Fault hold(std::span<const double> velocity, std::span<const double> spin, Executor& executor);
  // A fault leaves the state as it is.
  Fault follow(FlowState& state, const Bodies& bodies, double t, double h, FluidReport& report, Executor& executor);

  // What contacts and bonds (placed) add to the stress of the particles; radii as contacts have them.
  void add_contact_stress(const Contacts& contacts, const Bonds& bonds, const Bodies& bodies, FluidReport& report) const;

  // What it holds beside the state in a step with these bodies, about (step/medium_bytes.cpp).
  double bytes(const Bodies& bodies, std::span<const double> radius);

  const FlowSolver& flow() const { return flow_; }
  Coupling coupling() const { return settings_.coupling; }
  bool two_way() const { return settings_.two_way(); }
  // The flow of the start.
  void begin(FlowState& state, double t, Executor& executor);
  // After predict: the velocities that take passive bodies where the fluid goes, of second order in h.
  void carry(const FlowState& state, const Bodies& bodies, double h, std::span<double> velocity,
             Executor& executor) const;

 private:
  ImmersedShapePtr shape_of(const Bodies& bodies, std::span<const double> radius, std::size_t b);
  // d/dt of the momentum of the fluid inside of a body.
  RigidMotion rate_inside(const FlowState& state, std::size_t b, double h) const;
  // Films of this step, of what is close.
  void take_films(const Bodies& bodies, std::span<const double> radius, const Obstacles& obstacles, double h,
                  Executor& executor);
  void place_obstacles(const Obstacles& obstacles, double t, double h, std::size_t first);

  std::vector<RigidMotion> forces_on(const Bodies& bodies, std::span<const double> inverse_inertia, double t, double h,
                                     std::span<const double> velocity, std::span<const double> spin);
  // step/medium_stress.cpp
  void measure_suspension(const FlowState& state, const Bodies& bodies, FluidReport& report) const;
  Vec3 force_on_side(const FlowState& state, int direction, int side) const;
  Fault follow_steadily(FlowState& state, const Bodies& bodies, double t, double h, FluidReport& report,
                        Executor& executor);

  FluidSettings settings_;
  std::vector<ShapePtr> shapes_;
  FlowSolver flow_;
  ImmersedBodies immersed_;
  std::unique_ptr<QuasiStatic> quasi_static_;  // in steady flow
  std::vector<double> link_forces_;
  std::map<double, ImmersedShapePtr> round_;   // by radius
  std::vector<ImmersedShapePtr> shaped_;       // one a shape
  std::vector<ImmersedBody> immersed_bodies_;  // bodies, then what stands
  std::vector<Inertia> inertia_;
  std::vector<RigidMotion> motion_, predicted_;
  std::vector<char> inside_moves_;  // of bodies, and of what stands but moves and has an inside
  std::vector<LubricationFilm> films_;
  FilmMasses film_masses_;
  CloseBalls close_balls_;
  std::vector<std::int32_t> balls_;  // the bodies that are round
  Velocity push_;                    // of the markers, as the last step had them
  std::vector<double> traction_;
  CouplingReport coupling_, again_;  // of predict(), and of hold()
};

}  // namespace floc
