// The motions that a scene can prescribe to an obstacle (geometry/motions.hpp has what they are).
#pragma once

#include <optional>
#include <string_view>

#include "core/expression.hpp"
#include "geometry/obstacle_kind.hpp"

namespace floc {

struct TranslationParameters {
  static constexpr std::string_view kind = "translation", help = "constant velocity";
  Vec3 velocity{};
  double start = 0;
  std::optional<double> stop = {};

  void declare(Table& t);
  MotionPtr make(const MotionContext&) const;
};

struct RotationParameters {
  static constexpr std::string_view kind = "rotation", help = "constant angular velocity about a point or an axis";
  double angular_velocity = 0;
  Vec3 centre{}, axis{{0, 0, 1}};
  double start = 0;
  std::optional<double> stop = {};

  void declare(Table& t);
  MotionPtr make(const MotionContext&) const;
};

struct OscillationParameters {
  static constexpr std::string_view kind = "oscillation",
                                    help = "amplitude · (sin(2π frequency t + phase) − sin phase)";
  Vec3 amplitude{};
  double frequency = 0, phase = 0;

  void declare(Table& t);
  MotionPtr make(const MotionContext&) const;
};

struct PathParameters {
  static constexpr std::string_view kind = "expression", help = "displacement and angle as expressions of t";
  Expressions displacement = {};
  Expression angle{"0", {"t"}};
  Vec3 centre{}, axis{{0, 0, 1}};

  void declare(Table& t);
  MotionPtr make(const MotionContext&) const;
};

}  // namespace floc
