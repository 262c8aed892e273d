// The contacts of one step: rows of the projection and what each contact remembers.
//
// Rows are sorted by their keys (core/pair_list.hpp), so contacts of two steps are matched by one merge, and every sum
// over contacts has one order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/array_list.hpp"
#include "core/buffers.hpp"
#include "core/pair_list.hpp"
#include "parallel/executor.hpp"

namespace floc {

// What the next step needs of the contacts of this one.
struct ContactMemory : PairList {
  std::vector<double> multiplier;  // λ, first guess before the projection, solution after it
  std::vector<double> memory;      // what the law remembers (γ for the gluey law); empty where it never does
  bool remembering = true;
  std::vector<double> tangential;  // the force of friction, orthogonal to e, C × d; empty where there is none
  bool frictional = false;
  std::vector<double> torque;  // that resists rolling, C × 3; empty where none does
  bool rolling = false;
  std::vector<std::int32_t> feature;  // which of the points of its pair it is, ascending; empty where all are spheres
  bool shaped = false;

  ContactKey key(std::size_t c) const { return {first[c], second[c], shaped ? feature[c] : 0}; }
  double remembered(std::size_t c) const { return remembering ? memory[c] : 0; }
};

struct Contacts : ContactMemory {
  int dimension = 3;
  DefaultInitVector<double> normal;  // e, from second to first, C × d
  std::vector<double> gap;        // D, against the obstacle's position at the end of the step
  std::vector<double> begin_gap;  // D at the beginning of the step; empty without two_gaps
  DefaultInitVector<double> lever_first, lever_second;  // from the centres to the points, C × d; empty where all are spheres
  // An obstacle moves, or a concave one has rows of its own.
  bool two_gaps = true;

  // Without the arrays that are empty for good.
  template <class F, class C, class... More>
  static void for_arrays(F&& f, C& c, More&... more) {
    using enum ArrayRole;
    f(ArrayInfo{"first", moving}, c.first, more.first...);
    f(ArrayInfo{"second", moving}, c.second, more.second...);
    f(ArrayInfo{"normal", derived, static_cast<std::size_t>(c.dimension)}, c.normal, more.normal...);
    f(ArrayInfo{"gap", derived}, c.gap, more.gap...);
    if (c.two_gaps) f(ArrayInfo{"begin_gap", derived}, c.begin_gap, more.begin_gap...);
    f(ArrayInfo{"multiplier", moving}, c.multiplier, more.multiplier...);
    if (c.remembering) f(ArrayInfo{"memory", moving}, c.memory, more.memory...);
    if (c.frictional) f(ArrayInfo{"tangential", moving, static_cast<std::size_t>(c.dimension)}, c.tangential, more.tangential...);
    if (c.rolling) f(ArrayInfo{"torque", moving, 3}, c.torque, more.torque...);
    if (!c.shaped) return;
    f(ArrayInfo{"feature", moving}, c.feature, more.feature...);
    f(ArrayInfo{"lever_first", derived, static_cast<std::size_t>(c.dimension)}, c.lever_first, more.lever_first...);
    f(ArrayInfo{"lever_second", derived, static_cast<std::size_t>(c.dimension)}, c.lever_second, more.lever_second...);
  }

  double gap_at_begin(std::size_t c) const { return two_gaps ? begin_gap[c] : gap[c]; }
  void resize(std::size_t n);
  // The same for rows that will all be written: nothing is kept where there is not enough room.
  void renew(std::size_t n);
  // Row `from` over row `to`.
  void copy_row(std::size_t from, std::size_t to);
};

// Carries multiplier, memory and friction from the contacts of the last step to those of this one by their keys,
// friction turned with the normal; a new contact starts from zero. Where rows share a key (a concave surface), the last
// of them, relinearised nearest to where the body arrives, has the memory.
void inherit(const ContactMemory& last, Contacts& now, Executor& executor);

// After bodies have left: body i has now the index now[i], or is gone where that is −1. Contacts of bodies that are
// gone go with them; those that stay keep their order, as indices that rise with i do.
void renumber_bodies(Contacts& contacts, std::span<const std::int32_t> now);

}  // namespace floc
