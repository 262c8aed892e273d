// The kinds of the table [contact]: one a contact law.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace floc::scene {

struct Inelastic {
  static constexpr std::string_view kind = "inelastic", help = "no bounce: the projected velocity is kept";
};
struct Restitution {
  static constexpr std::string_view kind = "restitution", help = "bounce with a coefficient of restitution";
  double restitution = 0.5;
};
struct RoughGroups {
  std::vector<std::string> groups;
  double size = 1e-3;
};
struct Gluey {
  static constexpr std::string_view kind = "gluey", help = "adhesion that a contact stores and gives back";
  std::optional<double> gamma_min, roughness, viscosity, obstacle_roughness;
  std::vector<RoughGroups> rough;
  bool radius_scaling = false;
};
struct GlueyReference : Gluey {
  static constexpr std::string_view kind = "gluey-reference",
                                    help = "gluey with equality rows, to the letter of the paper; for comparison";
};
struct Stick {
  static constexpr std::string_view kind = "stick", help = "bodies that touch stay together for good";
};
struct NoContact {
  static constexpr std::string_view kind = "none", help = "no projection: overlaps are reported, forces part bodies";
};
using Contact = std::variant<Inelastic, Restitution, Gluey, GlueyReference, Stick, NoContact>;

}  // namespace floc::scene
