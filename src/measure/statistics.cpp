#include "measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace floc {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// P(a, x) by its series, for x < a + 1.
double gamma_series(double a, double x) {
  double term = 1 / a, sum = term;
  for (int n = 1; n < 10000 && term > 1e-17 * sum; ++n) sum += term *= x / (a + n);
  return sum * std::exp(a * std::log(x) - x - std::lgamma(a));
}

// Q(a, x) by its continued fraction, for x ≥ a + 1 (Lentz).
double gamma_fraction(double a, double x) {
  constexpr double tiny = 1e-300;
  double b = x + 1 - a, c = 1 / tiny, d = 1 / b, value = d;
  for (int n = 1; n < 10000; ++n) {
    const double an = -n * (n - a);
    b += 2;
    d = an * d + b;
    if (std::abs(d) < tiny) d = tiny;
    c = b + an / c;
    if (std::abs(c) < tiny) c = tiny;
    d = 1 / d;
    value *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return value * std::exp(a * std::log(x) - x - std::lgamma(a));
}

}  // namespace

LineFit fit_line(std::span<const double> x, std::span<const double> y) {
  LineFit fit{x.size(), nan, nan, nan};
  if (x.size() < 3) return fit;
  const auto n = static_cast<double>(x.size());
  double mx = 0, my = 0, sxx = 0, sxy = 0, rest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mx += x[i] / n, my += y[i] / n;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sxx += (x[i] - mx) * (x[i] - mx);
    sxy += (x[i] - mx) * (y[i] - my);
  }
  if (!(sxx > 1e-20 * n * (1 + mx * mx))) return fit;
  fit.slope = sxy / sxx;
  fit.intercept = my - fit.slope * mx;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double r = y[i] - fit.intercept - fit.slope * x[i];
    rest += r * r;
  }
  fit.slope_error = std::sqrt(rest / (n - 2) / sxx);
  return fit;
}

double Histogram::density(std::size_t bin) const {
  const double share = number[bin] / total, width = edges[bin + 1] - edges[bin];
  return width > 0 ? share / width : share;
}

Histogram histogram(std::span<const double> values, int bins) {
  Histogram h;
  if (values.empty()) return h;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double width = (*high - *low) / bins;
  h.total = static_cast<double>(values.size());
  if (!(width > 0)) {
    h.edges = {*low, *high};
    h.number = {h.total};
    return h;
  }
  for (int k = 0; k < bins; ++k) h.edges.push_back(*low + k * width);
  h.edges.push_back(*high);
  h.number.assign(static_cast<std::size_t>(bins), 0);
  for (const double v : values) ++h.number[static_cast<std::size_t>(std::min(bins - 1.0, (v - *low) / width))];
  return h;
}

double chi_square_tail(double chi_square, double degrees_of_freedom) {
  const double a = 0.5 * degrees_of_freedom, x = 0.5 * chi_square;
  if (!(a > 0) || !(x >= 0)) return nan;
  if (x == 0) return 1;
  return x < a + 1 ? 1 - gamma_series(a, x) : gamma_fraction(a, x);
}

}  // namespace floc
