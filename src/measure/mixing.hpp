// Lacey's mixing index of two groups, from the share p_c of the first group among the n_c bodies of each cell:
//
//   S² = Σ n_c (p_c − p)² / N,   M = (σ₀² − S²) / (σ₀² − σ_r²),
//
// with p the share among all N bodies in the cells, σ₀² = p (1 − p) that of groups which share no cell, and
// σ_r² = p (1 − p) (C − 1)/(N − 1) the mean of S² over all ways to deal the groups out to these bodies, in C cells
// that are not empty: M is 0 for groups apart, and 1 on average for groups dealt out at random.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "measure/measurement.hpp"

namespace floc {

struct MeasureMixing : OneFrameKind<MeasureMixing> {
  static constexpr std::string_view kind = "mixing", unit = "1",
                                    help = "Lacey's mixing index of two groups: 0 apart, 1 mixed at random";
  std::vector<std::string> groups;                 // none: the first two of the scene
  std::optional<std::vector<std::int64_t>> cells;  // in each direction; none: 8

  void declare(Table& t);
  std::string lacks(const SceneContext& scene) const;
  std::vector<std::string> columns(const MeasureSettings& settings) const;
  Lines take(const MeasuredFrame& frame, const MeasureSettings& settings) const;

 private:
  std::array<std::int32_t, 2> chosen(const MeasureSettings& settings) const;  // indices of the groups
};

}  // namespace floc
