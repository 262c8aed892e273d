#include "scene/make_forces.hpp"

#include <doctest/doctest.h>

#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

struct Made : MadeForces {
  std::vector<Diagnostic> errors;
};

Made make(const std::string& forces, const FluidSettings* fluid = nullptr) {
  const Scene scene = samples::read(samples::head() + samples::grain() + forces);
  RouteMaker routes(scene, nullptr, 0.1, 0.1);
  Made made;
  static_cast<MadeForces&>(made) = make_forces(scene, routes, fluid, true, made.errors);
  return made;
}

}  // namespace

TEST_CASE("forces come in the order of the registry, and where those stand that ask for inertia") {
  const Made made = make("[[forces.noise]]\nsigma = 1\n[[forces.drag]]\ntau = 1\n[forces]\ngravity = [0, -1]\n");
  CHECK(made.errors.empty());
  REQUIRE(made.forces.size() == 3);
  CHECK(made.forces[0]->uniform() == Vec3{{0, -1, 0}});
  CHECK(made.forces[1]->implicit());
  for (const auto& [feature, places] : made.places)
    for (const Place& place : places) CHECK((place.line == 12 || place.line == 14));
}

TEST_CASE("what a force needs and the scene has not is told where the force stands") {
  const Made lost = make("[[forces.crowd]]\nspeed = 1\n");
  REQUIRE(lost.errors.size() == 1);
  CHECK(lost.errors[0].str() == "s.toml:12:1: [[forces.crowd]] needs a [floor]");
  const Made dry = make("[[forces.drag]]\ntau = 1\nflow = { kind = \"fluid\" }\n");
  REQUIRE(dry.errors.size() == 1);
  CHECK(dry.errors[0].str() == "s.toml:12:1: drag in the flow of the fluid needs [fluid] with coupling = \"one-way\"");
  FluidSettings carries;
  carries.coupling = Coupling::passive;
  CHECK(make("[[forces.noise]]\nsigma = 1\n", &carries).errors.at(0).message.find("go where the fluid goes") !=
        std::string::npos);
}
