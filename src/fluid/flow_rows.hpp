// Rows of the fields of a flow, as the loops of flow_kernels.hpp see them. A pointer is at the first number of the row
// in its field; what is beside it in direction k is a stride away.
#pragma once

#include <array>
#include <cstddef>

namespace floc {

// u* of a component, from everything that is explicit.
struct PredictedRow {
  std::ptrdiff_t n = 0;
  std::array<std::ptrdiff_t, 3> stride{};
  int component = 0;
  std::array<const double*, 3> velocity{};  // u, all components
  const double* before = nullptr;           // N of the last step
  const double* pressure = nullptr;
  const double* force = nullptr;  // null: none
  const double* push = nullptr;   // null: none
  double* slope = nullptr;        // N
  double* change = nullptr;       // u* − u, where viscosity is to come; null:
  double* star = nullptr;         // u*
  // Of the advection −∇·(uu), 1/4h, or 0; of the viscosity in N; h and the weights of N and of the last one; 1/h of the
  // grid.
  double advection = 0, diffusion = 0, step = 0, now = 1, last = 0, over = 1;
};

struct DivergenceRow {
  std::ptrdiff_t n = 0;
  std::array<std::ptrdiff_t, 3> stride{};
  std::array<const double*, 3> velocity{};
  double over = 1;
};

}  // namespace floc
