// The tables of a scene that say what acts on the particles, below [forces].
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/vec.hpp"
#include "scene/values.hpp"

namespace floc::scene {

// ---- flows ----

struct FlowFormula {
  static constexpr std::string_view kind = "expression", help = "written as expressions";
  Components velocity;
};
struct FlowShear {
  static constexpr std::string_view kind = "shear", help = "rate · (y − c_y) along x";
  double rate = 1;
  Vec3 centre{};
};
struct FlowOscillatingShear {
  static constexpr std::string_view kind = "oscillating-shear",
                                    help = "sin(2π frequency t + phase) · rate · (y − c_y) along x";
  double rate = 1, frequency = 1, phase = 0;
  Vec3 centre{};
};
struct FlowRotation {
  static constexpr std::string_view kind = "rotation", help = "a fluid that turns as a rigid body";
  double angular_velocity = 1;
  Vec3 centre{}, axis{{0, 0, 1}};
};
struct FlowPoiseuille {
  static constexpr std::string_view kind = "poiseuille", help = "a parabola along x between two walls y = low, high";
  double speed = 1, low = 0, high = 1;
};
struct FlowTaylorGreen {
  static constexpr std::string_view kind = "taylor-green",
                                    help = "a lattice of vortices, speed · (sin kx cos ky, −cos kx sin ky)";
  double speed = 1, wavelength = 1;
  Vec3 centre{};
};
struct FlowStagnation {
  static constexpr std::string_view kind = "stagnation", help = "rate · (x, −y), in space rate · (x, −y/2, −z/2)";
  double rate = 1;
  Vec3 centre{};
};
using Flow = std::variant<FlowFormula, FlowShear, FlowOscillatingShear, FlowRotation, FlowPoiseuille, FlowTaylorGreen,
                          FlowStagnation>;

// ---- forces ----

struct Drag {
  std::optional<double> tau, viscosity;
  Flow flow;
  std::string scheme = "implicit";
  std::vector<std::string> groups;
};
struct Field {
  std::vector<std::string> groups;
  std::optional<Components> force, acceleration;  // exactly one is set
};
struct Attraction {
  double kappa = 1, epsilon = 1;
  std::optional<double> cutoff;
  std::string scaling = "none";
  std::string between = "all";
  std::vector<std::string> groups;
};
struct Noise {
  double sigma = 1;
  std::vector<std::string> groups;
};
struct Repulsion {
  double range = 1, epsilon = 1, epsilon_contact = 1;
};
struct Capillary {
  double surface_tension = 0;
  std::optional<double> a, b, c, rupture;  // either all of these …
  std::optional<double> volume, angle;     // … or both of these
  std::vector<std::string> groups;
};

struct NormalSpeed {
  double mean = 1, deviation = 0;
};
struct Speed {  // exactly one is set
  std::optional<double> constant;
  std::optional<Interval> uniform;
  std::optional<NormalSpeed> normal;
};
struct Crowd {
  Speed speed;
  std::vector<std::string> exits;  // all of them when empty
  std::vector<std::string> groups;
  Place place;
};

}  // namespace floc::scene
