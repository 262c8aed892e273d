// A fluid that the bodies are in: a part of the step.
//
//   predict   after the forces: the free velocities and spins of the bodies become those that the fluid lets them have
//   follow    after the projection, when the step is made: the markers hold the fluid to the velocities that contacts
//   allow, and
//             the flow goes on
//
// Nothing is changed before follow, so that a step that is refused leaves no trace. Contacts keep bodies `gap` apart:
// the radius of a body in the fluid is that of its contacts less gap/2.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/bodies.hpp"
#include "fluid/flow_solver.hpp"
#include "fluid/immersed_bodies.hpp"
#include "geometry/obstacle.hpp"
#include "step/report.hpp"

namespace floc {

struct FluidSettings : FlowSettings {
  Vec3 gravity{};  // bodies are lifted by what they displace; the pressure is without that of depth
  Vec3 drive{};    // −∇P/ρ: a mean pressure gradient, which pushes bodies as it pushes the fluid
  double gap = 0;
  // Obstacles that stand in the fluid: balls, by the number of their obstacle.
  struct Ball {
    std::size_t obstacle = 0;
    Vec3 centre;  // in the frame of the obstacle
    double radius = 0;
  };
  std::vector<Ball> balls;
};

// What a marker needs of a body: no fewer cells across.
inline constexpr double least_cells_across = 8;

class Medium {
 public:
  explicit Medium(const FluidSettings& settings);

  FlowState initial(const Bodies& bodies) const;
  // Whether a state can be of this fluid.
  bool fits(const FlowState& state) const;
  // The state was put in from outside.
  void restored(FlowState& state, double t, Executor& executor) { flow_.fill(state, t, executor); }

  // Where a step cannot be made.
  struct Fault {
    std::string message;  // empty: it can
    bool fatal = false;
  };
  Fault predict(const FlowState& state, const Bodies& bodies, const Obstacles& obstacles,
                std::span<const double> inverse_inertia, double t, double h, std::span<double> velocity,
                std::span<double> spin, Executor& executor);
  // A fault leaves the state as it is.
  Fault follow(FlowState& state, const Bodies& bodies, std::span<const double> velocity, std::span<const double> spin,
               double t, double h, FluidReport& report, Executor& executor);

  const FlowSolver& flow() const { return flow_; }
  double fluid_radius(double radius) const { return radius - 0.5 * settings_.gap; }

 private:
  FluidSettings settings_;
  FlowSolver flow_;
  ImmersedBodies immersed_;
  std::vector<RoundBody> round_;  // bodies, then balls
  std::vector<Inertia> inertia_;
  std::vector<RigidMotion> motion_, predicted_, momentum_;
  CouplingReport coupling_;
};

}  // namespace floc
