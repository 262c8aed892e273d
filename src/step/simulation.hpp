// A simulation: the state, what acts on it, and the step that advances it.
//
// No global state: several simulations live in one process. The library never prints; a step
// returns a report.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contact/bonds.hpp"
#include "contact/contacts.hpp"
#include "contact/friction.hpp"
#include "contact/law.hpp"
#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "forces/force.hpp"
#include "geometry/obstacle.hpp"
#include "geometry/outlines.hpp"
#include "geometry/shape.hpp"
#include "parallel/executor.hpp"
#include "projection/problem.hpp"
#include "step/adaptive.hpp"
#include "step/feed.hpp"
#include "step/report.hpp"
#include "step/solver_settings.hpp"
#include "step/state.hpp"

namespace floc {

struct FluidSettings;
class FlowSolver;

// Everything a simulation is made of. The step never changes it: what changes is the State.
struct Setup : SolverSettings {
  Bodies bodies;
  Domain domain;
  Obstacles obstacles;
  std::vector<ForcePtr> forces;
  std::shared_ptr<const ContactLaw> law;  // null: inelastic
  FrictionPtr friction;                   // null: none
  std::vector<ShapePtr> shapes;           // of the bodies; empty: all are spheres
  Outlines outlines;                      // what they look like
  std::vector<Joint> joints;
  std::shared_ptr<const FluidSettings> fluid;  // that the bodies are in; null: none
  // Nobody turns without friction, unless there are shapes or joints, or a fluid that holds them.
  bool turning() const;
  Bonds bonds;
  std::vector<Feed> feeds;
  std::vector<Exit> exits;                // bodies that go through one leave (in the plane)
  std::vector<Servo> servos;              // of the first obstacles: walls that hold a force
  std::vector<Removal> removals;          // regions that bodies are removed in
  std::uint64_t seed = 0;
  double h = 0;                  // time step, or the largest one
  std::optional<AdaptiveSettings> adaptive;
  double start = 0;              // time of the initial state, when the clock shows `begun`
  std::int64_t begun = 0;        // as StepClock::elapsed; not 0 in a later stage of a run
  // Set by somebody else: the step under way is given up, and all is as it was before it.
  const std::atomic<bool>* stop = nullptr;
  // No inertia (crowds): V* is M⁻¹f alone, and V⁺ its projection in the metric of the identity.
  bool first_order = false;
};

struct Stepper;

class Simulation {
 public:
  Simulation(Setup setup, int threads);
  ~Simulation();
  Simulation(Simulation&&) noexcept;

  // One time step: h, or shorter where steps are adapted. With on_unconverged = stop, a step that did not
  // converge is undone and its report says so. What a force throws arrives here, and the state is that before the step.
  StepReport advance();

  const State& state() const;
  std::int64_t step() const;
  double time() const;
  double progress() const;               // time since the start, in steps h: whole unless they are adapted
  const Setup& setup() const;            // as given; without bodies, which are in the state
  const Bodies& bodies() const;
  const Contacts& contacts() const;      // of the last step
  PairList bridges() const;              // pairs that forces remember, after the last step
  const Obstacles& obstacles() const;    // placed at the present time
  StatisticParts statistic_parts() const;  // what its reports have beside bodies
  const FlowSolver* flow() const;        // of the fluid; null: none
  double fluid_bytes() const;            // that its steps take beside the state, about
  double length() const;                 // r̄ that tolerances are measured in
  bool finished_feeding() const;
  const std::vector<Departure>& departures() const;  // of the last step
  std::vector<std::string> ways_out() const;  // the names of exits and regions, in the order of their counts
  bool deserted() const;                 // everybody has left or was removed, and nobody is to come

  // Goes on from another state of this setup. Throws Error for one that cannot be.
  void restore(State state);
  std::uint64_t hash() const;            // of the state

  // The memory of an array of the state, for somebody who looks at it and goes on looking: it stays where it is and as it
  // is, and the state goes on with a copy. Null where there is no such array.
  std::shared_ptr<const void> part_with(State::List list, std::string_view name);

  // The projection problem of the step to come, as arrays that live until the next call.
  ProjectionProblem next_problem();

 private:
  std::unique_ptr<Stepper> stepper_;
};

}  // namespace floc
