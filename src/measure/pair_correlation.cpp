#include "measure/pair_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "neighbours/cell_grid.hpp"

namespace floc {
namespace {

constexpr double pi = std::numbers::pi;

// The mean of |u_1 … u_k| over the unit vectors of dimension d.
constexpr double mean_product[4][4] = {{}, {1, 1}, {1, 2 / pi, 1 / pi}, {1, 0.5, 2 / (3 * pi), 1 / (4 * pi)}};
// The surface of the unit ball.
constexpr double sphere[4] = {0, 2, 2 * pi, 4 * pi};

// Beyond half a period pairs are met twice; beyond half the box what is left of it is small.
double reach(const MeasuredFrame& frame, const Region& region, std::optional<double> range) {
  double most = range.value_or(10 * mean_radius(frame.bodies));
  for (int k = 0; k < frame.bodies.dimension; ++k) most = std::min(most, 0.5 * region.length(k));
  return most;
}

std::vector<double> count(const Bodies& b, const Domain& domain, double range, int bins) {
  std::vector<double> pairs(static_cast<std::size_t>(bins), 0);
  CellGrid grid;
  grid.build(b, domain, range);
  with_dimension(b.dimension, [&]<int D>() {
    for (std::size_t i = 0; i < b.size(); ++i) {
      const Vec<D> x = Vec<D>::load(b.x(i));
      grid.for_near(x, range, [&](std::size_t j) {
        if (j >= i) return;
        const double r = norm(domain.nearest_image(x - Vec<D>::load(b.x(j))));
        if (r < range) ++pairs[static_cast<std::size_t>(std::min(bins - 1.0, r / range * bins))];
      });
    }
  });
  return pairs;
}

// ∫ |W ∩ (W + u)| du over low ≤ |u| < high: a polynomial of degree 5 at most, for which three points suffice.
double room(const MeasuredFrame& frame, const Region& region, double low, double high) {
  const int d = frame.bodies.dimension;
  const Domain domain = closed_directions(frame, region);
  const double half = 0.5 * (high - low), middle = 0.5 * (high + low), node = std::sqrt(0.6);
  double sum = 0;
  for (const auto& [place, weight] : {std::pair{-node, 5.0 / 9}, {0.0, 8.0 / 9}, {node, 5.0 / 9}}) {
    const double r = middle + half * place;
    // Π (L_k − r|u_k|), expanded: `open[k]` is the sum of the products of all but k of the lengths with ends.
    double open[4] = {1, 0, 0, 0};
    for (int k = 0; k < d; ++k)
      for (int q = 3; q >= 0; --q)
        open[q] = open[q] * region.length(k) + (q > 0 && !domain.periodic(k) ? open[q - 1] : 0);
    double common = 0, power = 1;
    for (int k = 0; k <= d; ++k, power *= -r) common += open[k] * power * mean_product[d][k];
    sum += weight * sphere[d] * std::pow(r, d - 1) * common;
  }
  return half * sum;
}

}  // namespace

std::vector<std::string> MeasurePairCorrelation::columns(const MeasureSettings&) const {
  return {"r", "low", "high", "pairs", "g"};
}

Lines MeasurePairCorrelation::take(const MeasuredFrame& frame, const MeasureSettings& settings) const {
  const Region region = region_of(frame, settings);
  Bodies inside;
  inside.dimension = frame.bodies.dimension;
  for (const std::size_t i : bodies_of(frame, settings))
    inside.add(wrapped(frame, region, i).c.data(), frame.bodies.v(i), frame.bodies.radius[i], frame.bodies.mass[i], 0);
  const double most = reach(frame, region, range);
  if (inside.size() < 2 || !(most > 0)) return {};
  const std::vector<double> pairs = count(inside, closed_directions(frame, region), most, settings.bins);
  const auto n = static_cast<double>(inside.size());
  const double volume = region.volume(inside.dimension), width = most / settings.bins;
  Lines lines;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const double low = static_cast<double>(k) * width, high = static_cast<double>(k + 1) * width;
    lines.push_back({0.5 * (low + high), low, high, pairs[k],
                     2 * pairs[k] * volume * volume / (n * (n - 1) * room(frame, region, low, high))});
  }
  return lines;
}

void MeasurePairCorrelation::declare(Table& t) {
  t.key("range", range,
        {.help = "pair_correlation: the largest distance; at most half the box",
         .example = "0.2",
         .unit = "m",
         .above = 0,
         .otherwise = "ten mean radii"});
}

}  // namespace floc
