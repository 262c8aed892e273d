#include "measure/coagulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "measure/joins.hpp"
#include "measure/smoluchowski.hpp"
#include "measure/statistics.hpp"

namespace floc {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double mean_radius_of(double i, double j, double fractal) {
  return 0.5 * (std::pow(i, 1 / fractal) + std::pow(j, 1 / fractal));
}

using Sizes = CoagulationHistory::Sizes;
using Shape = std::function<double(double, double)>;

// Σ φ over the pairs of aggregates.
double pairs(const Sizes& sizes, const Shape& shape) {
  double sum = 0;
  for (auto i = sizes.begin(); i != sizes.end(); ++i) {
    sum += 0.5 * shape(i->first, i->first) * i->second * (i->second - 1);
    for (auto j = sizes.begin(); j != i; ++j) sum += shape(i->first, j->first) * i->second * j->second;
  }
  return sum;
}

double total(const Sizes& sizes) {
  double sum = 0;
  for (const auto& [size, number] : sizes) sum += number;
  return sum;
}

void estimate(const CoagulationHistory& history, const Shape& shape, KernelFit& fit) {
  double exposure = 0, met = 0, logs = 0, last = pairs(history.sizes[0], shape);
  for (std::size_t k = 1; k < history.time.size(); ++k) {
    const double now = pairs(history.sizes[k], shape);
    exposure += 0.5 * (last + now) * (history.time[k] - history.time[k - 1]);
    last = now;
    for (const auto& [sizes, number] : history.changes[k].mergers) {
      met += number;
      logs += number * std::log(shape(sizes.first, sizes.second));
    }
  }
  if (!(met > 0) || !(exposure > 0)) throw Error("no aggregates have met between the frames: there is nothing to fit");
  fit.rate = met / exposure;
  fit.error = fit.rate / std::sqrt(met);
  fit.log_likelihood = met * std::log(fit.rate) + logs - met;
}

void predict(const CoagulationHistory& history, const Shape& shape, const std::vector<std::size_t>& shown,
             KernelFit& fit) {
  std::int32_t largest = 1;
  for (const Sizes& s : history.sizes)
    if (!s.empty()) largest = std::max(largest, s.rbegin()->first);
  const auto all = static_cast<std::int64_t>(history.bodies);
  const Smoluchowski equation(Smoluchowski::size_set(std::max(64, largest + 1), std::max<std::int64_t>(all, 1)),
                              [&](double i, double j) { return fit.rate * shape(i, j); });
  std::vector<double> c;
  for (const auto& [size, number] : history.sizes[0]) equation.put(size, number, c);
  for (std::size_t k = 0; k < history.time.size(); ++k) {
    if (k > 0) equation.integrate(c, history.time[k] - history.time[k - 1]);
    double number = 0;
    for (const double n : c) number += n;
    fit.number.push_back(number);
    if (std::find(shown.begin(), shown.end(), k) == shown.end()) continue;
    std::vector<double> expected;  // sizes beyond the bound go to the one they are nearest below
    for (std::size_t n = 0; n < c.size(); ++n) {
      const auto at = static_cast<std::size_t>(equation.sizes()[n]) - 1;
      if (at >= expected.size()) expected.resize(at + 1, 0);
      expected[at] += std::max(0.0, c[n]);
    }
    fit.expected.push_back(std::move(expected));
  }
}

double in_class(const Sizes& sizes, std::int32_t from, std::int32_t below) {
  double sum = 0;
  for (auto it = sizes.lower_bound(from); it != sizes.end() && it->first < below; ++it) sum += it->second;
  return sum;
}

void judge(const Sizes& seen, KernelFit& fit) {
  const std::vector<double>& expected = fit.expected.back();
  const std::vector<std::int32_t> edges = size_classes(expected, 5);
  for (std::size_t c = 0; c + 1 < edges.size(); ++c) {
    double number = 0;
    for (auto n = edges[c]; n < edges[c + 1] && n <= static_cast<std::int32_t>(expected.size()); ++n)
      number += expected[static_cast<std::size_t>(n) - 1];
    const double off = in_class(seen, edges[c], edges[c + 1]) - number;
    fit.chi_square += off * off / number;
  }
  fit.degrees_of_freedom = static_cast<double>(edges.size()) - 2;
  fit.p_value = chi_square_tail(fit.chi_square, fit.degrees_of_freedom);
  double of_run = 0, of_equation = 0, all = 0;
  for (const double n : expected) all += n;
  const double aggregates = total(seen);
  for (std::size_t n = 0; n < expected.size(); ++n) {
    const auto it = seen.find(static_cast<std::int32_t>(n + 1));
    of_run += it == seen.end() ? 0 : it->second / aggregates;
    of_equation += expected[n] / all;
    fit.distance = std::max(fit.distance, std::abs(of_run - of_equation));
  }
  fit.critical_distance = 1.358 / std::sqrt(aggregates);
  fit.fits = fit.p_value >= 0.05 && fit.distance <= fit.critical_distance;  // a p-value that is none does not fit
}

}  // namespace

const std::vector<KernelShape>& kernel_shapes() {
  static const std::vector<KernelShape> all{
      {"constant", "1", [](double, double, double, int) { return 1.0; }},
      {"sum", "(i+j)/2", [](double i, double j, double, int) { return 0.5 * (i + j); }},
      {"product", "ij", [](double i, double j, double, int) { return i * j; }},
      {"shear", "((Ri+Rj)/2)^d",
       [](double i, double j, double fractal, int d) { return std::pow(mean_radius_of(i, j, fractal), d); }},
      {"diffusion", "((Ri+Rj)/2)^(d-2) (1/i+1/j)/2",
       [](double i, double j, double fractal, int d) {
         return std::pow(mean_radius_of(i, j, fractal), std::max(0, d - 2)) * 0.5 * (1 / i + 1 / j);
       }},
  };
  return all;
}

void CoagulationHistory::add(const MeasuredFrame& frame) {
  const Joins joins = joined_pairs(frame, settings_);
  const Aggregates all = find_aggregates(frame.bodies.size(), joins);
  if (time.empty()) {
    dimension = frame.bodies.dimension;
    bodies = static_cast<double>(frame.bodies.size());
    bool bounded = settings_.low.has_value();
    for (int k = 0, periodic = 0; k < dimension; ++k)
      if (frame.domain.periodic(k) && ++periodic == dimension) bounded = true;
    volume = bounded ? region_of(frame, settings_).volume(dimension) : nan;
  }
  time.push_back(frame.time);
  Sizes& now = sizes.emplace_back();
  for (const std::int32_t n : all.size) ++now[n];
  changes.push_back(stories_.follow(frame.bodies, all));
  fractal = fractal_dimension(all.size, gyration_radii(frame, joins, all), settings_.smallest);
}

double CoagulationHistory::aggregates(std::size_t frame) const {
  double sum = 0;
  for (const auto& [size, number] : sizes[frame]) sum += number;
  return sum;
}

std::vector<std::int32_t> size_classes(const std::vector<double>& expected, double at_least) {
  std::vector<std::int32_t> edges{1};
  double here = 0, rest = 0;
  for (const double n : expected) rest += n;
  for (std::size_t n = 0; n < expected.size(); ++n) {
    here += expected[n];
    rest -= expected[n];
    if (here < at_least || rest < at_least) continue;  // what is left must make a class too
    edges.push_back(static_cast<std::int32_t>(n) + 2);
    here = 0;
  }
  edges.push_back(std::numeric_limits<std::int32_t>::max());
  return edges;
}

void MeasureCoagulation::declare(Table& t) {
  t.key("fractal_dimension", fractal_dimension,
        {.help = "coagulation: the D of R ∝ n^(1/D) in the kernels",
         .example = "1.8",
         .above = 0,
         .at_most = 3,
         .otherwise = "the one measured in the last frame"});
}

CoagulationResult fit_coagulation(const CoagulationHistory& history, const MeasureCoagulation& how) {
  if (history.time.size() < 2) throw Error("a coagulation kernel needs at least two frames");
  CoagulationResult result;
  const bool measured = history.fractal.aggregates >= 10 && history.fractal.value > 0.5;
  result.fractal_dimension = how.fractal_dimension.value_or(
      measured ? std::min(history.fractal.value, 1.0 * history.dimension) : history.dimension);
  for (const Changes& c : history.changes) {
    result.met += c.met;
    result.met_in_crowds += c.met_in_crowds;
    result.broken += c.broken;
    result.exchanged += c.exchanged;
  }
  const std::size_t last = history.time.size() - 1;
  for (const std::size_t k : {last / 3, 2 * last / 3, last})
    if (k > 0 && (result.shown.empty() || k > result.shown.back())) result.shown.push_back(k);
  for (const KernelShape& kind : kernel_shapes()) {
    const Shape shape = [&](double i, double j) {
      return kind.value(i, j, result.fractal_dimension, history.dimension);
    };
    KernelFit& fit = result.kernels.emplace_back();
    fit.name = kind.name;
    estimate(history, shape, fit);
    predict(history, shape, result.shown, fit);
    judge(history.sizes.back(), fit);
    if (fit.log_likelihood > result.kernels[result.likeliest].log_likelihood)
      result.likeliest = result.kernels.size() - 1;
  }
  return result;
}

}  // namespace floc
