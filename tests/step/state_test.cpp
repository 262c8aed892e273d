#include "step/state.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "step/simulation.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

State some_state() {
  Simulation simulation(test::grains_in_a_box(2, 30, 0.5, 1, 3), 1);
  for (int s = 0; s < 5; ++s) simulation.advance();
  State state = simulation.state();
  state.memory.resize(1);
  state.memory[0].restore({{3, 5}, {1, -1}});
  state.fed = {2};
  state.exits = {{1}, {0.1}, {0.2}};
  return state;
}

bool same(const State& a, const State& b) {
  bool equal = a.memory.size() == b.memory.size();
  State::for_numbers([&](const char*, const auto& x, const auto& y) { equal = equal && x == y; }, a, b);
  State::for_arrays([&](const State::Array& array, const auto& x, const auto& y) {
    if (array.role != ArrayRole::derived) equal = equal && x == y;
  }, a, b);
  return equal && a.bodies.next_id == b.bodies.next_id;
}

// One that differs in a number of the array.
template <class Values>
void spoil(Values& values) {
  if (!values.empty()) values[0] += 1;
}

}  // namespace

TEST_CASE("every array of the state has a name of its own, and as many rows as the others of its list") {
  const State state = some_state();
  std::set<std::string> names;
  State::for_arrays([&](const State::Array& a, const auto& values) {
    CHECK(names.insert(a.path() + "/" + a.name).second);
    if (a.list == State::List::bodies) CHECK(values.size() == a.width * state.bodies.size());
    if (a.list == State::List::contacts) CHECK(values.size() == a.width * state.contacts.size());
  }, state);
  CHECK(names.count("bodies/position") == 1);
  CHECK(names.count("memory/0/second") == 1);
}

TEST_CASE("the hash sees every array that moves, and no other") {
  const State state = some_state();
  REQUIRE(state.contacts.size() > 0);
  State::for_arrays([&](const State::Array& a, const auto& values) {
    State other = state;
    State::for_arrays([&](const State::Array& b, auto& changed) {
      if (a.path() + a.name == b.path() + b.name) spoil(changed);
    }, other);
    CAPTURE(a.name);
    CHECK((other.hash(false) != state.hash(false)) == (a.role == ArrayRole::moving && !values.empty()));
  }, state);
  State later = state;
  later.clock.level = 1;
  CHECK(later.hash(false) == state.hash(false));
  CHECK(later.hash(true) != state.hash(true));
}

TEST_CASE("a saved state comes back whatever the step has done to it") {
  const State before = some_state();
  SavedState saved;
  for (const bool moves : {false, true}) {
    State state = before;
    saved.save(state, moves);
    state.step += 1;
    state.clock.level = 3;
    state.compliance *= 10;
    state.fed[0] += 2;
    state.exits.departed[0] += 1;
    state.memory[0].restore({{7}, {2}});
    const double x[2] = {9, 9}, v[2] = {0, 0};
    for (int k = 0; k < 2; ++k) state.bodies.add(x, v, 0.1, 1, 0);
    if (moves) {
      for (double& p : state.bodies.position) p += 1;
      state.contacts.resize(3);
      state.contacts.multiplier[0] = -7;
    }
    saved.restore(state);
    CHECK(same(state, before));
    CHECK(state.memory[0].has(5, -1));
    CHECK_FALSE(state.memory[0].has(7, 2));
    CHECK(state.contacts.gap.size() == before.contacts.size());
  }
}

TEST_CASE("a state that no simulation has is told with its fault") {
  CHECK(some_state().fault().empty());
  State state = some_state();
  state.bodies.velocity[3] = NAN;
  CHECK(state.fault() == "bodies: velocity holds a number that is not finite");
  state = some_state();
  state.memory[0].second[0] = 4;
  CHECK(state.fault() == "pair 0 joins 3 and 4");
  state = some_state();
  state.fed[0] = 100;
  CHECK(state.fault() == "feeds count bodies that are not there");
}
