// The state of the spheres: one array a quantity (structure of arrays).
//
// Positions x_i and velocities v_i are N × d arrays with the d components of a body side by side,
// so that a gather of one body touches one cache line and numpy sees an (N, d) view.
// In periodic directions positions are not wrapped: trajectories stay continuous, and the
// geometry takes nearest images.
//
// Where bodies turn they also have an orientation, an angular velocity and moments of inertia: an angle, a number and a
// moment in the plane; a unit quaternion (scalar first), a vector in the world's frame and the principal moments in space.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/array_list.hpp"

namespace floc {

struct Bodies {
  int dimension = 3;
  std::vector<double> position;      // x, N × d
  std::vector<double> velocity;      // v, N × d
  std::vector<double> radius;        // r, N
  std::vector<double> mass;          // m, N
  std::vector<std::int64_t> id;      // persistent, ascending, N
  std::vector<std::int32_t> group;   // index into the scene's groups, N
  bool turning = false;              // else the arrays below are empty
  std::vector<double> orientation;   // N × 1 | 4
  std::vector<double> spin;          // ω, N × 1 | 3
  std::vector<double> inertia;       // I, N × 1 | 3
  bool shaped = false;               // then they turn, and the radius is that of the ball round them
  std::vector<std::int32_t> shape;   // index into the setup's shapes, N; empty: all are spheres
  std::int64_t next_id = 0;          // of the next body that is added: ids are never used again

  template <class F, class B, class... More>
  static void for_arrays(F&& f, B& b, More&... more) {
    using enum ArrayRole;
    const auto d = static_cast<std::size_t>(b.dimension);
    f(ArrayInfo{"position", moving, d}, b.position, more.position...);
    f(ArrayInfo{"velocity", moving, d}, b.velocity, more.velocity...);
    f(ArrayInfo{"radius", constant}, b.radius, more.radius...);
    f(ArrayInfo{"mass", constant}, b.mass, more.mass...);
    f(ArrayInfo{"id", constant}, b.id, more.id...);
    f(ArrayInfo{"group", constant}, b.group, more.group...);
    if (!b.turning) return;
    f(ArrayInfo{"orientation", moving, b.orientation_width()}, b.orientation, more.orientation...);
    f(ArrayInfo{"spin", moving, b.spin_width()}, b.spin, more.spin...);
    f(ArrayInfo{"inertia", constant, b.spin_width()}, b.inertia, more.inertia...);
    if (b.shaped) f(ArrayInfo{"shape", constant}, b.shape, more.shape...);
  }

  std::size_t size() const { return radius.size(); }
  std::size_t orientation_width() const { return dimension == 3 ? 4 : 1; }
  std::size_t spin_width() const { return dimension == 3 ? 3 : 1; }

  const double* x(std::size_t i) const { return position.data() + i * static_cast<std::size_t>(dimension); }
  const double* v(std::size_t i) const { return velocity.data() + i * static_cast<std::size_t>(dimension); }
  double* x(std::size_t i) { return position.data() + i * static_cast<std::size_t>(dimension); }
  double* v(std::size_t i) { return velocity.data() + i * static_cast<std::size_t>(dimension); }

  // Appends a sphere, at rest about its centre; x and v point to d numbers each.
  void add(const double* x, const double* v, double r, double m, std::int32_t g);
  // The last one has the shape, the orientation and the inertia of body i of the others.
  void take_shape(const Bodies& others, std::size_t i);
  void reserve(std::size_t n);
  // From now on they turn: those here are homogeneous spheres at rest about their centres. Not on a line.
  void let_turn();
  // The index of the body with this id; none when it is gone.
  std::optional<std::size_t> find(std::int64_t wanted) const;
  // Those from n on go, as if they had never been added.
  void truncate(std::size_t n);
  // Only the bodies with stays[i] remain, in their order.
  void keep(std::span<const char> stays);
  // The body that was order[k] becomes the k-th, and takes its id.
  void reorder(std::span<const std::int32_t> order);
};

double mean_radius(const Bodies& bodies);        // r̄, 0 when there is no body
double largest_radius(const Bodies& bodies);

// ½ ω·Iω of body i, I principal in its own frame; and the sum over all.
double energy_of_spin(const Bodies& bodies, std::size_t i, std::span<const double> spin);
double spin_energy(const Bodies& bodies, std::span<const double> spin);
// Of a homogeneous sphere, or of a disc.
double moment_of_inertia(int dimension, double mass, double radius);

// Σ ½ m |v|² (and ½ ω·Iω where bodies turn), Σ m v and the largest |v|, with these velocities.
struct MotionSums {
  double energy = 0;
  std::array<double, 3> momentum{};
  double largest_speed = 0;
};
MotionSums sum_motion(const Bodies& bodies, std::span<const double> velocity, std::span<const double> spin = {});
// With those that the bodies have.
double kinetic_energy(const Bodies& bodies);
void momentum(const Bodies& bodies, double* p);  // d numbers
// x⁺ = x ⊕ hω: every body turns about its centre with this angular velocity for h.
void turn(Bodies& bodies, std::span<const double> spin, double h);

}  // namespace floc
