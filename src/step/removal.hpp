// A region that removes the bodies whose centres are in it: a box, all that is outside of one, or what is beyond a
// plane.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/parameters.hpp"

namespace floc {

struct RemovalBox {
  static constexpr std::string_view kind = "box", help = "whoever is in a box along the axes, or outside of it";
  Vec3 low{}, high{};
  std::string side = "inside";

  void declare(Table& t);
};

struct RemovalBeyond {
  static constexpr std::string_view kind = "half-space", help = "whoever is beyond a plane (2D: a line)";
  Vec3 point{}, normal{};  // beyond is where the normal points

  void declare(Table& t);
};

struct Removal {
  std::variant<RemovalBox, RemovalBeyond> region;
  std::string name;
  std::optional<double> start;  // nobody is removed before

  void declare(Table& t);
  bool begins_by(double t) const { return !start || t >= *start; }
  bool holds(const Vec3& x, int dimension) const;
};

}  // namespace floc
