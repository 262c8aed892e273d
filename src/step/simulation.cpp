#include "step/simulation.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>
#include <utility>

#include "core/buffers.hpp"
#include "core/error.hpp"
#include "step/medium.hpp"
#include "step/stepper.hpp"

namespace floc {

bool Setup::turning() const {
  return friction || !shapes.empty() || !joints.empty() || (fluid && fluid->two_way());
}

Simulation::Simulation(Setup setup, int threads) : stepper_(std::make_unique<Stepper>(std::move(setup), threads)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;

StepReport Simulation::advance() { return stepper_->advance(); }
const State& Simulation::state() const { return stepper_->state; }
std::int64_t Simulation::step() const { return state().step; }
double Simulation::time() const { return state().time; }
double Simulation::progress() const { return state().clock.wholes(); }
const Setup& Simulation::setup() const { return stepper_->setup; }
const Bodies& Simulation::bodies() const { return state().bodies; }
const Contacts& Simulation::contacts() const { return state().contacts; }
const Obstacles& Simulation::obstacles() const { return stepper_->obstacles; }
PairList Simulation::bridges() const {
  std::vector<ContactKey> keys;
  for (const PairMemory& m : state().memory)
    for (std::size_t k = 0; k < m.size(); ++k) keys.push_back(m.pair(k));
  return PairList::sorted(std::move(keys));
}
StatisticParts Simulation::statistic_parts() const {
  if (!setup().fluid) return {state().walls.size()};
  const FluidSettings& fluid = *setup().fluid;
  return {state().walls.size(), true, fluid.standing.size(), fluid.told(bodies().size()) ? bodies().size() : 0,
          fluid.walls(), fluid.suspends(bodies().size())};
}
double Simulation::fluid_bytes() const {
  return stepper_->medium ? stepper_->medium->bytes(stepper_->state.bodies, stepper_->state.bodies.radius) : 0;
}
const FlowSolver* Simulation::flow() const { return stepper_->medium ? &stepper_->medium->flow() : nullptr; }
double Simulation::length() const { return stepper_->length; }
const std::vector<Departure>& Simulation::departures() const { return stepper_->exits.departures(); }

std::vector<std::string> Simulation::ways_out() const {
  std::vector<std::string> names;
  for (const Exit& e : setup().exits) names.push_back(e.name);
  for (const Removal& r : setup().removals) names.push_back(r.name);
  return names;
}

bool Simulation::deserted() const { return stepper_->exits.any() && bodies().size() == 0 && finished_feeding(); }

bool Simulation::finished_feeding() const {
  return std::ranges::equal(setup().feeds, state().fed, {}, [](const Feed& f) { return f.pending.size(); },
                            [](std::int64_t n) { return static_cast<std::size_t>(n); });
}

std::uint64_t Simulation::hash() const { return state().hash(setup().adaptive.has_value()); }

void Simulation::restore(State state) {
  Stepper& s = *stepper_;
  const auto known = [&](std::int64_t fed, const Feed& f) { return fed >= 0 && static_cast<std::size_t>(fed) <= f.pending.size(); };
  if (state.bodies.dimension != s.state.bodies.dimension || state.memory.size() != s.state.memory.size() ||
      state.exits.size() != s.state.exits.size() || state.walls.size() != s.setup.servos.size() ||
      state.joints.broken.size() != s.joints.size() || state.joints.coordinate.size() != s.joints.size() ||
      state.joints.multiplier.size() != s.joints.rows() ||
      (s.medium ? !s.medium->fits(state.flow) : state.flow.dimension != 0) || !s.control.possible(state.clock) ||
      !std::equal(state.fed.begin(), state.fed.end(), s.setup.feeds.begin(), s.setup.feeds.end(), known))
    throw Error("the checkpoint belongs to another scene");
  s.state = std::move(state);
  if (!(s.state.length > 0)) s.state.length = s.setup.h;
  s.set_time();
  s.make_room();
  s.state.bodies.next_id = std::accumulate(s.state.fed.begin(), s.state.fed.end(), s.first_comers);
  for (PairMemory& m : s.state.memory) m.index();
  // From a run under another law: nothing is remembered yet, or no longer.
  Contacts& contacts = s.state.contacts;
  if (!s.remembering()) release(contacts.memory);
  else if (!contacts.remembering) contacts.memory.assign(contacts.size(), 0.0);
  contacts.remembering = s.remembering();
  if (!s.two_gaps()) release(contacts.begin_gap);
  else if (!contacts.two_gaps) contacts.begin_gap = contacts.gap;
  contacts.two_gaps = s.two_gaps();
  if (s.medium) s.medium->restored(s.state.flow, s.state.time, s.executor);
  s.set_turning();
  s.state_changed();
}

std::shared_ptr<const void> Simulation::part_with(State::List list, std::string_view name) {
  std::shared_ptr<const void> memory;
  State::for_arrays([&](const State::Array& a, auto& values) {
    if (a.list != list || a.name != name) return;
    const auto kept = std::make_shared<std::decay_t<decltype(values)>>(std::move(values));
    values = *kept;
    memory = kept;
  }, stepper_->state);
  return memory;
}

ProjectionProblem Simulation::next_problem() {
  Stepper& s = *stepper_;
  const Stepper::WithGap gap(s);
  StepReport unread;
  s.feed(unread);
  s.choose_length();
  const double h = s.next_length(), t = s.state.time;
  const std::uint64_t part = s.state.clock.part();
  s.find_neighbours(t, h);
  s.remember(t, h, part);
  s.take_free_velocity(t, h, part);
  s.last = s.state.contacts;  // which stay, so that the arrays of `next` are its own
  s.choose_rows(h);
  s.take_cones(h);
  return s.problem(h);
}

}  // namespace floc
