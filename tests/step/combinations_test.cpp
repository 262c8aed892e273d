#include "step/combinations.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "contact/lubricated.hpp"
#include "contact/no_contact.hpp"
#include "contact/restitution.hpp"
#include "contact/stick.hpp"
#include "core/error.hpp"
#include "forces/drag.hpp"
#include "geometry/motions.hpp"
#include "geometry/shapes.hpp"
#include "geometry/surfaces.hpp"
#include "scene/build.hpp"
#include "scene/samples.hpp"
#include "step/medium.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

// Two discs that have the feature; nothing where it is one that a scene alone can have.
using Change = void (*)(Setup&);
Change change(Feature feature) {
  switch (feature) {
    case Feature::bounce: return [](Setup& s) { s.law = restitution(0.5); };
    case Feature::no_projection: return [](Setup& s) { s.law = no_contact(); };
    case Feature::equality_rows: return [](Setup& s) { s.law = stick(); };
    case Feature::films: return [](Setup& s) { s.law = lubricated({.viscosity = 1}); };
    case Feature::bonds: return [](Setup& s) { s.bonds = Bonds({{1, 0, 3}}); };
    case Feature::first_order: return [](Setup& s) { s.first_order = true; };
    case Feature::inertia: return [](Setup&) {};
    case Feature::needs_inertia: return [](Setup& s) { s.forces = {drag({.tau = 1, .implicit = false})}; };
    case Feature::exits: return [](Setup& s) { s.exits = {{"east", {{{{9, 0}}, {{9, 1}}}}}}; };
    case Feature::periodic: return [](Setup& s) { s.domain.period[0] = 20; };
    case Feature::named_solver: return [](Setup& s) { s.solver = "apgd"; };
    case Feature::servos:
      return [](Setup& s) {
        s.obstacles = Obstacles({{"wall", "", driven(), {half_space({{9, 0, 0}}, {{-1, 0, 0}})}}});
        s.servos = {{.normal = {{-1, 0, 0}}, .mass = 1}};
      };
    case Feature::friction: return [](Setup& s) { s.friction = std::make_shared<Friction>(0.5); };
    case Feature::shapes:
      return [](Setup& s) {
        s.bodies.let_turn();
        s.bodies.shaped = true;
        s.bodies.shape = {0, 0};
        s.shapes = {make_ellipse(1, 0.5)};
      };
    case Feature::fluid:
      return [](Setup& s) {
        auto fluid = std::make_shared<FluidSettings>();
        fluid->grid.cells = {16, 16, 1};
        s.fluid = fluid;
      };
    case Feature::lubrication:
      return [](Setup& s) {
        auto fluid = std::make_shared<FluidSettings>();
        fluid->grid.cells = {16, 16, 1};
        fluid->lubrication = true;
        s.fluid = fluid;
      };
    case Feature::changing: return [](Setup& s) { s.removals = {{}}; };
    case Feature::rigid_joints:
    case Feature::joints: return [](Setup& s) { s.joints = {{.first = 1, .second = 0}}; };
    case Feature::needs_no_inertia: break;
  }
  return nullptr;
}

Setup discs() {
  Setup setup;
  setup.bodies.dimension = 2;
  setup.h = 0.1;
  for (const double x : {0.0, 3.0}) {
    const double at[]{x, 0}, still[]{0, 0};
    setup.bodies.add(at, still, 1, 1, 0);
  }
  return setup;
}

std::string refused(const std::string& text) {
  const SceneResult read = read_scene_text(samples::head() + text, "s.toml", "");
  std::string all;
  for (const Diagnostic& e : read.scene ? build(*read.scene).errors : read.errors) all += e.message + "\n";
  return all;
}

}  // namespace

TEST_CASE("the step refuses every two features of the table that exclude each other, and says why") {
  std::size_t tried = 0;
  for (const Exclusion& e : exclusions()) {
    if (!change(e.one) || !change(e.other)) continue;
    CAPTURE(to_string(e));
    Setup setup = discs();
    change(e.one)(setup);
    change(e.other)(setup);
    CHECK_THROWS_WITH_AS(Simulation(std::move(setup), 1), to_string(e).c_str(), Error);
    ++tried;
  }
  CHECK(tried == exclusions().size() - 1);  // crowds need a route
}

TEST_CASE("each of the features alone is welcome to the step") {
  for (const Exclusion& e : exclusions())
    for (const Feature f : {e.one, e.other}) {
      if (!change(f)) continue;
      CAPTURE(name_of(f));
      Setup setup = discs();
      change(f)(setup);
      CHECK_NOTHROW(Simulation(std::move(setup), 1).advance());
    }
}

TEST_CASE("the reader asks the same table") {
  const std::string grain = samples::grain(), first_order = "[stepper]\nkind = \"first-order\"\n";
  const auto says = [](const std::string& fault, Feature one, Feature other) {
    CAPTURE(fault);
    CHECK(fault.find(exclusion(one, other)->why) != std::string::npos);
  };
  says(refused(grain + first_order + "[contact]\nlaw = \"restitution\"\n"), Feature::bounce, Feature::first_order);
  says(refused(grain + first_order + "[[forces.drag]]\ntau = 1\nscheme = \"explicit\"\n"), Feature::first_order,
       Feature::needs_inertia);
  says(refused(grain + "[contact]\nlaw = \"lubricated\"\nviscosity = 1\n[solver]\nname = \"pgs\"\n"), Feature::films,
       Feature::named_solver);
  CHECK(refused(grain + "[contact]\nlaw = \"restitution\"\n").empty());
}

TEST_CASE("the page names the laws of each feature") {
  const std::string page = combinations_markdown();
  CHECK(std::count(page.begin(), page.end(), '\n') == static_cast<std::ptrdiff_t>(2 + exclusions().size()));
  CHECK(page.find("a contact law of equality rows (`law = \"gluey-reference\"`, `law = \"stick\"`)") != std::string::npos);
}
