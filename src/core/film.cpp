#include "core/film.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace floc {

namespace {

constexpr int most_steps = 200;  // Newton's method from the starts below takes three to six

// The root of an increasing function between two bounds: Newton's method, halved where it leaves them.
// value_and_slope(v, f, df, ddf); with f'' a step knows how much it leaves, and the last need not be seen to be.
template <class F>
double root(double low, double high, double start, F&& value_and_slope) {
  double v = std::clamp(start, low, high);
  for (int step = 0; step < most_steps; ++step) {
    double f = 0, df = 0, ddf = 0;
    value_and_slope(v, f, df, ddf);
    if (f == 0) return v;
    (f < 0 ? low : high) = v;
    double next = v - f / df;
    const bool inside = next >= low && next <= high;
    if (!inside) next = 0.5 * (low + high);
    const double way = std::abs(next - v);
    const double rounding = std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(v));
    // Over a short way f'' hardly changes: what Newton's method leaves is within |f''/f'| of its square.
    const bool last = inside && way < 0.1 && std::abs(ddf / df) * way * way <= 0.1 * rounding;
    if (last || way <= 4 * rounding) return next;
    v = next;
  }
  return v;
}

}  // namespace

double film_level(double gap, double range) {
  return gap < range ? std::log(gap / range) - gap / range + 1 : 0;
}

double film_gap(double level, double range) {
  if (!(level < 0)) return range;
  // v − (e^v − 1) = ψ: at most 0, and at least ψ − 1; near the range −v²/2.
  const double start = level < -1 ? level - 1 : -std::sqrt(-2 * level);
  const double v = root(level - 1, 0, start, [&](double at, double& f, double& df, double& ddf) {
    const double rest = std::expm1(at);
    f = at - rest - level;
    df = -rest;
    ddf = -rest - 1;
  });
  return range * std::exp(v);
}

FilmPoint settle_alone(double x, double a, double k, double lower, double range, double start) {
  const double open = x + a * lower;  // the gap without a film
  if (!(k > 0)) {
    if (open >= 0) return {open, lower, 0, 0};
    return {0, -x / a, std::numeric_limits<double>::infinity(), 0};
  }
  if (open >= range) return {open, lower, 0, 0};
  const double alpha = a * k;
  const double one = (open - range) / alpha, other = open / alpha - 1;
  const double low = std::min(one, other), high = std::min(0.0, std::max(one, other));
  if (!(start <= 0)) {
    // Without the part −αe^v, u = g/α solves u + ln u = b.
    const double b = other - std::log(alpha / range);
    start = b > 1 ? std::log((b - std::log(b)) * (alpha / range)) : other;
  }
  const double v = root(low, high, start, [&](double at, double& f, double& df, double& ddf) {
    ddf = (range - alpha) * std::exp(at);
    f = ddf + alpha * (at + 1) - open;
    df = ddf + alpha;
  });
  const double s = std::exp(v), rest = v < -1 ? s - 1 : std::expm1(v);  // near 0 the difference would be rounding
  return {range * s, lower - k * (v - rest), -k / range * (rest / s), v};
}

}  // namespace floc
