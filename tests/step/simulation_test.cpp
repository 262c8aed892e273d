#include "step/simulation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <vector>

#include "contact/gluey.hpp"
#include "core/error.hpp"
#include "support/setups.hpp"

using namespace floc;

TEST_CASE("a free body flies straight, with no contact and no iteration") {
  Setup setup;
  setup.bodies = test::empty(3);
  test::add(setup.bodies, {{1, 2, 3}}, {{1, -1, 0.5}});
  setup.h = 0.1;
  Simulation simulation(std::move(setup), 1);
  for (int s = 0; s < 10; ++s) {
    const StepReport report = simulation.advance();
    CHECK(report.converged);
    CHECK(report.contacts == 0);
    CHECK(report.iterations == 0);
    CHECK(report.duality_gap == 0);
  }
  CHECK(simulation.time() == doctest::Approx(1));
  CHECK(simulation.bodies().x(0)[0] == doctest::Approx(2));
  CHECK(simulation.bodies().x(0)[2] == doctest::Approx(3.5));
}

TEST_CASE("no body at all is a simulation too") {
  Setup setup;
  setup.bodies = test::empty(2);
  setup.h = 1;
  Simulation simulation(std::move(setup), 2);
  CHECK(simulation.advance().converged);
}

TEST_CASE("a step reports its certificate: overlap, gap, iterations, energy, momentum, seconds by stage") {
  Setup setup = test::grains_in_a_box(2, 200, 0.7, 30, 1);
  setup.h = 0.02;
  Simulation simulation(std::move(setup), 1);
  const StepReport report = simulation.advance();
  CHECK(report.converged);
  CHECK(report.step == 1);
  CHECK(report.contacts > 0);
  CHECK(report.active > 0);
  CHECK(report.iterations > 0);
  CHECK(report.projections >= 1);
  CHECK(report.overlap <= 1e-4);
  CHECK(report.complementarity <= 1e-4);
  CHECK(report.duality_gap >= 0);
  CHECK(report.compliance > 0);
  CHECK(report.kinetic_energy == doctest::Approx(kinetic_energy(simulation.bodies())));
  CHECK(report.seconds[static_cast<std::size_t>(Stage::projection)] > 0);
}

TEST_CASE("the budget of a step closes: forces and contacts account for energy and momentum") {
  Setup setup = test::grains_in_a_box(2, 200, 0.7, 30, 1);
  setup.forces = {gravity({{0, -9.81, 0}})};
  setup.h = 0.02;
  Simulation simulation(std::move(setup), 1);
  double mass = 0;
  for (const double m : simulation.bodies().mass) mass += m;
  for (int s = 0; s < 20; ++s) {
    std::array<double, 3> before{};
    momentum(simulation.bodies(), before.data());
    const double energy = kinetic_energy(simulation.bodies());
    const StepReport r = simulation.advance();
    CHECK(r.kinetic_energy == doctest::Approx(energy + r.force_work + r.contact_work));
    CHECK(r.contact_work < 0);
    CHECK(r.force_impulse[1] == doctest::Approx(-9.81 * 0.02 * mass));
    CHECK(r.force_impulse[0] == doctest::Approx(0).scale(mass));
    for (std::size_t k = 0; k < 2; ++k)
      CHECK(r.momentum[k] - before[k] - r.force_impulse[k] == doctest::Approx(r.contact_impulse[k]).scale(mass));
    double potential = 0;
    for (std::size_t i = 0; i < simulation.bodies().size(); ++i)
      potential += 9.81 * simulation.bodies().mass[i] * simulation.bodies().x(i)[1];
    CHECK(r.potential_energy == doctest::Approx(potential));
  }
}

TEST_CASE("without inertia a body moves with the force a mass, and a blocked one stops") {
  Setup setup;
  setup.bodies = test::empty(2);
  test::add(setup.bodies, {{0, 3, 0}}, {{5, 5, 0}}, 1, 2);
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
  setup.forces = {gravity({{1, -1, 0}})};
  setup.first_order = true;
  setup.h = 0.5;
  Simulation simulation(std::move(setup), 1);
  for (int s = 0; s < 6; ++s) simulation.advance();
  CHECK(simulation.bodies().x(0)[0] == doctest::Approx(3));
  CHECK(simulation.bodies().x(0)[1] == doctest::Approx(1));
  CHECK(simulation.bodies().v(0)[0] == doctest::Approx(1));
  CHECK(simulation.bodies().v(0)[1] == doctest::Approx(0));
}

TEST_CASE("a projection cut short is told, and the policy decides") {
  const auto make = [](OnUnconverged policy) {
    Setup setup = test::grains_in_a_box(2, 200, 0.7, 30, 1);
    setup.forces = {gravity({{0, -9.81, 0}})};
    setup.solver = "apgd";
    setup.max_iterations = 3;
    setup.h = 0.05;
    setup.on_unconverged = policy;
    return Simulation(std::move(setup), 1);
  };
  SUBCASE("warn goes on and says so") {
    Simulation simulation = make(OnUnconverged::warn);
    const StepReport report = simulation.advance();
    CHECK_FALSE(report.converged);
    CHECK_FALSE(report.message.empty());
    CHECK(simulation.step() == 1);
  }
  SUBCASE("stop leaves the state as it was") {
    Simulation simulation = make(OnUnconverged::stop);
    const std::uint64_t before = simulation.hash();
    CHECK_FALSE(simulation.advance().converged);
    CHECK(simulation.hash() == before);
    CHECK(simulation.step() == 0);
  }
  SUBCASE("halving that does not help leaves the state as it was") {
    Simulation simulation = make(OnUnconverged::halve_step);
    const std::uint64_t before = simulation.hash();
    const StepReport report = simulation.advance();
    CHECK_FALSE(report.converged);
    CHECK(simulation.hash() == before);
  }
}

TEST_CASE("a step that is stopped leaves all as it was, and made again is the step that it would have been") {
  const auto make = [](const std::atomic<bool>* stop) {
    Setup setup = test::grains_in_a_box(2, 200, 0.7, 30, 1);
    setup.forces = {gravity({{0, -9.81, 0}})};
    setup.h = 0.02;
    setup.stop = stop;
    return Simulation(std::move(setup), 1);
  };
  std::atomic<bool> stop = false;
  Simulation simulation = make(&stop), other = make(nullptr);
  for (int s = 0; s < 5; ++s) {
    const std::uint64_t before = simulation.hash();
    stop = true;
    const StepReport report = simulation.advance();
    CHECK_FALSE(report.moved);
    CHECK(report.message == "interrupted");
    CHECK(simulation.hash() == before);
    stop = false;
    CHECK(simulation.advance().moved);
    other.advance();
    CHECK(simulation.hash() == other.hash());
  }
}

TEST_CASE("a step that is undone gives the contacts back, with their gaps where the bodies are") {
  for (const OnUnconverged policy : {OnUnconverged::stop, OnUnconverged::halve_step}) {
    Setup setup = test::grains_in_a_box(2, 200, 0.75, 0, 1);
    setup.forces = {gravity({{0, -9.81, 0}})};
    setup.solver = "apgd";
    setup.h = 0.05;
    Setup hard = setup;
    Simulation simulation(std::move(setup), 1);
    for (int s = 0; s < 20; ++s) simulation.advance();
    const State state = simulation.state();
    hard.max_iterations = 3;
    hard.on_unconverged = policy;
    Simulation stuck(std::move(hard), 1);
    stuck.restore(state);
    REQUIRE_FALSE(stuck.advance().moved);
    const Contacts &before = simulation.contacts(), &after = stuck.contacts();
    REQUIRE(after.size() > 100);
    CHECK(after.first == before.first);
    CHECK(after.second == before.second);
    CHECK(after.multiplier == before.multiplier);
    CHECK(stuck.hash() == simulation.hash());
    CHECK(stuck.state().length == 0.05);
    CHECK(stuck.state().compliance == state.compliance);
    REQUIRE(after.normal.size() == 2 * after.size());
    for (std::size_t c = 0; c < after.size(); ++c) {
      if (after.second[c] < 0) continue;
      const Bodies& b = stuck.bodies();
      const auto i = static_cast<std::size_t>(after.first[c]), j = static_cast<std::size_t>(after.second[c]);
      const double distance = norm(Vec<2>::load(b.x(i)) - Vec<2>::load(b.x(j)));
      CHECK(after.gap[c] == doctest::Approx(distance - b.radius[i] - b.radius[j]));
    }
  }
}

TEST_CASE("halving rescues a step that is too hard for the iterations allowed") {
  int rescued = 0;
  for (int budget = 20; budget <= 400; budget += 20) {
    Setup setup = test::colliding_column(budget);
    setup.on_unconverged = OnUnconverged::halve_step;
    Simulation simulation(std::move(setup), 1);
    const StepReport report = simulation.advance();
    CHECK(report.moved == report.converged);
    CHECK((report.halvings > 0) == (report.h < 0.1));
    if (!report.converged) continue;
    CHECK(simulation.step() == 1);
    CHECK(simulation.time() == doctest::Approx(0.1));
    rescued += report.halvings > 0;
  }
  CHECK(rescued > 0);
}

TEST_CASE("a velocity that is not a number is fatal whatever the policy") {
  Setup setup;
  setup.bodies = test::empty(2);
  test::add(setup.bodies, {}, {{std::numeric_limits<double>::quiet_NaN(), 0, 0}});
  setup.h = 1;
  Simulation simulation(std::move(setup), 1);
  const StepReport report = simulation.advance();
  CHECK(report.fatal);
  CHECK_FALSE(report.converged);
}

TEST_CASE("grains that cross half a period in one step are refused, not let through each other") {
  Setup setup;
  setup.bodies = test::empty(2);
  setup.domain.period = {20, 20, 0};
  test::add(setup.bodies, {{1, 1, 0}}, {{30, 0, 0}});
  test::add(setup.bodies, {{8, 15, 0}}, {});
  setup.h = 1;
  Simulation simulation(std::move(setup), 1);
  CHECK_FALSE(simulation.advance().converged);
}

TEST_CASE("a checkpoint of another scene is refused") {
  Setup a = test::grains_in_a_box(2, 10, 0.3, 1, 1), b = test::grains_in_a_box(3, 10, 0.3, 1, 1);
  Simulation one(std::move(a), 1), other(std::move(b), 1);
  CHECK_THROWS_AS(other.restore(one.state()), Error);
}

TEST_CASE("a state goes on under another law, which begins without memory") {
  const Setup dry = test::grains_in_a_box(2, 60, 0.7, 5, 3);
  Setup glued = dry;
  glued.law = gluey({});
  Simulation first(dry, 1), second(glued, 1), third(dry, 1);
  for (int s = 0; s < 20; ++s) first.advance();
  second.restore(first.state());
  for (const double gamma : second.contacts().memory) CHECK(gamma == 0);
  for (int s = 0; s < 20; ++s) REQUIRE(second.advance().converged);
  third.restore(second.state());
  for (int s = 0; s < 20; ++s) REQUIRE(third.advance().converged);
}

TEST_CASE("the problem of the next step is the one that the step solves") {
  Setup setup = test::grains_in_a_box(2, 100, 0.7, 30, 6);
  Simulation simulation(std::move(setup), 1);
  simulation.advance();
  const ProjectionProblem problem = simulation.next_problem();
  CHECK(find_fault(problem).empty());
  const std::size_t rows = problem.rows();
  CHECK(simulation.advance().contacts >= static_cast<std::int64_t>(rows));
}

TEST_CASE("bodies that go far in a step have contacts further away, also where a run is resumed") {
  const auto falling = [](double cutoff) {
    Setup setup = test::grains_in_a_box(3, 300, 0.2, 0.5, 5);
    setup.forces = {gravity({{0, 0, -3}})};
    setup.h = 0.1;
    setup.cutoff = cutoff;
    return Simulation(std::move(setup), 1);
  };
  Simulation whole = falling(0), narrow = falling(0.5);
  std::vector<State> saved;
  std::int64_t before = 0, after = 0, fewer = 0;
  for (int s = 0; s < 12; ++s) {
    saved.push_back(whole.state());
    const std::int64_t contacts = whole.advance().contacts, kept = narrow.advance().contacts;
    if (s < 2) {
      before += contacts;
      CHECK(contacts == kept);
    }
    if (s >= 6) after += contacts, fewer += kept;
  }
  CHECK(before > 0);
  CHECK(10 * after > 11 * fewer);
  for (std::size_t k = 0; k < saved.size(); k += 3) {
    Simulation resumed = falling(0);
    resumed.restore(std::move(saved[k]));
    while (resumed.step() < whole.step()) resumed.advance();
    CHECK(resumed.hash() == whole.hash());
  }
}

namespace {

// Throws the n-th time it is asked.
struct Thrower final : Force {
  mutable int left;
  explicit Thrower(int n) : left(n) {}
  void add(const Surroundings&, const FreeMotion&) const override {
    if (--left == 0) throw Error("no more");
  }
};

}  // namespace

TEST_CASE("what a force throws arrives, and the state is that before the step") {
  for (const OnUnconverged policy : {OnUnconverged::warn, OnUnconverged::halve_step}) {
    Setup setup = test::grains_in_a_box(2, 50, 0.7, 30, 1);
    setup.h = 0.02;
    setup.on_unconverged = policy;
    if (policy == OnUnconverged::halve_step) {  // then some of the parts of the step are made before
      setup.solver = "pgs";
      setup.max_iterations = 1;
      setup.tolerance = 1e-12;
    }
    setup.forces.push_back(std::make_shared<Thrower>(4));
    Simulation simulation(std::move(setup), 1);
    std::uint64_t before = simulation.hash();
    const auto go_on = [&] {
      for (;;) {
        before = simulation.hash();
        simulation.advance();
      }
    };
    CHECK_THROWS_WITH_AS(go_on(), "no more", Error);
    CHECK(simulation.hash() == before);
    CHECK(simulation.step() == (policy == OnUnconverged::halve_step ? 0 : 3));
  }
}

TEST_CASE("the memory of an array that was parted with stays as it is, and the state goes on") {
  Setup setup = test::grains_in_a_box(2, 50, 0.7, 30, 1);
  setup.h = 0.02;
  Setup same = setup;
  Simulation simulation(std::move(setup), 1), undisturbed(std::move(same), 1);
  const double* seen = simulation.bodies().position.data();
  const std::vector<double> was = simulation.bodies().position;
  const std::shared_ptr<const void> memory = simulation.part_with(State::List::bodies, "position");
  CHECK(memory != nullptr);
  CHECK(simulation.bodies().position.data() != seen);
  CHECK(simulation.part_with(State::List::contacts, "position") == nullptr);
  for (int s = 0; s < 5; ++s) {
    simulation.advance();
    undisturbed.advance();
  }
  CHECK(simulation.hash() == undisturbed.hash());
  CHECK(std::equal(was.begin(), was.end(), seen));
}
