// The state of a simulation: all that changes from step to step, and all that a run needs to go on with the same bits.
//
// It is a list of numbers and a list of arrays, each named once. Checkpoints, the hash, the undo of a step that is
// refused and what other programs see are made from these lists. What surrounds it (Setup) never changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "contact/contacts.hpp"
#include "core/array_list.hpp"
#include "core/bodies.hpp"
#include "fluid/flow_state.hpp"
#include "forces/pair_memory.hpp"
#include "step/adaptive.hpp"
#include "step/exits.hpp"
#include "step/joints.hpp"
#include "step/servo.hpp"

namespace floc {

struct State {
  std::int64_t step = 0;     // steps made
  double time = 0;
  StepClock clock;
  double length = 0;         // of the last step, or of its last part: λ of the contacts acted that long
  double compliance = 0;     // δ for the next step; 0: not known yet
  Bodies bodies;
  Contacts contacts;         // of the last step
  std::vector<std::int64_t> fed;   // bodies that have entered, a feed
  ExitCounts exits;                // bodies that have departed, an exit
  WallStates walls;                // that hold a force
  JointStates joints;
  FlowState flow;                  // of the fluid round them
  std::vector<PairMemory> memory;  // pairs that each force remembers, in the order of the step

  // f(name, number of each state).
  template <class F, class... S>
  static void for_numbers(F&& f, S&... s) {
    f("step", s.step...);
    f("time", s.time...);
    f("elapsed", s.clock.elapsed...);
    f("level", s.clock.level...);
    f("easy", s.clock.easy...);
    f("length", s.length...);
    f("compliance", s.compliance...);
    f("dimension", s.bodies.dimension...);
  }

  // Arrays of one list have as many rows.
  enum class List { bodies, contacts, feeds, exits, walls, joints, joint_rows, flow, flow_clock, flow_bodies, flow_standing, flow_markers, memory };
  struct Array : ArrayInfo {
    List list;
    std::size_t force = 0;  // whose memory

    std::string path() const;  // of its list
  };
  // f(array's info, array of each state).
  template <class F, class S, class... More>
  static void for_arrays(F&& f, S& s, More&... more) {
    const auto of = [&f](List list, std::size_t force = 0) {
      return [&f, list, force](const ArrayInfo& info, auto&... values) { f(Array{info, list, force}, values...); };
    };
    Bodies::for_arrays(of(List::bodies), s.bodies, more.bodies...);
    Contacts::for_arrays(of(List::contacts), s.contacts, more.contacts...);
    f(Array{{"fed", ArrayRole::counted}, List::feeds}, s.fed, more.fed...);
    ExitCounts::for_arrays(of(List::exits), s.exits, more.exits...);
    WallStates::for_arrays(of(List::walls), s.walls, more.walls...);
    JointStates::for_arrays(of(List::joints), s.joints, more.joints...);
    JointStates::for_row_arrays(of(List::joint_rows), s.joints, more.joints...);
    FlowState::for_fields(of(List::flow), s.flow, more.flow...);
    FlowState::for_clock(of(List::flow_clock), s.flow, more.flow...);
    FlowState::for_bodies(of(List::flow_bodies), s.flow, more.flow...);
    FlowState::for_standing(of(List::flow_standing), s.flow, more.flow...);
    FlowState::for_markers(of(List::flow_markers), s.flow, more.flow...);
    for (std::size_t k = 0; k < s.memory.size(); ++k)
      PairList::for_arrays(of(List::memory, k), s.memory[k], more.memory[k]...);
  }

  // What says which arrays there are: f(list, an array that is there where the flag is set, flag of each state).
  template <class F, class... S>
  static void for_flags(F&& f, S&... s) {
    f(List::contacts, "begin_gap", s.contacts.two_gaps...);
    f(List::contacts, "memory", s.contacts.remembering...);
    f(List::contacts, "tangential", s.contacts.frictional...);
    f(List::contacts, "torque", s.contacts.rolling...);
    f(List::contacts, "feature", s.contacts.shaped...);
    f(List::bodies, "orientation", s.bodies.turning...);
    f(List::bodies, "shape", s.bodies.shaped...);
  }
  static const char* path_of(List list);  // but of memory, a list for each force

  // Fingerprint of what moves: step, bodies, the memory of contacts and forces; and of the clock where steps are
  // adapted (else the step tells the time).
  std::uint64_t hash(bool with_clock) const;
  // Why this cannot be the state of any simulation (numbers that are not finite, contacts of nobody, …); empty when it
  // can be.
  std::string fault() const;
};

// What a step that may be refused changes before it is sure to be made.
class SavedState {
 public:
  // `moves`: bodies may move on and contacts be renewed before the step is given up, as when some of its halves are made.
  void save(const State& state, bool moves);
  // Geometry of the contacts is to be measured again.
  void restore(State& state) const;

 private:
  bool moves_ = false;
  std::size_t bodies_ = 0;
  State saved_;
};

}  // namespace floc
