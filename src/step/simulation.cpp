#include "step/simulation.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "core/grow.hpp"
#include "core/hash.hpp"
#include "step/stepper.hpp"

namespace floc {

Simulation::Simulation(Setup setup, int threads) : stepper_(std::make_unique<Stepper>(std::move(setup), threads)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;

StepReport Simulation::advance() { return stepper_->advance(); }
std::int64_t Simulation::step() const { return stepper_->step; }
double Simulation::time() const { return stepper_->time(); }
double Simulation::progress() const { return stepper_->control.clock().wholes(); }
double Simulation::last_length() const { return stepper_->made; }
const Setup& Simulation::setup() const { return stepper_->setup; }
const Bodies& Simulation::bodies() const { return stepper_->bodies; }
const Contacts& Simulation::contacts() const { return stepper_->contacts; }
const Obstacles& Simulation::obstacles() const { return stepper_->setup.obstacles; }
PairList Simulation::bridges() const {
  std::vector<PairList::Name> names;
  for (const PairMemory& m : stepper_->memory)
    for (std::size_t k = 0; k < m.pairs().size(); ++k) names.emplace_back(m.pairs().first[k], m.pairs().second[k]);
  return PairList::sorted(std::move(names));
}
double Simulation::length() const { return stepper_->length; }
const std::vector<Departure>& Simulation::departures() const { return stepper_->doors.departures(); }
const std::vector<Doorway>& Simulation::doorways() const { return stepper_->doors.doorways(); }

bool Simulation::deserted() const { return stepper_->doors.any() && stepper_->bodies.size() == 0 && finished_feeding(); }

bool Simulation::finished_feeding() const {
  return std::all_of(stepper_->setup.feeds.begin(), stepper_->setup.feeds.end(),
                     [](const Feed& f) { return f.entered == f.pending.size(); });
}

Resume Simulation::save() const {
  Resume resume{stepper_->step, stepper_->time(), stepper_->projector.compliance(), stepper_->bodies, stepper_->contacts, {}, {},
                stepper_->doors.doorways(), stepper_->control.clock(), stepper_->made};
  for (const Feed& f : stepper_->setup.feeds) resume.fed.push_back(f.entered);
  for (const PairMemory& m : stepper_->memory) resume.memory.push_back(m.pairs());
  return resume;
}

void Simulation::restore(Resume resume) {
  Stepper& s = *stepper_;
  if (resume.bodies.dimension != s.bodies.dimension || resume.fed.size() != s.setup.feeds.size() ||
      resume.memory.size() != s.memory.size() || resume.doorways.size() != s.setup.exits.size())
    throw Error("the checkpoint belongs to another scene");
  for (std::size_t f = 0; f < resume.fed.size(); ++f) {
    if (resume.fed[f] > s.setup.feeds[f].pending.size()) throw Error("the checkpoint belongs to another scene");
    s.setup.feeds[f].entered = resume.fed[f];
  }
  for (std::size_t k = 0; k < s.memory.size(); ++k) s.memory[k].restore(std::move(resume.memory[k]));
  if (!s.control.set_clock(resume.clock)) throw Error("the checkpoint belongs to another scene");
  s.step = resume.step;
  s.made = resume.length > 0 ? resume.length : s.setup.h;
  s.bodies = std::move(resume.bodies);
  s.make_room();
  s.bodies.next_id = s.first_comers;
  for (const std::size_t entered : resume.fed) s.bodies.next_id += static_cast<std::int64_t>(entered);
  s.doors.set_doorways(std::move(resume.doorways));
  s.contacts = std::move(resume.contacts);
  // From a run under another law: nothing is remembered yet, or no longer.
  if (!s.remembering()) release(s.contacts.memory);
  else if (!s.contacts.remembering) s.contacts.memory.assign(s.contacts.size(), 0.0);
  s.contacts.remembering = s.remembering();
  if (!s.two_gaps()) release(s.contacts.begin_gap);
  else if (!s.contacts.two_gaps) s.contacts.begin_gap = s.contacts.gap;
  s.contacts.two_gaps = s.two_gaps();
  s.projector.set_compliance(resume.compliance);
  s.neighbours.invalidate();
  s.update_masses();
  s.setup.obstacles.place(s.time(), 0);
}

std::uint64_t Simulation::hash() const {
  const Stepper& s = *stepper_;
  Hash hash;
  hash.add(std::span<const std::int64_t>(&s.step, 1));
  if (const StepClock& clock = s.control.clock(); s.setup.adaptive) {
    const std::int64_t numbers[]{clock.elapsed, clock.level, clock.easy};
    hash.add(std::span<const std::int64_t>(numbers));
  }
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
  Stepper& s = *stepper_;
  StepReport unread;
  s.feed(unread);
  s.choose_length();
  const double h = s.next_length();
  const std::uint64_t part = s.control.clock().part();
  s.find_neighbours(s.time(), h);
  s.remember(s.time(), h, part);
  s.take_free_velocity(s.time(), h, part);
  s.last = s.contacts;  // which stay, so that the arrays of `next` are its own
  s.choose_rows(h);
  s.take_cones(h);
  return s.problem(h);
}

}  // namespace floc
