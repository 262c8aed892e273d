// The table [measure]: what a run measures of itself, and how.
#pragma once

#include <any>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measure/measurements.hpp"

namespace floc::scene {

struct Measure {
  struct Known {
    MeasurementKind kind;
    std::any parameters;
  };

  explicit Measure(const std::vector<MeasurementKind>& kinds) {
    for (const MeasurementKind& kind : kinds) known.push_back({kind, kind.blank()});
  }
  const Known& of(std::string_view name) const;  // throws Error for one that is not known
  template <class P>
  const P& own() const {
    return std::any_cast<const P&>(of(P::kind).parameters);
  }

  std::vector<std::string> what;
  std::optional<double> every;  // at most one of the two; none: with every frame
  std::optional<std::int64_t> every_steps;
  MeasureSettings shared;    // what several of them are told
  std::vector<Known> known;  // with what each is told for itself
};

}  // namespace floc::scene
