// The contacts of a frame as a table, for contacts.csv and for Python.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "geometry/obstacle.hpp"
#include "output/snapshot.hpp"

namespace floc {

// Of every surface that contacts are numbered by, its obstacle.
std::vector<std::int64_t> surface_owners(std::span<const Obstacle> obstacles);

// A row for each contact, in the order of the frame.
struct ContactTable {
  std::size_t dimension = 2;
  bool turning = false;                     // whether bodies do
  std::vector<std::int64_t> first, second;  // ids of bodies; −1 where the second is an obstacle
  std::vector<std::int64_t> obstacle;       // −1 where the second is a body
  std::vector<double> gap;                  // at the beginning of the step
  std::vector<double> force;                // λ
  std::vector<double> memory;
  std::vector<double> normal;      // from second to first, C × d
  std::vector<double> tangential;  // the force of friction on the first, C × d; empty unless bodies turn

  // f(name, width, values) for every column; vectors have d components.
  template <class F>
  void for_columns(F&& f) const {
    f("first", std::size_t{1}, first);
    f("second", std::size_t{1}, second);
    f("obstacle", std::size_t{1}, obstacle);
    f("gap", std::size_t{1}, gap);
    f("force", std::size_t{1}, force);
    f("memory", std::size_t{1}, memory);
    f("normal", dimension, normal);
    if (turning) f("tangential", dimension, tangential);
  }
};

ContactTable contact_table(const Snapshot& frame, std::span<const std::int64_t> owners);

}  // namespace floc
