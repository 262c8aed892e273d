// The measurements by name: one file each (header and source), one line of registration each (registry.cpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/kinds.hpp"
#include "measure/measurement.hpp"

namespace floc {

struct MeasurementKind : Kind<MeasurementPtr, MeasureSettings> {
  std::string_view unit;   // of what it is called after
  bool contacts = false;   // looks at the contacts of a frame, not at places alone
  bool fluid = false;      // looks at the flow of a fluid
  bool whole_run = false;  // is made of all frames of a run at once, by a function of its own
  // What it lacks in such a scene: "which needs two groups"; empty: nothing.
  std::string (*lacks)(const std::any& parameters, const SceneContext& scene) = nullptr;

  template <class P>
  static MeasurementKind of() {
    MeasurementKind kind{Kind::of<P>(), P::unit};
    if constexpr (requires { P::contacts; }) kind.contacts = P::contacts;
    if constexpr (requires { P::fluid; }) kind.fluid = P::fluid;
    if constexpr (requires { P::whole_run; }) kind.whole_run = P::whole_run;
    kind.lacks = [](const std::any& p, const SceneContext& scene) -> std::string {
      if constexpr (requires { P::fluid; })
        if (!scene.fluid) return "which is of a fluid, and there is none";
      if constexpr (requires(const P& known) { known.lacks(scene); }) return std::any_cast<const P&>(p).lacks(scene);
      return "";
    };
    return kind;
  }
};

// Those that a scene can have, in the order in which they are explained (registry.cpp).
const std::vector<MeasurementKind>& measurement_kinds();
// Null for an unknown name.
const MeasurementKind* find_measurement(std::string_view name);
// The names of those that a run can make as it goes on, or of all.
std::vector<std::string> measurement_names(bool with_whole_runs);

}  // namespace floc
