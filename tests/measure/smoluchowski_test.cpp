#include "measure/smoluchowski.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace floc;

namespace {

double mass(const Smoluchowski& s, const std::vector<double>& c) {
  double sum = 0;
  for (std::size_t n = 0; n < c.size(); ++n) sum += s.sizes()[n] * c[n];
  return sum;
}

std::vector<double> after(const Smoluchowski& s, double time) {
  std::vector<double> c;
  s.put(1, 1, c);
  s.integrate(c, time);
  return c;
}

}  // namespace

TEST_CASE("constant kernel from single bodies: (t/2)^(n−1)/(1 + t/2)^(n+1)") {
  const Smoluchowski s(Smoluchowski::size_set(150, 150), [](double, double) { return 1.0; });
  const double t = 5;
  const std::vector<double> c = after(s, t);
  for (int n = 1; n <= 60; ++n)
    CHECK(std::abs(c[static_cast<std::size_t>(n) - 1] - std::pow(t / 2, n - 1) / std::pow(1 + t / 2, n + 1)) < 1e-8);
  CHECK(mass(s, c) == doctest::Approx(1).epsilon(1e-13));
}

TEST_CASE("sum kernel from single bodies: Golovin's e^−t (ng)^(n−1) e^−ng/n!, g = 1 − e^−t") {
  const Smoluchowski s(Smoluchowski::size_set(400, 400), [](double i, double j) { return i + j; });
  const double t = 1, g = 1 - std::exp(-t);
  const std::vector<double> c = after(s, t);
  for (int n = 1; n <= 60; ++n) {
    const double exact = std::exp(-t + (n - 1) * std::log(n * g) - n * g - std::lgamma(n + 1.0));
    CHECK(std::abs(c[static_cast<std::size_t>(n) - 1] - exact) < 1e-8);
  }
  CHECK(mass(s, c) == doctest::Approx(1).epsilon(1e-13));
}

TEST_CASE("product kernel before the gel: n^(n−2) t^(n−1) e^−nt/n!; mass stays behind it too") {
  const Smoluchowski s(Smoluchowski::size_set(150, 300), [](double i, double j) { return i * j; });
  const double t = 0.5;
  const std::vector<double> c = after(s, t);
  for (int n = 1; n <= 40; ++n) {
    const double exact = std::exp((n - 2) * std::log(n) + (n - 1) * std::log(t) - n * t - std::lgamma(n + 1.0));
    CHECK(std::abs(c[static_cast<std::size_t>(n) - 1] - exact) < 1e-8);
  }
  CHECK(mass(s, after(s, 2)) == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("sizes that grow by a factor keep number and mass: the constant kernel's 1/(1 + t/2) aggregates") {
  const Smoluchowski s(Smoluchowski::size_set(20, 100000), [](double, double) { return 1.0; });
  CHECK(s.sizes().size() < 250);
  const double t = 200;
  const std::vector<double> c = after(s, t);
  double number = 0;
  for (const double n : c) number += n;
  CHECK(number == doctest::Approx(1 / (1 + t / 2)).epsilon(1e-6));
  CHECK(mass(s, c) == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("an aggregate between two sizes is shared out with its number and mass") {
  const Smoluchowski s({1, 2, 10}, [](double, double) { return 1.0; });
  std::vector<double> c;
  s.put(4, 3, c);
  CHECK(c[1] + c[2] == doctest::Approx(3));
  CHECK(mass(s, c) == doctest::Approx(12));
  s.put(30, 1, c);
  CHECK(mass(s, c) == doctest::Approx(42));
}
