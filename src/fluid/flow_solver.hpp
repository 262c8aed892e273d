// Incompressible flow on a staggered grid, a step at a time:
//
//   ∂u/∂t + (u·∇)u = −∇p + νΔu + f,   ∇·u = 0,   p the pressure over the density.
//
// A step from t to t + h (second order in both):
//
//   u* = u + h (N⁺ − ∇p + f) + ½hν Δ(u + u*)          predict
//   Δφ = ∇·u*/h,  u⁺ = u* − h∇φ,  p⁺ = p + φ − ½ν∇·u*  finish
//
// with N⁺ the advection −∇·(uu) extrapolated from this step and the last one (Adams–Bashforth, steps of any length),
// and all differences central. Where ½νΔ(u + u*) would cost more than it saves (νh small against the cells) νΔu is a
// part of N⁺. Between the two, whoever stands in the flow changes u*.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "fluid/fast_solver.hpp"
#include "fluid/flow_settings.hpp"
#include "parallel/executor.hpp"

namespace floc {

struct DivergenceRow;

struct FlowReport {
  double divergence = 0;  // largest |∇·u⁺|, in largest speeds a cell
  double courant = 0;     // how many cells the fastest goes in the step
};

class FlowSolver {
 public:
  explicit FlowSolver(const FlowSettings& settings);

  // At rest, or with a velocity given as a function of the place.
  FlowState at_rest() const;
  template <class F>
  FlowState begin(F&& velocity, Executor& executor);
  // The nearest velocity without divergence, at the beginning of a run.
  void make_incompressible(FlowState& state, double t, Executor& executor);
  // What is outside the unknowns, after they were put in from elsewhere.
  void fill(FlowState& state, double t, Executor& executor);
  // Whether the walls move as ever.
  bool steady_sides() const { return ghosts_.steady(); }

  const FlowSettings& settings() const { return settings_; }
  const FluidGrid& grid() const { return settings_.grid; }
  const FieldLayout& layout() const { return layout_; }
  double kinematic_viscosity() const { return settings_.viscosity / settings_.density; }
  const FieldBox& box(int component) const { return boxes_[static_cast<std::size_t>(component)]; }
  bool implicit(double h) const;
  // The longest step that is stable with these velocities.
  double longest_step(const FlowState& state, Executor& executor) const;

  // f at a place, and time t.
  Vec3 force(const Vec3& x, double t);

  // `push`: an acceleration more, at the numbers of the velocity.
  void predict(const FlowState& state, double t, double h, Executor& executor, const Velocity* push = nullptr);
  Velocity& predicted() { return star_; }
  const Velocity& predicted() const { return star_; }
  // Where u* is not finite the state stays as it is, and the report is infinite. Otherwise predicted() has the velocity
  // of before.
  FlowReport finish(FlowState& state, double t, double h, Executor& executor);

  // Interpolated at a place (linear, second order); outside of the grid the nearest one inside.
  Vec3 velocity(const FlowState& state, const Vec3& x) const { return velocity(state.velocity, x); }
  Vec3 velocity(const Velocity& velocity, const Vec3& x) const;

 private:
  void take_force(double t);
  DivergenceRow cells_of(const Velocity& velocity, std::size_t row) const;
  void diffuse(int component, double h, Executor& executor);
  double subtract_gradient(int component, Executor& executor);

  FlowSettings settings_;
  FieldLayout layout_;
  Ghosts ghosts_;
  std::array<FieldBox, 3> boxes_;
  FieldBox cells_;
  std::vector<FastSolver> diffusion_;  // one a component
  FastSolver pressure_;
  std::vector<Expression::Evaluator> force_;
  std::array<std::vector<double>, 3> force_values_;
  bool force_taken_ = false;
  Velocity star_, slope_;
  std::vector<double> compact_, potential_, divergence_;
};

template <class F>
FlowState FlowSolver::begin(F&& velocity, Executor& executor) {
  FlowState state = at_rest();
  const auto put = [&](int c, const std::array<int, 3>& i) {
    state.velocity[static_cast<std::size_t>(c)][layout_.at(i)] = velocity(place(grid(), c, i))[c];
  };
  std::array<int, 3> i;
  for (int c = 0; c < grid().dimension; ++c)
    for (i[2] = box(c).begin[2]; i[2] < box(c).end[2]; ++i[2])
      for (i[1] = box(c).begin[1]; i[1] < box(c).end[1]; ++i[1])
        for (i[0] = box(c).begin[0]; i[0] < box(c).end[0]; ++i[0]) put(c, i);
  fill(state, 0, executor);
  return state;
}

}  // namespace floc
