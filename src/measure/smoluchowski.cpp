#include "measure/smoluchowski.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"

namespace floc {

Smoluchowski::Smoluchowski(std::vector<double> sizes, const CoagulationKernel& kernel) : sizes_(std::move(sizes)) {
  for (std::size_t i = 0; i < sizes_.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      kernel_.push_back(kernel(sizes_[i], sizes_[j]));
      shares_.push_back(share(sizes_[i] + sizes_[j]));
    }
}

std::vector<double> Smoluchowski::size_set(std::int64_t bound, std::int64_t largest, double factor) {
  std::vector<double> sizes;
  for (std::int64_t n = 1; n <= std::min(bound, largest); ++n) sizes.push_back(static_cast<double>(n));
  while (sizes.back() < static_cast<double>(largest))
    sizes.push_back(
        std::min(static_cast<double>(largest), std::max(sizes.back() + 1, std::round(sizes.back() * factor))));
  return sizes;
}

Smoluchowski::Share Smoluchowski::share(double size) const {
  const auto above = std::upper_bound(sizes_.begin(), sizes_.end(), size);
  const auto below = static_cast<std::int32_t>(above - sizes_.begin()) - 1;
  if (above == sizes_.end()) return {below, size / sizes_.back(), 0};
  const double low = sizes_[static_cast<std::size_t>(below)], part = (*above - size) / (*above - low);
  return {below, part, 1 - part};
}

void Smoluchowski::put(double size, double number, std::vector<double>& c) const {
  c.resize(sizes_.size(), 0);
  const Share s = share(size);
  const auto at = static_cast<std::size_t>(s.below);
  c[at] += s.part * number;
  if (s.above > 0) c[at + 1] += s.above * number;
}

std::vector<double> Smoluchowski::derivative(const std::vector<double>& c) const {
  std::vector<double> rate(c.size(), 0);
  std::size_t pair = 0;
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j, ++pair) {
      const double met = (i == j ? 0.5 : 1) * kernel_[pair] * c[i] * c[j];
      const Share& s = shares_[pair];
      const auto at = static_cast<std::size_t>(s.below);
      rate[i] -= met;
      rate[j] -= met;
      rate[at] += s.part * met;
      if (s.above > 0) rate[at + 1] += s.above * met;
    }
  return rate;
}

void Smoluchowski::integrate(std::vector<double>& c, double time, double tolerance) const {
  constexpr double a[6][6] = {{1.0 / 5},
                              {3.0 / 40, 9.0 / 40},
                              {44.0 / 45, -56.0 / 15, 32.0 / 9},
                              {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                              {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                              {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
  constexpr double error[7] = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
  c.resize(sizes_.size(), 0);
  std::vector<double> k[7], y(c.size());
  k[0] = derivative(c);
  double done = 0, step = 1e-3 * time;
  for (int tries = 0; done < time; ++tries) {
    if (tries == 100000) throw Error("Smoluchowski's equation: the step has become too small");
    step = std::min(step, time - done);
    for (int s = 0; s < 6; ++s) {
      for (std::size_t n = 0; n < c.size(); ++n) {
        y[n] = c[n];
        for (int q = 0; q <= s; ++q) y[n] += step * a[s][q] * k[q][n];
      }
      k[s + 1] = derivative(y);  // the last of a step is the first of the next
    }
    double worst = 0, total = 0;
    for (std::size_t n = 0; n < c.size(); ++n) {
      double e = 0;
      for (int q = 0; q < 7; ++q) e += error[q] * k[q][n];
      worst = std::max(worst, std::abs(step * e));
      total += std::abs(c[n]);
    }
    const double ratio = worst / (tolerance * total + 1e-300);
    if (ratio <= 1) {
      done += step;
      c.swap(y);
      k[0].swap(k[6]);
    }
    step *= std::clamp(0.9 * std::pow(std::max(ratio, 1e-10), -0.2), 0.2, 5.0);
    if (done + 1e-14 * time >= time) break;
  }
}

}  // namespace floc
