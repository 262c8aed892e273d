// What a contact law sees of a step beside the contacts.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bodies.hpp"
#include "geometry/obstacle.hpp"

namespace floc {

// Room for a law's own sums, kept between steps.
struct ContactWork {
  std::array<std::vector<double>, 7> vectors;
  std::vector<std::int32_t> numbers;
};

struct ContactStep {
  const Bodies& bodies;
  double h;
  double tolerance;  // the overlap that a step may leave, a length
  double length = 1;                         // r̄
  const Obstacles* obstacles = nullptr;      // placed for the step
  double impulse = h;                        // of a unit multiplier over the step; h² without inertia
  double compliance = 0;                     // δ of the projection just made
  std::span<const double> inverse_mass = {};  // in the metric of the projection
  ContactWork* work = nullptr;
  // Of the motion just found, where bodies turn and are no spheres.
  std::span<const double> spin = {}, lever_first = {}, lever_second = {};
};

}  // namespace floc
