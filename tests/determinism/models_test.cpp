// Every model of a scene file, alone and in company: the same bits on any number of threads and across
// a checkpoint file, and budgets that close. A new model is one line of the table.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "output/checkpoint.hpp"
#include "output/support.hpp"
#include "scene/build.hpp"
#include "support/simd_targets.hpp"

using namespace floc;

namespace {

#ifdef FLOC_SANITIZED
const std::vector<int> thread_counts{1, 3};
#else
const std::vector<int> thread_counts{1, 2, 3, 7};
#endif
constexpr int half_run = 2;  // steps before the checkpoint, and after

// Two halves of a dense layer that run into each other.
std::string halves(int rows) {
  return fmt::format(R"toml(
[scene]
dimension = 2
seed = 11
[time]
step = 4e-3
end = 1
[solver]
tolerance = 1e-3
[[groups]]
name = "left"
[[groups]]
name = "right"
[[particles]]
kind = "lattice"
group = "left"
spacing = 0.0215
jitter = 0.8
origin = [0, 0]
counts = [29, {0}]
radius = {{ uniform = [0.008, 0.0105] }}
density = 1000
velocity = [1.5, 0.2]
[[particles]]
kind = "lattice"
group = "right"
spacing = 0.0215
jitter = 0.8
origin = [0.6235, 0]
counts = [29, {0}]
radius = {{ uniform = [0.008, 0.0105] }}
density = 1000
velocity = [-1.5, 0]
)toml",
                     rows);
}
const std::string layer = halves(56);  // bodies enough for several threads to have work
const std::string strip = halves(8);   // for variants of a model that costs more
const std::string box = R"toml(
[[obstacles]]
kind = "box"
side = "inside"
low = [-0.05, -0.05]
high = [1.3, 1.3]
)toml";
const std::string gravity = "[forces]\ngravity = [0, -9.81]\n";
const std::string gluey = "[contact]\nlaw = \"gluey\"\n";
const std::string friction = "[friction]\ncoefficient = 0.4\n";
// As wide and high as the lattice: bodies meet through the faces too.
std::string periodic(double width, double height) {
  return fmt::format("[domain]\nlow = [0, 0]\nhigh = [{}, {}]\nperiodic = [\"x\", \"y\"]\n", width, height);
}
const std::string drift = "[[forces.drag]]\ntau = 0.05\nflow = { kind = \"shear\", rate = 3 }\n";
const std::string attraction = "[[forces.attraction]]\nkappa = 2e-4\nepsilon = 2e-3\n";
const std::string noise = "[[forces.noise]]\nsigma = 0.05\n";
const std::string capillary = "[[forces.capillary]]\nsurface_tension = 0.5\nvolume = 2e-8\nangle = 20\n";
const std::string repulsion = "[[forces.repulsion]]\nrange = 2e-3\nepsilon = 1e-6\nepsilon_contact = 1e-3\n";

// Two heaps of bodies of one shape that run into each other.
std::string shaped(const std::string& shape) {
  std::string all = "[scene]\ndimension = 2\nseed = 5\n[time]\nstep = 4e-3\nend = 1\n[solver]\ntolerance = 1e-3\n";
  for (const int side : {1, -1})
    all += fmt::format(
        "[[particles]]\nkind = \"lattice\"\nspacing = 0.036\njitter = 0.3\norigin = [{}, 0]\ncounts = [12, 12]\nradius = 0.0095\n"
        "density = 1000\nvelocity = [{}, 0.2]\nshape = {}\n",
        side > 0 ? 0.0 : 0.432, 1.5 * side, shape);
  return all;
}

// Corners of a body that is not convex, as long as the program lives.
std::string angle_file() {
  static const test::TemporaryDirectory folder;
  const std::string path = folder / "angle.txt";
  test::set_contents(path, "0 0\n2 0\n2 1\n1 1\n1 2\n0 2\n");
  return path;
}

const std::string pour = R"toml(
[[particles]]
kind = "pour"
group = "left"
count = 40
rate = 5e3
low = [0.0, 0.3]
high = [1.2, 0.5]
radius = 0.01
density = 1000
velocity = [0.3, -2]
)toml";

// Chains, loops or assemblies of beads, side by side, that draw together.
std::string linked(const std::string& of, int rows, int columns, std::array<double, 2> room) {
  std::string centres;
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < rows; ++j) centres += fmt::format("[{}, {}], ", room[0] * (i - 0.5 * columns), room[1] * j);
  return fmt::format(R"toml(
[scene]
dimension = 2
seed = 4
[time]
step = 2e-3
end = 1
[[particles]]
centres = [{}]
radius = 0.008
density = 1000
velocity = ["-8*x", "-8*y"]
{}
)toml",
                     centres, of);
}
const std::string flexible = "kind = \"chain\"\nbeads = 16\nspacing = 0.02\nstretching = 1e4\nbending = 1e-3\n";
const std::string open_chains = linked(flexible, 40, 5, {{0.3165, 0.0165}});
const std::string loops = linked(flexible + "closed = true\n", 14, 14, {{0.119, 0.119}});
const std::string rigid = "kind = \"chain\"\nbeads = 4\nspacing = 0.02\nstretching = \"rigid\"\n";
const std::string rigid_chains = linked(rigid, 56, 14, {{0.0765, 0.0165}});
const std::string few_rigid_chains = linked(rigid, 12, 6, {{0.0765, 0.0165}});
const std::string assemblies =
    linked("kind = \"assembly\"\nshape = \"cross\"\nbeads = 3\nspacing = 0.016\n", 25, 26, {{0.0485, 0.0485}});

// A room full of people with two doors.
const std::string crowd = R"toml(
[scene]
dimension = 2
seed = 3
[time]
step = 0.1
end = 2
[stepper]
kind = "first-order"
[floor]
kind = "polygons"
boundary = [[0, 0], [40, 0], [40, 30], [0, 30]]
spacing = 0.2
[[floor.exits]]
name = "east"
from = [40, 10]
to = [40, 20]
[[floor.exits]]
name = "west"
from = [0, 2]
to = [0, 6]
[[groups]]
name = "left"
[[groups]]
name = "right"
[[particles]]
kind = "lattice"
group = "left"
spacing = 0.5
jitter = 0.5
origin = [0.3, 1]
counts = [34, 57]
radius = { uniform = [0.2, 0.24] }
[[particles]]
kind = "lattice"
group = "right"
spacing = 0.5
jitter = 0.5
origin = [22, 1]
counts = [34, 57]
radius = 0.22
[[forces.crowd]]
speed = { normal = { mean = 1.34, deviation = 0.26 } }
)toml";

// Discs ten cells across in a box of fluid, two of them just above the next ones.
const std::string pool = R"toml(
[scene]
dimension = 2
[time]
step = 2e-3
end = 1
[forces]
gravity = [0, -9.81]
[[particles]]
kind = "lattice"
spacing = 0.19
origin = [0.13, 0.13]
counts = [5, 4]
jitter = 0.1
radius = 0.08
density = 2.5
velocity = ["0.3*(0.5-x)", "-0.3*y"]
[fluid]
low = [0, 0]
high = [1, 1]
cell = 0.015625
density = 1
viscosity = 0.05
)toml";
// Balls ten cells across in a box of fluid, which fall on each other, with films where they are near.
const std::string tank = R"toml(
[scene]
dimension = 3
[time]
step = 2e-3
end = 1
[forces]
gravity = [0, 0, -9.81]
[[particles]]
kind = "lattice"
spacing = 0.42
origin = [0.25, 0.25, 0.225]
counts = [2, 2, 2]
jitter = 0.003
radius = 0.18
density = 2.5
velocity = ["0.3*(0.5-x)", "0.1", "-3*z"]
[fluid]
low = [0, 0, 0]
high = [1, 1, 1]
cell = 0.041666666666666664
density = 1
viscosity = 0.05
)toml";
// Periodic, with an ellipse on the face and friction.
const std::string ellipse_on_face =
    "[domain]\nperiodic = [\"x\"]\nlow = [0, 0]\nhigh = [1, 1]\n[[particles]]\nkind = \"lattice\"\nspacing = 1\n"
    "origin = [0.05, 0.9]\ncounts = [1, 1]\nradius = 0.08\ndensity = 2.5\nshape = { kind = \"ellipsoid\", axes = [1.2, 0.8] }\n" +
    friction;
const std::string films = "gap = 0.002\nlubrication = true\n";
// Small bodies in the same fluid, in swirls.
const std::string swirls = R"toml(
[scene]
dimension = 2
[time]
step = 2e-3
end = 1
[[particles]]
kind = "lattice"
spacing = 0.04
origin = [0.1, 0.1]
counts = [20, 20]
jitter = 0.5
radius = 0.012
density = 2.5
[fluid]
low = [0, 0]
high = [1, 1]
cell = 0.015625
density = 1
viscosity = 0.05
velocity = ["sin(6.283185307*x)*cos(6.283185307*y)", "-cos(6.283185307*x)*sin(6.283185307*y)"]
)toml";

// What is true of a model beside the bits.
enum Holds : unsigned {
  momentum_is_kept = 1,   // nothing but pairs act
  work_is_potential = 2,  // what the forces give is what their energy loses
  contacts_only_take = 4, // no contact gives energy
  people_leave = 8,       // and take theirs along
  bodies_come = 16        // and bring theirs
};

struct Model {
  std::string name;
  std::string scene;
  unsigned holds;
};

const std::vector<Model>& models() {
  constexpr unsigned pairs = momentum_is_kept | contacts_only_take;
  static const std::vector<Model> table{
      // contact laws
      {"inelastic", layer, pairs},
      {"restitution", layer + "[contact]\nlaw = \"restitution\"\nrestitution = 0.7\n", pairs},
      {"gluey", layer + gluey, pairs},
      {"gluey and rough", strip + gluey + "gamma_min = -1e-3\n", pairs},
      {"gluey, roughness by size", strip + gluey + "roughness = 1e-3\nviscosity = 1e-4\nradius_scaling = true\n",
       pairs},
      {"gluey-reference", strip + "[contact]\nlaw = \"gluey-reference\"\n", pairs},
      {"stick", layer + "[contact]\nlaw = \"stick\"\n", pairs},
      {"bonds", layer + "[[bonds]]\nwithin = 0.0205\n", pairs},
      {"friction", layer + friction, pairs},
      {"friction, exact", strip + box + gravity + friction + "scheme = \"exact\"\n", contacts_only_take},
      {"gluey with friction", strip + gluey + friction, pairs},
      {"boxes with friction", shaped("{ kind = \"box\", sides = [1.4, 1] }") + friction, pairs},
      {"friction that resists rolling", strip + friction + "rolling = 0.1\ntwisting = 0.05\n", pairs},
      {"restitution with friction", strip + friction + "[contact]\nlaw = \"restitution\"\nrestitution = 0.7\n", pairs},
      {"friction with capillary bridges", strip + friction + capillary, pairs},
      {"friction, exact, with capillary bridges, in a box",
       strip + box + gravity + friction + "scheme = \"exact\"\n" + capillary, contacts_only_take},
      {"friction in a periodic domain", strip + periodic(58 * 0.0215, 8 * 0.0215) + friction, pairs},
      {"boxes with friction in a periodic domain",
       shaped("{ kind = \"box\", sides = [1.4, 1] }") + periodic(24 * 0.036, 12 * 0.036) + friction, pairs},
      {"boxes that bounce and rub",
       shaped("{ kind = \"box\", sides = [1.4, 1] }") + friction +
           "[contact]\nlaw = \"restitution\"\nrestitution = 0.3\n",
       momentum_is_kept},
      {"welds that break", strip + friction + "[[joints]]\nkind = \"weld\"\nwithin = 0.002\nbreak_force = 20\n",
       momentum_is_kept},
      {"springs between boxes",
       shaped("{ kind = \"box\", sides = [1.4, 1] }") +
           "[[joints]]\nkind = \"distance\"\nwithin = 0.02\nstiffness = 500\n",
       momentum_is_kept},
      {"clumps with friction",
       shaped("{ kind = \"clump\", parts = [{ kind = \"sphere\", centre = [-1, 0] }, { kind = \"sphere\", centre = [1, "
              "0] }] "
              "}") +
           friction,
       pairs},
      {"level sets with friction",
       shaped(
           "{ kind = \"level-set\", function = \"x^2 + y^2 - 1 - 0.3*sin(3*atan2(y, x))\", low = [-1.3, -1.3], high = "
           "[1.3, 1.3] }") +
           friction,
       pairs},
      {"angles from a file, with friction", shaped("{ kind = \"mesh\", path = \"" + angle_file() + "\" }") + friction,
       pairs},
      {"ellipses without friction", shaped("{ kind = \"ellipsoid\", axes = [2, 1] }"), pairs},
      {"gluey triangles", shaped("{ kind = \"polytope\", points = [[0, 0], [1, 0], [0.5, 1]] }") + gluey + friction,
       momentum_is_kept},
      // forces
      {"gravity in a box", layer + box + gravity, work_is_potential | contacts_only_take},
      {"drift in a shear", layer + drift, contacts_only_take},
      {"attraction", layer + attraction, pairs | work_is_potential},
      {"noise", layer + noise, contacts_only_take},
      {"capillary bridges", layer + capillary, pairs},
      {"repulsion", layer + repulsion, pairs | work_is_potential},
      {"repulsion without contacts", layer + "[contact]\nlaw = \"none\"\n" + repulsion, momentum_is_kept},
      {"a field of one group",
       layer + "[[forces.field]]\ngroups = [\"right\"]\nacceleration = [\"-4*x\", \"sin(t)\"]\n", contacts_only_take},
      // linked bodies
      {"chains", open_chains, pairs | work_is_potential},
      {"loops", loops, pairs | work_is_potential},
      {"rigid chains", rigid_chains, momentum_is_kept},  // a length within its tolerance may be a gain
      {"rigid chains, to rounding", few_rigid_chains + "[solver]\ntolerance = 1e-11\n", pairs},
      {"rigid assemblies", assemblies, pairs},
      // other steppers
      {"lubricated", layer + "[contact]\nlaw = \"lubricated\"\nviscosity = 0.1\n", momentum_is_kept},
      {"crowd", crowd, people_leave},
      {"poured", strip + pour, pairs | bodies_come},
      // in a fluid
      {"discs in a fluid", pool, 0},
      {"gluey discs in a fluid", pool + gluey, 0},
      {"an ellipse with friction in a periodic fluid", pool + ellipse_on_face, 0},
      {"discs with films in a fluid", pool + films, 0},
      {"discs with films beside an ellipse with friction in a periodic fluid", pool + films + ellipse_on_face, 0},
      {"balls in a fluid in space", tank, 0},
      {"balls with films and friction in a periodic fluid in space",
       tank + films + friction + "[domain]\nperiodic = [\"x\"]\nlow = [0, 0, 0]\nhigh = [1, 1, 1]\n", 0},
      {"balls in slow flow in space", tank + "kind = \"steady-stokes\"\n", 0},
      {"joined discs in slow flow", pool + "kind = \"steady-stokes\"\n[[joints]]\nkind = \"distance\"\nwithin = 0.04\n", 0},
      {"drag in a fluid", swirls + "coupling = \"one-way\"\n[[forces.drag]]\ntau = 0.05\nflow = { kind = \"fluid\" }\n", 0},
      {"tracers of a fluid", swirls + "coupling = \"passive\"\n[contact]\nlaw = \"none\"\n", 0},
      // steps of many lengths
      {"adaptive, by the way of bodies, with noise", layer + noise + "[time.adaptive]\ntravel = 0.2\n",
       contacts_only_take},
      {"adaptive, by iterations, gluey", layer + gluey + "[time.adaptive]\niterations = 1\n", pairs},
      {"adaptive, poured and bouncing",
       strip + pour + "[contact]\nlaw = \"restitution\"\nrestitution = 0.7\n[time.adaptive]\ntravel = 0.3\n",
       pairs | bodies_come},
      // in company
      {"gluey grains with gravity and bridges", strip + box + gluey + gravity + capillary, contacts_only_take},
      {"a crowd with attraction between friends",
       crowd + "[[forces.attraction]]\nkappa = 0.05\nepsilon = 0.1\nbetween = \"same-group\"\n", people_leave},
      {"chains in a flow with noise", open_chains + drift + noise, contacts_only_take},
      {"aggregation: noise, drift, attraction, stick",
       layer + noise + drift + attraction + "scaling = \"root-step\"\n[contact]\nlaw = \"stick\"\n",
       contacts_only_take},
      {"gluey loops with gravity", loops + gluey + gravity, contacts_only_take},
  };
  return table;
}

Setup setup_of(const Model& model, const std::vector<std::string>& overrides = {}) {
  const SceneResult read = read_scene_text(model.scene, model.name, "", overrides);
  for (const Diagnostic& error : read.errors) FAIL(error.str());
  BuildResult built = build(*read.scene);
  for (const Diagnostic& error : built.errors) FAIL(error.str());
  return std::move(*built.setup);
}

void advance(Simulation& simulation, int steps) {
  for (int s = 0; s < steps; ++s) {
    const StepReport report = simulation.advance();
    CAPTURE(report.message);
    REQUIRE(report.converged);
  }
}

}  // namespace

#ifndef FLOC_SANITIZED
TEST_CASE("every model gives the same bits with all instructions") {
  for (const Model& model : models()) {
    CAPTURE(model.name);
    const Setup setup = setup_of(model);
    std::vector<std::uint64_t> hashes;
    test::for_simd_targets([&] {
      Simulation simulation(setup, 2);
      advance(simulation, half_run);
      hashes.push_back(simulation.hash());
    });
    for (const std::uint64_t h : hashes) CHECK(h == hashes.front());
  }
}
#endif

TEST_CASE("every model gives the same bits on any number of threads, and across a checkpoint file") {
  const test::TemporaryDirectory folder;
  for (const Model& model : models()) {
    CAPTURE(model.name);
    const Setup setup = setup_of(model);
    std::uint64_t hash = 0;
    for (const int threads : thread_counts) {
      Simulation whole(setup, threads);
      advance(whole, half_run);
      if (threads == 1) save_checkpoint(folder.path(), {.state = whole.state(), .scene = model.scene, .totals = {}});
      advance(whole, half_run);
      if (threads == 1) hash = whole.hash();
      CAPTURE(threads);
      CHECK(whole.hash() == hash);
    }
    Simulation rest(setup, 2);
    rest.restore(load_latest(folder.path()).checkpoint.state);
    CHECK(rest.step() == half_run);
    advance(rest, half_run);
    CHECK(rest.hash() == hash);
  }
}

TEST_CASE("the budget of every model closes: momentum, work and energy") {
  for (const Model& model : models()) {
    CAPTURE(model.name);
    Simulation simulation(setup_of(model), 2);
    const std::int64_t first_comers = simulation.bodies().next_id;
    std::int64_t departed = 0;
    double mass = 0;
    for (const double m : simulation.bodies().mass) mass += m;
    std::array<double, 3> momentum_before{};
    momentum(simulation.bodies(), momentum_before.data());
    double kinetic = kinetic_energy(simulation.bodies());
    for (int s = 0; s < 2 * half_run; ++s) {
      const StepReport r = simulation.advance();
      const double scale = kinetic + r.kinetic_energy + std::abs(r.traffic_energy), speed = std::sqrt(2 * scale / mass);
      const double worked = r.force_work + r.contact_work + r.traffic_energy;
      CHECK(std::abs(r.kinetic_energy - kinetic - worked) < 1e-12 * scale);
      for (std::size_t k = 0; k < 3; ++k) {
        const double given = r.force_impulse[k] + r.contact_impulse[k];
        CHECK(std::abs(r.momentum[k] - momentum_before[k] - given - r.traffic_momentum[k]) < 1e-12 * mass * speed);
        if (model.holds & momentum_is_kept) CHECK(std::abs(given) < 1e-12 * mass * speed);
      }
      if (model.holds & contacts_only_take) CHECK(r.contact_work <= 1e-12 * scale);
      kinetic = r.kinetic_energy;
      momentum_before = r.momentum;
      departed = r.departed;
    }
    CHECK((departed > 0) == ((model.holds & people_leave) != 0));
    CHECK((simulation.bodies().next_id > first_comers) == ((model.holds & bodies_come) != 0));
  }
}

// Without contacts, which would take their part of a step's motion. Forces are those of the beginning of a
// step: what is lost in one lies between its work and that of the next.
TEST_CASE("what the forces of a model give is what their potential energy loses") {
  for (const Model& model : models()) {
    if (!(model.holds & work_is_potential)) continue;
    CAPTURE(model.name);
    Simulation simulation(setup_of(model, {"contact.law=none", "time.step=1e-5"}), 2);
    StepReport last = simulation.advance(), now = simulation.advance();
    double worked = 0, lost = 0, exchanged = 0;
    for (int s = 0; s < 2 * half_run; ++s) {
      const StepReport next = simulation.advance();
      worked += 0.5 * (now.force_work + next.force_work);
      lost += last.potential_energy - now.potential_energy;
      exchanged += std::abs(now.force_work);
      last = std::exchange(now, next);
    }
    CHECK(exchanged > 0);
    CHECK(std::abs(worked - lost) < 0.01 * exchanged);
  }
}
