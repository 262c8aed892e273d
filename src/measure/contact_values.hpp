// The distributions of what contacts have, as histograms from the smallest value to the largest: the forces λ, the
// memories γ and the friction |t| of contacts where they are not zero; and how far friction is mobilised, |t|/λ, where
// a contact pushes: μ where it slides.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/measurement.hpp"

namespace floc {

// None: the contact does not count.
using ContactValue = std::optional<double> (*)(const MeasuredFrame& frame, std::size_t c);
Lines distribution_of(const MeasuredFrame& frame, int bins, ContactValue value);

// Of the value of a kind.
template <class Kind>
struct Distribution : OneFrameKind<Kind> {
  static constexpr bool contacts = true;
  std::vector<std::string> columns(const MeasureSettings&) const {
    return {"low", "high", "number", "density", "mean"};
  }
  Lines take(const MeasuredFrame& frame, const MeasureSettings& settings) const {
    return distribution_of(frame, settings.bins, Kind::value);
  }
};

struct MeasureForces : Distribution<MeasureForces> {
  static constexpr std::string_view kind = "forces", unit = "N", help = "distribution of the contact forces λ";
  static std::optional<double> value(const MeasuredFrame& frame, std::size_t c);
};

struct MeasureGamma : Distribution<MeasureGamma> {
  static constexpr std::string_view kind = "gamma", unit = "N s", help = "distribution of the contact memories γ";
  static std::optional<double> value(const MeasuredFrame& frame, std::size_t c);
};

struct MeasureFriction : Distribution<MeasureFriction> {
  static constexpr std::string_view kind = "friction", unit = "N", help = "distribution of the forces of friction |t|";
  static std::optional<double> value(const MeasuredFrame& frame, std::size_t c);
};

struct MeasureMobilised : Distribution<MeasureMobilised> {
  static constexpr std::string_view kind = "mobilised", unit = "1",
                                    help = "distribution of |t|/λ: the coefficient of friction where contacts slide";
  static std::optional<double> value(const MeasuredFrame& frame, std::size_t c);
};

// The directions of the contacts that push, pull or remember. In the plane the angle of the line of the contact to
// the x axis, from 0 to π; in space that to the axis `axis`, from 0 to π/2. A density of 1 is that of all directions
// alike.
struct MeasureAngles : OneFrameKind<MeasureAngles> {
  static constexpr std::string_view kind = "angles", unit = "rad",
                                    help = "directions of the contacts, and mean λ and γ in each";
  static constexpr bool contacts = true;
  std::string lacks(const SceneContext& scene) const;
  std::vector<std::string> columns(const MeasureSettings& settings) const;
  Lines take(const MeasuredFrame& frame, const MeasureSettings& settings) const;
};

}  // namespace floc
