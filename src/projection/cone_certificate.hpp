// The certificate of a problem with bodies that turn (problem.hpp), recomputed in double from the forces.
//
// In the working form, p = h²f and displacements hV, hω: with u the relative displacement at a row less its slip,
//
//   g = (D + u_n) e + u_t,      and for the exact law   g = (D + u_n + μ|u_t|) e + u_t   (De Saxcé's change of u),
//
// both schemes ask for  g + εp ∈ K*,  p − p_min e ∈ K,  with the cone K = {|t| ≤ μn}, K* its dual, and the two
// orthogonal. Each row is measured by w_n and w_t, bounds of its own 3 × 3 block of GM⁻¹Gᵀ + εI along e and across. How
// far p is from P_K(p − (g + εp)/w) in that metric is the residual, the overlap −(D + u_n) the violation, and the
// complementarity the mean of the residuals, weighted by the forces.
//
// Torques that resist rolling, and forces of joints, are measured alike: by how far each is from its own step in its
// own bounds. A turn counts as the length r̄ times its angle.
#pragma once

#include <algorithm>
#include <span>

#include "core/vec.hpp"
#include "projection/certificate.hpp"
#include "projection/problem.hpp"
#include "projection/rows.hpp"

namespace floc {

// A force of a row: along e, and across.
struct ConeForce {
  double normal = 0;
  Vec3 tangential{};
};

// The nearest point of {|t| ≤ friction (n − lower)} in the metric n² + stretch |t|².
inline ConeForce project_on_cone(const ConeForce& f, double lower, double friction, double stretch) {
  const double size = norm(f.tangential);
  if (friction == 0) return {std::max(lower, f.normal), {}};
  if (size <= friction * (f.normal - lower)) return f;
  const double m = friction * friction * stretch;
  const double along = std::max(lower, (f.normal + friction * stretch * size + m * lower) / (1 + m));
  return {along, size > 0 ? (friction * (along - lower) / size) * f.tangential : Vec3{}};
}

// A row in space, whatever the dimension of the problem.
struct ConeRow {
  std::size_t first;
  std::ptrdiff_t second;  // < 0: an obstacle
  Vec3 normal, lever_first, lever_second, slip;
  double gap, lower, friction;  // p_min in the working form

  static ConeRow of(const ProjectionProblem& problem, std::size_t c);
};

// I⁻¹ torque of a body.
Vec3 turn_of(const ProjectionProblem& problem, std::size_t body, const Vec3& torque);

// w_n and w_t.
struct ConeMetric {
  double normal = 0, tangential = 0;

  static ConeMetric of(const ProjectionProblem& problem, const ConeRow& row);
  // The same for levers along the normals and round bodies.
  static ConeMetric of_round(const ProjectionProblem& problem, const ConeRow& row);
};

// Of a solution, as ProjectionResult has them.
struct ConeForces {
  std::span<const double> multiplier, tangential, torque, joint;

  static ConeForces of(const ProjectionResult& r) { return {r.multiplier, r.tangential, r.torque, r.joint}; }
};

// The torque of a row at which the resistance ends: across e, and about e, for the force p of the row.
struct RollingBounds {
  double across = 0, about = 0;

  static RollingBounds of(double rolling, double twisting, double force) {
    // A bond's force has no bound, and it resists nothing.
    const auto bound = [&](double length) { return length > 0 ? length * std::max(0.0, force) : 0; };
    return {bound(rolling), bound(twisting)};
  }
  Vec3 clip(const Vec3& torque, const Vec3& e) const {
    const double along = dot(torque, e);
    Vec3 rest = torque - along * e;
    if (const double size = norm(rest); size > across) rest *= across / size;
    return rest + std::clamp(along, -about, about) * e;
  }
};

// A bound of I_first⁻¹ + I_second⁻¹ of a row.
double turning_response(const ProjectionProblem& problem, const ConeRow& row);

// V and ω of the forces, into velocity (N × d) and spin (N × 1 | 3).
void take_motion(const ProjectionProblem& problem, const Incidence& incidence, const ConeForces& forces,
                 std::span<double> velocity, std::span<double> spin, Executor& executor);

Assessment assess_cones(const ProjectionProblem& problem, std::span<const ConeMetric> metric, const ConeForces& forces,
                        std::span<const double> velocity, std::span<const double> spin, Executor& executor);

}  // namespace floc
