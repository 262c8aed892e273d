// V⁺: the rows of a step, their cones, the projection and its refinements.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "step/free_limit.hpp"
#include "step/stepper.hpp"

namespace floc {
namespace {

constexpr int most_rounds = 100;   // projections a step, for what its refinements add
constexpr int most_corrections = 40;  // projections a step, for shapes
constexpr double shape_reach = 0.2;   // points of shapes that are closer are rows, in r̄; what comes closer is a correction
constexpr int most_failures = 3;   // of them: more would not make a step whole
// Of the tolerance: what is beyond is taken back at once, so that curved walls and the next solve find room.
constexpr double kept_overlap = 0.75;
constexpr double open_rows_leave = 1;  // gap in r̄, when others come
constexpr double small_error = 0.01;   // in r̄: rows at the beginning of the step still tell the truth
constexpr double quick = 0.2;          // errors of joints that fall by this from solve to solve
constexpr double least_error = 1e-12;  // of joints, in r̄: rounding
constexpr double demand_share = 100;  // as contact/cones.hpp has it of the speeds that rows take

// Where a pair has fewer points than before, inherit() has left out the forces of some: those that it has share them.
void keep_forces(const ContactMemory& before, Contacts& now) {
  const auto end_of = [](const ContactMemory& rows, std::size_t c) {
    std::size_t end = c;
    while (end < rows.size() && rows.pair(end) == rows.pair(c)) ++end;
    return end;
  };
  const auto has = [](const ContactMemory& rows, std::size_t begin, std::size_t end, std::int32_t feature) {
    return std::find(rows.feature.begin() + static_cast<std::ptrdiff_t>(begin),
                     rows.feature.begin() + static_cast<std::ptrdiff_t>(end),
                     feature) != rows.feature.begin() + static_cast<std::ptrdiff_t>(end);
  };
  std::size_t from = 0;
  for (std::size_t c = 0, end = 0; c < now.size(); c = end) {
    end = end_of(now, c);
    while (from < before.size() && before.pair(from) < now.pair(c)) ++from;
    if (from == before.size() || !(before.pair(from) == now.pair(c))) continue;
    const std::size_t until = end_of(before, from);
    if (until - from <= end - c) continue;
    std::size_t fresh = 0;  // points of no feature before, which have taken the first of those that are gone
    for (std::size_t k = c; k < end; ++k) fresh += !has(before, from, until, now.feature[k]);
    for (std::size_t k = from; k < until; ++k) {
      if (has(now, c, end, before.feature[k])) continue;
      if (fresh > 0) {
        --fresh;
        continue;
      }
      const double share = 1.0 / static_cast<double>(end - c);
      for (std::size_t to = c; to < end; ++to) {
        now.multiplier[to] += share * before.multiplier[k];
        with_dimension(now.dimension, [&]<int D>() {
          const Vec<D> t = Vec<D>::load(&before.tangential[k * D]), e = Vec<D>::load(&now.normal[to * D]);
          Vec<D> turned = t - dot(t, e) * e;
          if (const double size = norm(turned); size > 0) turned *= norm(t) / size;
          (Vec<D>::load(&now.tangential[to * D]) + share * turned).store(&now.tangential[to * D]);
        });
        for (std::size_t m = 0; now.rolling && m < 3; ++m)
          now.torque[3 * to + m] += share * before.torque[3 * k + m];
      }
    }
  }
}

}  // namespace

void Stepper::open_rows() {
  std::swap<ContactMemory>(state.contacts, last);
  std::swap(state.contacts, next);
}

void Stepper::close_rows() {
  std::swap(state.contacts, next);
  std::swap<ContactMemory>(state.contacts, last);
}

void Stepper::choose_rows(double h) {
  pairs.begin_step(scenery(), free_velocity, h);
  pairs.keep(scenery(), last);
  pairs.take_rows(scenery(), close_pairs());
  if (!pairs.free_within_reach()) pairs.add_missed(scenery(), close_pairs(), {free_velocity, h});
  if (shape_rows.any()) shape_rows.take(scenery(), balls, {free_velocity, free_spin, h}, shape_reach * length, next);
  inherit(last, next, executor);
  if (!links.empty()) bonds.guess_nothing(next);
  // Forces that last are the same in a longer step; without inertia hλ is.
  if (setup.first_order && h != state.length)
    executor.for_each(next.size(), [&](std::size_t c) { next.multiplier[c] *= state.length / h; });
  order = slab_order.find(state.bodies, setup.domain);
  limited = setup.law->keeps_apart() && limit_free_velocity(next, h, furthest * length, free_velocity);
  if (joints.any()) joints.linearise_first_gaps({free_velocity, free_spin, h}, small_error * length);
}

ContactStep Stepper::contact_step(double h) {
  return {.bodies = state.bodies, .h = h, .tolerance = setup.tolerance * length, .length = length, .obstacles = &obstacles, .impulse = setup.first_order ? h * h : h,
          .compliance = projector.last_compliance(), .inverse_mass = inverse_mass,
          .work = &law_work};
}

void Stepper::take_cones(double h) {
  cones.clear();
  setup.law->cones(next, contact_step(h), cones);
  bonds.bind(next, cones);
  if (state.bodies.turning) levers.take(next, state.bodies, obstacles, executor);
  if (setup.friction) {
    setup.friction->coefficients(next, state.bodies, obstacles, cones.friction);
    const bool rolling = setup.friction->resists_rolling();
    if (rolling) setup.friction->resistance(next, state.bodies, obstacles, cones.rolling, cones.twisting);
    for (std::size_t c = 0; c < next.size(); ++c) {
      if (cones.lower_of(c) != -std::numeric_limits<double>::infinity()) continue;
      cones.friction[c] = 0;  // a bond has its length, and no surface
      if (rolling) cones.rolling[c] = cones.twisting[c] = 0;
    }
  }
  resolution = length;
  if (setup.first_order || cones.soft()) return;  // no speed is kept, or nothing to take back
  FreePoints points{free_velocity};
  if (state.bodies.turning) points = {free_velocity, free_spin, levers.first, levers.second, levers.slip};
  resolution = working_length(next, cones, contact_step(h), points, length, executor);
  if (joints.any())
    resolution = std::min(length, std::max({resolution, demand_share * joints.demand(), least_error / setup.tolerance * length}));
  bound_correction(next, kept_overlap * setup.tolerance * length, setup.tolerance * resolution, cones);
}

ProjectionProblem Stepper::problem(double h) {
  ProjectionProblem bodies{.dimension = state.bodies.dimension, .step = h, .length = resolution, .compliance = state.compliance,
          .inverse_mass = inverse_mass, .free_velocity = free_velocity, .first = next.first, .second = next.second,
          .normal = next.normal, .gap = cones.targets(next), .lower = cones.lower, .guess = next.multiplier, .film = cones.film, .film_range = cones.film_range,
          .order = order};
  if (state.bodies.turning)
    bodies.turning = {.inverse_inertia = rotation.inverse_inertia(), .free_spin = free_spin, .lever_first = levers.first,
                      .lever_second = levers.second, .friction = cones.friction, .slip = levers.slip, .guess = next.tangential,
                      .exact = !gave_up_exact && setup.friction && setup.friction->scheme() == FrictionScheme::exact,
                      .rolling = cones.rolling, .twisting = cones.twisting, .turn = levers.turn, .torque_guess = next.torque};
  if (joints.any()) bodies.joints = joints.arrays();
  return servos.any() ? servos.extended(bodies) : bodies;
}

bool Stepper::add_missed(const Displacements& u) {
  if (!pairs.add_missed(scenery(), close_pairs(), u)) return false;
  // What remembers something stays, and so do bonds, which pull.
  if (!setup.law->remembers() && !bonds.any() && !shape_rows.any() && !servos.any())
    pairs.drop_open(next, u, open_rows_leave * length);
  if (shape_rows.any()) {
    Contacts before = next;
    shape_rows.take(scenery(), balls, {u.v, result.spin, u.h}, shape_reach * length, next);
    inherit(before, next, executor);
  }
  return true;
}

bool Stepper::relinearise(const Displacements& u) {
  return !shape_rows.any() && pairs.relinearise(scenery(), next, u, 0.9 * setup.tolerance * length);
}

bool Stepper::aim_joints(const Displacements& u) {
  if (!joints.any()) return false;
  const double error = joints.error(joint_motion(u.h));
  if (error <= joint_tolerance() || error > quick * joint_error) return false;
  joint_error = error;
  joints.linearise_gaps(joint_motion(u.h));
  joints.guess(result.joint);
  return true;
}

void Stepper::project(double h, StepReport& report) {
  if (!setup.law->keeps_apart()) return go_freely();
  joint_error = small_error / quick * length;
  gave_up_exact = false;
  int failures = 0;
  for (int round = 0; round < most_rounds; ++round) {
    if (servos.any()) servos.reset_rows(state.walls, obstacles, next);
    take_cones(h);
    ProjectionProblem now = problem(h);
    next.multiplier.swap(result.multiplier);  // from the guess to the solution in one array
    next.tangential.swap(result.tangential);
    next.torque.swap(result.torque);
    projector.set_compliance(state.compliance);
    projector.solve(now, setup.law->remembers_multipliers(), executor, result,
                    round > 0 && result.status == ProjectionStatus::converged && !servos.any());
    if (gives_up_exact(now, report)) projector.solve(now, setup.law->remembers_multipliers(), executor, result);
    state.compliance = projector.compliance();
    next.multiplier.swap(result.multiplier);
    next.tangential.swap(result.tangential);
    next.torque.swap(result.torque);
    ++report.projections;
    report.iterations += result.certificate.iterations;
    report.bytes += projector.bytes_an_iteration() * result.certificate.iterations;
    if (result.status == ProjectionStatus::invalid) {
      report.converged = false;
      report.fatal = true;
      report.message = result.message;
      return;
    }
    if (servos.any()) {
      servos.take(result);
      servos.move(h, state.walls, obstacles);
    }
    const Displacements u{result.velocity, h};
    const bool solved = result.status == ProjectionStatus::converged;
    failures += !solved;
    const bool complete = std::ranges::none_of(refinements, [&](Refinement refine) { return (this->*refine)(u); });
    if (complete && solved) return shape_rows.any() || joints.any() ? correct(h, report) : void();
    if (complete || failures == most_failures || round + 1 == most_rounds) {
      if (!complete && servos.any()) servos.reset_rows(state.walls, obstacles, next);
      if (!complete) take_cones(h);  // of rows that came last, and were in no solve
      return fail(report, solved ? fmt::format("pairs and concave gaps not settled after {} projections", most_rounds)
                                 : std::string("the projection ended as ") + to_string(result.status));
    }
  }
}

bool Stepper::gives_up_exact(ProjectionProblem& problem, StepReport& report) {
  if (!problem.turning.exact || result.status == ProjectionStatus::converged || result.status == ProjectionStatus::invalid) return false;
  report.iterations += result.certificate.iterations;
  problem.turning.exact = false;
  problem.guess = problem.turning.guess = problem.turning.torque_guess = problem.joints.guess = {};
  return gave_up_exact = true;
}

void Stepper::correct(double h, StepReport& report) {
  const double enough = 0.9 * setup.tolerance * length;
  // Corrections that come to nothing are not kept: they may have gone anywhere.
  uncorrected.velocity = result.velocity;
  uncorrected.spin = result.spin;
  uncorrected.joint = result.joint;
  const auto give_up = [&](std::string why) {
    result.velocity = uncorrected.velocity;
    result.spin = uncorrected.spin;
    result.joint = uncorrected.joint;
    fail(report, std::move(why));
  };
  std::vector<double> smooth;
  for (int round = 0; round < most_corrections; ++round) {
    const bool missed = pairs.add_missed(scenery(), close_pairs(), {result.velocity, h});
    const bool joined = !joints.any() || joints.error(joint_motion(h)) <= joint_tolerance();
    const bool apart = !shape_rows.any() || shape_rows.worst_overlap(scenery(), balls, motion(h)) <= enough;
    if (!missed && joined && apart) return;
    if (shape_rows.any()) {
      std::swap(before_correction, next);
      next.frictional = next.shaped = true;
      next.rolling = before_correction.rolling;
      next.remembering = before_correction.remembering;
      next.two_gaps = before_correction.two_gaps;
      shape_rows.take_moved(scenery(), balls, motion(h), shape_reach * length, next);
      inherit(before_correction, next, executor);
      keep_forces(before_correction, next);
    }
    take_cones(h);
    joint_forces = result.joint;
    if (joints.any()) joints.correct(joint_motion(h), joint_forces);
    ProjectionProblem from_here = problem(h);
    correction.velocity = result.velocity;
    correction.spin = result.spin;
    from_here.free_velocity = correction.velocity;
    from_here.turning.free_spin = correction.spin;
    from_here.gap = next.gap;
    from_here.guess = from_here.turning.guess = from_here.turning.torque_guess = {};
    // A correction only pushes; bonds hold.
    correction_lower = cones.lower;
    for (double& lower : correction_lower)
      if (lower != -std::numeric_limits<double>::infinity()) lower = 0;
    from_here.lower = correction_lower;
    projector.solve(from_here, false, executor, result);
    if (gives_up_exact(from_here, report)) projector.solve(from_here, false, executor, result);
    // Better to part bodies smoothly than not at all.
    if (result.status != ProjectionStatus::converged && !from_here.turning.friction.empty()) {
      report.iterations += result.certificate.iterations;
      smooth.assign(next.size(), 0.0);
      from_here.turning.friction = smooth;
      projector.solve(from_here, false, executor, result);
    }
    ++report.projections;
    report.iterations += result.certificate.iterations;
    for (std::size_t c = 0; c < next.size(); ++c) next.multiplier[c] += result.multiplier[c];
    for (std::size_t k = 0; k < next.tangential.size(); ++k) next.tangential[k] += result.tangential[k];
    for (std::size_t k = 0; k < next.torque.size(); ++k) next.torque[k] += result.torque[k];
    for (std::size_t k = 0; k < result.joint.size(); ++k) result.joint[k] += joint_forces[k];
    if (result.status != ProjectionStatus::converged)
      return give_up(std::string("a correction ended as ") + to_string(result.status));
  }
  give_up(fmt::format("shapes or joints not settled after {} corrections", most_corrections));
}

void Stepper::go_freely() {
  result.velocity = free_velocity;
  result.spin = free_spin;
  result.certificate = {};
  std::fill(next.multiplier.begin(), next.multiplier.end(), 0.0);
}

void Stepper::solve(double h, StepReport& report) {
  StageClock clock(report);
  project(h, report);
  clock.charge(Stage::projection);
  if (report.fatal) return;
  if (gave_up_exact && report.converged) fail(report, "Coulomb's exact law was not met: this step has the convex one");
  pushed = motion_sums(free_velocity, free_spin);
  keeps_another = setup.law->bounces();
  if (keeps_another) keep_part(1);
  else settle_energy(h);
  // What an impact is wrong by is kept for good: in short steps it is solved to a ten-thousandth of the speed, and to
  // a thousandth where bodies turn.
  const double impact_length = resolution < length ? (state.bodies.turning ? 0.1 : 0.01) * resolution : length;
  impacts.begin(next, {.dimension = state.bodies.dimension, .step = h, .length = impact_length, .compliance = state.compliance,
                       .inverse_mass = inverse_mass, .turning = problem(h).turning},
                kept_spin, executor);
  ContactStep step = contact_step(h);
  if (shape_rows.any()) step.spin = result.spin, step.lever_first = levers.first, step.lever_second = levers.second;
  if (!setup.law->finish(next, cones, step, free_velocity, result.velocity, kept(), impacts))
    fail(report, "the projection of the contact law did not converge");
  report.projections += impacts.projections();
  report.iterations += impacts.iterations();
  bonds.forget(next);
  clock.charge(Stage::law);
  if (medium && !medium_fault.fatal) {
    const Medium::Fault fault = medium->hold(kept(), spin_kept(), executor);
    if (medium_fault.message.empty()) medium_fault = fault;
    clock.charge(Stage::motion);
  }
  certify(h, report);
  clock.charge(Stage::certificate);
}

}  // namespace floc
