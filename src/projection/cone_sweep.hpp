// Sweeps of block Gauss–Seidel over the rows of a problem with bodies that turn (internal).
//
// Rows are coloured so that no two of a colour share a body, and lie colour by colour, eight at a time. Each takes its
// own step in the metric of w_n and w_t (cone_certificate.hpp) and goes back into its cone; its bodies follow at once.
// Resistance to rolling and joints follow in each sweep (joint_sweep.hpp).
// A sweep starts from the extrapolated point p + β(p − p_before): Nesterov's acceleration round a Gauss–Seidel sweep.
//
// All is in space, also the plane (z = 0), and in units of r̄ and of the mean mass, so that single precision serves. A
// body is a slot of eight numbers: displacement, turn, 1/m, 1/I; where I⁻¹ is a matrix of sixteen, with its six numbers
// behind.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/buffers.hpp"
#include "parallel/executor.hpp"
#include "projection/cone_certificate.hpp"
#include "projection/joint_sweep.hpp"

namespace floc {

struct ConeSweepSums {
  double descent = 0;  // Σ w (z − y)·(z − p): below 0 the momentum goes uphill
  double square = 0;   // of the largest residual
  double overlap = 0;  // the largest −(D + u_n), in r̄

  ConeSweepSums& operator+=(const ConeSweepSums& o) {
    descent += o.descent;
    square = square < o.square ? o.square : square;
    overlap = overlap < o.overlap ? o.overlap : overlap;
    return *this;
  }
};

template <class Real>
struct ConeSweepArrays {
  const std::int32_t *first, *second;  // where their slots begin
  const Real *normal, *gap, *lower, *friction;
  const Real *lever_first, *lever_second;  // scalars (round), or vectors
  const Real* metric;                      // w_n and w_t, by eights; null where it follows from the slots
  const Real* slip;                        // null: none
  Real *force, *before, *x;
  Real beta, epsilon, least;
  bool exact;
};

// Which rows lie together.
struct ConeColours {
  std::vector<std::int32_t> entry;  // rows, −1 where there is none, in groups of eight
  std::vector<std::size_t> begin;   // groups of each colour: [begin[k], begin[k + 1])
  std::size_t shared = 0;           // groups from here on may share bodies, and go one after the other
  std::vector<std::int32_t> slot;   // of a body
  std::size_t bodies = 0;

  void find(const ProjectionProblem& problem);
  std::size_t groups() const { return entry.size() / 8; }

 private:
  std::vector<std::uint64_t> used_;
  std::vector<std::uint8_t> colour_;
  std::vector<std::int32_t> order_;
};

// Levers along the normals, and the same inertia about all axes: spheres.
bool is_round(const ProjectionProblem& problem, Executor& executor);

template <class Real>
class ConeSweep {
 public:
  // Keeps `colours` until the next call.
  void lay_out(const ProjectionProblem& problem, bool round, std::span<const ConeMetric> metric,
               const ConeColours& colours, Executor& executor);
  // p and the point before it, both from these forces.
  void put_forces(const ProjectionProblem& problem, const ConeForces& forces, Executor& executor);
  // Into multiplier, tangential, torque and joint of the result.
  void take_forces(const ProjectionProblem& problem, ProjectionResult& result, Executor& executor) const;
  // These are the motions of p; what sweeps have drifted by is taken from both points. `restart`: both are p.
  void put_motion(const ProjectionProblem& problem, std::span<const double> velocity, std::span<const double> spin,
                  bool restart, Executor& executor);
  ConeSweepSums sweep(double beta, Executor& executor);
  double length() const { return length_; }  // r̄

 private:
  ConeSweepArrays<Real> arrays(double beta);
  ConeSweepSums resist_rolling(double beta, std::size_t begin, std::size_t end);

  const ConeColours* colours_ = nullptr;
  bool round_ = true, exact_ = false, slips_ = false, rolls_ = false;
  double length_ = 1, mass_ = 1, epsilon_ = 0;
  std::size_t stride_ = 8;
  std::vector<std::int32_t> first_, second_;
  DefaultInitVector<Real> normal_, gap_, lower_, friction_, lever_first_, lever_second_, metric_, slip_, force_,
      before_, x_, x_before_;
  // Resistance to rolling, by entry: bounds ρ and ρ', the response, the turn of an obstacle, and torques.
  struct Rolling {
    double across = 0, about = 0, response = 0;
    Vec3 turn, torque, before;
  };
  std::vector<Rolling> rolling_;
  JointSweep joints_;
};

}  // namespace floc
