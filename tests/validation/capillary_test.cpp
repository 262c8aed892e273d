// Capillary bridges: the hysteresis loop of a pair, its work, and the law against Young and Laplace.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "contact/gluey.hpp"
#include "forces/capillary.hpp"
#include "forces/field.hpp"
#include "support/setups.hpp"

using namespace floc;
using std::numbers::pi;

namespace {

// Pulls body 1 along e with p(t), and body 0 against it.
class Pull final : public Force {
 public:
  Pull(Vec3 e, std::function<double(double)> p) : e_(e), p_(std::move(p)) {}
  void add(const Surroundings& s, const FreeMotion& free) const override {
    const auto d = static_cast<std::size_t>(s.bodies.dimension);
    const double kick = s.gain * p_(s.t + 0.5 * s.h);
    for (std::size_t k = 0; k < d; ++k) {
      free.velocity[k] -= kick / s.bodies.mass[0] * e_.c[k];
      free.velocity[d + k] += kick / s.bodies.mass[1] * e_.c[k];
    }
  }

 private:
  Vec3 e_;
  std::function<double(double)> p_;
};

CapillaryParameters water() {
  CapillaryParameters p;
  p.surface_tension = 0.4;
  p.liquid = {0.02, 0.2};
  return p;
}

constexpr double r0 = 1, r1 = 1.5, m0 = 1, m1 = 3;

Setup pair(int dimension, double gap, const std::function<double(double)>& pull, double h) {
  const Vec3 e = dimension == 1   ? Vec3{{1, 0, 0}}
                 : dimension == 2 ? Vec3{{0.6, 0.8, 0}}
                                  : Vec3{{2.0 / 7, 3.0 / 7, 6.0 / 7}};
  Setup setup;
  setup.bodies = test::empty(dimension);
  test::add(setup.bodies, {}, {}, r0, m0);
  test::add(setup.bodies, (r0 + r1 + gap) * e, {}, r1, m1);
  setup.forces = {std::make_shared<Pull>(e, pull), capillary(water())};
  setup.tolerance = 1e-9;
  setup.h = h;
  return setup;
}

double gap_of(const Simulation& s) {
  const int d = s.bodies().dimension;
  return norm(embed(s.bodies().x(1), d) - embed(s.bodies().x(0), d)) - r0 - r1;
}
double parting_speed(const Simulation& s) {
  const int d = s.bodies().dimension;
  const Vec3 x = embed(s.bodies().x(1), d) - embed(s.bodies().x(0), d);
  return dot(x, embed(s.bodies().v(1), d) - embed(s.bodies().v(0), d)) / norm(x);
}

// Pushed together, pulled apart beyond rupture, and pushed together again.
double there_and_back(double t) { return t < 2 || t > 3.2 ? -0.25 : 3.2; }

}  // namespace

TEST_CASE("the loop of a pair: no force before contact, the law until rupture, none after") {
  const double rupture = water().rupture(), reduced = m0 * m1 / (m0 + m1), h = 1e-3;
  const CapillaryBridge law = water().between(r0, r1);
  for (const int dimension : {1, 2, 3}) {
    Simulation s(pair(dimension, 0.2, there_and_back, h), 1);
    enum { coming, touching, leaving, gone, back } phase = coming;
    int held = 0, free_steps = 0;
    double largest = 0;
    while (phase != back) {
      const double gap = gap_of(s), speed = parting_speed(s), pull = there_and_back(s.time() + 0.5 * h);
      const StepReport report = s.advance();
      REQUIRE(report.converged);
      const double force = pull - reduced * (parting_speed(s) - speed) / h;  // attraction felt in this step
      const bool contact = report.active > 0;
      if (phase == coming && contact) phase = touching;
      if (phase == touching && !contact) phase = leaving;
      if (phase == leaving && gap >= rupture) phase = gone;
      if (phase == gone && contact) phase = back;
      if (contact) continue;
      if (phase == leaving) {
        REQUIRE(force == doctest::Approx(law.force(gap)).epsilon(1e-9));
        ++held;
      } else {
        REQUIRE(std::abs(force) < 1e-9);
        ++free_steps;
        largest = std::max(largest, gap);
      }
      // The report tells of the place where the pair has arrived.
      REQUIRE((report.bridges == 1) == (phase == leaving && gap_of(s) < rupture));
      REQUIRE(report.potential_energy == doctest::Approx(report.bridges == 1 ? law.energy(gap_of(s)) : 0));
      for (int k = 0; k < dimension; ++k) REQUIRE(std::abs(report.momentum[static_cast<std::size_t>(k)]) < 1e-10);
    }
    CHECK(held > 100);
    CHECK(free_steps > 1000);
    CHECK(largest > 1.3 * rupture);
  }
}

TEST_CASE("the work of the loop is the integral of the law, at first order in the step") {
  const CapillaryBridge law = water().between(r0, r1);
  // Simpson's rule, independent of the primitive that the force uses.
  const double rupture = water().rupture();
  const int n = 2000;
  double integral = 0;
  for (int k = 0; k <= n; ++k) {
    const double gap = std::min(rupture * k / n, std::nextafter(rupture, 0));
    integral += (k == 0 || k == n ? 1 : k % 2 == 1 ? 4 : 2) * law.force(gap) * rupture / (3 * n);
  }
  CHECK(-law.energy(0) == doctest::Approx(integral).epsilon(1e-9));
  std::vector<double> error;
  for (const double h : {4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4}) {
    Simulation s(pair(1, 0, [](double) { return 3.2; }, h), 1);  // touching, pulled away
    double given = 0;
    for (double gap = gap_of(s); gap < rupture; gap = gap_of(s)) {
      s.advance();
      given += 3.2 * (gap_of(s) - gap);
    }
    const double speed = parting_speed(s);
    error.push_back(std::abs(given - 0.5 * m0 * m1 / (m0 + m1) * speed * speed - integral));
  }
  CHECK(error.back() < 3e-3 * integral);
  CHECK(std::log2(error.front() / error.back()) / 4 == doctest::Approx(1).epsilon(0.15));
}

TEST_CASE("a grain hangs from a ceiling by its bridge, or falls when it is too heavy") {
  const CapillaryBridge law = water().between(1, 1);
  for (const double load : {0.99, 1.01}) {
    Setup setup;
    setup.bodies = test::empty(3);
    test::add(setup.bodies, {{0, 0, -1}}, {}, 1, 1);
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 0, -1}})})});
    setup.forces = {gravity({{0, 0, -load * law.force(0)}}), capillary(water())};
    setup.tolerance = 1e-6;
    setup.h = 1e-3;
    Simulation s(std::move(setup), 1);
    StepReport report;
    for (int k = 0; k < 3000; ++k) report = s.advance();
    CHECK(report.bridges == (load < 1 ? 1 : 0));
    if (load < 1)
      CHECK(std::abs(s.bodies().x(0)[2] + 1) < 1e-5);
    else
      CHECK(s.bodies().x(0)[2] < -1.5);
  }
}

// A gluey grain under a ceiling: the bridge presses it with F − mg for a time T, so that γ = −(F − mg)T is
// stored; then it is pulled with q > F, and lets go when (q − F)(t − T) has used that up.
TEST_CASE("a gluey grain with a bridge lets go of the ceiling when its stored adhesion is used up") {
  const double f = water().between(1, 1).force(0), weight = 0.5 * f, pull = 1.4 * f, held = 1;
  const double take_off = held + (f - weight) * held / (pull - f);
  for (const double h : {1e-2, 1e-3}) {
    Setup setup;
    setup.bodies = test::empty(1);
    test::add(setup.bodies, {{-1, 0, 0}}, {}, 1, 1);
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{-1, 0, 0}})})});
    const std::string push = fmt::format("t < {} ? {} : {}", held - 0.5 * h, -weight, -pull);
    setup.forces = {field({Expression(push, field_variables())}, false), capillary(water())};
    setup.law = gluey({});
    setup.tolerance = 1e-8;
    setup.h = h;
    Simulation s(std::move(setup), 1);
    double left = 0, broken = 0;
    while (broken == 0) {
      const StepReport report = s.advance();
      REQUIRE(report.converged);
      if (left == 0 && s.bodies().x(0)[0] < -1 - 1e-6) left = s.time();
      if (report.bridges == 0) broken = s.time();
      REQUIRE(s.time() < 10);
    }
    CHECK(std::abs(left - take_off) < 2.5 * h);
    CHECK(broken > left + 0.1);
  }
}

TEST_CASE("restart in the middle of a bridge's life goes on with the same bits, pulled apart or not") {
  const auto make = [] { return pair(2, 0.2, there_and_back, 1e-3); };
  Simulation whole(make(), 1);
  std::vector<State> saved;
  while (whole.time() < 3.5) {
    if (whole.step() % 400 == 350) saved.push_back(whole.state());
    whole.advance();
  }
  int bridged = 0;
  for (const State& state : saved) {
    bridged += state.memory[1].size() == 1;
    Simulation rest(make(), 1);
    rest.restore(state);
    while (rest.step() < whole.step()) rest.advance();
    CHECK(rest.hash() == whole.hash());
  }
  CHECK(bridged >= 2);
  CHECK(bridged < static_cast<int>(saved.size()));
}

namespace {

// The bridge between two spheres of radius 1 that wets them up to the angle ψ, with contact angle θ and
// gap D, after Young and Laplace: the meridian turns by dφ/ds = P + cos φ / y from the neck y₀ on.
struct Meniscus {
  double volume = 0, force = 0;  // the latter in units of πγr

  Meniscus(double psi, double gap, double theta) {
    const double turn = pi / 2 - psi - theta, x_end = 0.5 * gap + 1 - std::cos(psi), y_end = std::sin(psi);
    const double arc = x_end / std::sin(turn);  // the circle as a first guess
    double y0 = y_end - arc * (1 - std::cos(turn)), p = 1 / arc - 1 / y0, solid = 0;
    for (int iteration = 0; iteration < 60; ++iteration) {
      const Vec3 end = follow(y0, p, turn);
      const double ex = end[0] - x_end, ey = end[1] - y_end, e = 1e-6;
      solid = end[2];
      if (std::max(std::abs(ex), std::abs(ey)) < 1e-11) break;
      const Vec3 a = (1 / e) * (follow(y0 + e, p, turn) - end), b = (1 / e) * (follow(y0, p + e, turn) - end);
      const double det = a[0] * b[1] - b[0] * a[1];
      const double dy = (ey * b[0] - ex * b[1]) / det, dp = (ex * a[1] - ey * a[0]) / det;
      double t = 1;
      while (y0 + t * dy <= 0) t *= 0.5;
      y0 += t * dy;
      p += t * dp;
    }
    const double c = std::cos(psi);
    volume = 2 * (solid - pi * (1 - c) * (1 - c) * (2 + c) / 3);
    force = 2 * y0 + p * y0 * y0;
  }

  // x, y and ∫πy²dx where the meridian has turned by `turn`; Runge–Kutta in φ.
  static Vec3 follow(double y0, double p, double turn) {
    const auto slope = [&](double phi, double y) {
      const double k = p + std::cos(phi) / y;
      return Vec3{{std::cos(phi) / k, std::sin(phi) / k, pi * y * y * std::cos(phi) / k}};
    };
    constexpr int n = 80;
    const double h = turn / n;
    Vec3 at{{0, y0, 0}};
    for (int i = 0; i < n; ++i) {
      const double phi = i * h;
      const Vec3 a = slope(phi, at[1]), b = slope(phi + 0.5 * h, at[1] + 0.5 * h * a[1]);
      const Vec3 c = slope(phi + 0.5 * h, at[1] + 0.5 * h * b[1]), d = slope(phi + h, at[1] + h * c[1]);
      at += (h / 6) * (a + 2 * b + 2 * c + d);
    }
    return at;
  }
};

double young_laplace(double volume, double gap, double theta) {
  double low = 0.02, high = 1.2;
  for (int k = 0; k < 40; ++k) {
    const double middle = 0.5 * (low + high);
    (Meniscus(middle, gap, theta).volume < volume ? low : high) = middle;
  }
  return Meniscus(0.5 * (low + high), gap, theta).force;
}

}  // namespace

TEST_CASE("the law of Soulié et al. is within a tenth of the equation of Young and Laplace") {
  double worst = 0;
  for (const double theta : {0.0, pi / 9})
    for (const double volume : {1e-3, 1e-2, 3e-2}) {
      if (theta > 0 && volume != 1e-2) continue;
      CapillaryParameters p;
      p.surface_tension = 1 / pi;
      p.liquid = {volume, 180 / pi * theta};
      const CapillaryBridge law = p.between(1, 1);
      for (const double share : {0.0, 0.25, 0.5, 0.75}) {
        if (theta > 0 && share > 0.5) continue;  // two shapes of one volume there
        const double exact = young_laplace(volume, share * p.rupture(), theta);
        worst = std::max(worst, std::abs(law.force(share * p.rupture()) / exact - 1));
      }
    }
  CHECK(worst < 0.1);
  CHECK(worst > 0.05);  // a fit, not the equation
  // A small bridge between touching grains: 2πγr.
  CHECK(young_laplace(1e-5, 0, 0) == doctest::Approx(2).epsilon(0.05));
}
