// The force of docs/howto/extend.md: what a program of one's own adds to the library, and the library then knows.
#include "extend/dipole.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "core/error.hpp"
#include "forces/pair_checks.hpp"
#include "scene/build.hpp"
#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;
using namespace floc::test;

namespace {

Registry with_dipole() {
  Registry registry;
  registry.forces.push_back(ForceKind::of<DipoleParameters>());
  return registry;
}

SceneResult read(const std::string& text) { return read_scene_text(text, "s.toml", "", {}, with_dipole()); }

// The force on the first of two equal spheres, at a distance of 3 along `axis`, dipoles along x.
double push(int axis) {
  Bodies bodies;
  bodies.dimension = 3;
  Vec3 x{}, v{};
  bodies.add(x.c.data(), v.c.data(), 1, 1, 0);
  x[axis] = -3;
  bodies.add(x.c.data(), v.c.data(), 1, 1, 0);
  return free_velocity(*dipole({.magnetisation = 1e4, .range = 2}), bodies, 0, 1)[static_cast<std::size_t>(axis)];
}

}  // namespace

TEST_CASE("dipoles side by side push each other away, one behind the other they attract twice as much") {
  const double moment = 1e4 * 4 / 3 * std::numbers::pi, side = 3e-7 * moment * moment / 81;
  CHECK(push(1) == doctest::Approx(side));
  CHECK(push(0) == doctest::Approx(-2 * side));
  const Bodies many = random_bodies(500, 3);
  for (int k = 0; k < 3; ++k) CHECK(std::abs(total_force(*dipole({.magnetisation = 1e3}), many, k)) < 1e-8);
  CHECK_THROWS_AS(dipole({.magnetisation = 1, .direction = {}}), Error);
}

TEST_CASE("a force that a program registers is read, written, explained, checked and built like those of the library") {
  const std::string text = samples::head() + samples::grain() +
                           "[[forces.dipole]]\nmagnetisation = 5e5\ndirection = [0, 1]\nrange = 0.1\n";
  const SceneResult result = read(text);
  REQUIRE(result.errors.empty());
  const std::string written = write_scene(*result.scene);
  CHECK(written.find("[[forces.dipole]]\nmagnetisation = 500000\ndirection = [0, 1]\nrange = 0.1\n") !=
        std::string::npos);
  CHECK(write_scene(*read(written).scene) == written);
  const BuildResult built = build(*result.scene);
  REQUIRE(built.setup);
  REQUIRE(built.setup->forces.size() == 1);
  CHECK(built.setup->forces[0]->range() == 0.1);
  CHECK(explain("forces.dipole", with_dipole()).find("magnetic moment per volume") != std::string::npos);
  CHECK(explain("forces.dipole.range", with_dipole()).find("default   1\n") != std::string::npos);
  const SceneResult wrong = read(samples::head() + "[[forces.dipole]]\nmagnetisation = -1\nrnage = 1\n");
  REQUIRE(wrong.errors.size() == 2);
  CHECK(wrong.errors[0].str() == "s.toml:7:17: \"magnetisation\" in [[forces.dipole]] must be at least 0, not -1");
  CHECK(wrong.errors[1].str() == "s.toml:8:1: unknown key \"rnage\" in [[forces.dipole]]; did you mean \"range\"?");
}

TEST_CASE("without registration the same scene is refused") {
  const SceneResult result = read_scene_text(samples::head() + "[[forces.dipole]]\nmagnetisation = 1\n", "s.toml", "");
  REQUIRE(result.errors.size() == 1);
  CHECK(result.errors[0].str().find("unknown key \"dipole\" in [forces]") != std::string::npos);
}
