// Walls of steady Stokes flow, as forces along them.
//
// A wall with velocity g differs from a side that the fluid slips along (stokes_inverse.hpp) by what it does to the
// tangential velocities u of the cells beside it: a force density σ = 2μ(g − u)/h². So σ is unknown, and
//
//   E u + (h²/2μ) σ = g,   f += Eᵀσ,
//
// E taking the velocities beside the walls: rows like those of markers, with a compliance. Preconditioned by what a
// force of wave number κ along a wall does to a half-space, in Fourier space.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/vec.hpp"
#include "fluid/fast_solver.hpp"
#include "fluid/grid.hpp"
#include "parallel/executor.hpp"

namespace floc {

class WallForces {
 public:
  WallForces(const FluidGrid& grid, double viscosity);
  WallForces(const WallForces&) = delete;

  std::size_t size() const { return size_; }
  double compliance() const { return compliance_; }
  void take(const Velocity& u, std::span<double> v) const;      // v = E u
  void add(std::span<const double> sigma, Velocity& to) const;  // to += Eᵀσ
  void velocity(double t, std::span<double> g);                 // of the walls
  void precondition(std::span<const double> r, std::span<double> z, Executor& executor);
  void uniform(const Vec3& g, std::span<double> v) const;
  Vec3 sum(std::span<const double> v) const;
  // The force of the fluid on a wall (less its pressure), in the plane a unit of depth.
  Vec3 force(std::span<const double> sigma, int direction, int side) const;

 private:
  struct Part {  // the forces along c on one wall
    int direction, side, component;
    std::size_t begin;
    FieldBox box;
    FastSolver transform;
    double lowest;  // wave number
  };
  template <class F>
  void for_each(const Part& part, F&& f) const;  // f(index of the unknown, {i, j, k})

  const FluidGrid& grid_;
  FieldLayout layout_;
  double compliance_;
  std::size_t size_ = 0;
  std::vector<Part> parts_;
  std::vector<double> shifted_;
};

}  // namespace floc
