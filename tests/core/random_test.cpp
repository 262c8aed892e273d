#include "core/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <vector>

using namespace floc;

namespace {

struct Moments {
  double mean = 0, variance = 0, skewness = 0, kurtosis = 0;
};

Moments moments(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  Moments m;
  for (double x : values) m.mean += x / n;
  for (double x : values) m.variance += (x - m.mean) * (x - m.mean) / n;
  for (double x : values) m.skewness += std::pow((x - m.mean) / std::sqrt(m.variance), 3) / n;
  for (double x : values) m.kurtosis += std::pow((x - m.mean) / std::sqrt(m.variance), 4) / n;
  return m;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const Moments ma = moments(a), mb = moments(b);
  double s = 0;
  for (std::size_t k = 0; k < a.size(); ++k) s += (a[k] - ma.mean) * (b[k] - mb.mean);
  return s / static_cast<double>(a.size()) / std::sqrt(ma.variance * mb.variance);
}

constexpr std::uint64_t count = 100000;

std::vector<double> along(const std::function<Draw(std::uint64_t)>& draw) {
  std::vector<double> values;
  for (std::uint64_t k = 0; k < count; ++k) values.push_back(uniform(draw(k)));
  return values;
}

}  // namespace

TEST_CASE("uniform numbers are the published test vectors of Philox 4x32-10") {
  const auto to_unit = [](std::uint64_t word) { return static_cast<double>(word >> 11) * 0x1.0p-53; };
  CHECK(uniform({0, 0, 0, 0}) == to_unit(0x6627e8d5e169c58d));
  CHECK(uniform({0x299f31d0a4093822, 0x243f6a88, 0x13198a2e85a308d3, 0x03707344}) == to_unit(0xd16cfe0994fdcceb));
}

TEST_CASE("a draw is a function of seed, particle, step and use, and of each of them") {
  const Draw draw{1, 2, 3, 4};
  CHECK(uniform(draw) == uniform(draw));
  CHECK(normal(draw) == normal(draw));
  const std::set<double> others{uniform(draw),           uniform({2, 2, 3, 4}), uniform({1, 3, 3, 4}),
                                uniform({1, 2, 4, 4}),   uniform({1, 2, 3, 5}), uniform({1ull << 40, 2, 3, 4}),
                                uniform({1, 2, 1ull << 40, 4}), uniform({1, 2ull << 40, 3, 4})};
  CHECK(others.size() == 8);
}

TEST_CASE("uniform numbers fill [0, 1) evenly along particles, steps, uses and seeds") {
  for (const auto& values :
       {along([](auto k) { return Draw{7, k, 0, 0}; }), along([](auto k) { return Draw{7, 0, k, 0}; }),
        along([](auto k) { return Draw{7, 0, 0, static_cast<std::uint32_t>(k)}; }),
        along([](auto k) { return Draw{k, 0, 0, 0}; })}) {
    CHECK(*std::min_element(values.begin(), values.end()) >= 0);
    CHECK(*std::max_element(values.begin(), values.end()) < 1);
    const Moments m = moments(values);
    CHECK(std::abs(m.mean - 0.5) < 4 * std::sqrt(1.0 / 12 / count));
    CHECK(std::abs(m.variance - 1.0 / 12) < 4 * std::sqrt(1.0 / 180 / count));
    std::vector<double> cells(100, 0.0);
    for (double x : values) cells[static_cast<std::size_t>(100 * x)] += 1;
    double chi2 = 0;
    for (double c : cells) chi2 += (c - count / 100.0) * (c - count / 100.0) / (count / 100.0);
    CHECK(std::abs(chi2 - 99) < 4 * std::sqrt(2.0 * 99));
    std::vector<double> shifted(values.begin() + 1, values.end());
    shifted.push_back(values.front());
    CHECK(std::abs(correlation(values, shifted)) < 4 / std::sqrt(count));
  }
}

TEST_CASE("numbers of neighbouring steps, uses and seeds are uncorrelated across particles") {
  const auto base = along([](auto k) { return Draw{7, k, 5, 0}; });
  CHECK(std::abs(correlation(base, along([](auto k) { return Draw{7, k, 6, 0}; }))) < 4 / std::sqrt(count));
  CHECK(std::abs(correlation(base, along([](auto k) { return Draw{7, k, 5, 1}; }))) < 4 / std::sqrt(count));
  CHECK(std::abs(correlation(base, along([](auto k) { return Draw{8, k, 5, 0}; }))) < 4 / std::sqrt(count));
}

TEST_CASE("normal numbers have the moments and the tails of the normal distribution") {
  std::vector<double> values;
  for (std::uint64_t k = 0; k < count; ++k) values.push_back(normal({3, k, 1, 2}));
  const Moments m = moments(values);
  CHECK(std::abs(m.mean) < 4 * std::sqrt(1.0 / count));
  CHECK(std::abs(m.variance - 1) < 4 * std::sqrt(2.0 / count));
  CHECK(std::abs(m.skewness) < 4 * std::sqrt(6.0 / count));
  CHECK(std::abs(m.kurtosis - 3) < 4 * std::sqrt(24.0 / count));
  for (double x : {-2.0, -1.0, 0.0, 0.5, 1.5, 2.5}) {
    const double expected = 0.5 * std::erfc(-x / std::sqrt(2.0));
    const auto below = std::count_if(values.begin(), values.end(), [=](double v) { return v < x; });
    CHECK(std::abs(static_cast<double>(below) / count - expected) < 4 * std::sqrt(expected * (1 - expected) / count));
  }
}

TEST_CASE("a pair of normal numbers is the normal number and an independent partner") {
  std::vector<double> first, second;
  for (std::uint64_t k = 0; k < count; ++k) {
    const auto pair = normal_pair({3, k, 1, 2});
    first.push_back(pair[0]);
    second.push_back(pair[1]);
    REQUIRE(pair[0] == normal({3, k, 1, 2}));
  }
  CHECK(std::abs(moments(second).variance - 1) < 4 * std::sqrt(2.0 / count));
  CHECK(std::abs(correlation(first, second)) < 4 / std::sqrt(count));
  for (std::vector<double>* v : {&first, &second})
    for (double& x : *v) x *= x;
  CHECK(std::abs(correlation(first, second)) < 4 / std::sqrt(count));
}
