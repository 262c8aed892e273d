// Grains in a turning drum: the angle of repose against the coefficient of friction, and the regimes of faster drums.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <random>

#include "forces/gravity.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

constexpr double radius = 20, g = 1, settling = 60;

// A half-filled drum that turns about its axis with ω²R = Fr g once its grains have settled; in space a slice of one,
// periodic along the axis. Its wall holds the grains whatever their own coefficient is.
Setup drum(int dimension, double mu, double froude) {
  Setup setup;
  setup.bodies = test::empty(dimension);
  std::mt19937 random(2);
  std::uniform_real_distribution<double> unit(0, 1);
  const double pitch = 2.42, thick = dimension == 3 ? 3 * pitch : 0;
  for (double x = -radius; x < radius; x += pitch)
    for (double z = -radius; z < 0.15 * radius; z += pitch)
      for (double y = 0; y < std::max(thick, 0.5 * pitch) - 0.1; y += pitch) {
        const double r = 0.8 + 0.4 * unit(random), push = unit(random) - 0.5;
        if (std::hypot(x, z) + r > radius) continue;
        const Vec3 place = dimension == 3 ? Vec3{{x, y, z}} : Vec3{{x, z, 0}};
        test::add(setup.bodies, place, {{push, 0, 0}}, r, dimension == 3 ? r * r * r : r * r);
      }
  const double omega = std::sqrt(froude * g / radius);
  const Vec3 axis = dimension == 3 ? Vec3{{0, 1, 0}} : Vec3{{0, 0, -1}};
  const SurfacePtr wall = dimension == 3 ? cylinder_inside({}, {{0, thick, 0}}, radius) : ball_inside({}, radius, 2);
  setup.obstacles = Obstacles({{"drum", "#000000", rotation({}, axis, omega, settling, 1e9), {wall}}});
  if (dimension == 3) setup.domain.period[1] = thick;
  Vec3 down;
  down[dimension - 1] = -g;
  setup.forces = {gravity(down)};
  setup.friction = std::make_shared<Friction>(
      FrictionParameters{.coefficient = mu, .pairs = {{.between = {"grains", "drum"}, .coefficient = 0.8}}},
      std::vector<std::string>{"grains"}, setup.obstacles);
  setup.h = 0.1;
  setup.tolerance = 1e-3;
  return setup;
}

struct Flow {
  double angle = 0;    // of the centre of mass from below, in degrees
  double turning = 0;  // mean angular velocity of the grains about the axis over that of the drum
  double flying = 0;   // share of grains without a contact
};

// Means over the last part of some turns of the drum.
Flow run(int dimension, double mu, double froude, double turns) {
  Simulation s(drum(dimension, mu, froude), 2);
  const double omega = std::sqrt(froude * g / radius), end = settling + 2 * std::numbers::pi * turns / omega;
  const auto up = static_cast<std::size_t>(dimension - 1);
  Flow mean;
  int count = 0;
  while (s.time() < end) {
    const StepReport report = s.advance();
    CAPTURE(report.message);
    REQUIRE(report.converged);
    if (s.time() < settling + 0.5 * (end - settling) || s.step() % 5 != 0) continue;
    const Bodies& b = s.bodies();
    double x = 0, z = 0, momentum = 0, inertia = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
      const double* const p = b.x(i);
      const double* const v = b.v(i);
      x += b.mass[i] * p[0];
      z += b.mass[i] * p[up];
      momentum += b.mass[i] * (v[0] * p[up] - v[up] * p[0]);
      inertia += b.mass[i] * (p[0] * p[0] + p[up] * p[up]);
    }
    std::vector<char> touched(b.size());
    const Contacts& c = s.contacts();
    for (std::size_t r = 0; r < c.size(); ++r) {
      if (!(c.multiplier[r] > 0)) continue;
      touched[static_cast<std::size_t>(c.first[r])] = 1;
      if (c.second[r] >= 0) touched[static_cast<std::size_t>(c.second[r])] = 1;
    }
    double flying = 0;
    for (const char t : touched) flying += !t;
    mean.angle += std::atan2(-x, -z) * 180 / std::numbers::pi;
    mean.turning += momentum / inertia / omega;
    mean.flying += flying / static_cast<double>(b.size());
    ++count;
  }
  for (double* value : {&mean.angle, &mean.turning, &mean.flying}) *value /= count;
  MESSAGE(dimension, "D, μ ", mu, ", Fr ", froude, ": angle ", mean.angle, "°, turning ", mean.turning, ", flying ",
          mean.flying);
  return mean;
}

}  // namespace

TEST_CASE("the angle of repose in a slow drum grows with the coefficient of friction, ever more slowly") {
  for (const int dimension : {2, 3}) {
    double before = -1;
    std::vector<double> angles;
    for (const double mu : {0.0, 0.1, 0.3, 0.6}) {
      angles.push_back(run(dimension, mu, 2e-3, 0.5).angle);
      CHECK(angles.back() > before);
      before = angles.back();
    }
    CHECK(std::abs(angles[0]) < 1);  // what has no friction lies flat
    CHECK(angles[1] > 12);
    CHECK(angles[1] < 21);
    CHECK(angles[2] > 20);
    CHECK(angles[2] < 29);
    CHECK(angles[3] > 24);
    CHECK(angles[3] < 36);
    // Degrees for a tenth of μ: many at first, few in the end.
    CHECK((angles[3] - angles[2]) / 3 < 0.5 * (angles[1] - angles[0]));
  }
}

TEST_CASE("a drum rolls, cascades, cataracts and centrifuges as its Froude number grows") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const Flow rolling = run(dimension, 0.5, 2e-3, 0.5), cascading = run(dimension, 0.5, 0.05, 2),
               cataracting = run(dimension, 0.5, 0.5, 3), centrifuging = run(dimension, 0.5, 6, 6);
    // Rolling: a flat slope, nobody in the air.
    CHECK(rolling.flying < 0.02);
    // Faster drums carry the grains further up, and throw more of them.
    CHECK(cascading.angle > rolling.angle);
    CHECK(cataracting.angle > cascading.angle);
    CHECK(cascading.flying > rolling.flying);
    CHECK(cataracting.flying > 2 * cascading.flying);
    for (const Flow& flow : {cascading, cataracting}) CHECK(flow.turning < 0.7);
    // Centrifuging: a ring that turns with the drum, with its centre on the axis.
    CHECK(centrifuging.turning > 0.97);
    CHECK(centrifuging.flying < 0.02);
  }
}
