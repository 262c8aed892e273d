// Friction with exact answers: what rolls, slides and sticks, for both schemes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "contact/gluey.hpp"
#include "contact/restitution.hpp"
#include "forces/gravity.hpp"
#include "geometry/motions.hpp"
#include "support/setups.hpp"
#include "support/shapes.hpp"

using namespace floc;

namespace {

constexpr double g = 9.81;

// A ball (disc) of radius .1 that touches the plane z = 0 (y = 0), on an incline that falls along x.
Setup incline(int dimension, double angle, double friction, FrictionScheme scheme, double h) {
  Setup setup;
  setup.bodies = test::empty(dimension);
  Vec3 x, down, up;
  const int vertical = dimension - 1;
  x[vertical] = 0.1;
  up[vertical] = 1;
  down[0] = g * std::sin(angle);
  down[vertical] = -g * std::cos(angle);
  test::add(setup.bodies, x, {}, 0.1, 2);
  setup.obstacles = Obstacles({test::obstacle({half_space({}, up)})});
  setup.forces = {gravity(down)};
  setup.friction = std::make_shared<Friction>(friction, scheme);
  setup.h = h;
  setup.tolerance = 1e-9;
  return setup;
}

// The turn that goes with a motion along x.
double spin_of(const Bodies& b) { return b.dimension == 3 ? b.spin[1] : -b.spin[0]; }
double speed_of(const Bodies& b) { return b.velocity[0]; }

void advance(Simulation& s, int steps) {
  for (int k = 0; k < steps; ++k) REQUIRE(s.advance().converged);
}

constexpr FrictionScheme both[]{FrictionScheme::convex, FrictionScheme::exact};

}  // namespace

TEST_CASE("a ball rolls down an incline with 5/7 g sin α, a disc with 2/3 g sin α, and neither slips") {
  for (const FrictionScheme scheme : both)
    for (const int dimension : {2, 3}) {
      CAPTURE(dimension);
      const double angle = 0.5, share = dimension == 3 ? 5.0 / 7 : 2.0 / 3;
      Simulation s(incline(dimension, angle, 0.5, scheme, 1e-3), 1);
      advance(s, 500);
      CHECK(speed_of(s.bodies()) == doctest::Approx(share * g * std::sin(angle) * 0.5).epsilon(1e-6));
      CHECK(0.1 * spin_of(s.bodies()) == doctest::Approx(speed_of(s.bodies())).epsilon(1e-6));
    }
}

TEST_CASE("beyond tan α = 7μ/2 a ball slips, beyond 3μ a disc: a = g(sin α − μ cos α)") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const double mu = 0.1, steep = dimension == 3 ? 3.5 * mu : 3 * mu;
    for (const double angle : {std::atan(steep) - 0.01, std::atan(steep) + 0.05}) {
      CAPTURE(angle);
      Simulation s(incline(dimension, angle, mu, FrictionScheme::exact, 1e-3), 1);
      advance(s, 500);
      const bool rolls = std::tan(angle) < steep;
      const double share = dimension == 3 ? 5.0 / 7 : 2.0 / 3;
      const double a = rolls ? share * g * std::sin(angle) : g * (std::sin(angle) - mu * std::cos(angle));
      CHECK(speed_of(s.bodies()) == doctest::Approx(0.5 * a).epsilon(1e-6));
      CHECK((std::abs(0.1 * spin_of(s.bodies()) - speed_of(s.bodies())) < 1e-6) == rolls);
    }
  }
}

TEST_CASE("a bowling ball slides for 2v₀/(7μg), and rolls on with 5/7 of its speed; a disc for v₀/(3μg), with 2/3") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const double mu = 0.2, v0 = 3;
    const double until = dimension == 3 ? 2 * v0 / (7 * mu * g) : v0 / (3 * mu * g),
                 share = dimension == 3 ? 5.0 / 7 : 2.0 / 3;
    for (const double h : {2e-3, 1e-3}) {
      Setup setup = incline(dimension, 0, mu, FrictionScheme::exact, h);
      setup.bodies.velocity[0] = v0;
      Simulation s(std::move(setup), 1);
      double rolling = 0;
      while (s.time() < 2 * until) {
        advance(s, 1);
        if (rolling == 0 && std::abs(speed_of(s.bodies()) - 0.1 * spin_of(s.bodies())) < 1e-6) rolling = s.time();
      }
      CHECK(std::abs(rolling - until) <= h * 1.001);
      CHECK(speed_of(s.bodies()) == doctest::Approx(share * v0).epsilon(1e-6));
    }
  }
}

TEST_CASE("the convex scheme opens a contact that slides by hμ|u|, and is wrong by O(h) there") {
  const double mu = 0.1, angle = 0.6, a = g * (std::sin(angle) - mu * std::cos(angle));
  double before = 0;
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    CAPTURE(h);
    Simulation s(incline(3, angle, mu, FrictionScheme::convex, h), 1);
    advance(s, static_cast<int>(std::lround(0.5 / h)));
    const double slip = speed_of(s.bodies()) - 0.1 * spin_of(s.bodies());
    CHECK(s.bodies().position[2] - 0.1 == doctest::Approx(h * mu * slip).epsilon(1e-6));
    const double error = std::abs(speed_of(s.bodies()) / (0.5 * a) - 1);
    CHECK(error < 0.2 * h);
    if (before > 0) CHECK(error == doctest::Approx(0.5 * before).epsilon(0.1));
    before = error;
  }
}

TEST_CASE("friction conserves momentum and angular momentum, and takes energy, in a cloud of grains") {
  for (const FrictionScheme scheme : both)
    for (const int dimension : {2, 3}) {
      CAPTURE(dimension);
      Setup setup = test::grains_in_a_box(dimension, 200, 0.4, 20, 7);
      setup.obstacles = Obstacles();
      setup.friction = std::make_shared<Friction>(0.4, scheme);
      setup.h = 0.01;
      Simulation s(std::move(setup), 2);
      const auto moments = [&] {
        const Bodies& b = s.bodies();
        std::array<double, 6> sum{};
        for (std::size_t i = 0; i < b.size(); ++i) {
          const Vec3 x = embed(b.x(i), dimension), v = embed(b.v(i), dimension), turn = b.mass[i] * cross(x, v);
          for (std::size_t k = 0; k < 3; ++k) {
            sum[k] += b.mass[i] * v.c[k];
            sum[3 + k] += turn.c[k];
            if (dimension == 3) sum[3 + k] += b.inertia[3 * i + k] * b.spin[3 * i + k];
          }
          if (dimension == 2) sum[5] += b.inertia[i] * b.spin[i];
        }
        return sum;
      };
      const auto before = moments();
      double energy = kinetic_energy(s.bodies());
      double turning = 0;
      for (int k = 0; k < 40; ++k) {
        const StepReport report = s.advance();
        REQUIRE(report.converged);
        CHECK(report.kinetic_energy <= energy * (1 + 1e-12));
        energy = report.kinetic_energy;
      }
      turning = spin_energy(s.bodies(), s.bodies().spin);
      CHECK(turning > 1e-3 * energy);
      const auto after = moments();
      for (std::size_t k = 0; k < 3; ++k) CHECK(after[k] == doctest::Approx(before[k]).epsilon(1e-9).scale(1));
      // Points of contact are apart by the gap: what is left of angular momentum is of its size.
      for (std::size_t k = 3; k < 6; ++k) CHECK(after[k] == doctest::Approx(before[k]).epsilon(1e-2).scale(1));
    }
}

TEST_CASE("a moving belt takes a ball along: it rolls back at 5/7 of what is left") {
  for (const FrictionScheme scheme : both) {
    Setup setup = incline(3, 0, 0.4, scheme, 1e-3);
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 0, 1}})}, translation({{2, 0, 0}}, 0, 1e9))});
    Simulation s(std::move(setup), 1);
    advance(s, 800);
    // The impulse J at the belt: v = J/m, ω r = −(5/2) J/m; no slip: v − ωr = 2 → v = 4/7.
    CHECK(speed_of(s.bodies()) == doctest::Approx(4.0 / 7).epsilon(1e-5));
    CHECK(0.1 * spin_of(s.bodies()) == doctest::Approx(4.0 / 7 - 2).epsilon(1e-5));
  }
}

TEST_CASE("a pile of three cylinders stands with friction and slides apart without") {
  const auto pile = [](double mu) {
    Setup setup;
    setup.bodies = test::empty(2);
    test::add(setup.bodies, {{-1, 1, 0}}, {}, 1, 1);
    test::add(setup.bodies, {{1, 1, 0}}, {}, 1, 1);
    test::add(setup.bodies, {{0, 1 + std::sqrt(3.0), 0}}, {}, 1, 1);
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
    setup.forces = {gravity({{0, -g, 0}})};
    setup.friction = std::make_shared<Friction>(mu);
    setup.h = 5e-3;
    Simulation s(std::move(setup), 1);
    advance(s, 400);
    return s.bodies().position[5];
  };
  // Contacts of cylinders hold for μ ≥ tan 15°.
  CHECK(pile(0.30) == doctest::Approx(1 + std::sqrt(3.0)).epsilon(1e-3));
  CHECK(pile(0.24) < 2.5);
}

TEST_CASE("a glued ball holds on a wall by friction up to μ times its adhesion") {
  const auto fall = [](double mu) {
    Setup setup = incline(3, 0, mu, FrictionScheme::convex, 1e-3);
    setup.forces = {gravity({{0, 0, -g}})};
    setup.law = gluey({});
    Simulation s(std::move(setup), 1);
    advance(s, 100);  // it stores adhesion: γ = −m g t
    Setup turned = incline(3, 0, mu, FrictionScheme::convex, 1e-3);
    turned.forces = {gravity({{g, 0, 0}})};
    turned.law = gluey({});
    Simulation wall(std::move(turned), 1);
    wall.restore(s.state());
    advance(wall, 50);
    return wall.bodies().velocity[0] - 0.1 * wall.bodies().spin[1];
  };
  CHECK(std::abs(fall(0.5)) < 1e-6);  // rolls down, and does not slide
  CHECK(fall(0.0) > 0.4);
}

TEST_CASE("resistance to rolling: a ball stays up to tan α = ρ, a rolling one slows by 5/7 ρg, a disc by 2/3 ρg") {
  const auto resisted = [](int dimension, double angle, FrictionScheme scheme) {
    Setup setup = incline(dimension, angle, 0.5, scheme, 1e-3);
    setup.friction =
        std::make_shared<Friction>(FrictionParameters{.coefficient = 0.5, .scheme = scheme, .rolling = 0.1},
                                   std::vector<std::string>{}, setup.obstacles);
    setup.bodies.let_turn();
    return setup;
  };
  for (const FrictionScheme scheme : both)
    for (const int dimension : {2, 3}) {
      CAPTURE(dimension);
      const double share = dimension == 3 ? 5.0 / 7 : 2.0 / 3;
      Simulation still(resisted(dimension, std::atan(0.099), scheme), 1);
      advance(still, 300);
      CHECK(std::abs(speed_of(still.bodies())) < 1e-6);
      const double angle = std::atan(0.15);
      Simulation rolls(resisted(dimension, angle, scheme), 1);
      advance(rolls, 300);
      CHECK(speed_of(rolls.bodies()) ==
            doctest::Approx(0.3 * share * g * (std::sin(angle) - 0.1 * std::cos(angle))).epsilon(1e-5));
      Setup moving = resisted(dimension, 0, scheme);
      moving.bodies.velocity[0] = 0.4;
      (dimension == 3 ? moving.bodies.spin[1] : moving.bodies.spin[0]) = dimension == 3 ? 4 : -4;
      Simulation slows(std::move(moving), 1);
      advance(slows, 300);
      CHECK(speed_of(slows.bodies()) == doctest::Approx(0.4 - 0.3 * share * 0.1 * g).epsilon(1e-4));
      advance(slows, 600);
      CHECK(std::abs(speed_of(slows.bodies())) < 1e-6);
    }
}

// v falls by a in every step of h, and the way is Σ hv: v₀²/(2a) − hv₀/2.
TEST_CASE("a ball comes to rest after v₀²/(2·5/7 ρg), a disc after v₀²/(2·2/3 ρg), with the resistance of its pair") {
  const double h = 1e-3, start = 0.3;
  for (const FrictionScheme scheme : both)
    for (const int dimension : {2, 3})
      for (const double resistance : {0.04, 0.1}) {
        CAPTURE(dimension);
        CAPTURE(resistance);
        Setup setup = incline(dimension, 0, 0.5, scheme, h);
        Obstacle floor = setup.obstacles.list()[0];
        floor.name = "floor";
        setup.obstacles = Obstacles({floor});
        const FrictionParameters friction{
            .coefficient = 0.5,
            .scheme = scheme,
            .rolling = 0.7,
            .pairs = {{.between = {"floor", resistance == 0.04 ? "soft" : "hard"}, .rolling = resistance}}};
        setup.friction =
            std::make_shared<Friction>(friction, std::vector<std::string>{"soft", "hard"}, setup.obstacles);
        setup.bodies.group = {resistance == 0.04 ? 0 : 1};
        setup.bodies.let_turn();
        setup.bodies.velocity[0] = start;
        (dimension == 3 ? setup.bodies.spin[1] : setup.bodies.spin[0]) = (dimension == 3 ? 10 : -10) * start;
        Simulation s(std::move(setup), 1);
        const double a = (dimension == 3 ? 5.0 / 7 : 2.0 / 3) * resistance * g;
        advance(s, static_cast<int>(start / (a * h)) + 50);
        CHECK(std::abs(speed_of(s.bodies())) < 1e-7);
        CHECK(s.bodies().x(0)[0] == doctest::Approx(start * start / (2 * a) - h * start / 2).epsilon(1e-4));
      }
}

// Rolling about its long axis a spheroid is a ball of its short one, whatever the ball round it, or of its volume, is;
// a capsule touches at two points, which bear half each.
TEST_CASE("resistance to rolling of other shapes: the lever is how far the centre is from the plane of contact") {
  const double radius = 0.1;
  for (const auto& [shape, turn] :
       {std::pair{make_ellipsoid({{radius, 0.3, radius}}), 0.0}, {make_capsule(0.2, radius, 3), std::numbers::pi / 2}})
    for (const double slope : {0.099, 0.15}) {
      CAPTURE(slope);
      Setup setup = incline(3, std::atan(slope), 0.5, FrictionScheme::exact, 1e-3);
      setup.bodies = test::empty(3);
      Pose at = Pose::rotation_about({}, {{0, 0, 1}}, turn);
      at.position = {{0, 0, radius}};
      add_body(setup, {shape, at});
      setup.friction = std::make_shared<Friction>(
          FrictionParameters{.coefficient = 0.5, .scheme = FrictionScheme::exact, .rolling = 0.1},
          std::vector<std::string>{}, setup.obstacles);
      const double moment = std::ranges::min(setup.bodies.inertia);
      const double share = 1 / (1 + moment / (setup.bodies.mass[0] * radius * radius)), angle = std::atan(slope);
      Simulation s(std::move(setup), 1);
      advance(s, 200);
      const double a = slope < 0.1 ? 0 : share * g * (std::sin(angle) - 0.1 * std::cos(angle));
      CHECK(speed_of(s.bodies()) == doctest::Approx(0.2 * a).epsilon(1e-4).scale(1e-2));
    }
}

// With the support h(φ) of its outline, gravity has the lever h' about the point of contact.
TEST_CASE("an ellipse with resistance to rolling stays tilted up to h'/h = ρ, and beyond rolls back") {
  const double a = 0.2, b = 0.1, rho = 0.3;
  const auto share = [&](double tilt) {
    const double s = std::sin(tilt), c = std::cos(tilt);
    return (a * a - b * b) * s * c / (a * a * s * s + b * b * c * c);
  };
  double most = 0;
  for (double step = 0.1; step > 1e-9; step /= 2)
    if (share(most + step) < rho) most += step;
  for (const double tilt : {0.99 * most, 1.01 * most}) {
    CAPTURE(tilt);
    Setup setup = incline(2, 0, 0.8, FrictionScheme::exact, 1e-3);
    setup.bodies = test::empty(2);
    Pose at = Pose::rotation_about({}, {{0, 0, 1}}, tilt);
    at.position = {{0, std::hypot(a * std::sin(tilt), b * std::cos(tilt)), 0}};
    add_body(setup, {make_ellipse(a, b), at});
    setup.friction = std::make_shared<Friction>(
        FrictionParameters{.coefficient = 0.8, .scheme = FrictionScheme::exact, .rolling = rho},
        std::vector<std::string>{}, setup.obstacles);
    Simulation s(std::move(setup), 1);
    advance(s, 300);
    if (tilt < most)
      CHECK(s.bodies().orientation[0] == doctest::Approx(tilt).epsilon(1e-6));
    else
      CHECK(s.bodies().orientation[0] < tilt - 1e-3);
  }
}

TEST_CASE("resistance to twisting: a ball that spins about the normal slows by 5/2 ρ'g/r, and stops") {
  Setup setup = incline(3, 0, 0.5, FrictionScheme::convex, 1e-3);
  setup.friction = std::make_shared<Friction>(FrictionParameters{.coefficient = 0.5, .twisting = 0.01},
                                              std::vector<std::string>{}, setup.obstacles);
  setup.bodies.let_turn();
  setup.bodies.spin[2] = 2;
  Simulation s(std::move(setup), 1);
  advance(s, 400);
  CHECK(s.bodies().spin[2] == doctest::Approx(2 - 0.4 * 2.5 * 0.01 * g / 0.1).epsilon(1e-5));
  advance(s, 800);
  CHECK(std::abs(s.bodies().spin[2]) < 1e-6);
}

TEST_CASE("resistance to rolling is against the relative turn: on a table that turns a ball is carried round") {
  Setup setup;
  setup.bodies = test::empty(3);
  test::add(setup.bodies, {{0, 0, 0.1}}, {}, 0.1, 1);
  Obstacle table = test::obstacle({half_space({}, {{0, 0, 1}})});
  table.motion = floc::rotation({}, {{0, 0, 1}}, 2, 0, 100);
  setup.obstacles = Obstacles({table});
  setup.friction = std::make_shared<Friction>(FrictionParameters{.coefficient = 0.5, .twisting = 0.02},
                                              std::vector<std::string>{}, setup.obstacles);
  setup.forces = {gravity({{0, 0, -g}})};
  setup.h = 1e-3;
  Simulation s(std::move(setup), 1);
  advance(s, 200);
  CHECK(s.bodies().spin[2] == doctest::Approx(0.2 * 2.5 * 0.02 * g / 0.1).epsilon(1e-3));
  advance(s, 400);
  CHECK(s.bodies().spin[2] == doctest::Approx(2).epsilon(1e-3));
}

TEST_CASE(
    "a bounce with friction: e times the speed along the normal, across it 5/7 where it sticks, less μ(1 + e)v where "
    "it slides") {
  for (const FrictionScheme scheme : both)
    for (const int dimension : {2, 3})
      for (const double across : {0.3, 6.0}) {
        CAPTURE(dimension);
        CAPTURE(across);
        const double e = 0.6, mu = 0.3, down = 2;
        Setup setup = incline(dimension, 0, mu, scheme, 1e-3);
        setup.forces = {};
        setup.law = restitution(e);
        setup.bodies.x(0)[dimension - 1] = 0.1 + 0.5e-3;
        setup.bodies.velocity[0] = across;
        setup.bodies.velocity[static_cast<std::size_t>(dimension) - 1] = -down;
        Simulation s(std::move(setup), 1);
        advance(s, 3);
        const Bodies& b = s.bodies();
        const double share = dimension == 3 ? 5.0 / 7 : 2.0 / 3, inertia = dimension == 3 ? 0.4 : 0.5;
        const double taken = mu * (1 + e) * down;  // if it slides to the end
        const bool slides = across - taken > taken / inertia;
        const double after = slides ? across - taken : share * across;
        CHECK(b.velocity[static_cast<std::size_t>(dimension) - 1] == doctest::Approx(e * down).epsilon(1e-6));
        CHECK(speed_of(b) == doctest::Approx(after).epsilon(1e-6));
        CHECK(0.1 * spin_of(b) == doctest::Approx((across - after) / inertia).epsilon(1e-6));
      }
}

TEST_CASE(
    "Newton's cradle with friction: one ball of n comes back with 1 − 2/n of its speed, the others leave with 2/n") {
  Setup setup;
  setup.bodies = test::empty(2);
  constexpr int balls = 5;
  for (int k = 0; k < balls; ++k)
    test::add(setup.bodies, {{0.2 * k - (k == 0 ? 0.01 : 0), 0, 0}}, {{k == 0 ? 1.0 : 0, 0, 0}}, 0.1, 1);
  setup.law = restitution(1);
  setup.friction = std::make_shared<Friction>(0.3);
  setup.h = 2e-3;
  setup.tolerance = 1e-9;
  Simulation s(std::move(setup), 1);
  advance(s, 10);
  CHECK(s.bodies().velocity[0] == doctest::Approx(-(1 - 2.0 / balls)).epsilon(1e-5));
  for (std::size_t k = 1; k < balls; ++k)
    CHECK(s.bodies().velocity[2 * k] == doctest::Approx(2.0 / balls).epsilon(1e-5));
}

TEST_CASE("a square that falls on its corner bounces with the impulse (1 + e)v/(1/m + x²/I)") {
  const double e = 0.5, tilt = 0.3, v = 2, half = 0.1;
  Setup setup;
  setup.bodies = test::empty(2);
  const Vec3 corner{
      {-half * std::cos(tilt) + half * std::sin(tilt), -half * std::sin(tilt) - half * std::cos(tilt), 0}};
  test::add_shape(setup,
                  make_polygon({{{-half, -half, 0}}, {{half, -half, 0}}, {{half, half, 0}}, {{-half, half, 0}}}).shape,
                  {{0, -corner[1] + 1e-3, 0}}, {{0, -v, 0}});
  setup.bodies.orientation[0] = tilt;
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
  setup.law = restitution(e);
  setup.h = 1e-3;
  setup.tolerance = 1e-8;
  Simulation s(std::move(setup), 1);
  const double m = s.bodies().mass[0], inertia = s.bodies().inertia[0];
  advance(s, 2);
  const double impulse = (1 + e) * v / (1 / m + corner[0] * corner[0] / inertia);
  CHECK(s.bodies().velocity[1] == doctest::Approx(-v + impulse / m).epsilon(1e-4));
  CHECK(s.bodies().spin[0] == doctest::Approx(corner[0] * impulse / inertia).epsilon(1e-4));
}

TEST_CASE("boxes with friction that bounce about never gain energy") {
  Setup setup;
  setup.bodies = test::empty(3);
  const ShapePtr box = make_box({{0.2, 0.15, 0.1}});
  for (int k = 0; k < 5; ++k) {
    const std::size_t i = test::add_shape(setup, box, {{0.3 * k, 0.02 * k, 0.3 + 0.1 * k}}, {{-1.0 * k, 0.5, -2}});
    for (std::size_t a = 0; a < 3; ++a) setup.bodies.spin[3 * i + a] = 3.0 * static_cast<double>(a) - k;
  }
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 0, 1}})})});
  setup.forces = {gravity({{0, 0, -g}})};
  setup.law = restitution(0.5);
  setup.friction = std::make_shared<Friction>(0.4);
  setup.h = 1e-3;
  Simulation s(std::move(setup), 1);
  int bounces = 0;
  for (int k = 0; k < 1000; ++k) {
    const StepReport report = s.advance();
    REQUIRE_MESSAGE(report.converged, report.message);
    CHECK(report.overlap <= 1e-4);
    CHECK(report.contact_work < 1e-6);
    bounces += report.contact_work < -1e-6;
  }
  CHECK(bounces > 20);
}
