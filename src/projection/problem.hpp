// The convex problem of one time step (model.md, section 1):
//
//   V⁺ = argmin ½|V − V*|²_M   over   D + h G V ≥ 0,
//
// and its dual in the multipliers λ, made strictly convex by a stated compliance δ:
//
//   min over λ ≥ λ_min of  ½ λᵀ(A + δI)λ + bᵀλ,    A = h² G M⁻¹ Gᵀ,   b = D + h G V*,
//   V(λ) = V* + h M⁻¹ Gᵀ λ.
//
// λ is a force. λ_min is 0 for a contact that only pushes, γ/h for one that has stored the adhesive
// impulse γ ≤ 0 (the gluey law), −∞ for an equality (a bond). The compliance acts on λ itself, so
// that λ is unique, and of least norm as δ → 0.
//
// A row c joins the bodies `first` and `second`:  (G V)_c = e_c · (v_first − v_second), the normal
// e_c pointing from `second` to `first`. A row against an obstacle has second < 0 and the motion of
// the obstacle already in its gap:  (G V)_c = e_c · v_first.
//
// Where bodies turn, rows have levers: with r the vectors from the centres to the points of contact, the relative motion
// at a row is u = v_first + ω_first × r_first − (v_second + ω_second × r_second), (G V)_c = e_c·u, and the multiplier is a
// force f = λe + t with t ⟂ e, friction. f lies in the cone |t| ≤ μ(λ − λ_min), and
//
//   convex:  D + h u_n ≥ hμ|u_t|             (the minimum above; a contact that slides opens by hμ|u_t|),
//   exact:   D + h u_n ≥ 0, t against u_t    (Coulomb's law; no minimum),
//
// u_t less the slip of an obstacle that moves along its surface. μ = 0 is a row without friction; λ_min = −∞ and μ = ∞ make
// f any vector: two points that stay together.
//
// Resistance to rolling is a torque m besides f, |m| ≤ ρ(λ − λ_min) across e and ≤ ρ'(λ − λ_min) about e, against the relative
// spin.
//
// Joints have rows of their own kind, scalar and with bounds on both sides: with X and Θ the displacements hv and hω,
//
//   λ_min ≤ λ ≤ λ_max,   s = D + e·(X_first − X_second) + a_first·Θ_first − a_second·Θ_second + (δ + δ_c)λ,
//
// s = 0 between the bounds, s ≥ 0 at λ_min, s ≤ 0 at λ_max. δ_c is a spring's 1/k.
//
// Nothing here knows of scenes, shapes or laws: a problem can be read from a file.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "projection/linear_solver.hpp"

namespace floc {

class Executor;

// What rows have where bodies turn. In the plane spins are numbers and the inertia is one; in space I⁻¹ is symmetric, in
// the world's frame: xx, yy, zz, xy, xz, yz.
struct TurningArrays {
  std::span<const double> inverse_inertia;            // N × 1 | 6
  std::span<const double> free_spin;                  // ω*, N × 1 | 3
  std::span<const double> lever_first, lever_second;  // r, C × d
  std::span<const double> friction;                   // μ, C; empty: all 0
  std::span<const double> slip;                       // how far the obstacle's surface goes along itself, C × d; empty: not
  std::span<const double> guess;                      // first t, C × d; empty: all 0
  bool exact = false;
  std::span<const double> rolling = {}, twisting = {};  // ρ and ρ', lengths, C; both empty: none
  std::span<const double> turn = {};                  // of the obstacle in the step, C × 3; empty: none
  std::span<const double> torque_guess = {};               // first m, C × 3; empty: all 0

  bool empty() const { return free_spin.empty(); }
};

// J rows of joints, in space whatever the dimension. Rows about an axis (e = 0) are multiplied by a length, so that D is one.
struct JointArrays {
  std::span<const std::int32_t> first, second;              // J; second < 0: the world
  std::span<const double> linear;                           // e, J × 3
  std::span<const double> angular_first, angular_second;    // a, J × 3
  std::span<const double> gap, lower, upper, compliance;    // D, λ_min, λ_max, δ_c, J
  std::span<const double> guess;                            // first λ, J; empty: all 0

  bool empty() const { return first.empty(); }
  std::size_t size() const { return first.size(); }
};

struct ProjectionProblem {
  int dimension = 3;
  double step = 0;                             // h
  double length = 1;                           // r̄, the length that tolerances are measured in
  double compliance = 0;                       // δ ≥ 0
  std::span<const double> inverse_mass = {};   // N; 0: infinite mass
  std::span<const double> free_velocity = {};  // V*, N × d
  std::span<const std::int32_t> first = {};    // C, rows sorted by (first, second)
  std::span<const std::int32_t> second = {};   // C, < first; negative: an obstacle
  std::span<const double> normal = {};         // e, C × d
  std::span<const double> gap = {};            // D, C
  std::span<const double> lower = {};          // λ_min, C; empty: all 0
  std::span<const double> guess = {};          // first λ, C; empty: all 0
  std::span<const double> film = {};           // κ of viscous films, C; empty: none (film_solver.hpp)
  double film_range = 1;                       // ℓ
  TurningArrays turning = {};
  JointArrays joints = {};                     // where bodies turn
  // N: the bodies in an order that keeps neighbours together, for those who work through them; empty: as numbered.
  std::span<const std::int32_t> order = {};

  std::size_t bodies() const { return inverse_mass.size(); }
  std::size_t rows() const { return first.size(); }
};

// A problem that owns its arrays.
struct ProblemArrays {
  int dimension = 3;
  double step = 0, length = 1, compliance = 0;
  std::vector<double> inverse_mass, free_velocity;
  std::vector<std::int32_t> first, second;
  std::vector<double> normal, gap, lower, guess;
  std::vector<double> inverse_inertia, free_spin, lever_first, lever_second, friction, slip, tangential_guess;
  bool exact = false;
  std::vector<double> rolling, twisting;

  std::size_t bodies() const { return inverse_mass.size(); }
  std::size_t rows() const { return first.size(); }
  operator ProjectionProblem() const {
    return {.dimension = dimension, .step = step, .length = length, .compliance = compliance,
            .inverse_mass = inverse_mass, .free_velocity = free_velocity, .first = first, .second = second,
            .normal = normal, .gap = gap, .lower = lower, .guess = guess,
            .turning = {inverse_inertia, free_spin, lever_first, lever_second, friction, slip, tangential_guess, exact,
                        rolling, twisting, {}, {}}};
  }
};

// Thrown by a solve that was told to stop.
struct Stopped {};

struct ProjectionSettings {
  // Stop when the worst violation and the complementarity are at most tolerance · r̄ and the residual at most
  // residual_share times that, all recomputed in double from the multipliers that are returned.
  // (Complementarity is a mean: without the residual, few multipliers on open rows could push as they like.)
  double tolerance = 1e-4;
  // Also resolve the multipliers themselves: natural residual ≤ this · δ max|λ|, or the rounding of the
  // rows, or 1e-15 of the tolerance, where one of them is larger (0, or δ = 0: do not ask).
  double multiplier_tolerance = 0;
  int max_iterations = 100000;
  double residual_share = 1;  // or more, by the solver
  bool checked = false;       // the problem is known to be without fault
  LinearSolver linear_solver = LinearSolver::automatic;  // of problems with films
  // The guess was the answer before a few rows were added, and the velocity of the result goes with it.
  bool repeated = false;
  // Set by somebody else when the answer is not wanted any more.
  const std::atomic<bool>* stop = nullptr;
  void go_on_unless_stopped() const {
    if (stop && stop->load(std::memory_order_relaxed)) throw Stopped();
  }
};

enum class ProjectionStatus {
  converged,
  iteration_limit,  // the best iterate found is returned
  stagnated,        // rounding stops all progress above the tolerance; the best iterate is returned
  invalid           // the arrays make no sense: see `message`
};

// What is known about a returned pair (V, λ); recomputed from scratch, never carried along.
struct Certificate {
  double violation = 0;  // max over rows of −(D + hGV)  [length] (|·| for an equality row)
  // The mean of |D + hGV + δλ| over the rows, weighted by the multipliers  [length]:
  // Σ (λ − λ_min)|D + hGV + δλ| / Σ max(|λ|, λ − λ_min), the weights |λ| for an equality row; 0 when all
  // weights are. With λ_min = 0 it is Σ λ|…| / Σ λ; in a glued cluster at rest (λ = 0 > λ_min) it
  // stays a mean of gaps, where Σ|λ| alone would divide by rounding errors.
  double complementarity = 0;
  // max over rows of |min(D + hGV + δλ, h² a (λ − λ_min))|, a = m_first⁻¹ + m_second⁻¹ + δ/h²  [length]:
  // the natural map; the second argument is how far the row would open by itself without its
  // multiplier. (|D + hGV + δλ| for an equality row.)
  double residual = 0;
  // J(V) − d(λ) ≥ ½|V − V⁺|²_M for the problem with compliance  [energy]. With the compliance the
  // primal cost is ½|V − V*|²_M + |(D + hGV)₋|²/(2δ): every V is feasible, and the gap is a sum of
  // one non-negative term a row (certificate.hpp). With δ = 0 a violated row would make it infinite:
  // its term is then (λ − λ_min)|D + hGV|, and the gap an estimate, not a bound.
  double duality_gap = 0;
  double largest_multiplier = 0;  // max|λ|
  std::int64_t active = 0;        // rows with λ > λ_min, by more than they are open: h²a(λ − λ_min) > D + hGV + δλ
  int iterations = 0;
};

struct ProjectionResult {
  ProjectionStatus status = ProjectionStatus::converged;
  std::string message;
  std::vector<double> velocity;    // V⁺, N × d
  std::vector<double> multiplier;  // λ, C
  std::vector<double> spin;        // ω⁺, N × 1 | 3; empty where nothing turns
  std::vector<double> tangential;  // t, C × d; empty where nothing turns
  std::vector<double> torque;      // m, C × 3; empty without resistance to rolling
  std::vector<double> joint;       // λ of the rows of joints, J
  Certificate certificate;
};

const char* to_string(ProjectionStatus status);

// Empty when the problem is well posed; otherwise what is wrong with it (sizes, indices out of
// range or not sorted, rows between two obstacles, NaN, normals that are not unit vectors …).
std::string find_fault(const ProjectionProblem& problem);
std::string find_fault(const ProjectionProblem& problem, Executor& executor);

}  // namespace floc
