// Steady Stokes flow on the staggered grid, of forces f on its faces:
//
//   −∇p + μΔu + f = 0,   ∇·u = q,
//
// between sides that are periodic, that the fluid slips along, or that it leaves straight on at pressure 0. There the
// differences commute, and fast transforms solve it at once: Δ(p − μq) = ∇·f, −μΔu = f − ∇p. What makes a side a wall
// is a force along it, an unknown like those of markers (wall_forces.hpp).
#pragma once

#include <array>
#include <vector>

#include "fluid/fast_solver.hpp"
#include "fluid/grid.hpp"
#include "parallel/executor.hpp"

namespace floc {

class StokesInverse {
 public:
  StokesInverse(const FluidGrid& grid, double viscosity);
  StokesInverse(const StokesInverse&) = delete;

  // u in its unknowns, of f in the same places; the rest of f is overwritten, that of u is left alone. A uniform
  // velocity that nothing holds is 0, and so is the mean of f that it would take.
  void apply(Velocity& f, Velocity& u, Executor& executor) { apply(f, nullptr, u, nullptr, executor); }
  // With q, one number a cell, and the pressure where wanted.
  void apply(Velocity& f, const std::vector<double>* source, Velocity& u, std::vector<double>* pressure,
             Executor& executor);

  // Whether nothing holds a uniform velocity along c.
  bool uniform(int c) const { return uniform_[static_cast<std::size_t>(c)]; }
  const FieldBox& box(int c) const { return boxes_[static_cast<std::size_t>(c)]; }
  const FieldLayout& layout() const { return layout_; }
  const FluidGrid& grid() const { return grid_; }
  double viscosity() const { return viscosity_; }

 private:
  FluidGrid grid_;  // walls are sides that the fluid slips along
  double viscosity_;
  FieldLayout layout_;
  Ghosts ghosts_;
  std::array<FieldBox, 3> boxes_;
  std::array<bool, 3> uniform_{};
  FieldBox cells_;
  std::vector<FastSolver> velocity_;
  FastSolver pressure_;
  std::vector<double> compact_, potential_;
};

}  // namespace floc
