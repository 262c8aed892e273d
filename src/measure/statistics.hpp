// Straight lines through points, histograms, and how likely a misfit is.
#pragma once

#include <span>
#include <vector>

namespace floc {

// y = intercept + slope x by least squares, with the standard error of the slope, √(Σ residuals² / (n − 2) / S_xx).
struct LineFit {
  std::size_t points = 0;
  double slope, intercept, slope_error;  // NaN: fewer than three points, or all at one x
};
LineFit fit_line(std::span<const double> x, std::span<const double> y);

// Bins of equal width from the smallest value to the largest; one bin where these are the same, none without values.
struct Histogram {
  std::vector<double> edges;
  std::vector<double> number;
  double total = 0;

  double density(std::size_t bin) const;  // with the integral 1; of a bin without width: its share
};
Histogram histogram(std::span<const double> values, int bins);

// The probability that χ² with so many degrees of freedom is larger: the upper incomplete gamma function
// Q(dof/2, χ²/2).
double chi_square_tail(double chi_square, double degrees_of_freedom);

}  // namespace floc
