// Markers on the surfaces of rigid bodies, and what is between them and a flow's grid.
//
// J interpolates the velocity of the grid at the markers (three points a direction), Jᵀ spreads what markers give to
// it, and K makes the velocities of the markers of the bodies' own, U. Where markers lie: fluid/immersed_shape.hpp.
// Numbers of the markers are one component after the other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fluid/flow_solver.hpp"
#include "fluid/immersed_shape.hpp"
#include "fluid/rigid_motion.hpp"
#include "geometry/pose.hpp"

namespace floc {

struct ImmersedBody {
  ImmersedShapePtr shape;
  Pose pose;  // about its centre of mass
};

// Of a solve for what markers give.
struct CouplingReport {
  int iterations = 0;
  double residual = 0;  // largest |J u − K U|
  bool converged = true;
};

class Markers {
 public:
  explicit Markers(const FlowSolver& flow) : flow_(flow) {}

  // The bodies as they stand: markers, their stencils, and J Jᵀ. False where the markers are others than before.
  bool place(std::span<const ImmersedBody> bodies, Executor& executor);
  std::span<const ImmersedBody> bodies() const { return body_; }
  std::size_t size() const { return offset_.size(); }
  std::size_t numbers() const { return size() * static_cast<std::size_t>(flow_.grid().dimension); }

  void interpolate(const Velocity& velocity, std::span<double> v, Executor& executor) const;  // v = J u
  void spread(std::span<const double> v, Velocity& to, double scale = 1) const;               // u += scale Jᵀ v
  void clear(Velocity& to) const;                                                             // u = 0 where Jᵀ leads
  void multiply(std::span<const double> v, std::span<double> to, Executor& executor) const;   // J Jᵀ v
  void to_markers(std::span<const RigidMotion> motion, std::span<double> v) const;            // v = K U
  RigidMotion from_markers(std::span<const double> v, std::size_t b) const;                   // Kᵀ v

  // f(marker, its velocity) for those of body b that moves so: its part of K U.
  template <class F>
  void for_velocities(std::size_t b, const RigidMotion& m, F&& f) const {
    for (std::size_t a = first_[b]; a < first_[b + 1]; ++a) f(a, live_[a] * (m.velocity + cross(m.spin, offset_[a])));
  }
  // Σ of the symmetric part of v ⊗ r over the markers of the first bodies: xx, yy, zz, xy, xz, yz.
  std::array<double, 6> moments(std::span<const double> v, std::size_t bodies) const;
  // Σ 1, Σ r, Σ r rᵀ (xx, yy, zz, xy, xz, yz) over the markers of body b: what KᵀK is made of.
  struct Arms {
    double count = 0;
    Vec3 sum;
    std::array<double, 6> second{};
  };
  Arms arms(std::size_t b) const;

 private:
  struct Stencil {  // of the three values of a direction: where they are, and how much of each
    std::array<std::int32_t, 3> at;
    std::array<double, 3> weight;
    std::int32_t low;  // where the first would be in a grid without end
  };
  struct Marker {
    std::array<Stencil, 3> node, half;
    const Stencil& of(int component, int direction) const {
      return (component == direction ? node : half)[static_cast<std::size_t>(direction)];
    }
  };
  Stencil stencil(int direction, double place, bool node) const;
  void connect(Executor& executor);
  double overlap(const Marker& a, const Marker& b, int direction, bool node) const;
  double interpolate(const std::vector<double>& field, int component, std::size_t marker) const;
  template <class F>
  void for_nodes(int component, std::size_t marker, F&& f) const;  // f(number in the field, weight)

  const FlowSolver& flow_;
  std::vector<ImmersedBody> body_;
  std::vector<std::size_t> first_;  // markers of body b: first_[b] … first_[b + 1]
  std::vector<std::int32_t> owner_;
  std::vector<Vec3> offset_;  // from the centre of its body
  std::vector<Marker> marker_;
  std::vector<double> live_;      // 1; 0: outside of the fluid, where a marker does nothing
  std::vector<std::size_t> row_;  // J Jᵀ: markers that see marker a are column_[row_[a]] … column_[row_[a + 1]]
  std::vector<std::int32_t> column_;
  std::vector<double> entry_;  // d a pair
  std::vector<std::int32_t> bin_first_, bin_marker_, bin_of_;
};

}  // namespace floc
