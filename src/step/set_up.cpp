// What a stepper is made of, and what follows from its state.
#include <algorithm>
#include <cmath>
#include <utility>

#include "contact/inelastic.hpp"
#include "core/buffers.hpp"
#include "core/error.hpp"
#include "geometry/thickened.hpp"
#include "step/combinations.hpp"
#include "step/stepper.hpp"

namespace floc {
namespace {

constexpr double skin = 0.4;  // in r̄

double mean_radius_of_all(const Bodies& initial, const std::vector<Feed>& feeds) {
  double sum = 0;
  std::size_t count = 0;
  const auto take = [&](const Bodies& bodies) {
    sum += mean_radius(bodies) * static_cast<double>(bodies.size());
    count += bodies.size();
  };
  take(initial);
  for (const Feed& feed : feeds) take(feed.pending);
  return count == 0 ? 1 : sum / static_cast<double>(count);
}

// With the bodies of the setup, which are no longer there.
State initial_state(Setup& setup) {
  State state;
  state.bodies = std::move(setup.bodies);
  setup.bodies = {};
  setup.bodies.dimension = state.bodies.dimension;
  return state;
}

// Checked, with what is left open filled in.
Setup completed(Setup setup) {
  setup = combined(std::move(setup));
  if (!setup.law) setup.law = inelastic();
  if (!(setup.h > 0)) throw Error("the time step must be positive");
  // Implicit forces divide what the others have given.
  std::stable_partition(setup.forces.begin(), setup.forces.end(), [](const ForcePtr& f) { return !f->implicit(); });
  for (Feed& f : setup.feeds) f.compact();
  return setup;
}

// The gap of a concave obstacle, of shapes and of joints is met by repeated rows: the linear solve leaves room for that, and
// for what the law takes.
double solver_tolerance(const Setup& setup) {
  const bool concave = setup.obstacles.any_concave() || !setup.shapes.empty() || !setup.joints.empty();
  return setup.law->solver_share() * (concave ? 0.5 * setup.tolerance : setup.tolerance);
}

}  // namespace

Stepper::Stepper(Setup given, int threads)
    : state(initial_state(given)),
      setup(completed(std::move(given))),
      executor(threads),
      length(mean_radius_of_all(state.bodies, setup.feeds)),
      half_gap(setup.fluid ? 0.5 * setup.fluid->gap : 0),
      obstacles(thickened(setup.obstacles, half_gap)),
      bonds(setup.bonds),
      exits(setup.exits, state.bodies.dimension, setup.removals, setup.domain),
      servos(setup.servos, state.bodies.dimension),
      joints(setup.joints, state.bodies.dimension),
      medium(setup.fluid ? std::make_unique<Medium>(*setup.fluid, setup.shapes) : nullptr),
      first_comers(state.bodies.next_id),
      cutoff(setup.cutoff, length, law_range()),
      neighbours(cutoff.least(), skin * length, force_range()),
      pairs(cutoff.least(), bonds, law_range(), setup.tolerance * length),
      shape_rows(setup.shapes, obstacles, half_gap, &bonds),
      projector(setup.solver, projection_settings(solver_tolerance(setup))),
      impacts(setup.solver, projection_settings(setup.tolerance)),
      control(setup.adaptive.value_or(AdaptiveSettings{.halvings = 0})) {
  for (std::size_t k = 0; k < servos.size(); ++k)
    if (k >= obstacles.surfaces() || obstacles.owner(k) != k || !obstacles.moving(k))
      throw Error("walls that hold a force are the first obstacles, driven, with one surface each");
  state.clock = begun();
  if (!state.clock.aligned()) throw Error("a stage must begin with a whole step");
  state.time = setup.start;
  state.length = setup.h;
  state.memory.resize(setup.forces.size());
  state.fed.resize(setup.feeds.size());
  const std::size_t ways_out = setup.exits.size() + setup.removals.size();
  ExitCounts::for_arrays([&](const ArrayInfo&, auto& counts) { counts.resize(ways_out); }, state.exits);
  WallStates::for_arrays([&](const ArrayInfo&, auto& values) { values.resize(servos.size()); }, state.walls);
  sums.resize(setup.forces.size());
  state.contacts.dimension = next.dimension = state.bodies.dimension;
  state.contacts.remembering = next.remembering = last.remembering = remembering();
  state.contacts.two_gaps = next.two_gaps = two_gaps();
  set_turning();
  state.joints = joints.initial(state.bodies, setup.domain);
  if (medium) {
    nobody.dimension = state.bodies.dimension;
    fluid_velocity = [this](const Vec3& x) { return medium->flow().velocity(state.flow, x); };
    state.flow = medium->initial(state.bodies);
    medium->begin(state.flow, state.time, executor);
  }
  make_room();
  state_changed();
}

Stepper::WithGap::WithGap(Stepper& stepper) : stepper_(stepper) {
  if (stepper_.half_gap == 0) return;
  std::vector<double>& radius = stepper_.state.bodies.radius;
  stepper_.own_radius = radius;
  for (double& r : radius) r += stepper_.half_gap;
}

Stepper::WithGap::~WithGap() {
  if (stepper_.half_gap != 0) stepper_.state.bodies.radius.swap(stepper_.own_radius);
}

void Stepper::set_turning() {
  if (!setup.shapes.empty() && !state.bodies.shaped) throw Error("shapes are given, but bodies have none");
  const bool turning = setup.turning(), shaped = !setup.shapes.empty();
  Bodies& bodies = state.bodies;
  Contacts& contacts = state.contacts;
  if (turning && !bodies.turning) bodies.let_turn();
  if (!turning && bodies.turning) {
    bodies.turning = false;
    for (auto* all : {&bodies.orientation, &bodies.spin, &bodies.inertia}) release(*all);
  }
  if (turning && !contacts.frictional) contacts.tangential.assign(contacts.size() * static_cast<std::size_t>(contacts.dimension), 0.0);
  if (!turning) release(contacts.tangential);
  contacts.frictional = next.frictional = last.frictional = turning;
  const bool rolling = setup.friction && setup.friction->resists_rolling();
  if (rolling && !contacts.rolling) contacts.torque.assign(3 * contacts.size(), 0.0);
  if (!rolling) release(contacts.torque);
  contacts.rolling = next.rolling = last.rolling = rolling;
  contacts.shaped = next.shaped = last.shaped = shaped;
  balls.dimension = bodies.dimension;
  balls.two_gaps = two_gaps();
  balls.remembering = balls.frictional = balls.rolling = false;
}

ProjectionSettings Stepper::projection_settings(double tolerance) const {
  return {.tolerance = tolerance, .max_iterations = setup.max_iterations, .linear_solver = setup.linear_solver, .stop = setup.stop};
}

void Stepper::make_room() {
  std::size_t to_come = 0;
  for (std::size_t k = 0; k < setup.feeds.size(); ++k)
    to_come += setup.feeds[k].pending.size() - static_cast<std::size_t>(state.fed[k]);
  state.bodies.reserve(state.bodies.size() + to_come);
}

double Stepper::force_range() const {
  double range = 0;
  for (const ForcePtr& force : setup.forces) range = std::max(range, force->range());
  return range;
}

Surroundings Stepper::surroundings(std::size_t k, double t, double h, std::uint64_t part) {
  return {scenery(), t, h, setup.first_order ? 1 : h, setup.tolerance * length, setup.seed,
          tick_of(state.clock.whole(), part), setup.first_order, &state.memory[k], &sums[k], setup.shapes,
          medium ? &fluid_velocity : nullptr};
}

void Stepper::update_masses() {
  resize_buffer(inverse_mass, state.bodies.size());
  std::transform(state.bodies.mass.begin(), state.bodies.mass.end(), inverse_mass.begin(),
                 [&](double m) { return setup.first_order ? 1 : 1 / m; });
  if (joints.any()) bonds = Joints::with_filter(setup.bonds, setup.joints, state.joints.broken);
  bonds.place(state.bodies);
}

void Stepper::state_changed() {
  neighbours.invalidate();
  update_masses();
  place_obstacles(state.time, 0);
}

}  // namespace floc
