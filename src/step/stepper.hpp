// The stages of a step, and what they work on (internal: the state behind Simulation).
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "contact/close_pairs.hpp"
#include "contact/shape_rows.hpp"
#include "core/slab_order.hpp"
#include "forces/pair_memory.hpp"
#include "forces/pair_sums.hpp"
#include "neighbours/neighbours.hpp"
#include "projection/projector.hpp"
#include "step/adaptive.hpp"
#include "step/cutoff.hpp"
#include "step/exits.hpp"
#include "step/free_rotation.hpp"
#include "step/impacts.hpp"
#include "step/medium.hpp"
#include "step/simulation.hpp"
#include "step/stage_clock.hpp"
#include "step/state.hpp"

namespace floc {

struct Stepper {
  Stepper(Setup given, int threads);

  ProjectionSettings projection_settings(double tolerance) const;
  bool remembering() const { return setup.law->remembers(); }
  bool two_gaps() const { return obstacles.any_concave() || !obstacles.moving_surfaces().empty(); }
  double law_range() const { return setup.law->range() * length; }
  // For the bodies to come: what they need in the end, and no more.
  void make_room();
  void set_time() { state.time = setup.start + (state.clock.wholes() - begun().wholes()) * setup.h; }
  StepClock begun() const { return {.elapsed = setup.begun}; }
  double next_length() const { return std::ldexp(setup.h, -state.clock.level); }
  double force_range() const;
  Scenery scenery() { return {state.bodies, setup.domain, obstacles, neighbours, executor}; }

  // The bodies that the fluid holds; nobody where it carries them or drags them along.
  const Bodies& held() const { return medium->two_way() ? state.bodies : nobody; }
  // What force k sees.
  Surroundings surroundings(std::size_t k, double t, double h, std::uint64_t part);

  // Whenever bodies come or go.
  void update_masses();
  // Bodies and contacts have what friction needs, and nothing else.
  void set_turning();
  // The state has been put in from outside, or put back.
  void state_changed();

  // While this is there bodies have the radii of their contacts, with half the gap.
  class WithGap {
   public:
    explicit WithGap(Stepper& stepper);
    ~WithGap();
    WithGap(const WithGap&) = delete;
    WithGap& operator=(const WithGap&) = delete;

   private:
    Stepper& stepper_;
  };

  // --- the stages of a step, in order ---

  void feed(StepReport& report);
  void find_neighbours(double t, double h);
  void place_obstacles(double t, double h);

  // Pairs that forces join and let go of.
  void remember(double t, double h, std::uint64_t part);
  // V* = V + h M⁻¹ f, or M⁻¹ f without inertia, and with the fluid where there is one
  void take_free_velocity(double t, double h, std::uint64_t part);
  // Rows of joints that always hold, for the fluid: it moves what is joined together.
  void take_links(double h);
  void add_link_forces();

  // Between steps the state has the rows of the last one. In a step their arrays are those of `next`, and what they
  // remember is in `last`: nothing is held twice.
  void open_rows();
  void close_rows();  // of a step that is refused

  // Rows within reach, and those that the free motion would need: a fast grain's next hit is among
  // them already, which saves a projection. Free velocities against them are within limits (free_limit.hpp).
  void choose_rows(double h);

  ContactStep contact_step(double h);
  // What the law and the bonds ask of the rows.
  void take_cones(double h);
  ProjectionProblem problem(double h);
  // V⁺ = argmin ½|V − V*|²_M over the rows, repeated until no refinement adds any.
  void project(double h, StepReport& report);
  // What a projection may have left out: each looks at where the solution takes the bodies and adds rows, those of pairs
  // that were missed, and those of concave gaps where the bodies arrive, or other gaps for joints. True when there are any.
  using Refinement = bool (Stepper::*)(const Displacements& u);
  bool add_missed(const Displacements& u);
  bool relinearise(const Displacements& u);
  bool aim_joints(const Displacements& u);
  static constexpr Refinement refinements[]{&Stepper::add_missed, &Stepper::relinearise, &Stepper::aim_joints};
  // Shapes and joints: rows at the poses that the solution takes the bodies to, and the nearest solution that they allow, its forces
  // added to those before, until the true overlap is within the tolerance.
  void correct(double h, StepReport& report);
  // Where a solve with the exact law of friction has failed: the step goes on with the convex one, which keeps bodies apart, and says
  // that it did not converge.
  bool gives_up_exact(ProjectionProblem& problem, StepReport& report);
  ShapeRows::Motion motion(double h) const { return {result.velocity, result.spin, h}; }
  Joints::Motion joint_motion(double h) const { return {result.velocity, result.spin, h}; }
  // The error of a joint that is left to the next step.
  double joint_tolerance() const { return 0.9 * setup.tolerance * resolution; }
  // The pairs whose balls are close: the rows themselves where all are spheres.
  Contacts& close_pairs() { return shape_rows.any() ? balls : next; }

  // V⁺ = V*, where the law keeps nothing apart.
  void go_freely();
  static void fail(StepReport& report, std::string why);
  void certify(double h, StepReport& report);

  // Rows see nearest images only: two bodies must not travel round the domain within one step.
  bool images_met(double h) const;

  // |hv| of the body that goes furthest, in its own radii.
  double travel(std::span<const double> velocity, double h);

  // x⁺ = x + h V⁺, and so the orientations
  void move(double h);

  // The velocity after the step.
  std::vector<double>& kept() { return keeps_another ? kept_velocity : result.velocity; }
  const std::vector<double>& kept() const { return keeps_another ? kept_velocity : result.velocity; }
  std::vector<double>& spin_kept() { return keeps_another ? kept_spin : result.spin; }
  const std::vector<double>& spin_kept() const { return keeps_another ? kept_spin : result.spin; }
  // To be kept: V* + part · (V⁺ − V*).
  void keep_part(double part);

  // Contacts that do not bounce give no energy. What a solve within its tolerance would give them, or an overlap that is
  // taken back, moves the bodies but is not kept: λ and the velocity kept are that part of the solution which gives none.
  void settle_energy(double h);
  // What moving obstacles do through their contacts, bonds that are drawn to their lengths, and joints.
  double given_work(double h) const;

  // Within a step, inertia as it is half-way.
  MotionSums motion_sums(std::span<const double> velocity, std::span<const double> spin) const;

  // What the forces have made of V, and the contacts of V*.
  void balance(StepReport& report) const;

  // Whether the state stays as it is at the beginning of the step: a shorter one is tried, or the policy says so.
  bool refused(double h, int depth, const StepReport& report);

  // V⁺ with its law, and its certificate. Throws Stopped.
  void solve(double h, StepReport& report);
  // The fluid's step, with what the bodies did; false where it broke down.
  bool fluid_follows(double t, double h, StepReport& report);

  // One step of length h from time t. True when the state has moved on. `part` names it among the
  // parts of a whole step.
  bool make_step(double t, double h, int depth, std::uint64_t part, StepReport& report);

  // A step that fails is tried again as two halves, where the scene says so or shapes or joints are left with overlaps
  // (the last of those are warned of). False when not even small ones converge. One in which an obstacle turns too far
  // to sweep right is made in halves at once, under every policy, and refused where the smallest are too long.
  int halvings_allowed() const;
  bool turns_too_far(double t, double h) const;
  void refuse_turn(double t, double h, StepReport& report) const;
  bool make_steps(double t, double h, int depth, std::uint64_t part, StepReport& report);

  // What the bodies' speeds say about the length of the step to come.
  void choose_length();

  // Shorter and shorter steps, until one is made. False when none can be: nothing has changed.
  bool adapt_step(StepReport& report);

  // The state is again that before the step.
  void undo();
  // Whoever has gone through an exit in the step from t to t + h is no longer here.
  void take_out(double t, double h, StepReport& report);

  // Where the bodies have arrived.
  void look_round(StepReport& report);
  StepReport advance();

  // --- the state, and what never changes ---

  State state;
  const Setup setup;

  // --- what is made from them for a step, and made again ---

  Bodies nobody;
  std::function<Vec3(const Vec3&)> fluid_velocity;  // at the beginning of the step
  Executor executor;
  double length;
  double half_gap;      // what contacts keep of the gap in a fluid, a body and an obstacle each
  Obstacles obstacles;  // placed; as contacts have them
  Bonds bonds;          // placed
  Exits exits;
  Servos servos;
  Joints joints;
  std::vector<double> own_radius;  // where contacts keep a gap
  std::unique_ptr<Medium> medium;  // null: none
  Medium::Fault medium_fault;      // of this step
  std::vector<LinkRow> links;      // what the medium holds: rows of bonds, then rows of joints,
  std::vector<std::size_t> linked; // and which of the joints' rows they are
  std::int64_t first_comers;  // bodies of the initial state
  Cutoff cutoff;
  Neighbours neighbours;
  ClosePairs pairs;
  ShapeRows shape_rows;
  Projector projector;
  Impacts impacts;
  SlabOrder slab_order;
  std::span<const std::int32_t> order;  // of the bodies of this step, for the projection
  StepControl control;
  SavedState saved;                 // before the step
  bool turns_far = false;           // an obstacle, in the step to be made
  double travelled = 0;             // in the last step, by the body that went furthest, in its radii
  Contacts next;                    // rows of this step
  ContactMemory last;               // and what those of the last one remember
  std::vector<PairSums> sums;       // one a force; no part of the state
  std::vector<double> inverse_mass, free_velocity, kept_velocity;
  std::vector<double> free_spin, kept_spin;  // empty where nobody turns
  Levers levers;
  Contacts before_correction;       // rows of the solution that is corrected
  ProjectionResult correction;      // what it is corrected from
  ProjectionResult uncorrected;     // its motion
  std::vector<double> correction_lower;
  std::vector<double> joint_forces;  // of a solution that is corrected
  bool gave_up_exact = false;       // in this step
  double joint_error = 0;           // after the last solve
  Contacts balls;                   // keys of the pairs that may have rows, where there are shapes
  FreeRotation rotation;
  bool keeps_another = false;       // velocity than the one that moves the bodies
  double resolution = 0;            // the length that the tolerance of the step is measured in (contact/cones.hpp)
  MotionSums pushed, settled;       // with V*, and with the velocity that contacts leave
  Cones cones;
  bool limited = false;             // free velocities were
  ProjectionResult result;
  ContactWork law_work;
};

}  // namespace floc
