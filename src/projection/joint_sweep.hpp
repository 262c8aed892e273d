// Rows of joints within a sweep of the cone solver (internal).
//
// Rows without bounds are solved together, by a sparse Cholesky factorisation of their own block JM⁻¹Jᵀ + diag(ε): a
// chain of a thousand links, or a framework with more bars than it needs, takes one solve and not thousands of sweeps.
// Rows with bounds (limits, motors) follow one by one. Each row has an ε of at least a ten-millionth of its own
// response, so that redundant rows share their force, and rows that contradict each other are met in the mean.
//
// All is in the units of ConeSweep, in double.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/vec.hpp"
#include "projection/cone_certificate.hpp"

namespace floc {

struct CholmodSession;
struct ConeSweepSums;

// A row of a joint with its bodies' responses M⁻¹Jᵀ.
struct JointRow {
  std::size_t first;
  std::ptrdiff_t second;  // < 0: the world
  Vec3 linear, angular_first, angular_second;
  Vec3 turn_first, turn_second;                 // I⁻¹a
  double mass_first, mass_second;               // 1/m
  double gap, lower, upper, epsilon, response;  // response: its own JM⁻¹Jᵀ + ε

  // In the working form of cone_certificate.hpp.
  static JointRow of(const ProjectionProblem& problem, std::size_t k);
};

class JointSweep {
 public:
  JointSweep();
  ~JointSweep();

  // `slot[i] · stride` is where the numbers of body i begin.
  void lay_out(const ProjectionProblem& problem, double length, double mass, std::span<const std::int32_t> slot,
               std::size_t stride);
  void put_forces(const ProjectionProblem& problem, std::span<const double> joint);
  void take_forces(const ProjectionProblem& problem, std::span<double> joint) const;
  // The sweep of the rows, from the extrapolated point.
  ConeSweepSums sweep(double beta, double* x);

 private:
  struct Row : JointRow {
    std::ptrdiff_t at_first, at_second;  // slots; −1: the world
    double force = 0, before = 0, extrapolated = 0;
    bool free = false;  // without bounds
  };
  void factorise();
  double open(const Row& row, const double* x) const;
  static void push(const Row& row, double force, double* x);

  double length_ = 1, mass_ = 1, step_ = 1;
  std::vector<Row> rows_;
  std::vector<std::int32_t> free_;                                  // rows without bounds
  std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>> pattern_;  // bodies of the rows that were analysed
  std::unique_ptr<CholmodSession> cholmod_;
};

}  // namespace floc
