// The lubricated stepper (model.md, section 2: scheme I; GRAN 49–51): a film of viscous fluid between
// bodies that are close resists every change of the gap,
//
//   M v̇ = f − Σ κ(D_ij)(G_ij ⊗ G_ij)V,    κ(D) = 6πμR²(1/D − 1/ℓ) for D < ℓ,
//
// R = r_i r_j/(r_i + r_j), and r against a plane. The 1/ℓ takes the force to zero where the range ends.
// Against a surface with curvatures c₁, c₂ Reynolds' equation gives, with 1/R_k = 1/r + c_k,
//
//   12πμ (R₁R₂)^{3/2}/(R₁ + R₂)  in the place of 6πμR²:
//
// (rR/(R ± r))² for a sphere of radius R from outside and from inside, and the right mean for cylinders.
//
// One step is one convex problem (projection/film_solver.hpp). A contact remembers γ = 6πμR²ψ(D) ≤ 0, the
// impulse the film has taken up, in the place of the gap: γ⁺ = γ − hλ, and 0 beyond the range. The gap
// that γ stands for is positive whatever the rounding of positions, e^{−1000} included; the gap of the
// positions follows it to the tolerance. Against a moving obstacle the film sees the gap at both ends
// of the step, and so the relative velocity.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "contact/contacts.hpp"
#include "neighbours/scenery.hpp"
#include "projection/linear_solver.hpp"
#include "projection/problem.hpp"

namespace floc {

class FilmSolver;

struct LubricationSettings {
  double viscosity = 0;  // μ > 0
  double range = 0.5;    // ℓ > 0, in units of r̄
  LinearSolver linear_solver = LinearSolver::automatic;
};

// 6πμR² for a grain of radius r against a surface with these curvatures.
double film_strength(double viscosity, double r, const std::array<double, 2>& curvatures);

class Lubrication {
 public:
  // `touching`: pairs that are closer when their film begins begin with this gap; below it gaps are not
  // known. Throws Error for settings out of bounds.
  Lubrication(const LubricationSettings& settings, const ProjectionSettings& projection, double length,
              double touching);
  ~Lubrication();

  double range() const { return range_; }  // ℓ

  // The films of these contacts; of the bounds that the law gave those of bonds count.
  void take_films(const Scenery& scenery, const Contacts& contacts, std::span<const double> bounds, double h);
  // Fills `result` for the rows of the problem, which are the contacts last taken.
  void solve(ProjectionProblem problem, Executor& executor, ProjectionResult& result);
  // γ⁺ = γ − hλ, for the contacts last taken, which now carry λ.
  void remember(Contacts& contacts, double h, Executor& executor) const;

 private:
  double viscosity_, range_, touching_;
  ProjectionSettings projection_;
  std::unique_ptr<FilmSolver> solver_;
  std::vector<double> strength_, lower_;
};

}  // namespace floc
