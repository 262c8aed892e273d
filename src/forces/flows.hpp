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

#include <variant>

#include "core/vec.hpp"

namespace floc {

struct ShearFlow {
  double rate = 1;  // γ̇
  Vec3 centre{};    // where the fluid is at rest
  ShearFlow at(double) const { return *this; }
  Vec3 operator()(const Vec3& x, int) const { return {{rate * (x[1] - centre[1]), 0, 0}}; }
};

struct OscillatingShearFlow {
  double rate = 1, frequency = 1, phase = 0;
  Vec3 centre{};
  ShearFlow at(double t) const;
};

struct RotationFlow {
  Vec3 angular_velocity{{0, 0, 1}};  // Ω; along e_z in the plane
  Vec3 centre{};
  RotationFlow at(double) const { return *this; }
  Vec3 operator()(const Vec3& x, int) const { return cross(angular_velocity, x - centre); }
};

struct PoiseuilleFlow {
  double speed = 1;  // U, half-way between the walls
  double low = 0, high = 1;
  PoiseuilleFlow at(double) const { return *this; }
  Vec3 operator()(const Vec3& x, int) const;
};

struct TaylorGreenFlow {
  double speed = 1, wavelength = 1;
  Vec3 centre{};  // of a vortex cell's corner: a point of rest between four vortices
  TaylorGreenFlow at(double) const { return *this; }
  Vec3 operator()(const Vec3& x, int) const;
};

struct StagnationFlow {
  double rate = 1;
  Vec3 centre{};
  StagnationFlow at(double) const { return *this; }
  Vec3 operator()(const Vec3& x, int dimension) const;
};

using NamedFlow =
    std::variant<ShearFlow, OscillatingShearFlow, RotationFlow, PoiseuilleFlow, TaylorGreenFlow, StagnationFlow>;

// U at one place and time, in dimension 2 or 3.
inline Vec3 velocity(const NamedFlow& flow, const Vec3& x, double t, int dimension) {
  return std::visit([&](const auto& f) { return f.at(t)(x, dimension); }, flow);
}

// Throws Error for numbers that are not finite, for walls out of order and for a wavelength that is not
// positive.
void check(const NamedFlow& flow);

}  // namespace floc
