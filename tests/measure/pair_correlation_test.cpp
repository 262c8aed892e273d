#include "measure/pair_correlation.hpp"

#include <cmath>

#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("g of bodies without interaction is 1 at every distance: periodic, between walls, and both") {
  const Vec3 high{{1, 1.5, 0.8}};
  for (int d : {1, 2, 3})
    for (int periodic = 0; periodic <= d; ++periodic) {
      CAPTURE(d);
      CAPTURE(periodic);
      MeasureSettings s = settings(d);
      s.bins = 8;
      MeasurePairCorrelation of;
      of.range = 0.4;
      const auto m = of.make(s);
      const int samples = 40;
      std::vector<double> mean(8, 0), squares(8, 0);
      for (std::uint64_t seed = 0; seed < samples; ++seed) {
        Instant now{gas(d, 120, high, seed + 100 * static_cast<std::uint64_t>(d))};
        for (int k = 0; k < periodic; ++k) now.domain.period[static_cast<std::size_t>(k)] = high[k];
        // walls at the ends of the box, not where the outermost bodies happen to be
        Vec3 none{};
        add(now.bodies, none, {}, 1e-12), add(now.bodies, high, {}, 1e-12);
        now.bodies.id.back() = 1000;
        const std::vector<double> g = column(*m, m->take(now.frame()), "g");
        REQUIRE(g.size() == 8);
        for (std::size_t k = 0; k < 8; ++k) mean[k] += g[k] / samples, squares[k] += g[k] * g[k] / samples;
      }
      for (std::size_t k = 1; k < 8; ++k)
        CHECK(std::abs(mean[k] - 1) <
              4 * std::sqrt((squares[k] - mean[k] * mean[k]) / samples) + 0.02);  // two bodies are no gas
    }
}

TEST_CASE("g of a periodic square lattice counts its neighbours: 4 at a, 4 at √2 a, 4 at 2 a, none between") {
  Instant now{empty(2)};
  block(now.bodies, {}, 10, 10, 0.5);
  now.domain.period = {10, 10, 0};
  MeasureSettings s = settings(2);
  MeasurePairCorrelation of;
  of.range = 2.2;
  s.bins = 22;
  const auto m = of.make(s);
  const Lines lines = m->take(now.frame());
  const std::vector<double> low = column(*m, lines, "low"), g = column(*m, lines, "g"),
                            pairs = column(*m, lines, "pairs");
  for (std::size_t k = 0; k < low.size(); ++k) {
    const double high = low[k] + 0.1;
    double neighbours = 0;
    for (double r : {1.0, std::sqrt(2.0), 2.0})
      if (low[k] - 1e-9 <= r && r < high - 1e-9) neighbours += 4;
    CHECK(pairs[k] == 50 * neighbours);
    // n(r) = ρ g · shell, with the N − 1 others that a body has
    CHECK(g[k] * (99 / 100.0) * std::acos(-1.0) * (high * high - low[k] * low[k]) ==
          doctest::Approx(neighbours).epsilon(1e-9));
  }
}

TEST_CASE("a box that is a whole period has no ends there, wherever it begins, and one that is shorter has") {
  Instant now{empty(2)};
  block(now.bodies, {}, 10, 10, 0.5);
  now.domain.period = {10, 10, 0};
  MeasureSettings s = settings(2);
  MeasurePairCorrelation of;
  of.range = 2.2;
  s.bins = 22;
  const Lines periodic = of.make(s)->take(now.frame());
  for (const double low : {0.0, 4.3, -20.0}) {
    CAPTURE(low);
    s.low = Vec3{{low, low, 0}};
    s.high = Vec3{{low + 10, low + 10, 0}};
    CHECK(of.make(s)->take(now.frame()) == periodic);
  }
  s.low = Vec3{};
  s.high = Vec3{{10, 7, 0}};
  const auto m = of.make(s);
  const std::vector<double> low = column(*m, m->take(now.frame()), "low"),
                            pairs = column(*m, m->take(now.frame()), "pairs");
  double neighbours = 0;
  for (std::size_t k = 0; k < low.size(); ++k)
    if (low[k] > 0.85 && low[k] < 1.05) neighbours += pairs[k];
  CHECK(neighbours == 70 + 60);  // along x round and round, along y between two ends
}

TEST_CASE("the room that two bodies have between walls is the integral of |W ∩ (W + u)|, done by hand") {
  const Vec3 high{{1, 0.7, 0.9}};
  for (int d : {2, 3}) {
    Instant now{empty(d)};
    add(now.bodies, {{0.5, 0.3, 0.4}});
    add(now.bodies, {{0.5, 0.57, 0.4}});
    MeasureSettings s = settings(d);
    s.low = Vec3{};
    s.high = high;
    MeasurePairCorrelation of;
    of.range = 0.3;
    s.bins = 3;
    const auto m = of.make(s);
    const double volume = d == 2 ? 0.7 : 0.63, room = volume * volume / column(*m, m->take(now.frame()), "g")[2];
    double sum = 0;  // over u = r (sin a cos b, sin a sin b, cos a), an eighth of all
    const int n = 60;
    const double quarter = 0.5 * std::acos(-1.0);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < (d == 3 ? n : 1); ++k) {
          const double r = 0.2 + 0.1 * (i + 0.5) / n, b = quarter * (j + 0.5) / n;
          const double a = d == 3 ? quarter * (k + 0.5) / n : quarter;
          const double flat = (high[0] - r * std::sin(a) * std::cos(b)) * (high[1] - r * std::sin(a) * std::sin(b));
          sum += d == 2 ? 4 * r * flat * (0.1 / n) * (quarter / n)
                        : 8 * r * r * std::sin(a) * flat * (high[2] - r * std::cos(a)) * (0.1 / n) * (quarter / n) *
                              (quarter / n);
        }
    CHECK(room == doctest::Approx(sum).epsilon(2e-4));
  }
}
