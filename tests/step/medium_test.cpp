#include "step/medium.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "forces/gravity.hpp"
#include "geometry/motions.hpp"
#include "geometry/surfaces.hpp"
#include "step/simulation.hpp"

using namespace floc;

namespace {

constexpr double pi = std::numbers::pi;

// Discs of radius 0.25 in a box of 2 × 2, 32 cells wide.
struct Pool {
  Setup setup;
  FluidSettings fluid;

  explicit Pool(double density, std::vector<Vec3> places = {{{1, 1.2, 0}}}, double viscosity = 0.1) {
    fluid.grid.cells = {32, 32, 1};
    fluid.grid.h = 2.0 / 32;
    fluid.viscosity = viscosity;
    fluid.gravity = {{0, -9.81, 0}};
    setup.h = 0.01;
    setup.bodies.dimension = 2;
    const double still[2]{};
    for (const Vec3& x : places) setup.bodies.add(x.c.data(), still, 0.25, density * (pi * 0.25 * 0.25), 0);
    setup.forces = {gravity({{0, -9.81, 0}})};
    std::vector<Obstacle> walls;
    for (int k = 0; k < 2; ++k)
      for (const double side : {-1.0, 1.0}) {
        Vec3 point{{1, 1, 0}}, normal;
        point[k] += side;
        normal[k] = -side;
        walls.push_back({"wall", "", at_rest(), {half_space(point, normal)}});
      }
    setup.obstacles = Obstacles(std::move(walls));
  }
  Simulation simulation(int threads = 1) {
    setup.fluid = std::make_shared<const FluidSettings>(fluid);
    return Simulation(setup, threads);
  }
};

}  // namespace

TEST_CASE("a body as dense as the fluid stays exactly where it is") {
  Simulation s = Pool(1).simulation();
  for (int k = 0; k < 20; ++k) CHECK(s.advance().converged);
  CHECK(s.bodies().position == std::vector<double>{1, 1.2});
  CHECK(s.bodies().velocity == std::vector<double>{0, 0});
  for (const double u : s.state().flow.velocity[1]) CHECK(u == 0);
}

TEST_CASE("light bodies rise, heavy ones sink, without a sign of instability") {
  for (const double density : {0.05, 0.2, 0.5, 1.01, 100.0, 1000.0}) {
    Simulation s = Pool(density, {{{1, 1, 0}}}).simulation();
    StepReport last;
    const int steps = density >= 100 ? 25 : 60;
    for (int k = 0; k < steps; ++k) last = s.advance();
    CHECK(last.converged);
    REQUIRE(last.fluid);
    CHECK(last.fluid->divergence < 1e-11);
    CHECK(last.fluid->slip < 1e-6);
    CHECK(last.fluid->iterations < 60);
    CHECK(std::abs(s.bodies().velocity[0]) < 0.02 * std::abs(s.bodies().velocity[1]) + 1e-6);
    CHECK((s.bodies().position[1] > 1) == (density < 1));
    CHECK(s.bodies().position[1] >= 0.25 * (1 - 1e-4));
  }
}

TEST_CASE("discs that settle in a fluid do not overlap, and rest on the bottom") {
  Pool p(2, {{{0.6, 0.4, 0}}, {{1.2, 0.4, 0}}, {{0.9, 1.0, 0}}});
  p.fluid.gap = p.fluid.grid.h;
  Simulation s = p.simulation();
  double overlap = 0;
  bool touched = false;
  for (int k = 0; k < 150; ++k) {
    const StepReport r = s.advance();
    CHECK(r.converged);
    overlap = std::max(overlap, r.overlap);
    touched = touched || r.active > 0;
  }
  CHECK(touched);
  CHECK(overlap < 2e-4);
  CHECK(s.bodies().radius[0] == 0.25);
  CHECK(s.bodies().position[1] == doctest::Approx(0.25 + p.fluid.gap).epsilon(1e-3));
}

TEST_CASE("the force of the fluid and what other forces do are what changes the momentum") {
  Simulation s = Pool(2).simulation();
  const double m = s.bodies().mass[0];
  for (int k = 0; k < 5; ++k) {
    const double before = s.bodies().velocity[1];
    s.advance();
    CHECK(m * (s.bodies().velocity[1] - before) / 0.01 ==
          doctest::Approx(s.state().flow.force[1] - m * 9.81).epsilon(1e-6));
  }
}

TEST_CASE("a run in a fluid has the same bits on any number of threads, and from any state on") {
  const auto pool = [] { return Pool(2, {{{0.7, 0.5, 0}}, {{1.3, 0.6, 0}}}); };
  Simulation one = pool().simulation(1);
  for (int k = 0; k < 30; ++k) one.advance();
  for (const int threads : {2, 3}) {
    Simulation many = pool().simulation(threads);
    for (int k = 0; k < 15; ++k) many.advance();
    Simulation later = pool().simulation(threads);
    later.restore(many.state());
    for (int k = 0; k < 15; ++k) later.advance();
    CHECK(later.hash() == one.hash());
  }
  Setup dry = pool().setup;
  CHECK_THROWS_WITH(Simulation(dry, 1).restore(one.state()), "the checkpoint belongs to another scene");
}

TEST_CASE("a bond holds two bodies in the fluid as a rod does, with the same force") {
  for (const bool steady : {false, true}) {
    // A heavy disc and a light one, which turn about each other as they go.
    const auto pair = [&](bool bonded) {
      Pool p(3, {{{0.7, 1, 0}}, {{1.3, 1.1, 0}}}, 0.5);
      p.fluid.steady = steady;
      p.setup.bodies.mass[1] *= 0.2;
      p.setup.bodies.let_turn();
      const Vec3 one = embed(p.setup.bodies.x(0), 2), other = embed(p.setup.bodies.x(1), 2);
      JointDrive rod;
      rod.prescribed = Expression(std::to_string(norm(one - other)), {"t"});
      if (bonded)
        p.setup.bonds = Bonds({{1, 0, std::stod(std::to_string(norm(one - other)))}});
      else
        p.setup.joints = {Joint::of(p.setup.bodies, JointKind::distance, 1, 0, other, one, {}, rod)};
      return p;
    };
    Simulation bonded = pair(true).simulation(), rod = pair(false).simulation();
    for (int k = 0; k < 10; ++k) {
      CHECK(bonded.advance().converged);
      CHECK(rod.advance().converged);
    }
    CHECK(std::abs(rod.bodies().velocity[0]) > 0.01);
    for (std::size_t k = 0; k < 4; ++k)
      CHECK(bonded.bodies().velocity[k] == doctest::Approx(rod.bodies().velocity[k]).epsilon(1e-3));
    REQUIRE(bonded.state().contacts.size() == 1);
    CHECK(bonded.state().contacts.multiplier[0] == doctest::Approx(rod.state().joints.multiplier[0]).epsilon(1e-3));
  }
}

TEST_CASE("a ball that stands in the fluid is passed, one that moves takes it along") {
  Pool p(1);
  p.setup.obstacles = Obstacles(
      {{"ball", "", at_rest(), {ball({{0.6, 0.6, 0}}, 0.25, 2)}},
       {"stirrer", "", rotation({{1.4, 0.6, 0}}, {{0, 0, 1}}, 3, 0, INFINITY), {ball({{1.4, 0.6, 0}}, 0.25, 2)}}});
  const ImmersedShapePtr disc = ImmersedShape::round(2, 0.25, p.fluid.grid.h);
  p.fluid.standing = {{0, {{0.6, 0.6, 0}}, disc}, {1, {{1.4, 0.6, 0}}, disc}};
  Simulation s = p.simulation();
  for (int k = 0; k < 20; ++k) CHECK(s.advance().converged);
  const FlowSolver& flow = *s.flow();
  CHECK(norm(flow.velocity(s.state().flow, {{0.6, 0.85, 0}})) < 0.05);
  CHECK(flow.velocity(s.state().flow, {{1.4, 0.85, 0}})[0] == doctest::Approx(-0.75).epsilon(0.1));
  CHECK(flow.velocity(s.state().flow, {{1.4, 0.35, 0}})[0] == doctest::Approx(0.75).epsilon(0.1));
}

TEST_CASE("a body that crosses a periodic face goes as one that does not, and the fluid with it") {
  const auto blown = [](double x) {
    Pool p(2, {{{x, 1, 0}}});
    for (FluidFace& face : p.fluid.grid.faces[0]) face.kind = FaceKind::periodic;
    p.setup.domain.period[0] = 2;
    std::vector<Obstacle> ends(p.setup.obstacles.list().begin() + 2, p.setup.obstacles.list().end());
    p.setup.obstacles = Obstacles(std::move(ends), p.setup.domain);
    p.setup.bodies.velocity[0] = 1;
    return p.simulation();
  };
  const double shift = 14 * 2.0 / 32;  // whole cells
  Simulation inside = blown(0.7), across = blown(0.7 + shift);
  for (int k = 0; k < 60; ++k) {
    CHECK(inside.advance().converged);
    CHECK(across.advance().converged);
  }
  const Bodies &one = inside.bodies(), &two = across.bodies();
  CHECK(one.position[0] > 0.8);
  const double apart = two.position[0] - one.position[0] - shift;
  CHECK(std::abs(apart - 2 * std::round(apart / 2)) < 1e-9);
  for (std::size_t k = 0; k < 2; ++k) CHECK(two.velocity[k] == doctest::Approx(one.velocity[k]).epsilon(1e-9));
  for (const double x : {0.2, 1.0, 1.6}) {
    const Vec3 here = inside.flow()->velocity(inside.state().flow, {{x, 0.6, 0}}),
               there = across.flow()->velocity(across.state().flow, {{std::fmod(x + shift, 2.0), 0.6, 0}});
    CHECK(norm(here - there) < 1e-9);
  }
}

TEST_CASE("a step whose forces of the fluid have not converged is unconverged, with and without inertia") {
  for (const bool steady : {false, true})
    for (const OnUnconverged policy : {OnUnconverged::warn, OnUnconverged::stop, OnUnconverged::halve_step}) {
      Pool p(2);
      p.fluid.steady = steady;
      p.fluid.most_iterations = 2;
      p.setup.on_unconverged = policy;
      Simulation s = p.simulation();
      const std::uint64_t before = s.hash();
      const StepReport r = s.advance();
      CHECK(!r.converged);
      CHECK(!r.fatal);
      CHECK(r.message.find("the forces between fluid and bodies have not converged in 2 iterations") == 0);
      CHECK(r.moved == (policy == OnUnconverged::warn));
      CHECK((s.hash() == before) == (policy != OnUnconverged::warn));
    }
}

TEST_CASE("a film reaches through a periodic face") {
  // Two discs eight cells in radius, a twentieth of a cell apart, one of which comes to the other.
  const auto closing = [](double x, bool films) {
    const double cell = 2.0 / 64, apart = 0.5 + 0.05 * cell;
    Pool p(2, {{{x, 1, 0}}, {{x + apart > 2 ? x + apart - 2 : x + apart, 1, 0}}});
    p.fluid.grid.cells = {64, 64, 1};
    p.fluid.grid.h = cell;
    p.fluid.lubrication = films;
    for (FluidFace& face : p.fluid.grid.faces[0]) face.kind = FaceKind::periodic;
    p.setup.domain.period[0] = 2;
    std::vector<Obstacle> ends(p.setup.obstacles.list().begin() + 2, p.setup.obstacles.list().end());
    p.setup.obstacles = Obstacles(std::move(ends), p.setup.domain);
    p.setup.bodies.velocity[0] = 1e-3;
    p.setup.h = 1e-3;
    Simulation s = p.simulation();
    CHECK(s.advance().converged);
    return s.bodies().velocity[0] - s.bodies().velocity[2];
  };
  const double inside = closing(0.5, true), across = closing(0.5 + 40 * 2.0 / 64, true), none = closing(0.5, false);
  CHECK(across == doctest::Approx(inside).epsilon(1e-6));
  CHECK(inside < 0.9 * none);
}

namespace {

// All that a state has, in order, but how easy the last steps were.
std::vector<double> numbers_of(const State& state) {
  std::vector<double> all{static_cast<double>(state.step), state.time, static_cast<double>(state.clock.elapsed),
                          state.length};
  State::for_arrays(
      [&](const State::Array& a, const auto& values) {
        if (a.role != ArrayRole::derived) all.insert(all.end(), values.begin(), values.end());
      },
      state);
  return all;
}

// A disc in a stream of 1.5 cells a step, between an open top and an open bottom.
Pool stream(double height) {
  Pool p(1, {{{1, height, 0}}});
  p.fluid.gravity = {};
  p.setup.forces = {};
  p.setup.obstacles = {};
  p.setup.domain.period[0] = 2;
  for (FluidFace& face : p.fluid.grid.faces[0]) face.kind = FaceKind::periodic;
  for (FluidFace& face : p.fluid.grid.faces[1]) face.kind = FaceKind::open;
  const double speed = 1.5 * p.fluid.grid.h / p.setup.h;
  p.fluid.velocity = {Expression("0", place_and_time()), Expression(std::to_string(-speed), place_and_time())};
  p.setup.bodies.velocity[1] = -speed;
  return p;
}

}  // namespace

TEST_CASE("a step in a fluid that is refused leaves no trace, not even where a half of it has been made") {
  for (const OnUnconverged policy : {OnUnconverged::stop, OnUnconverged::halve_step}) {
    // The whole step is too long for the fluid; after its first half the disc is out of it.
    Pool p = stream(0.02);
    p.setup.on_unconverged = policy;
    Simulation s = p.simulation();
    const std::vector<double> before = numbers_of(s.state());
    const std::uint64_t hash = s.hash();
    const StepReport r = s.advance();
    CHECK(!r.moved);
    CHECK(r.halvings == (policy == OnUnconverged::halve_step ? 1 : 0));
    CHECK(r.message.find(policy == OnUnconverged::stop ? "the fluid goes 1.5 cells" : "body 0 has left the fluid") ==
          0);
    CHECK(s.hash() == hash);
    CHECK(numbers_of(s.state()) == before);
  }
}

TEST_CASE("a step in a fluid is made in halves, or by the adaptive clock, as if the longer one had not been tried") {
  Pool p = stream(1.2);
  p.setup.on_unconverged = OnUnconverged::halve_step;
  Simulation halved = p.simulation();
  const StepReport r = halved.advance();
  CHECK(r.converged);
  CHECK(r.halvings == 1);
  CHECK(r.fluid->courant < 1);

  p.setup.on_unconverged = OnUnconverged::stop;
  p.setup.adaptive = AdaptiveSettings{.halvings = 3};
  Simulation refused = p.simulation(), at_once = p.simulation();
  State shorter = at_once.state();
  shorter.clock.level = 1;
  at_once.restore(shorter);
  const StepReport tried = refused.advance(), direct = at_once.advance();
  CHECK(tried.refused == 1);
  CHECK(direct.refused == 0);
  CHECK(tried.h == direct.h);
  CHECK(numbers_of(refused.state()) == numbers_of(at_once.state()));
  // Two halves are the step that was made in two.
  CHECK(refused.advance().converged);
  CHECK(refused.bodies().position == halved.bodies().position);
  CHECK(refused.bodies().velocity == halved.bodies().velocity);
  CHECK(refused.state().flow.velocity == halved.state().flow.velocity);
  CHECK(refused.state().flow.pressure == halved.state().flow.pressure);
}

TEST_CASE("an adaptive run holds the Courant number, and lengthens its steps when it can") {
  // A disc falls faster and faster, and comes to rest on the bottom.
  Pool p(8, {{{1, 1.7, 0}}}, 0.02);
  p.fluid.gap = p.fluid.grid.h;
  p.setup.h = 0.04;
  p.setup.adaptive = AdaptiveSettings{.halvings = 5, .easy_steps = 4};
  Simulation s = p.simulation();
  double courant = 0, shortest = p.setup.h;
  int refused = 0;
  StepReport r;
  while (s.time() < 3) {
    r = s.advance();
    CAPTURE(r.message);
    REQUIRE(r.converged);
    courant = std::max(courant, r.fluid->courant);
    shortest = std::min(shortest, r.h);
    refused += r.refused;
  }
  CHECK(refused > 0);
  CHECK(courant > 0.5);
  CHECK(courant < 1.2);  // a step begins with at most 1
  CHECK(shortest < p.setup.h);
  CHECK(r.h > shortest);
}

TEST_CASE("steps that are too long for the fluid are said to be, and a body that has left it ends the run") {
  Pool fast(50, {{{1, 1.6, 0}}});
  fast.setup.h = 0.1;
  Simulation s = fast.simulation();
  std::string message;
  for (int k = 0; k < 6 && message.empty(); ++k) message = s.advance().message;
  CHECK(message.find("the fluid goes") == 0);

  Pool open(5, {{{1, 0.3, 0}}});
  open.setup.obstacles = {};
  open.fluid.grid.faces[1][0].kind = FaceKind::open;
  Simulation t = open.simulation();
  StepReport r;
  for (int k = 0; k < 200 && !r.fatal; ++k) r = t.advance();
  CHECK(r.fatal);
  CHECK(r.message == "body 0 has left the fluid along y");
  CHECK(!r.moved);
}
