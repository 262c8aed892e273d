// Gluey contacts against algorithm 2.6 of GLUEY, the closed form on a plane, its own reference (algorithm
// 3.3), and clusters with more contacts than degrees of freedom.
#include <doctest/doctest.h>

#include <map>
#include <vector>

#include "contact/gluey_reference.hpp"
#include "projection/solver.hpp"
#include "support/clusters.hpp"
#include "support/gluey_plane.hpp"
#include "support/orders.hpp"

using namespace floc;
using test::ForcePiece;

namespace {

// Pushed, pulled, let fall again; from a height, with a throw.
test::PlaneCase several_contacts() {
  return {.q = 1.1, .u = 0.3, .m = 2, .r = 0.8, .force = {{2, -2}, {5, 2.3}, {9, -3}, {12, 1.7}}};
}

using Glued = std::map<std::pair<std::int32_t, std::int32_t>, double>;

Glued glued(const Contacts& c) {
  Glued all;
  for (std::size_t k = 0; k < c.size(); ++k)
    if (c.memory[k] < 0) all[{c.first[k], c.second[k]}] = c.memory[k];
  return all;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0;
  for (std::size_t k = 0; k < a.size(); ++k) worst = std::max(worst, std::abs(a[k] - b[k]));
  return worst;
}

}  // namespace

TEST_CASE("on a plane the law is algorithm 2.6 of the paper to rounding, step by step") {
  Executor executor(1);
  for (const double gamma_min : {-std::numeric_limits<double>::infinity(), -1.5})
    for (const bool radius_scaling : {false, true}) {
      test::PlaneCase c = several_contacts();
      c.gamma_min = gamma_min;
      c.radius_scaling = radius_scaling;
      const double h = 0.0625, inverse_mass = 1 / c.m;
      const auto law = gluey({.gamma_min = gamma_min, .radius_scaling = radius_scaling});
      const auto solver = make_solver("pgs");

      // One row by hand, without compliance: nothing but the law and a division.
      Bodies body = test::empty(1);
      test::add(body, {}, {}, c.r, c.m);
      Contacts row;
      row.dimension = 1;
      row.resize(1);
      row.second[0] = -1;
      row.normal[0] = 1;
      test::PlaneState paper{0, c.q, c.u, 0}, ours = paper;
      struct None final : VelocityProjection {
        bool operator()(std::span<const double>, std::span<double>) override { return false; }
      } none;
      ProjectionResult result;
      std::vector<double> kept;
      Cones cones;
      int stuck = 0, free = 0;
      while (paper.t < c.end() - 0.5 * h) {
        const double f = c.f(paper.t + 0.5 * h);
        const ContactStep step{.bodies = body, .h = h, .tolerance = 1e-13, .inverse_mass = {&inverse_mass, 1}};
        row.gap[0] = ours.q;
        row.memory[0] = ours.gamma;
        const double free_velocity = ours.u + h * f;
        law->cones(row, step, cones);
        solver->solve({.dimension = 1, .step = h, .length = 1, .compliance = 0, .inverse_mass = {&inverse_mass, 1},
                       .free_velocity = {&free_velocity, 1}, .first = row.first, .second = row.second,
                       .normal = row.normal, .gap = cones.targets(row), .lower = cones.lower, .guess = {}},
                      {.tolerance = 1e-15}, executor, result);
        row.multiplier = result.multiplier;
        kept = result.velocity;
        REQUIRE(law->finish(row, cones, step, {&free_velocity, 1}, result.velocity, kept, none));
        ours = {ours.t + h, ours.q + h * kept[0], kept[0], row.memory[0]};
        paper = test::algorithm_2_6(paper, c, f, h);
        CAPTURE(paper.t);
        REQUIRE(std::abs(ours.q - paper.q) < 1e-12);
        REQUIRE(std::abs(ours.u - paper.u) < 1e-12);
        REQUIRE(std::abs(ours.gamma - paper.gamma) < 1e-12 * (1 + std::abs(paper.gamma)));
        (paper.gamma < 0 ? stuck : free) += 1;
      }
      CHECK(stuck > 10);
      CHECK(free > 40);
    }
}

TEST_CASE("the whole program follows algorithm 2.6 within its tolerance") {
  const test::PlaneCase c = several_contacts();
  const double h = 0.0625;
  Simulation simulation(test::plane_setup(c, h), 1);
  test::PlaneState paper{0, c.q, c.u, 0};
  while (paper.t < c.end() - 0.5 * h) {
    paper = test::algorithm_2_6(paper, c, c.f(paper.t + 0.5 * h), h);
    REQUIRE(simulation.advance().converged);
    const test::PlaneState ours = test::plane_state(simulation);
    REQUIRE(std::abs(ours.q - paper.q) < 1e-10);
    REQUIRE(std::abs(ours.gamma - paper.gamma) < 1e-9);
  }
}

TEST_CASE("position and adhesion on a plane converge to the closed form at first order in h") {
  const test::PlaneCase c = several_contacts();
  const test::ExactPlane exact(c);
  std::vector<double> steps, q_errors, gamma_errors;
  for (int k = 0; k < 6; ++k) {
    const double h = 0.1 / (1 << k);
    Simulation simulation(test::plane_setup(c, h), 1);
    double q_error = 0, gamma_error = 0;
    while (simulation.time() < c.end() - 0.5 * h) {
      REQUIRE(simulation.advance().converged);
      const test::PlaneState ours = test::plane_state(simulation), truth = exact.at(ours.t);
      q_error = std::max(q_error, std::abs(ours.q - truth.q));
      gamma_error += h * std::abs(ours.gamma - truth.gamma);
    }
    steps.push_back(h);
    q_errors.push_back(q_error);
    gamma_errors.push_back(gamma_error);
  }
  const double q_order = test::order(steps, q_errors), gamma_order = test::order(steps, gamma_errors);
  MESSAGE("q: " << q_errors.front() << " … " << q_errors.back() << ", order " << q_order << "; gamma: "
                << gamma_errors.front() << " … " << gamma_errors.back() << ", order " << gamma_order);
  CHECK(q_order > 0.95);
  CHECK(gamma_order > 0.95);
}

TEST_CASE("at the default tolerance the motion over a plane goes on converging at first order for tiny steps") {
  const test::PlaneCase c = several_contacts();
  const test::ExactPlane exact(c);
  for (const bool adhesive : {false, true}) {
    CAPTURE(adhesive);
    std::vector<double> steps, errors;
    for (const double h : {1e-2, 1e-3, 1e-4}) {
      Setup setup = test::plane_setup(c, h);
      setup.tolerance = Setup().tolerance;
      if (!adhesive) setup.law = nullptr;
      Simulation simulation(std::move(setup), 1);
      double error = 0;
      // Inelastic: until the push ends, the particle lies on the plane.
      while (simulation.time() < (adhesive ? c.end() : 2) - 0.5 * h) {
        REQUIRE(simulation.advance().converged);
        const test::PlaneState ours = test::plane_state(simulation), truth = exact.at(ours.t);
        error = std::max(error, std::abs(ours.q - truth.q));
      }
      steps.push_back(h);
      errors.push_back(error);
    }
    MESSAGE("errors of q: " << errors[0] << ", " << errors[1] << ", " << errors[2]);
    CHECK(test::order(steps, errors) > 0.95);
  }
}

TEST_CASE("a rough particle takes off when the exact one does, to a step, and before the smooth one") {
  for (const bool radius_scaling : {false, true}) {
    double last = 0;
    for (const double gamma_min : {-0.5, -2.0, -std::numeric_limits<double>::infinity()}) {
      test::PlaneCase c{.q = 1, .u = 0, .m = 1, .r = 0.7, .force = {{2, -2}, {9, 2}}};
      c.gamma_min = gamma_min;
      c.radius_scaling = radius_scaling;
      const double h = 1.0 / 512, exact = test::ExactPlane(c).take_offs().at(0);
      Simulation simulation(test::plane_setup(c, h), 1);
      double before = 0, ours = 0;
      while (ours == 0 && simulation.time() < 9) {
        simulation.advance();
        const double gamma = test::plane_state(simulation).gamma;
        if (before < 0 && gamma == 0) ours = simulation.time();
        before = gamma;
      }
      MESSAGE("gamma_min " << gamma_min << ", scaled " << radius_scaling << ": " << ours << " for " << exact);
      CHECK(std::abs(ours - exact) <= 4 * h);
      CHECK(ours > last);
      last = ours;
    }
  }
}

TEST_CASE("many bodies move as by algorithm 3.3 in every step in which nothing takes off") {
  Setup setup = test::grains_in_a_box(2, 40, 0.55, 1, 6);
  const auto field_of_time = [](const char* f) {
    return field({Expression("0", field_variables(), {}), Expression(f, field_variables(), {})}, true, {});
  };
  setup.forces = {field_of_time("t < 1.2 ? -9.81 : 12")};
  setup.tolerance = 1e-9;
  setup.solver = "ipm";
  setup.law = gluey_reference({});
  Simulation reference(setup, 1);
  setup.law = gluey({});
  Simulation ours(std::move(setup), 1);
  int compared = 0, taken_off = 0;
  double worst_velocity = 0, worst_gamma = 0;
  for (int s = 0; s < 240; ++s) {
    const State from = ours.state();
    reference.restore(from);
    REQUIRE(ours.advance().converged);
    reference.advance();
    const Glued before = glued(from.contacts), after = glued(ours.contacts()), theirs = glued(reference.contacts());
    bool took_off = false;
    for (const auto& [name, gamma] : before) took_off = took_off || !after.count(name);
    if (took_off) {
      ++taken_off;
      continue;
    }
    ++compared;
    worst_velocity = std::max(worst_velocity, largest_difference(ours.bodies().velocity, reference.bodies().velocity));
    REQUIRE(after.size() == theirs.size());
    for (const auto& [name, gamma] : after) worst_gamma = std::max(worst_gamma, std::abs(gamma - theirs.at(name)));
  }
  MESSAGE(compared << " steps compared, " << taken_off << " with a take-off; velocities differ by " << worst_velocity
                   << ", gamma by " << worst_gamma);
  CHECK(compared > 100);
  CHECK(taken_off > 5);
  CHECK(worst_velocity < 1e-5);
  CHECK(worst_gamma < 1e-4);
}

TEST_CASE("with take-offs both converge to the same trajectories at first order") {
  // Three blocks fall on a plane, stick, and are pulled off again one after the other.
  const auto places = [](std::shared_ptr<const ContactLaw> law, double h) {
    Setup setup;
    setup.bodies = test::empty(1);
    for (const double x : {1.5, 3.8, 6.7}) test::add(setup.bodies, {{x, 0, 0}}, {}, 1, 1);
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{1, 0, 0}})})});
    setup.forces = {field({Expression("t + half < 2 ? -2 : 2.5 + 0.1*x", field_variables(), {{"half", 0.5 * h}})},
                          true, {})};
    setup.law = std::move(law);
    setup.h = h;
    setup.tolerance = 1e-10;
    Simulation simulation(std::move(setup), 1);
    while (simulation.time() < 5 - 0.5 * h) REQUIRE(simulation.advance().converged);
    CHECK(glued(simulation.contacts()).empty());
    return simulation.bodies().position;
  };
  const std::vector<double> limit = places(gluey({}), 0.1 / 1024);
  std::vector<double> steps, ours, theirs, apart;
  for (int k = 0; k < 6; ++k) {
    const double h = 0.1 / (1 << k);
    const std::vector<double> a = places(gluey({}), h), b = places(gluey_reference({}), h);
    steps.push_back(h);
    ours.push_back(largest_difference(a, limit));
    theirs.push_back(largest_difference(b, limit));
    apart.push_back(largest_difference(a, b));
  }
  MESSAGE("orders: gluey " << test::order(steps, ours) << " (" << ours.back() << "), reference "
                           << test::order(steps, theirs) << " (" << theirs.back() << "), of their difference "
                           << test::order(steps, apart));
  CHECK(test::order(steps, ours) > 0.9);
  CHECK(test::order(steps, theirs) > 0.9);
  CHECK(test::order(steps, apart) > 0.8);
}

TEST_CASE("a spinning hexagon lets go everywhere at once, at the exact time, for every solver") {
  // m = 1, R = 2, omega = ½: each of the 12 contacts pulls with ½ m omega² R = ¼
  for (const SolverEntry& solver : solvers()) {
    Setup setup = test::cluster(2, test::hexagonal(1), 0.5);
    setup.law = gluey({});
    setup.h = 1e-2;
    setup.tolerance = 1e-6;
    setup.solver = solver.name;
    Simulation simulation = test::held(std::move(setup), -0.5);
    double let_go = 0, worst = 0;
    while (let_go == 0 && simulation.time() < 3) {
      const StepReport report = simulation.advance();
      CAPTURE(report.message);
      REQUIRE(report.converged);
      const Glued all = glued(simulation.contacts());
      if (all.empty()) let_go = simulation.time();
      CHECK((all.size() == 12 || simulation.time() > 1.95));
      for (const auto& [name, gamma] : all)
        worst = std::max(worst, std::abs(gamma - (-0.5 + 0.25 * simulation.time())));
    }
    MESSAGE(solver.name << ": gamma within " << worst << ", let go at " << let_go);
    CHECK(worst < 0.01);
    CHECK(std::abs(let_go - 2) < 0.04);
  }
}

TEST_CASE("over-constrained clusters hold: no drift, bounded forces, one answer for every solver") {
  struct Load {
    const char* name;
    double omega;
    const char* force[3];
  };
  const Load loads[] = {{"pushed", 0, {"-x", "-y", "-z"}},
                        {"held", 0, {"0", "0", "0"}},
                        {"pulled", 0, {"x", "y", "z"}},
                        {"rotated", 0.5, {"0", "0", "0"}}};
  struct Cluster {
    const char* name;
    int dimension;
    std::vector<Vec3> centres;
  };
  const Cluster clusters[] = {{"7 discs", 2, test::hexagonal(1)},
                              {"19 discs", 2, test::hexagonal(2)},
                              {"13 spheres", 3, test::face_centred_cubic(1)}};
  for (const Cluster& cluster : clusters)
    for (const Load& load : loads) {
      CAPTURE(cluster.name);
      CAPTURE(load.name);
      Glued first;
      std::vector<double> places;
      for (const SolverEntry& solver : solvers()) {
        CAPTURE(solver.name);
        Setup setup = test::cluster(cluster.dimension, cluster.centres, load.omega);
        std::vector<Expression> f;
        const std::map<std::string, double> no_constants;
        for (int k = 0; k < cluster.dimension; ++k) f.emplace_back(load.force[k], field_variables(), no_constants);
        setup.forces = {field(std::move(f), false, {})};
        setup.law = gluey({});
        setup.h = 1e-2;
        setup.solver = solver.name;
        Simulation simulation = test::held(std::move(setup), -100);
        for (int s = 0; s < 40; ++s) {
          const StepReport report = simulation.advance();
          REQUIRE(report.converged);
          // No more work than the forces do over gaps within the tolerance.
          double forces = 0;
          for (const double force : simulation.contacts().multiplier) forces += std::abs(force);
          CHECK(report.contact_work <= 1e-4 * forces);
        }
        // Rotation opens a gap by 2(√(1 + (ωh)²) − 1) a step.
        CHECK(test::worst_gap(simulation) < 1e-4 + 2 * std::pow(load.omega * 1e-2, 2));
        CHECK(test::largest_multiplier(simulation.contacts()) < 5);
        const Glued all = glued(simulation.contacts());
        if (first.empty()) first = all, places = simulation.bodies().position;
        CHECK(largest_difference(places, simulation.bodies().position) < 2e-4);
        REQUIRE(all.size() == first.size());
        for (const auto& [name, gamma] : all) CHECK(std::abs(gamma - first.at(name)) < 0.03);
      }
    }
}

TEST_CASE("gluey contacts conserve momentum and add no energy, to rounding") {
  // A pair that turns comes apart by O(h²) a step; pulling it back is work that must not be kept.
  for (int k = 0; k < 3; ++k) {
    Setup setup = test::grains_in_a_box(2, 60, 0.4, 3, 12);
    setup.obstacles = {};
    setup.law = gluey({.gamma_min = -2});
    setup.h = 0.02 / (1 << k);
    setup.tolerance = 1e-9;
    Simulation simulation(std::move(setup), 1);
    std::array<double, 3> before{};
    momentum(simulation.bodies(), before.data());
    const double energy = kinetic_energy(simulation.bodies());
    std::size_t most = 0;
    while (simulation.time() < 2) {
      const StepReport report = simulation.advance();
      REQUIRE(report.converged);
      for (std::size_t i = 0; i < 2; ++i) REQUIRE(std::abs(report.momentum[i] - before[i]) < 1e-11);
      REQUIRE(report.contact_work <= 1e-14 * energy);
      most = std::max(most, glued(simulation.contacts()).size());
    }
    CHECK(most > 10);
    CHECK(kinetic_energy(simulation.bodies()) < 0.9 * energy);
  }
}

TEST_CASE("a grain that goes round in a drum stores its centrifugal push, is not slowed down, and lets go in time") {
  // Rows are relinearised where the grain arrives: the memory must go along, on one of them. Pulled inwards from
  // t = 3 on with twice the push m v²/R = 1.6, it lets go at t = 6.
  const double path = 2.5, speed = 2, push = speed * speed / path;
  std::vector<double> steps, errors;
  for (int k = 0; k < 3; ++k) {
    Setup setup;
    setup.bodies = test::empty(2);
    test::add(setup.bodies, {{0, -path, 0}}, {{speed, 0, 0}}, 0.5);
    setup.obstacles = Obstacles({test::obstacle({ball_inside({}, path + 0.5, 2)})});
    const std::map<std::string, double> constants{{"pull", 2 * push}};
    const auto inwards = [&](const char* along) {
      return Expression("t < 3 ? 0 : -pull*" + std::string(along) + "/sqrt(x^2 + y^2)", field_variables(), constants);
    };
    setup.forces = {field({inwards("x"), inwards("y")}, false, {})};
    setup.law = gluey({});
    setup.h = 0.02 / (1 << k);
    setup.tolerance = 1e-8;
    Simulation simulation(std::move(setup), 1);
    double let_go = 0, error = 0;
    while (let_go == 0 && simulation.time() < 8) {
      const StepReport report = simulation.advance();
      CAPTURE(report.message);
      REQUIRE(report.converged);
      const Glued all = glued(simulation.contacts());
      const double t = simulation.time();
      if (t > 0.1 && all.empty()) let_go = t;
      if (!all.empty()) error = std::max(error, std::abs(all.begin()->second + push * (t < 3 ? t : 6 - t)));
    }
    MESSAGE("h " << simulation.setup().h << ": gamma within " << error << ", let go at " << let_go);
    CHECK(std::abs(let_go - 6) < 25 * simulation.setup().h);
    steps.push_back(simulation.setup().h);
    errors.push_back(error);
  }
  CHECK(test::order(steps, errors) > 0.9);
}
