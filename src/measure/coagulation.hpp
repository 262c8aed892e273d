// The coagulation kernel that a run implies, and how far Smoluchowski's equation goes with it.
//
// Two aggregates of i and j bodies in a volume |W| meet at the rate k φ(i, j), k = K/|W|, with one of the shapes φ
// below and φ(1, 1) = 1. Mergers are a Poisson process then, and the likelihood of the m that were seen,
//
//   ln L = Σ ln(k φ(i, j)) − k X,   X = ∫ Σ_{pairs of aggregates} φ dt,
//
// is largest at k = m/X, with the standard error k/√m (X by the trapezoidal rule over the frames). The shape with the
// largest L is the likeliest.
//
// From the first frame on Smoluchowski's equation is integrated with each, and its sizes at the last frame compared to
// those of the run: χ² over classes of sizes with at least five aggregates expected, the numbers taken as Poisson's,
// with one degree of freedom less for k; and the Kolmogorov–Smirnov distance of the two distributions with the value
// it exceeds in one case of twenty, 1.358/√aggregates. It fits when neither is exceeded at 5 %.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "measure/fractal.hpp"
#include "measure/measurement.hpp"
#include "measure/mergers.hpp"
#include "measure/settings.hpp"

namespace floc {

struct MeasureCoagulation {
  static constexpr std::string_view kind = "coagulation", unit = "1/s";
  static constexpr std::string_view help =
      "coagulation kernels fitted to all frames, and Smoluchowski's equation with them, plotted";
  static constexpr bool whole_run = true;
  std::optional<double> fractal_dimension;  // of the kernels; none: the one that is measured

  void declare(Table& t);
  MeasurementPtr make(const MeasureSettings&) const { return nullptr; }  // see fit_coagulation
};

struct KernelShape {
  std::string name;
  std::string formula;
  // R = n^(1/fractal) is the size of an aggregate in dimension d.
  double (*value)(double i, double j, double fractal, int dimension);
};
// constant 1; sum (i + j)/2; product ij; shear ((R_i + R_j)/2)^d, what a velocity gradient brings together; diffusion
// ((R_i + R_j)/2)^(d−2) (1/i + 1/j)/2: every body feels the drag and the noise, so that an aggregate of n diffuses 1/n
// times as fast (in the plane but for a logarithm, on a line as in the plane).
const std::vector<KernelShape>& kernel_shapes();

// What a run shows of its aggregates.
class CoagulationHistory {
 public:
  explicit CoagulationHistory(const MeasureSettings& settings) : settings_(settings) {}
  void add(const MeasuredFrame& frame);
  double aggregates(std::size_t frame) const;  // how many there are in all

  using Sizes = std::map<std::int32_t, double>;  // how many of each
  std::vector<double> time;
  std::vector<Sizes> sizes;      // of each frame
  std::vector<Changes> changes;  // since the frame before
  FractalDimension fractal{};    // of the last frame
  int dimension = 3;
  double bodies = 0;  // of the first frame
  double volume = 0;  // of a periodic or given box; NaN: there is none

 private:
  MeasureSettings settings_;
  AggregateStories stories_;
};

struct KernelFit {
  std::string name;
  double rate = 0, error = 0;  // k, a unit of time and pair of aggregates
  double log_likelihood = 0;
  double chi_square = 0, degrees_of_freedom = 0, p_value = 0;
  double distance = 0, critical_distance = 0;  // Kolmogorov–Smirnov
  bool fits = false;
  std::vector<double> number;                 // of aggregates at each frame, by Smoluchowski
  std::vector<std::vector<double>> expected;  // aggregates of sizes 1, 2, … at each of the times shown
};

struct CoagulationResult {
  std::vector<KernelFit> kernels;
  std::size_t likeliest = 0;
  std::vector<std::size_t> shown;  // frames whose sizes are shown: a third, two thirds, all of the way
  double fractal_dimension = 0;    // of the kernels
  double met = 0, met_in_crowds = 0, broken = 0, exchanged = 0;
};
// Throws Error when there is nothing to fit: fewer than two frames or no merger.
CoagulationResult fit_coagulation(const CoagulationHistory& history, const MeasureCoagulation& how);

// Classes of consecutive sizes, to be compared: `edges` are the first sizes of each, and of one behind the last.
std::vector<std::int32_t> size_classes(const std::vector<double>& expected, double at_least);

}  // namespace floc
