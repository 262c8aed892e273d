// Every model of a scene file, alone and in company: the same bits on any number of threads and across
// a checkpoint file, and budgets that close. A new model is one line of the table.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "output/checkpoint.hpp"
#include "output/support.hpp"
#include "scene/build.hpp"

using namespace floc;

namespace {

#ifdef FLOC_SANITIZED
const std::vector<int> thread_counts{1, 3};
#else
const std::vector<int> thread_counts{1, 2, 3, 7};
#endif
constexpr int half_run = 3;  // steps before the checkpoint, and after

// Two halves of a dense layer that run into each other: enough bodies for several threads to have work.
const std::string layer = R"toml(
[scene]
dimension = 2
seed = 11
[time]
step = 4e-3
end = 1
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
counts = [29, 56]
radius = { uniform = [0.008, 0.0105] }
density = 1000
velocity = [1.5, 0.2]
[[particles]]
kind = "lattice"
group = "right"
spacing = 0.0215
jitter = 0.8
origin = [0.6235, 0]
counts = [29, 56]
radius = { uniform = [0.008, 0.0105] }
density = 1000
velocity = [-1.5, 0]
)toml";
const std::string box = R"toml(
[[obstacles]]
kind = "box"
side = "inside"
low = [-0.05, -0.05]
high = [1.3, 1.3]
)toml";

// What is true of a model beside the bits.
enum Holds : unsigned {
  nothing = 0,
  momentum_is_kept = 1,   // nothing but pairs act
  work_is_potential = 2,  // what the forces give is what their energy loses
  contacts_only_take = 4  // no contact gives energy
};

struct Model {
  std::string name;
  std::string scene;
  unsigned holds;
};

const std::vector<Model>& models() {
  static const std::vector<Model> table{
      {"inelastic", layer, momentum_is_kept | contacts_only_take},
      {"restitution", layer + "[contact]\nlaw = \"restitution\"\nrestitution = 0.7\n",
       momentum_is_kept | contacts_only_take},
      {"gravity in a box", layer + box + "[forces]\ngravity = [0, -9.81]\n", work_is_potential | contacts_only_take},
      {"drift in a shear", layer + "[[forces.drag]]\ntau = 0.05\nflow = { kind = \"shear\", rate = 3 }\n",
       contacts_only_take},
      {"attraction", layer + "[[forces.attraction]]\nkappa = 2e-4\nepsilon = 2e-3\n",
       momentum_is_kept | work_is_potential | contacts_only_take},
      {"noise", layer + "[[forces.noise]]\nsigma = 0.05\n", contacts_only_take},
      {"repulsion without contacts",
       layer + "[contact]\nlaw = \"none\"\n[[forces.repulsion]]\nrange = 2e-3\nepsilon = 1e-6\nepsilon_contact = 1e-3\n",
       momentum_is_kept},
      {"a field of one group", layer + "[[forces.field]]\ngroups = [\"right\"]\nacceleration = [\"-4*x\", \"sin(t)\"]\n",
       contacts_only_take},
      {"bridges", layer + "[[forces.capillary]]\nsurface_tension = 0.5\nvolume = 2e-8\nangle = 20\n",
       momentum_is_kept | contacts_only_take},
      {"gluey grains with gravity and bridges",
       layer + box +
           "[contact]\nlaw = \"gluey\"\n[forces]\ngravity = [0, -9.81]\n[[forces.capillary]]\nsurface_tension = 0.5\n"
           "volume = 2e-8\nangle = 20\n",
       nothing},
      {"noise, drift and attraction",
       layer +
           "[[forces.noise]]\nsigma = 0.05\n[[forces.drag]]\ntau = 0.05\n[[forces.attraction]]\nkappa = 1e-4\n"
           "epsilon = 2e-3\nscaling = \"root-step\"\n",
       contacts_only_take},
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

TEST_CASE("every model gives the same bits on any number of threads, and across a checkpoint file") {
  const test::TemporaryDirectory folder;
  for (const Model& model : models()) {
    CAPTURE(model.name);
    const Setup setup = setup_of(model);
    std::uint64_t hash = 0;
    for (const int threads : thread_counts) {
      Simulation whole(setup, threads);
      advance(whole, half_run);
      if (threads == 1) save_checkpoint(folder.path(), {whole.save(), model.scene, 0, -1, {}});
      advance(whole, half_run);
      if (threads == 1) hash = whole.hash();
      CAPTURE(threads);
      CHECK(whole.hash() == hash);
    }
    Simulation rest(setup, 2);
    rest.restore(load_latest(folder.path()).checkpoint.resume);
    CHECK(rest.step() == half_run);
    advance(rest, half_run);
    CHECK(rest.hash() == hash);
  }
}

TEST_CASE("the budget of every model closes: momentum, work and energy") {
  for (const Model& model : models()) {
    CAPTURE(model.name);
    Simulation simulation(setup_of(model), 2);
    double mass = 0;
    for (const double m : simulation.bodies().mass) mass += m;
    std::array<double, 3> momentum_before{};
    momentum(simulation.bodies(), momentum_before.data());
    double kinetic = kinetic_energy(simulation.bodies());
    for (int s = 0; s < 2 * half_run; ++s) {
      const StepReport r = simulation.advance();
      const double scale = kinetic + r.kinetic_energy, speed = std::sqrt(2 * scale / mass);
      CHECK(std::abs(r.kinetic_energy - kinetic - r.force_work - r.contact_work) < 1e-12 * scale);
      for (std::size_t k = 0; k < 3; ++k) {
        const double given = r.force_impulse[k] + r.contact_impulse[k];
        CHECK(std::abs(r.momentum[k] - momentum_before[k] - given) < 1e-12 * mass * speed);
        if (model.holds & momentum_is_kept) CHECK(std::abs(given) < 1e-12 * mass * speed);
      }
      if (model.holds & contacts_only_take) CHECK(r.contact_work <= 1e-12 * scale);
      kinetic = r.kinetic_energy;
      momentum_before = r.momentum;
    }
  }
}

// Without contacts, which would take their part of a step's motion.
TEST_CASE("what the forces of a model give is what their potential energy loses") {
  for (const Model& model : models()) {
    if (!(model.holds & work_is_potential)) continue;
    CAPTURE(model.name);
    Simulation simulation(setup_of(model, {"contact.law=none", "time.step=1e-6"}), 2);
    double potential = simulation.advance().potential_energy, worked = 0, lost = 0, exchanged = 0;
    for (int s = 0; s < 2 * half_run; ++s) {
      const StepReport r = simulation.advance();
      worked += r.force_work;
      exchanged += std::abs(r.force_work);
      lost += potential - r.potential_energy;
      potential = r.potential_energy;
    }
    CHECK(exchanged > 0);
    CHECK(std::abs(worked - lost) < 0.02 * exchanged);
  }
}
