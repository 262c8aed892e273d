#include "step/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "contact/inelastic.hpp"
#include "core/buffers.hpp"
#include "core/error.hpp"
#include "core/timer.hpp"
#include "step/combinations.hpp"
#include "step/free_limit.hpp"

namespace floc {
namespace {

constexpr int most_rounds = 100;   // projections a step, for missed pairs and concave gaps
constexpr int most_failures = 3;   // of them: more would not make a step whole
constexpr double skin = 0.4;  // in r̄
// Of the tolerance: what is beyond is taken back at once, so that curved walls and the next solve find room.
constexpr double kept_overlap = 0.75;

// Adds the seconds since the last call to a stage.
class StageClock {
 public:
  explicit StageClock(StepReport& report) : report_(report) {}
  void charge(Stage stage) { report_.seconds[static_cast<std::size_t>(stage)] += watch_.lap(); }

 private:
  StepReport& report_;
  Stopwatch watch_;
};

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

// The gap of a concave obstacle is met by repeated rows: the linear solve leaves room for that, and for
// what the law takes.
double solver_tolerance(const Setup& setup) {
  return setup.law->solver_share() * (setup.obstacles.any_concave() ? 0.5 * setup.tolerance : setup.tolerance);
}

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

Stepper::Stepper(Setup given, int threads)
    : state(initial_state(given)),
      setup(completed(std::move(given))),
      executor(threads),
      length(mean_radius_of_all(state.bodies, setup.feeds)),
      obstacles(setup.obstacles),
      bonds(setup.bonds),
      assemblies(setup.assemblies),
      exits(setup.exits, state.bodies.dimension),
      first_comers(state.bodies.next_id),
      cutoff(setup.cutoff, length, law_range()),
      neighbours(cutoff.least(), skin * length, force_range()),
      pairs(cutoff.least(), bonds, law_range(), setup.tolerance * length),
      projector(setup.solver, projection_settings(solver_tolerance(setup))),
      impacts(setup.solver, projection_settings(setup.tolerance)),
      control(setup.adaptive.value_or(AdaptiveSettings{.halvings = 0})) {
  state.clock = begun();
  if (!state.clock.aligned()) throw Error("a stage must begin with a whole step");
  state.time = setup.start;
  state.length = setup.h;
  state.memory.resize(setup.forces.size());
  state.fed.resize(setup.feeds.size());
  state.exits.departed.resize(setup.exits.size());
  state.exits.first.resize(setup.exits.size());
  state.exits.last.resize(setup.exits.size());
  sums.resize(setup.forces.size());
  state.contacts.dimension = next.dimension = state.bodies.dimension;
  state.contacts.remembering = next.remembering = last.remembering = remembering();
  state.contacts.two_gaps = next.two_gaps = two_gaps();
  make_room();
  state_changed();
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
          tick_of(state.clock.whole(), part), setup.first_order, &state.memory[k], &sums[k]};
}

void Stepper::update_masses() {
  resize_buffer(inverse_mass, state.bodies.size());
  std::transform(state.bodies.mass.begin(), state.bodies.mass.end(), inverse_mass.begin(),
                 [&](double m) { return setup.first_order ? 1 : 1 / m; });
  assemblies.place(state.bodies, inverse_mass);
  bonds.place(state.bodies, assemblies.unit());
}

void Stepper::state_changed() {
  neighbours.invalidate();
  update_masses();
  obstacles.place(state.time, 0);
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

void Stepper::find_neighbours(double t, double h) {
  obstacles.place(t, h);
  const double present = cutoff.of_step(state.bodies, h, executor);
  neighbours.set_cutoff(present);
  pairs.set_cutoff(present);
  neighbours.update(state.bodies, setup.domain, obstacles, executor);
}

void Stepper::remember(double t, double h, std::uint64_t part) {
  for (std::size_t k = 0; k < state.memory.size(); ++k)
    setup.forces[k]->remember(surroundings(k, t, h, part), state.memory[k]);
}

void Stepper::take_free_velocity(double t, double h, std::uint64_t part) {
  resize_buffer(free, state.bodies.velocity.size());
  executor.for_each(free.size(), [&](std::size_t k) { free[k] = setup.first_order ? 0 : state.bodies.velocity[k]; }, 8192);
  for (std::size_t k = 0; k < state.memory.size(); ++k) setup.forces[k]->add(surroundings(k, t, h, part), free);
  assemblies.hold(state.bodies, h, free, executor);
}

void Stepper::open_rows() {
  std::swap<ContactMemory>(state.contacts, last);
  std::swap(state.contacts, next);
}

void Stepper::close_rows() {
  std::swap(state.contacts, next);
  std::swap<ContactMemory>(state.contacts, last);
}

void Stepper::choose_rows(double h) {
  pairs.begin_step(scenery(), free, h);
  pairs.keep(scenery(), last);
  pairs.take_rows(scenery(), next);
  if (!pairs.free_within_reach()) pairs.add_missed(scenery(), next, {free, h});
  inherit(last, next, executor);
  // Forces that last are the same in a longer step; without inertia hλ is.
  if (setup.first_order && h != state.length)
    executor.for_each(next.size(), [&](std::size_t c) { next.multiplier[c] *= state.length / h; });
  order = slab_order.find(state.bodies, setup.domain);
  limited = setup.law->keeps_apart() && assemblies.empty() && limit_free_velocity(next, h, furthest * length, free);
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
  resolution = length;
  if (setup.first_order || cones.soft()) return;  // no speed is kept, or nothing to take back
  resolution = working_length(next, cones, contact_step(h), free, length, executor);
  bound_correction(next, kept_overlap * setup.tolerance * length, setup.tolerance * resolution, cones);
}

ProjectionProblem Stepper::problem(double h) {
  return {.dimension = state.bodies.dimension, .step = h, .length = resolution, .compliance = state.compliance,
          .inverse_mass = inverse_mass, .free_velocity = free, .first = next.first, .second = next.second,
          .normal = next.normal, .gap = cones.targets(next), .lower = cones.lower, .guess = next.multiplier, .film = cones.film, .film_range = cones.film_range,
          .rigid = assemblies.arrays(), .order = order};
}

void Stepper::project(double h, StepReport& report) {
  if (!setup.law->keeps_apart()) return go_freely();
  int failures = 0;
  for (int round = 0; round < most_rounds; ++round) {
    take_cones(h);
    const ProjectionProblem now = problem(h);
    next.multiplier.swap(result.multiplier);  // from the guess to the solution in one array
    projector.set_compliance(state.compliance);
    projector.solve(now, setup.law->remembers_multipliers(), executor, result,
                    round > 0 && result.status == ProjectionStatus::converged);
    state.compliance = projector.compliance();
    next.multiplier.swap(result.multiplier);
    ++report.projections;
    report.iterations += result.certificate.iterations;
    report.bytes += projector.bytes_an_iteration() * result.certificate.iterations;
    if (result.status == ProjectionStatus::invalid) {
      report.converged = false;
      report.fatal = true;
      report.message = result.message;
      return;
    }
    const Displacements u{result.velocity, h};
    const bool solved = result.status == ProjectionStatus::converged;
    failures += !solved;
    const bool complete = !pairs.add_missed(scenery(), next, u) &&
                         !pairs.relinearise(scenery(), next, u, 0.9 * setup.tolerance * length);
    if (complete && solved) return;
    if (complete || failures == most_failures || round + 1 == most_rounds) {
      if (!complete) take_cones(h);  // of rows that came last, and were in no solve
      return fail(report, solved ? fmt::format("pairs and concave gaps not settled after {} projections", most_rounds)
                                 : std::string("the projection ended as ") + to_string(result.status));
    }
  }
}

void Stepper::go_freely() {
  result.velocity = free;
  result.certificate = {};
  std::fill(next.multiplier.begin(), next.multiplier.end(), 0.0);
}

void Stepper::fail(StepReport& report, std::string why) {
  report.converged = false;
  report.message = std::move(why);
}

void Stepper::certify(double h, StepReport& report) {
  report.contacts = static_cast<std::int64_t>(next.size());
  report.active = result.certificate.active;
  report.complementarity = result.certificate.complementarity / length;
  report.gap = std::max(report.gap, result.certificate.gap);
  report.compliance = projector.last_compliance();
  const double overlap = pairs.geometry().worst_overlap(scenery(), next, {result.velocity, h}) / length;
  report.overlap = std::max(report.overlap, overlap);
  // Rounding of the positions themselves is not the solver's.
  if (report.converged && setup.law->keeps_apart() && overlap > setup.tolerance * (1 + 1e-6))
    fail(report, "the overlap after the motion is above the tolerance");
  if (report.converged && limited && goes_far(state.bodies.dimension, result.velocity, 0.5 * furthest * length / h))
    fail(report, fmt::format("a body would go further than {:.0f} mean radii in one step", 0.5 * furthest));
  if (const auto turn = obstacles.widest_turn(); report.converged && turn.angle > Obstacles::most_turn)
    fail(report, fmt::format("obstacle \"{}\" turns by {:.2g} rad in one step, which sweeps right up to {:.0f} only",
                             obstacles.list()[turn.obstacle].name, turn.angle, Obstacles::most_turn));
  if (report.converged && images_met(h)) fail(report, "bodies cross more than half a period in one step");
  std::int64_t broken = 0;
  for (const double v : kept()) broken += !std::isfinite(v);
  if (broken > 0) {
    report.fatal = true;
    fail(report, "a velocity is not a finite number");
  }
}

bool Stepper::images_met(double h) const {
  if (!setup.domain.periodic() || state.bodies.size() == 0) return false;
  return with_dimension(state.bodies.dimension, [&]<int D>() {
    Vec<D> low = Vec<D>::load(result.velocity.data()), high = low;
    for (std::size_t i = 1; i < state.bodies.size(); ++i) {
      const Vec<D> v = Vec<D>::load(result.velocity.data() + i * D);
      for (int k = 0; k < D; ++k) {
        low[k] = std::min(low[k], v[k]);
        high[k] = std::max(high[k], v[k]);
      }
    }
    const double radius = largest_radius(state.bodies);
    for (int k = 0; k < D; ++k)
      if (setup.domain.periodic(k) &&
          h * (high[k] - low[k]) > 0.5 * setup.domain.period[static_cast<std::size_t>(k)] - 2 * radius)
        return true;
    return false;
  });
}

double Stepper::travel(std::span<const double> velocity, double h) {
  return h * with_dimension(state.bodies.dimension, [&]<int D>() {
    return executor.reduce(state.bodies.size(), 0.0, [&](std::size_t begin, std::size_t end) {
      double largest = 0;
      for (std::size_t i = begin; i < end; ++i)
        largest = std::max(largest, norm(Vec<D>::load(velocity.data() + i * D)) / state.bodies.radius[i]);
      return largest;
    }, [](double a, double b) { return std::max(a, b); });
  });
}

void Stepper::move(double h) {
  executor.for_each(state.bodies.position.size(), [&](std::size_t k) { state.bodies.position[k] += h * result.velocity[k]; });
  state.bodies.velocity.swap(kept());
  pairs.merge_relinearised(next);
  std::swap(state.contacts, next);
}

bool Stepper::refused(double h, const StepReport& report) {
  const bool shorter = control.may_refine(state.clock);
  if (report.fatal || (!report.converged && (shorter || setup.on_unconverged != OnUnconverged::warn))) return true;
  travelled = control.limits_travel() ? travel(result.velocity, h) : 0;
  return shorter && control.too_far(travelled);
}

void Stepper::solve(double h, StepReport& report) {
  StageClock clock(report);
  project(h, report);
  clock.charge(Stage::projection);
  if (report.fatal) return;
  pushed = sum_motion(state.bodies, free);
  keeps_another = setup.law->bounces();
  if (keeps_another) keep_part(1);
  else settle_energy();
  // What an impact is wrong by is kept for good: in short steps it is solved to a ten-thousandth of the speed.
  const double impact_length = resolution < length ? 0.01 * resolution : length;
  impacts.begin(next, {.dimension = state.bodies.dimension, .step = h, .length = impact_length, .compliance = state.compliance,
                       .inverse_mass = inverse_mass, .rigid = assemblies.arrays()}, executor);
  if (!setup.law->finish(next, cones, contact_step(h), free, result.velocity, kept(), impacts))
    fail(report, "the projection of the contact law did not converge");
  report.projections += impacts.projections();
  report.iterations += impacts.iterations();
  bonds.forget(next);
  clock.charge(Stage::law);
  certify(h, report);
  clock.charge(Stage::certificate);
}

bool Stepper::make_step(double t, double h, std::uint64_t part, StepReport& report) {
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
  if (refused(h, report)) {
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

bool Stepper::make_steps(double t, double h, int depth, std::uint64_t part, StepReport& report) {
  const StepReport before = report;
  if (make_step(t, h, part, report)) return true;
  if (report.fatal || control.may_refine(state.clock) || setup.on_unconverged != OnUnconverged::halve_step ||
      depth == most_halvings)
    return false;
  report = try_again(before, report);
  report.halvings = std::max(before.halvings, depth + 1);
  return make_steps(t, 0.5 * h, depth + 1, 2 * part, report) &&
         make_steps(t + 0.5 * h, 0.5 * h, depth + 1, 2 * part + 1, report);
}

void Stepper::choose_length() {
  if (control.limits_travel()) control.expect(state.clock, travel(state.bodies.velocity, setup.h));
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

void Stepper::take_out(double t, double h, StepReport& report) {
  if (!exits.any()) return;
  StageClock clock(report);
  if (exits.take_out(state.bodies, state.contacts, state.exits, t, h)) {
    for (const Departure& d : exits.departures()) {
      report.traffic_energy -= d.energy;
      for (std::size_t k = 0; k < 2; ++k) report.traffic_momentum[k] -= d.momentum.c[k];
    }
    for (PairMemory& m : state.memory) m.rename(exits.indices());
    neighbours.invalidate();
    update_masses();
  }
  clock.charge(Stage::motion);
}

void Stepper::look_round(StepReport& report) {
  StageClock clock(report);
  if (force_range() > 0) find_neighbours(state.time, 0);  // for the energy of pairs
  else obstacles.place(state.time, 0);
  clock.charge(Stage::neighbours);
  if (report.moved) remember(state.time, 0, 0);
  for (std::size_t k = 0; k < state.memory.size(); ++k) {
    report.potential_energy += setup.forces[k]->energy(surroundings(k, state.time, 0, 0));
    report.bridges += static_cast<std::int64_t>(state.memory[k].size());
  }
  clock.charge(Stage::free_velocity);
}

StepReport Stepper::advance() {
  StepReport report;
  const double begin = state.time, wholes = state.clock.wholes();
  saved.save(state, setup.on_unconverged == OnUnconverged::halve_step);
  StageClock clock(report);
  feed(report);
  clock.charge(Stage::feed);
  if (exits.any()) exits.watch(state.bodies);
  report.moved = adapt_step(report);
  if (report.moved) {
    ++state.step;
    set_time();
    take_out(begin, (state.clock.wholes() - wholes) * setup.h, report);
  } else {
    saved.restore(state);
    state_changed();
    pairs.geometry().measure(scenery(), state.contacts);
  }
  look_round(report);
  report.step = state.step;
  report.time = state.time;
  report.progress = state.clock.wholes();
  report.bodies = static_cast<std::int64_t>(state.bodies.size());
  report.departed = state.exits.total();
  const MotionSums motion = sum_motion(state.bodies, state.bodies.velocity);
  report.kinetic_energy = motion.energy;
  report.momentum = motion.momentum;
  report.largest_speed = motion.largest_speed;
  return report;
}

}  // namespace floc
