// Sweeps of block Gauss–Seidel over the rows of a problem with bodies that turn (internal).
//
// Rows are coloured so that no two of a colour share a body, and lie colour by colour, eight at a time. Each takes its
// own step in the metric of w_n and w_t (cone_certificate.hpp) and goes back into its cone; its bodies follow at once.
// Where a cache does not hold all bodies, each stretch of neighbouring slots has its own colours, and its bodies are
// fetched once a sweep and not once a colour.
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
  double lacking = 0;  // rows that overlap too much, or are too far from their step

  ConeSweepSums& operator+=(const ConeSweepSums& o) {
    descent += o.descent;
    square = square < o.square ? o.square : square;
    overlap = overlap < o.overlap ? o.overlap : overlap;
    lacking += o.lacking;
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
  Real deep, far;  // where a row lacks: its overlap, and the square of its residual, are more
  bool exact;
};

// Which rows lie together.
struct ConeColours {
  std::vector<std::int32_t> entry;  // rows, −1 where there is none, in groups of eight
  std::vector<std::size_t> begin;   // groups of each colour: [begin[k], begin[k + 1])
  // Colours of each stretch: [stretch[b], stretch[b + 1]). Its rows are of the bodies of slots up to (b + 1) · extent,
  // and of no body before those of the stretch before: every second one may go at the same time. All other rows have
  // the colours from stretch.back() on.
  std::vector<std::size_t> stretch;
  std::size_t extent = 0;          // slots of a stretch
  std::size_t shared = 0;          // groups from here on may share bodies, and go one after the other
  std::vector<std::int32_t> slot;  // of a body
  std::size_t bodies = 0;
  std::vector<std::int32_t> part;  // of a group: those of one part never go side by side
  std::size_t parts = 1;

  void find(const ProjectionProblem& problem);
  std::size_t groups() const { return entry.size() / 8; }
  std::size_t stretches() const { return stretch.size() - 1; }

 private:
  std::size_t stretch_of(const ProjectionProblem& problem, std::size_t row) const;
  void choose_extent(const ProjectionProblem& problem);
  // Appends these rows, colour by colour.
  void append(const ProjectionProblem& problem, std::span<const std::int32_t> rows);

  std::vector<std::uint64_t> used_;
  std::vector<std::uint8_t> colour_;
  std::vector<std::int32_t> order_;
  std::vector<std::size_t> from_;     // in order_, a stretch
  std::vector<std::int32_t> sorted_;  // rows by the slots of their first bodies
  std::vector<std::int32_t> crowded_;
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
  // A row lacks that overlaps by more than `overlap`, or is further from its step than `residual`, in r̄.
  ConeSweepSums sweep(double beta, double overlap, double residual, Executor& executor);
  double length() const { return length_; }  // r̄

 private:
  ConeSweepArrays<Real> arrays(double beta, double overlap, double residual);
  // f(begin, end) of all groups, no two that share a body at the same time; and before any of them that meet the bodies
  // of some slots, prepare(begin, end) of those.
  template <class Prepare, class F>
  ConeSweepSums for_groups(Executor& executor, const Prepare& prepare, const F& f);
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
