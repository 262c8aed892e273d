// What the grid does not see of the fluid between two surfaces that are close: the force against the speed with which
// they close or part, along the normal.
//
//   in the plane  κ(g) = 4πμ/(α − tanh α), cosh α = 1 + g/R         a disc and a wall, exact
//   in space      κ(g) = 6πμR (R/g + ln(R/g)/5)                      a ball and a wall, up to a constant
//
// with 1/R = 1/R₁ + 1/R₂ for two round ones, to first order in g/R. From a gap of two and a half cells on the grid has
// all of it. Below, it has that of a gap that is wider by (0.2 − 0.7/R) min(1, (2.5 − g)/2), in cells (measured beside
// walls, in the plane and in space, R of 6 to 16 cells: docs/theory/fluid.md), and a film adds what is missing.
//
// Films are a part of the masses of the bodies: with H = diag(hκ) and G the speeds of closing
//
//   (M + Gᵀ H G) v⁺ = M v + Gᵀ H w,   w what goes as it is told,
//
// so that no film is too stiff for a step. The factor of M + GᵀHG is sparse (projection/primal_factor.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/vec.hpp"
#include "parallel/executor.hpp"
#include "projection/primal_factor.hpp"

namespace floc {

inline constexpr double film_reach = 2.5;  // cells

// κ above. Gaps below a thousandth of R count as that.
double film_resistance(int dimension, double viscosity, double radius, double gap);
// What is left to a film on a grid of these cells.
double unseen_resistance(int dimension, double viscosity, double radius, double gap, double cell);

struct LubricationFilm {
  std::int32_t first = 0, second = -1;  // bodies; −1: something that goes as it is told
  Vec3 normal{};                        // from the second to the first
  double resistance = 0;                // κ
  double speed = 0;                     // of what goes as it is told, along the normal
};

// The masses of bodies with the films of a step. Forces go through the centres: films are normal to round bodies.
class FilmMasses {
 public:
  // Films in any order. An inverse mass a body; 0: it goes as it is told, and has no film as the first.
  void take(int dimension, std::span<const LubricationFilm> films, std::span<const double> inverse_mass, double h,
            Executor& executor);
  bool any() const { return !films_.empty(); }
  // Velocities with the films, of those without; relative to what goes as it is told, or, for changes of velocities, as
  // if that were at rest. Bodies without films keep theirs to the last bit.
  void hold(std::span<Vec3> velocity, bool change);
  // −Gᵀκ(Gv − w) of body b, for all of them, added.
  void forces(std::span<const Vec3> velocity, std::span<Vec3> force) const;

 private:
  std::size_t at(std::int32_t body, int k) const { return static_cast<std::size_t>(body * rows_.dimension() + k); }
  double closing(const LubricationFilm& film, std::span<const Vec3> velocity, bool change) const;
  std::vector<LubricationFilm> films_;                     // sorted by bodies
  std::vector<double> inverse_mass_, stiffness_, normal_;  // H
  std::vector<std::int32_t> first_, second_;
  Rows rows_;  // of the films
  PrimalFactor factor_;
  std::vector<double> push_, change_;
};

}  // namespace floc
