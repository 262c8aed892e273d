// One step, from top to bottom. The projection is in project.cpp, its certificate in certify.cpp, its budget in
// energy.cpp, what a stepper is made of in set_up.cpp.
#include "step/stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/buffers.hpp"

namespace floc {
namespace {

// The failed try took its time, but has no say in the certificate.
StepReport try_again(const StepReport& before, const StepReport& failed) {
  StepReport report = before;
  report.seconds = failed.seconds;
  report.iterations = failed.iterations;
  report.projections = failed.projections;
  report.bytes = failed.bytes;
  return report;
}

}  // namespace

StepReport Stepper::advance() {
  const WithGap gap(*this);
  StepReport report;
  if (medium) report.fluid = medium->report(state.flow, state.bodies.size());
  const double begin = state.time, wholes = state.clock.wholes();
  turns_far = turns_too_far(state.time, next_length());
  saved.save(state, turns_far || halvings_allowed() > 0);
  StageClock clock(report);
  feed(report);
  clock.charge(Stage::feed);
  if (exits.any()) exits.watch(state.bodies);
  try {
    report.moved = adapt_step(report);
  } catch (...) {  // of a force
    undo();
    throw;
  }
  if (report.moved) {
    ++state.step;
    set_time();
    if (medium) medium->at(state.flow, state.time, executor);
    take_out(begin, (state.clock.wholes() - wholes) * setup.h, report);
  } else {
    undo();
  }
  look_round(report);
  report.step = state.step;
  report.time = state.time;
  report.progress = state.clock.wholes();
  report.bodies = static_cast<std::int64_t>(state.bodies.size());
  report.departed = state.exits.total();
  report.broken = std::count(state.joints.broken.begin(), state.joints.broken.end(), 1);
  const MotionSums motion = sum_motion(state.bodies, state.bodies.velocity, state.bodies.spin);
  report.kinetic_energy = motion.energy;
  report.momentum = motion.momentum;
  report.largest_speed = motion.largest_speed;
  for (std::size_t k = 0; k < state.walls.size(); ++k)
    report.walls.push_back({state.walls.position[k], state.walls.velocity[k], state.walls.force[k]});
  return report;
}

void Stepper::undo() {
  saved.restore(state);
  state_changed();
  if (shape_rows.any()) shape_rows.measure(scenery(), state.contacts);
  else pairs.geometry().measure(scenery(), state.contacts);
}

bool Stepper::adapt_step(StepReport& report) {
  choose_length();
  for (;;) {
    const StepReport before = report;
    report.h = next_length();
    if (make_steps(state.time, report.h, state.clock.level, state.clock.part(), report)) {
      const bool at_once = report.converged && report.refused == 0 && report.halvings == 0;
      control.accept(state.clock, report.iterations - before.iterations, travelled, at_once);
      return true;
    }
    if (report.fatal || !control.may_refine(state.clock)) return false;
    report = try_again(before, report);
    ++report.refused;
    control.refine(state.clock);
  }
}

bool Stepper::make_steps(double t, double h, int depth, std::uint64_t part, StepReport& report) {
  const StepReport before = report;
  const bool in_parts = turns_far && turns_too_far(t, h);
  if (in_parts && depth == most_halvings) refuse_turn(t, h, report);
  if (!in_parts && make_step(t, h, depth, part, report)) return true;
  if (report.fatal || control.may_refine(state.clock) || depth >= (in_parts ? most_halvings : halvings_allowed()))
    return false;
  report = try_again(before, report);
  report.halvings = std::max(before.halvings, depth + 1);
  return make_steps(t, 0.5 * h, depth + 1, 2 * part, report) &&
         make_steps(t + 0.5 * h, 0.5 * h, depth + 1, 2 * part + 1, report);
}

bool Stepper::make_step(double t, double h, int depth, std::uint64_t part, StepReport& report) {
  const double compliance = state.compliance;
  report.h = std::min(report.h, h);
  StageClock clock(report);
  find_neighbours(t, h);
  clock.charge(Stage::neighbours);
  remember(t, h, part);
  take_free_velocity(t, h, part);
  clock.charge(Stage::free_velocity);
  open_rows();
  choose_rows(h);
  clock.charge(Stage::rows);
  try {
    solve(h, report);
  } catch (const Stopped&) {
    report.fatal = true;
    fail(report, "interrupted");
  }
  if (refused(h, depth, report) || !fluid_follows(t, h, report)) {
    state.compliance = compliance;
    close_rows();
    return false;
  }
  StageClock end(report);
  balance(report);
  end.charge(Stage::certificate);
  move(h);
  state.length = h;
  end.charge(Stage::motion);
  return true;
}

bool Stepper::fluid_follows(double t, double h, StepReport& report) {
  if (!medium) return true;
  StageClock clock(report);
  medium_fault = medium->follow(state.flow, held(), t, h, *report.fluid, executor);
  if (!medium_fault.message.empty() && medium_fault.fatal) {
    report.fatal = true;
    fail(report, medium_fault.message);
    return false;
  }
  if (medium->two_way()) add_link_forces();
  medium->add_contact_stress(next, bonds, state.bodies, *report.fluid);
  clock.charge(Stage::motion);
  return true;
}

void Stepper::feed(StepReport& report) {
  const std::size_t before = state.bodies.size();
  for (std::size_t k = 0; k < setup.feeds.size(); ++k)
    state.fed[k] += static_cast<std::int64_t>(setup.feeds[k].feed(
        state.bodies, static_cast<std::size_t>(state.fed[k]), setup.domain, obstacles, setup.seed, state.time, state.step));
  if (state.bodies.size() == before) return;
  update_masses();
  for (std::size_t i = before; i < state.bodies.size(); ++i)
    for (int k = 0; k < state.bodies.dimension; ++k) {
      const double v = state.bodies.v(i)[k];
      report.traffic_energy += 0.5 * state.bodies.mass[i] * v * v;
      report.traffic_momentum[static_cast<std::size_t>(k)] += state.bodies.mass[i] * v;
    }
}

void Stepper::choose_length() {
  if (control.limits_travel()) control.expect(state.clock, travel(state.bodies.velocity, setup.h));
}

void Stepper::find_neighbours(double t, double h) {
  place_obstacles(t, h);
  const double present = cutoff.of_step(state.bodies, h, executor);
  neighbours.set_cutoff(present);
  pairs.set_cutoff(present);
  neighbours.update(state.bodies, setup.domain, obstacles, executor);
}

void Stepper::place_obstacles(double t, double h) {
  servos.place(state.walls, obstacles);
  obstacles.place(t, h);
}

void Stepper::remember(double t, double h, std::uint64_t part) {
  for (std::size_t k = 0; k < state.memory.size(); ++k)
    setup.forces[k]->remember(surroundings(k, t, h, part), state.memory[k]);
}

void Stepper::take_free_velocity(double t, double h, std::uint64_t part) {
  resize_buffer(free_velocity, state.bodies.velocity.size());
  executor.for_each(free_velocity.size(), [&](std::size_t k) { free_velocity[k] = setup.first_order ? 0 : state.bodies.velocity[k]; }, 8192);
  if (state.bodies.turning) rotation.take(state.bodies, h, free_spin, executor);
  for (std::size_t k = 0; k < state.memory.size(); ++k) setup.forces[k]->add(surroundings(k, t, h, part), {free_velocity, free_spin});
  if (joints.any()) joints.begin(state.bodies, setup.domain, state.joints, t, h);
  if (medium) {
    if (medium->two_way()) take_links(h);
    medium_fault = medium->predict(state.flow, held(), half_gap == 0 ? state.bodies.radius : own_radius, obstacles,
                                   rotation.inverse_inertia(), links, t, h, free_velocity, free_spin, executor);
    if (medium->coupling() == Coupling::passive) medium->carry(state.flow, state.bodies, h, free_velocity, executor);
  }
  servos.push(state.walls, t, h);
}

void Stepper::take_links(double h) {
  links.clear();
  linked.clear();
  for (const ContactKey& bond : bonds.rows()) {
    const ObstacleRow row = with_dimension(state.bodies.dimension, [&]<int D>() {
      return pairs.geometry().row<D>(scenery(), bond).geometry;
    });
    links.push_back({bond.first, bond.second, row.normal, {}, {}, -row.gap / h});
  }
  if (!joints.any()) return;
  constexpr double reach = 0.01, infinity = std::numeric_limits<double>::infinity();
  joints.linearise_first_gaps({state.bodies.velocity, state.bodies.spin, h}, reach * length);
  const JointArrays rows = joints.arrays();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows.lower[r] > -infinity || rows.upper[r] < infinity || rows.compliance[r] > 0) continue;
    links.push_back({rows.first[r], rows.second[r], Vec3::load(&rows.linear[3 * r]), Vec3::load(&rows.angular_first[3 * r]),
                     Vec3::load(&rows.angular_second[3 * r]), -rows.gap[r] / h});
    linked.push_back(r);
  }
  // What they ask for is a part of the free motion: the projection begins from nothing.
  joints.guess(std::vector<double>(rows.size(), 0.0));
}

void Stepper::add_link_forces() {
  const std::span<const double> force = medium->link_forces();
  const std::size_t bonded = bonds.rows().size();
  bonds.add_forces(force.first(bonded), next);
  for (std::size_t k = 0; k < linked.size(); ++k) result.joint[linked[k]] += force[bonded + k];
}

int Stepper::halvings_allowed() const {
  if (setup.on_unconverged == OnUnconverged::halve_step) return most_halvings;
  return setup.on_unconverged == OnUnconverged::warn && (shape_rows.any() || joints.any()) ? 4 : 0;
}

bool Stepper::turns_too_far(double t, double h) const {
  constexpr double rounding = 1e-9;
  return obstacles.widest_turn(t, h).angle > (1 + rounding) * Obstacles::most_turn;
}

void Stepper::refuse_turn(double t, double h, StepReport& report) const {
  const Obstacles::Turn turn = obstacles.widest_turn(t, h);
  report.fatal = true;
  fail(report, fmt::format("obstacle \"{}\" turns by {:.3g} rad in a {}th of the step, which sweeps right up to {}: "
                           "take steps of {:.3g} or less",
                           obstacles.list()[turn.obstacle].name, turn.angle, least_parts, Obstacles::most_turn,
                           setup.h * Obstacles::most_turn / turn.angle));
}

bool Stepper::refused(double h, int depth, const StepReport& report) {
  const bool shorter = control.may_refine(state.clock);
  const bool warns = setup.on_unconverged == OnUnconverged::warn;
  const bool too_long = depth < halvings_allowed() && report.overlap > setup.tolerance;
  if (report.fatal || (!report.converged && (shorter || !warns || too_long))) return true;
  travelled = control.limits_travel() ? travel(result.velocity, h) : 0;
  return shorter && control.too_far(travelled);
}

void Stepper::move(double h) {
  const bool broken = joints.any() && joints.finish(result.joint, joint_motion(h), state.joints);
  executor.for_each(state.bodies.position.size(), [&](std::size_t k) { state.bodies.position[k] += h * result.velocity[k]; });
  state.bodies.velocity.swap(kept());
  if (state.bodies.turning) {
    rotation.finish(state.bodies, h, result.spin, spin_kept());
  }
  servos.advance(h, next, state.walls);
  pairs.merge_relinearised(next);
  std::swap(state.contacts, next);
  if (broken) update_masses();
}

void Stepper::take_out(double t, double h, StepReport& report) {
  if (!exits.any()) return;
  StageClock clock(report);
  if (exits.take_out(state.bodies, state.contacts, state.exits, t, h)) {
    for (const Departure& d : exits.departures()) {
      report.traffic_energy -= d.energy;
      for (std::size_t k = 0; k < 3; ++k) report.traffic_momentum[k] -= d.momentum.c[k];
    }
    for (PairMemory& m : state.memory) m.renumber(exits.indices());
    neighbours.invalidate();
    update_masses();
  }
  clock.charge(Stage::motion);
}

void Stepper::look_round(StepReport& report) {
  StageClock clock(report);
  if (force_range() > 0) find_neighbours(state.time, 0);  // for the energy of pairs
  else place_obstacles(state.time, 0);
  clock.charge(Stage::neighbours);
  if (report.moved) remember(state.time, 0, 0);
  for (std::size_t k = 0; k < state.memory.size(); ++k) {
    report.potential_energy += setup.forces[k]->energy(surroundings(k, state.time, 0, 0));
    report.bridges += static_cast<std::int64_t>(state.memory[k].size());
  }
  clock.charge(Stage::free_velocity);
}

}  // namespace floc
