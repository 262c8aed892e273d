// The contacts of one step: rows of the projection and what each contact remembers.
//
// A contact is named by the pair (first, second): two bodies with second < first, or a body and a
// surface of an obstacle, second = −1 − surface. Rows are sorted by that name, so contacts of two
// steps are matched by one merge, and every sum over contacts has one order.
#pragma once

#include <cstdint>
#include <vector>

#include "parallel/executor.hpp"

namespace floc {

// What the next step needs of the contacts of this one.
struct ContactMemory {
  std::vector<std::int32_t> first, second;
  std::vector<double> multiplier;  // λ, first guess before the projection, solution after it
  std::vector<double> memory;      // what the law remembers (γ for the gluey law)

  std::size_t size() const { return first.size(); }
  static std::int32_t surface_of(std::int32_t second) { return -1 - second; }
  static std::int32_t name_of_surface(std::size_t s) { return -1 - static_cast<std::int32_t>(s); }
};

struct Contacts : ContactMemory {
  int dimension = 3;
  std::vector<double> normal;     // e, from second to first, C × d
  std::vector<double> gap;        // D, against the obstacle's position at the end of the step
  std::vector<double> begin_gap;  // D at the beginning of the step (differs for moving obstacles)

  void resize(std::size_t n);
};

// Carries multiplier and memory from the contacts of the last step to those of this one by name;
// a new contact starts from zero.
void inherit(const ContactMemory& last, Contacts& now, Executor& executor);

}  // namespace floc
