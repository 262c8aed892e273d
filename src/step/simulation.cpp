#include "step/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "contact/close_pairs.hpp"
#include "contact/inelastic.hpp"
#include "core/error.hpp"
#include "core/grow.hpp"
#include "core/hash.hpp"
#include "core/timer.hpp"
#include "forces/pair_memory.hpp"
#include "neighbours/neighbours.hpp"
#include "projection/projector.hpp"

namespace floc {
namespace {

constexpr int most_rounds = 100;   // projections a step, for missed pairs and concave gaps
constexpr int most_halvings = 8;
constexpr double default_cutoff = 0.5, skin = 0.3;  // in r̄

// Adds the seconds since the last call to a stage.
class StageClock {
 public:
  explicit StageClock(StepReport& report) : report_(report) {}
  void charge(Stage stage) { report_.seconds[static_cast<std::size_t>(stage)] += watch_.lap(); }

 private:
  StepReport& report_;
  Stopwatch watch_;
};

double mean_of_all(const Setup& setup) {
  double sum = 0;
  std::size_t count = 0;
  const auto take = [&](const Bodies& bodies) {
    sum += mean_radius(bodies) * static_cast<double>(bodies.size());
    count += bodies.size();
  };
  take(setup.bodies);
  for (const Feed& feed : setup.feeds) take(feed.pending);
  return count == 0 ? 1 : sum / static_cast<double>(count);
}

// The gap of a concave obstacle is met by repeated rows: the linear solve leaves room for that, and for
// what the law takes.
double solver_tolerance(const Setup& setup) {
  const double share = setup.law ? setup.law->solver_share() : 1;
  return share * (setup.obstacles.any_concave() ? 0.5 * setup.tolerance : setup.tolerance);
}

}  // namespace

struct Simulation::Impl final : VelocityProjection {
  Impl(Setup given, int threads)
      : setup(std::move(given)),
        executor(threads),
        length(mean_of_all(setup)),
        bodies(std::move(setup.bodies)),
        assemblies(std::move(setup.assemblies)),
        lubrication(make_lubrication()),
        doors(setup.exits, bodies.dimension),
        first_comers(bodies.next_id),
        neighbours(std::max(cutoff(), force_range()), skin * length, force_range() > 0),
        pairs(cutoff(), setup.bonds, film_range()),
        projector(setup.solver, ProjectionSettings{solver_tolerance(setup), 0, setup.max_iterations}),
        impact_projector(setup.solver, ProjectionSettings{setup.tolerance, 0, setup.max_iterations}) {
    if (lubrication && (setup.law || setup.first_order))
      throw Error("a lubricated run has inertia, and no contact law beside its films");
    if (lubrication && !assemblies.empty()) throw Error("a lubricated run has no rigid assemblies");
    if (!setup.law) setup.law = inelastic();
    if (!(setup.h > 0)) throw Error("the time step must be positive");
    if (!setup.bonds.list().empty() && !setup.law->combines_with_bonds())
      throw Error("this contact law does not combine with bonds");
    if (!assemblies.empty() && !setup.law->combines_with_assemblies())
      throw Error("this contact law does not combine with rigid assemblies");
    // Implicit forces divide what the others have given.
    std::stable_partition(setup.forces.begin(), setup.forces.end(), [](const ForcePtr& f) { return !f->implicit(); });
    memory.resize(setup.forces.size());
    whole_memory.resize(setup.forces.size());
    contacts.dimension = next.dimension = bodies.dimension;
    contacts.remembering = next.remembering = last.remembering = remembering();
    impact.remembering = false;
    for (Feed& f : setup.feeds) release(f.pending.position), release(f.pending.id);
    make_room();
    setup.obstacles.place(time(), 0);
    update_masses();
  }

  std::unique_ptr<Lubrication> make_lubrication() const {
    if (!setup.lubrication) return nullptr;
    const ProjectionSettings settings{solver_tolerance(setup), 0, setup.max_iterations};
    return std::make_unique<Lubrication>(*setup.lubrication, settings, length, setup.tolerance * length);
  }
  bool remembering() const { return lubrication || setup.law->remembers(); }
  double film_range() const { return lubrication ? lubrication->range() : 0; }
  double cutoff() const {
    return std::max((setup.cutoff > 0 ? setup.cutoff : default_cutoff) * length, film_range());
  }
  // For the bodies to come: what they need in the end, and no more.
  void make_room() {
    std::size_t to_come = 0;
    for (const Feed& f : setup.feeds) to_come += f.pending.size() - f.entered;
    bodies.reserve(bodies.size() + to_come);
  }
  double time() const { return setup.start + static_cast<double>(step) * setup.h; }
  double force_range() const {
    double range = 0;
    for (const ForcePtr& force : setup.forces) range = std::max(range, force->range());
    return range;
  }
  Scenery scenery() { return {bodies, setup.domain, setup.obstacles, neighbours, executor}; }

  // What force k sees.
  Surroundings surroundings(std::size_t k, double t, double h, std::uint64_t part) {
    return {scenery(), t, h, setup.first_order ? 1 : h, setup.tolerance * length, setup.seed,
            static_cast<std::uint64_t>(step) << (most_halvings + 1) | part, setup.first_order, &memory[k]};
  }

  // Whenever bodies come or go.
  void update_masses() {
    grow(inverse_mass, bodies.size());
    std::transform(bodies.mass.begin(), bodies.mass.end(), inverse_mass.begin(),
                   [&](double m) { return setup.first_order ? 1 : 1 / m; });
    assemblies.place(bodies, inverse_mass);
    setup.bonds.place(bodies, assemblies.unit());
  }

  // --- the stages of a step, in order ---------------------------------------------------------

  void feed() {
    std::size_t entered = 0;
    for (Feed& f : setup.feeds)
      entered += f.feed(bodies, setup.domain, setup.obstacles, setup.seed, time(), step);
    if (entered > 0) update_masses();
  }

  void find_neighbours(double t, double h) {
    setup.obstacles.place(t, h);
    neighbours.update(bodies, setup.domain, setup.obstacles, executor);
  }

  // Pairs that forces join and let go of.
  void remember(double t, double h, std::uint64_t part) {
    for (std::size_t k = 0; k < memory.size(); ++k)
      setup.forces[k]->remember(surroundings(k, t, h, part), memory[k]);
  }

  // V* = V + h M⁻¹ f, or M⁻¹ f without inertia; rigid where assemblies are
  void take_free_velocity(double t, double h, std::uint64_t part) {
    grow(free, bodies.velocity.size());
    std::ranges::copy(bodies.velocity, free.begin());
    if (setup.first_order) std::fill(free.begin(), free.end(), 0.0);
    for (std::size_t k = 0; k < memory.size(); ++k) setup.forces[k]->add(surroundings(k, t, h, part), free);
    assemblies.hold(bodies, h, free, executor);
  }

  // Between steps `contacts` has the rows of the last one. In a step its arrays are those of `next`, and
  // what it remembers is in `last`.
  void open_rows() {
    std::swap<ContactMemory>(contacts, last);
    std::swap(contacts, next);
  }
  void take_back_rows() {
    std::swap(contacts, next);
    std::swap<ContactMemory>(contacts, last);
  }

  // Rows within reach, and those that the free motion would need: a fast grain's next hit is among
  // them already, which saves a projection.
  void choose_rows(double h) {
    pairs.begin_step(scenery(), free, h);
    pairs.keep(scenery(), last);
    pairs.take_rows(scenery(), next);
    pairs.add_missed(scenery(), next, {free, h});
    inherit(last, next, executor);
  }

  ContactStep contact_step(double h) {
    return {.bodies = bodies, .h = h, .tolerance = setup.tolerance * length, .impulse = setup.first_order ? h * h : h,
            .compliance = projector.last_compliance(), .inverse_mass = inverse_mass,
            .work = &law_work};
  }

  ProjectionProblem problem(double h) {
    setup.law->bounds(next, contact_step(h), lower);
    setup.bonds.bind(next, lower);
    return {.dimension = bodies.dimension, .step = h, .length = length, .compliance = projector.compliance(),
            .inverse_mass = inverse_mass, .free_velocity = free, .first = next.first, .second = next.second,
            .normal = next.normal, .gap = next.gap, .lower = lower, .guess = next.multiplier,
            .rigid = assemblies.arrays()};
  }

  // V⁺ = argmin ½|V − V*|²_M over the rows, repeated until no pair was missed and every concave gap
  // is met where the bodies arrive.
  void project(double h, StepReport& report) {
    if (!setup.law->keeps_apart()) return go_freely();
    for (int round = 0; round < most_rounds; ++round) {
      const ProjectionProblem now = problem(h);
      next.multiplier.swap(result.multiplier);  // from the guess to the solution in one array
      if (lubrication) lubrication->solve(scenery(), next, now, result);
      else projector.solve(now, setup.law->remembers_multipliers(), executor, result);
      next.multiplier.swap(result.multiplier);
      ++report.projections;
      report.iterations += result.certificate.iterations;
      if (!lubrication) report.bytes += projector.bytes_an_iteration() * result.certificate.iterations;
      if (result.status == ProjectionStatus::invalid) {
        report.converged = false;
        report.fatal = true;
        report.message = result.message;
        return;
      }
      const Displacements u{result.velocity, h};
      if (!pairs.add_missed(scenery(), next, u) &&
          !pairs.take_again(scenery(), next, u, 0.9 * setup.tolerance * length)) {
        if (result.status != ProjectionStatus::converged)
          fail(report, std::string("the projection ended as ") + to_string(result.status));
        return;
      }
    }
    fail(report, "pairs and concave gaps not settled after " + std::to_string(most_rounds) + " projections");
  }

  // V⁺ = V*, where the law keeps nothing apart.
  void go_freely() {
    result.velocity = free;
    result.certificate = {};
    std::fill(next.multiplier.begin(), next.multiplier.end(), 0.0);
  }

  static void fail(StepReport& report, std::string why) {
    report.converged = false;
    report.message = std::move(why);
  }

  void certify(double h, StepReport& report) {
    report.contacts = static_cast<std::int64_t>(next.size());
    report.active = result.certificate.active;
    report.complementarity = result.certificate.complementarity / length;
    report.gap = std::max(report.gap, result.certificate.gap);
    report.compliance = projector.last_compliance();
    const double overlap = pairs.worst_overlap(scenery(), next, {result.velocity, h}) / length;
    report.overlap = std::max(report.overlap, overlap);
    // Rounding of the positions themselves is not the solver's.
    if (report.converged && setup.law->keeps_apart() && overlap > setup.tolerance * (1 + 1e-6))
      fail(report, "the overlap after the motion is above the tolerance");
    if (report.converged && images_met(h)) fail(report, "bodies cross more than half a period in one step");
    for (const double v : kept)
      if (!std::isfinite(v)) {
        report.converged = false;
        report.fatal = true;
        report.message = "a velocity is not a finite number";
        return;
      }
  }

  // Rows see nearest images only: two bodies must not travel round the domain within one step.
  bool images_met(double h) const {
    const auto d = static_cast<std::size_t>(bodies.dimension);
    for (std::size_t k = 0; k < d; ++k) {
      if (!setup.domain.periodic(static_cast<int>(k))) continue;
      double low = 0, high = 0;
      for (std::size_t q = k; q < result.velocity.size(); q += d) {
        low = q == k ? result.velocity[q] : std::min(low, result.velocity[q]);
        high = q == k ? result.velocity[q] : std::max(high, result.velocity[q]);
      }
      if (h * (high - low) > 0.5 * setup.domain.period[k] - 2 * largest_radius(bodies)) return true;
    }
    return false;
  }

  // x⁺ = x + h V⁺
  void move(double h) {
    executor.for_each(bodies.position.size(), [&](std::size_t k) { bodies.position[k] += h * result.velocity[k]; });
    bodies.velocity.swap(kept);
    pairs.merge_again(next);
    std::swap(contacts, next);
  }

  // What the forces have made of V, and the contacts of V*.
  void balance(StepReport& report) const {
    const auto give = [&](std::span<const double> from, std::span<const double> to, double& work, auto& impulse) {
      work += kinetic_energy(bodies, to) - kinetic_energy(bodies, from);
      std::array<double, 3> before{}, after{};
      momentum(bodies, from, before.data());
      momentum(bodies, to, after.data());
      for (std::size_t k = 0; k < 3; ++k) impulse[k] += after[k] - before[k];
    };
    give(bodies.velocity, free, report.force_work, report.force_impulse);
    give(free, kept, report.contact_work, report.contact_impulse);
  }

  // One step of length h from time t. True when the state has moved on. `part` names it among the
  // halves of a whole step.
  bool make_step(double t, double h, std::uint64_t part, StepReport& report) {
    const double compliance = projector.compliance();
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
    project(h, report);
    clock.charge(Stage::projection);
    grow(kept, free.size());
    if (!report.fatal) {
      law_report = &report;
      law_step = h;
      if (!setup.law->finish(next, contact_step(h), free, result.velocity, kept, *this))
        fail(report, "the projection of the contact law did not converge");
      setup.bonds.forget(next);
      if (lubrication) lubrication->remember(next, h, executor);
      clock.charge(Stage::law);
      certify(h, report);
      clock.charge(Stage::certificate);
    }
    if (report.fatal || (!report.converged && setup.on_unconverged != OnUnconverged::warn)) {
      projector.set_compliance(compliance);
      take_back_rows();
      return false;
    }
    balance(report);
    clock.charge(Stage::certificate);
    move(h);
    clock.charge(Stage::motion);
    return true;
  }

  // A step that fails is tried again as two halves. False when not even small ones converge.
  bool make_steps(double t, double h, int depth, std::uint64_t part, StepReport& report) {
    const StepReport before = report;
    if (make_step(t, h, part, report)) return true;
    if (report.fatal || setup.on_unconverged != OnUnconverged::halve_step || depth == most_halvings) return false;
    StepReport halves = before;  // the failed try took its time, but has no say in the certificate
    halves.seconds = report.seconds;
    halves.iterations = report.iterations;
    halves.projections = report.projections;
    halves.bytes = report.bytes;
    halves.halvings = std::max(before.halvings, depth + 1);
    report = halves;
    return make_steps(t, 0.5 * h, depth + 1, 2 * part, report) &&
           make_steps(t + 0.5 * h, 0.5 * h, depth + 1, 2 * part + 1, report);
  }

  // Whoever has gone through an exit is no longer here.
  void let_out(StepReport& report) {
    if (!doors.any()) return;
    StageClock clock(report);
    if (doors.let_out(bodies, contacts, time(), setup.h)) {
      for (PairMemory& m : memory) m.rename(doors.names());
      neighbours.invalidate();
      update_masses();
    }
    clock.charge(Stage::motion);
  }

  // Where the bodies have arrived.
  void look_round(StepReport& report) {
    StageClock clock(report);
    if (force_range() > 0) find_neighbours(time(), 0);  // for the energy of pairs
    else setup.obstacles.place(time(), 0);
    clock.charge(Stage::neighbours);
    if (report.moved) remember(time(), 0, 0);
    for (std::size_t k = 0; k < memory.size(); ++k) {
      report.potential_energy += setup.forces[k]->energy(surroundings(k, time(), 0, 0));
      report.bridges += static_cast<std::int64_t>(memory[k].pairs().size());
    }
    clock.charge(Stage::free_velocity);
  }

  StepReport advance() {
    StepReport report;
    report.h = setup.h;
    StageClock clock(report);
    feed();
    clock.charge(Stage::feed);
    if (doors.any()) doors.watch(bodies);
    const bool may_halve = setup.on_unconverged == OnUnconverged::halve_step;
    if (may_halve) whole = bodies, whole_contacts = contacts;
    for (std::size_t k = 0; k < memory.size(); ++k) whole_memory[k].copy(memory[k].pairs());
    report.moved = make_steps(time(), setup.h, 0, 1, report);
    if (report.moved) {
      let_out(report);
      ++step;
    } else {
      for (std::size_t k = 0; k < memory.size(); ++k) memory[k].restore(whole_memory[k]);
      if (may_halve) bodies = whole, static_cast<ContactMemory&>(contacts) = whole_contacts;  // some halves were made
      setup.obstacles.place(time(), 0);
      pairs.measure(scenery(), contacts);
    }
    look_round(report);
    report.step = step;
    report.time = time();
    report.bodies = static_cast<std::int64_t>(bodies.size());
    report.departed = doors.left();
    report.kinetic_energy = kinetic_energy(bodies);
    momentum(bodies, report.momentum.data());
    return report;
  }

  // --- the velocity projection offered to the law ---------------------------------------------

  bool operator()(std::span<const double> from, std::span<double> out) override {
    const auto d = static_cast<std::size_t>(bodies.dimension);
    impact.dimension = bodies.dimension;
    impact.resize(next.size());
    std::size_t n = 0;
    for (std::size_t c = 0; c < next.size(); ++c) {
      if (!active[c]) continue;
      impact.first[n] = next.first[c];
      impact.second[n] = next.second[c];
      impact.gap[n] = -law_step * bound[c];
      std::copy_n(next.normal.data() + c * d, d, impact.normal.data() + n * d);
      impact.multiplier[n++] = next.multiplier[c];
    }
    impact.resize(n);
    // The compliance of the main projection: a function of the state alone, so nothing to restore.
    impact_projector.set_compliance(projector.compliance());
    impact_projector.solve({.dimension = bodies.dimension, .step = law_step, .length = length,
                            .compliance = projector.compliance(), .inverse_mass = inverse_mass, .free_velocity = from,
                            .first = impact.first, .second = impact.second, .normal = impact.normal, .gap = impact.gap,
                            .lower = {}, .guess = impact.multiplier, .rigid = assemblies.arrays()},
                           false, executor, impact_result);
    ++law_report->projections;
    law_report->iterations += impact_result.certificate.iterations;
    std::copy(impact_result.velocity.begin(), impact_result.velocity.end(), out.begin());
    return impact_result.status == ProjectionStatus::converged;
  }

  Setup setup;
  Executor executor;
  double length;
  Bodies bodies;
  Assemblies assemblies;
  std::unique_ptr<Lubrication> lubrication;
  Doors doors;
  std::int64_t first_comers;  // bodies of the initial state
  Neighbours neighbours;
  ClosePairs pairs;
  Projector projector, impact_projector;
  std::int64_t step = 0;
  Contacts contacts, next, impact;  // of the last step, of this one, and work arrays
  ContactMemory last;
  Bodies whole;                     // state before a step that may be halved
  ContactMemory whole_contacts;
  std::vector<PairMemory> memory;   // one a force; most remember nothing
  std::vector<PairList> whole_memory;
  std::vector<double> inverse_mass, free, lower, kept;
  ProjectionResult result, impact_result;
  ContactWork law_work;
  StepReport* law_report = nullptr;
  double law_step = 0;
};

Simulation::Simulation(Setup setup, int threads) : impl_(std::make_unique<Impl>(std::move(setup), threads)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;

StepReport Simulation::advance() { return impl_->advance(); }
std::int64_t Simulation::step() const { return impl_->step; }
double Simulation::time() const { return impl_->time(); }
const Setup& Simulation::setup() const { return impl_->setup; }
const Bodies& Simulation::bodies() const { return impl_->bodies; }
const Contacts& Simulation::contacts() const { return impl_->contacts; }
const Obstacles& Simulation::obstacles() const { return impl_->setup.obstacles; }
PairList Simulation::bridges() const {
  std::vector<PairList::Name> names;
  for (const PairMemory& m : impl_->memory)
    for (std::size_t k = 0; k < m.pairs().size(); ++k) names.emplace_back(m.pairs().first[k], m.pairs().second[k]);
  return PairList::sorted(std::move(names));
}
double Simulation::length() const { return impl_->length; }
const std::vector<Departure>& Simulation::departures() const { return impl_->doors.departures(); }
const std::vector<Doorway>& Simulation::doorways() const { return impl_->doors.doorways(); }

bool Simulation::deserted() const { return impl_->doors.any() && impl_->bodies.size() == 0 && finished_feeding(); }

bool Simulation::finished_feeding() const {
  return std::all_of(impl_->setup.feeds.begin(), impl_->setup.feeds.end(),
                     [](const Feed& f) { return f.entered == f.pending.size(); });
}

Resume Simulation::save() const {
  Resume resume{impl_->step, impl_->time(), impl_->projector.compliance(), impl_->bodies, impl_->contacts, {}, {},
                impl_->doors.doorways()};
  for (const Feed& f : impl_->setup.feeds) resume.fed.push_back(f.entered);
  for (const PairMemory& m : impl_->memory) resume.memory.push_back(m.pairs());
  return resume;
}

void Simulation::restore(Resume resume) {
  Impl& s = *impl_;
  if (resume.bodies.dimension != s.bodies.dimension || resume.fed.size() != s.setup.feeds.size() ||
      resume.memory.size() != s.memory.size() || resume.doorways.size() != s.setup.exits.size())
    throw Error("the checkpoint belongs to another scene");
  for (std::size_t f = 0; f < resume.fed.size(); ++f) {
    if (resume.fed[f] > s.setup.feeds[f].pending.size()) throw Error("the checkpoint belongs to another scene");
    s.setup.feeds[f].entered = resume.fed[f];
  }
  for (std::size_t k = 0; k < s.memory.size(); ++k) s.memory[k].restore(std::move(resume.memory[k]));
  s.step = resume.step;
  s.bodies = std::move(resume.bodies);
  s.make_room();
  s.bodies.next_id = s.first_comers;
  for (const std::size_t entered : resume.fed) s.bodies.next_id += static_cast<std::int64_t>(entered);
  s.doors.set_doorways(std::move(resume.doorways));
  s.contacts = std::move(resume.contacts);
  if (!s.remembering()) release(s.contacts.memory);
  s.contacts.remembering = s.remembering();
  s.projector.set_compliance(resume.compliance);
  s.neighbours.invalidate();
  s.update_masses();
  s.setup.obstacles.place(s.time(), 0);
}

std::uint64_t Simulation::hash() const {
  const Impl& s = *impl_;
  Hash hash;
  hash.add(std::span<const std::int64_t>(&s.step, 1));
  hash.add(std::span<const double>(s.bodies.position));
  hash.add(std::span<const double>(s.bodies.velocity));
  hash.add(std::span<const std::int32_t>(s.contacts.first));
  hash.add(std::span<const std::int32_t>(s.contacts.second));
  hash.add(std::span<const double>(s.contacts.multiplier));
  hash.add(std::span<const double>(s.contacts.memory));
  for (const PairMemory& m : s.memory) {
    hash.add(std::span<const std::int32_t>(m.pairs().first));
    hash.add(std::span<const std::int32_t>(m.pairs().second));
  }
  return hash.value();
}

ProjectionProblem Simulation::next_problem() {
  Impl& s = *impl_;
  s.feed();
  s.find_neighbours(s.time(), s.setup.h);
  s.remember(s.time(), s.setup.h, 1);
  s.take_free_velocity(s.time(), s.setup.h, 1);
  s.last = s.contacts;  // which stay, so that the arrays of `next` are its own
  s.choose_rows(s.setup.h);
  return s.problem(s.setup.h);
}

}  // namespace floc
