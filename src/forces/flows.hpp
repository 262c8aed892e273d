// Flows with a name: a given velocity U(x, t) without divergence, for particles to drift in.
//
// Each is a plain struct; `at(t)` is the flow of an instant, a function of the place. A flow in space
// whose picture is plane has no third component.
//
//   shear               γ̇ (y − c_y) e_x
//   oscillating shear   sin(2πf t + φ) γ̇ (y − c_y) e_x                      (AGG 4.1: γ̇ = 1, 2πf = ω)
//   rotation            Ω × (x − c)
//   Poiseuille          U 4(y − a)(b − y)/(b − a)² e_x between the walls y = a and y = b, 0 outside
//   Taylor–Green        U (sin kX cos kY, −cos kX sin kY),  X = x − c,  k = 2π/L
//   stagnation          γ̇ (X, −Y),  in space γ̇ (X, −Y/2, −Z/2)
#pragma once

#include <string_view>
#include <variant>

#include "core/parameters.hpp"

namespace floc {

// U as written by the user, an expression of (x, y, z, t) a component; none is a fluid at rest.
struct ExpressionFlow {
  static constexpr std::string_view kind = "expression", help = "written as expressions";
  Expressions velocity;
  void declare(Table& t);
};

struct ShearFlow {
  static constexpr std::string_view kind = "shear", help = "rate · (y − c_y) along x";
  double rate = 1;  // γ̇
  Vec3 centre{};    // where the fluid is at rest
  ShearFlow at(double) const { return *this; }
  Vec3 operator()(const Vec3& x, int) const { return {{rate * (x[1] - centre[1]), 0, 0}}; }
  void declare(Table& t);
};

struct OscillatingShearFlow {
  static constexpr std::string_view kind = "oscillating-shear",
                                    help = "sin(2π frequency t + phase) · rate · (y − c_y) along x";
  double rate = 1, frequency = 1, phase = 0;
  Vec3 centre{};
  ShearFlow at(double t) const;
  void declare(Table& t);
};

struct RotationFlow {
  static constexpr std::string_view kind = "rotation", help = "a fluid that turns as a rigid body";
  double angular_velocity = 1;  // |Ω|, about the axis
  Vec3 centre{}, axis{{0, 0, 1}};
  struct Instant {
    Vec3 angular_velocity, centre;
    Vec3 operator()(const Vec3& x, int) const { return cross(angular_velocity, x - centre); }
  };
  Instant at(double) const { return {angular_velocity / norm(axis) * axis, centre}; }
  void declare(Table& t);
};

struct PoiseuilleFlow {
  static constexpr std::string_view kind = "poiseuille", help = "a parabola along x between two walls y = low, high";
  double speed = 1;  // U, half-way between the walls
  double low = 0, high = 1;
  PoiseuilleFlow at(double) const { return *this; }
  Vec3 operator()(const Vec3& x, int) const;
  void declare(Table& t);
};

struct TaylorGreenFlow {
  static constexpr std::string_view kind = "taylor-green",
                                    help = "a lattice of vortices, speed · (sin kx cos ky, −cos kx sin ky)";
  double speed = 1, wavelength = 1;
  Vec3 centre{};  // of a vortex cell's corner: a point of rest between four vortices
  TaylorGreenFlow at(double) const { return *this; }
  Vec3 operator()(const Vec3& x, int) const;
  void declare(Table& t);
};

struct StagnationFlow {
  static constexpr std::string_view kind = "stagnation", help = "rate · (x, −y), in space rate · (x, −y/2, −z/2)";
  double rate = 1;
  Vec3 centre{};
  StagnationFlow at(double) const { return *this; }
  Vec3 operator()(const Vec3& x, int dimension) const;
  void declare(Table& t);
};

// That of the fluid that the simulation has (step/medium.hpp).
struct FluidFlow {
  static constexpr std::string_view kind = "fluid", help = "that of [fluid], with coupling = \"one-way\"";
  void declare(Table&) {}
};

// The list is the registry of flows.
using Flow = std::variant<ExpressionFlow, ShearFlow, OscillatingShearFlow, RotationFlow, PoiseuilleFlow,
                          TaylorGreenFlow, StagnationFlow, FluidFlow>;

void declare(Table& t, Flow& flow);

// U at one place and time, in dimension 2 or 3; that of the fluid of a simulation only it knows (Error).
Vec3 velocity(const Flow& flow, const Vec3& x, double t, int dimension);

// Throws Error for numbers that are not finite, for walls out of order and for a wavelength that is not
// positive.
void check(const Flow& flow);

}  // namespace floc
