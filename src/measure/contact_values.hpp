// The distributions of what contacts have, as histograms from the smallest value to the largest: the forces λ, the
// memories γ and the friction |t| of contacts where they are not zero; and how far friction is mobilised, |t|/λ, where
// a contact pushes: μ where it slides.
#pragma once

#include <string>

#include "measure/measurement.hpp"
#include "measure/settings.hpp"

namespace floc {

struct MeasureForces {
  static constexpr std::string_view kind = "forces", unit = "N", help = "distribution of the contact forces λ";
  static constexpr bool contacts = true;
  void declare(Table&) {}
  MeasurementPtr make(const MeasureSettings& settings) const;
};

struct MeasureGamma {
  static constexpr std::string_view kind = "gamma", unit = "N s", help = "distribution of the contact memories γ";
  static constexpr bool contacts = true;
  void declare(Table&) {}
  MeasurementPtr make(const MeasureSettings& settings) const;
};

struct MeasureFriction {
  static constexpr std::string_view kind = "friction", unit = "N", help = "distribution of the forces of friction |t|";
  static constexpr bool contacts = true;
  void declare(Table&) {}
  MeasurementPtr make(const MeasureSettings& settings) const;
};

struct MeasureMobilised {
  static constexpr std::string_view kind = "mobilised", unit = "1",
                                    help = "distribution of |t|/λ: the coefficient of friction where contacts slide";
  static constexpr bool contacts = true;
  void declare(Table&) {}
  MeasurementPtr make(const MeasureSettings& settings) const;
};

// The directions of the contacts that push, pull or remember. In the plane the angle of the line of the contact to
// the x axis, from 0 to π; in space that to the axis `axis`, from 0 to π/2. A density of 1 is that of all directions
// alike.
struct MeasureAngles {
  static constexpr std::string_view kind = "angles", unit = "rad",
                                    help = "directions of the contacts, and mean λ and γ in each";
  static constexpr bool contacts = true;
  void declare(Table&) {}
  std::string lacks(const SceneContext& scene) const;
  MeasurementPtr make(const MeasureSettings& settings) const;
};

}  // namespace floc
