#include "step/state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "core/hash.hpp"
#include "core/quaternion.hpp"

namespace floc {
namespace {

// Sorted, of bodies that are there. Which surfaces there are, the scene knows.
std::string fault_of_pairs(const char* what, const PairList& p, std::size_t bodies, std::span<const std::int32_t> feature = {}) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p.first[i] < 0 || static_cast<std::size_t>(p.first[i]) >= bodies || p.second[i] >= p.first[i])
      return fmt::format("{} {} joins {} and {}", what, i, p.first[i], p.second[i]);
    const auto key = [&](std::size_t k) {
      return ContactKey{p.first[k], p.second[k], feature.empty() ? 0 : feature[k]};
    };
    if (i > 0 && key(i - 1) >= key(i)) return fmt::format("{} {} is out of order", what, i);
  }
  return {};
}

std::string fault_of_clock(const StepClock& clock) {
  if (clock.elapsed < 0) return "the time elapsed is negative";
  if (clock.level < 0 || clock.level > most_halvings) return "the level of the step makes no sense";
  if (clock.easy < 0) return "the number of easy steps makes no sense";
  if (!clock.aligned()) return "no step of this length begins at this time";
  return {};
}

std::string fault_of_bodies(const Bodies& b) {
  if (b.dimension < 1 || b.dimension > 3) return "the dimension is not 1, 2 or 3";
  if (b.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) return "there are too many bodies";
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (!(b.radius[i] > 0)) return "a radius is not positive";
    if (!(b.mass[i] > 0)) return "a mass is not positive";
    if (b.group[i] < 0) return "a group is negative";
    for (std::size_t k = 0; b.turning && k < b.spin_width(); ++k)
      if (!(b.inertia[i * b.spin_width() + k] > 0)) return "a moment of inertia is not positive";
    if (b.id[i] < 0 || (i > 0 && b.id[i] <= b.id[i - 1])) return "ids do not rise from body to body";
  }
  if (b.turning && b.dimension == 1) return "bodies on a line do not turn";
  for (std::size_t i = 0; b.turning && b.dimension == 3 && i < b.size(); ++i) {
    const Quaternion q = Quaternion::load(&b.orientation[4 * i]);
    if (std::abs(q.w * q.w + dot(q.v, q.v) - 1) > 1e-9) return "an orientation is not a unit quaternion";
  }
  return {};
}

}  // namespace

const char* State::path_of(List list) {
  switch (list) {
    case List::bodies: return "bodies";
    case List::contacts: return "contacts";
    case List::feeds: return "feeds";
    case List::exits: return "exits";
    case List::walls: return "walls";
    case List::joints: return "joints";
    case List::joint_rows: return "joint_rows";
    case List::flow: return "flow";
    case List::flow_clock: return "flow_clock";
    case List::flow_bodies: return "flow_bodies";
    case List::flow_standing: return "flow_standing";
    case List::flow_markers: return "flow_markers";
    case List::memory: return "memory";
  }
  return "";
}

std::string State::Array::path() const {
  return list == List::memory ? fmt::format("{}/{}", path_of(list), force) : path_of(list);
}

std::uint64_t State::hash(bool with_clock) const {
  Hash hash;
  hash.add(std::span<const std::int64_t>(&step, 1));
  if (with_clock) {
    const std::int64_t numbers[]{clock.elapsed, clock.level, clock.easy};
    hash.add(std::span<const std::int64_t>(numbers));
  }
  for_arrays([&](const Array& a, const auto& values) {
    if (a.role == ArrayRole::moving) hash.add(std::span(values));
  }, *this);
  return hash.value();
}

std::string State::fault() const {
  if (step < 0) return "the step is negative";
  if (!std::isfinite(time)) return "the time is not finite";
  if (!std::isfinite(length) || !(length > 0)) return "the length of the step is not positive";
  if (!std::isfinite(compliance) || compliance < 0) return "the compliance is not a number ≥ 0";
  std::string why;
  for_arrays([&](const State::Array& a, const auto& values) {
    if constexpr (std::is_floating_point_v<typename std::decay_t<decltype(values)>::value_type>)
      for (const double v : values)
        if (!std::isfinite(v)) why = fmt::format("{}: {} holds a number that is not finite", a.path(), a.name);
  }, *this);
  if (why.empty()) why = fault_of_clock(clock);
  if (why.empty()) why = fault_of_bodies(bodies);
  if (why.empty()) why = fault_of_pairs("contact", contacts, bodies.size(), contacts.feature);
  for (const PairMemory& m : memory)
    if (why.empty()) why = fault_of_pairs("pair", m, bodies.size());
  if (flow.dimension > 0) {
    if (flow.dimension != bodies.dimension) return "the fluid has another dimension than the bodies";
    if (flow.last.size() != 1 || flow.last[0] < 0) return "the last step of the fluid makes no sense";
    if (flow.inside.size() != bodies.size() * flow.body_width()) return "the fluid knows of other bodies";
  }
  for (const std::int32_t broken : joints.broken)
    if (broken != 0 && broken != 1) return "a joint is neither whole nor broken";
  for (const std::int64_t n : exits.departed)
    if (n < 0) return "a number of departed is negative";
  for (const std::int64_t n : fed)
    if (n < 0 || static_cast<double>(n) > static_cast<double>(bodies.size()) + static_cast<double>(exits.total()))
      return "feeds count bodies that are not there";
  return why;
}

namespace {

// What a step that is given up may have changed.
bool changed(const State::Array& a, bool moves) {
  using enum State::List;
  if (a.list == bodies || a.list == contacts) return moves && a.role == ArrayRole::moving;
  if (a.list == flow || a.list == flow_clock || a.list == flow_bodies || a.list == flow_standing || a.list == flow_markers)
    return moves;  // it follows when the step is made
  return a.role != ArrayRole::derived;
}

}  // namespace

void SavedState::save(const State& state, bool moves) {
  moves_ = moves;
  bodies_ = state.bodies.size();
  State::for_numbers([](const char*, auto& to, const auto& from) { to = from; }, saved_, state);
  State::for_flags([](State::List, const char*, bool& to, bool from) { to = from; }, saved_, state);
  saved_.contacts.dimension = state.contacts.dimension;
  saved_.flow.dimension = state.flow.dimension;
  saved_.memory.resize(state.memory.size());
  // Room grows by factors: one pair more at every step allocates rarely.
  State::for_arrays([&](const State::Array& a, auto& to, const auto& from) {
    if (!changed(a, moves)) return;
    to.resize(from.size());
    std::copy(from.begin(), from.end(), to.begin());
  }, saved_, state);
}

void SavedState::restore(State& state) const {
  State::for_numbers([](const char*, auto& to, const auto& from) { to = from; }, state, saved_);
  state.bodies.truncate(bodies_);
  State::for_arrays([&](const State::Array& a, auto& to, const auto& from) {
    if (changed(a, moves_)) to = from;
  }, state, saved_);
  if (moves_) state.contacts.resize(saved_.contacts.size());
  for (PairMemory& m : state.memory) m.index();
}

}  // namespace floc
