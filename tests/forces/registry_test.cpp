#include <doctest/doctest.h>

#include <cmath>

#include "scene/build.hpp"
#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

std::string errors_of(const std::string& forces, int dimension = 2) {
  std::string all;
  for (const Diagnostic& e : read_scene_text(samples::head(dimension) + forces, "s.toml", "/folder").errors)
    all += e.str() + "\n";
  return all;
}

}  // namespace

TEST_CASE("a force that cannot be is told where and why") {
  struct Wrong {
    const char *text, *errors;
  };
  const Wrong all[]{
      {"[[forces.drag]]\nviscosity = -1\n", "s.toml:7:13: \"viscosity\" in [[forces.drag]] must be above 0, not -1\n"},
      {"[[forces.drag]]\ntau = 1\nflow = { kind = \"sheer\", rate = 1 }\n",
       "s.toml:8:17: \"kind\" in [forces.drag.flow] must be one of \"expression\", \"shear\", \"oscillating-shear\", "
       "\"rotation\", \"poiseuille\", \"taylor-green\", \"stagnation\" or \"fluid\", not \"sheer\"; did you mean "
       "\"shear\"?\n"},
      {"[[forces.drag]]\ntau = 1\nflow = { kind = \"shear\" }\n",
       "s.toml:8:8: missing key \"rate\" in [forces.drag.flow]\n"},
      {"[[forces.drag]]\ntau = 1\nflow = \"shear\"\n",
       "s.toml:8:8: \"flow\" in [[forces.drag]] must be a list of 2 expressions, not a string\n"},
      {"[[forces.drag]]\ntau = 1\nflow = { kind = \"poiseuille\", speed = 1, low = 1, high = 0 }\n",
       "s.toml:8:58: \"high\" in [forces.drag.flow] must be above low\n"},
      {"[[forces.drag]]\ntau = 1\nflow = { kind = \"taylor-green\", speed = 1, wavelength = 0 }\n",
       "s.toml:8:57: \"wavelength\" in [forces.drag.flow] must be above 0, not 0\n"},
      {"[[forces.attraction]]\nkappa = -1\nepsilon = 0\ncutoff = 0\n",
       "s.toml:7:9: \"kappa\" in [[forces.attraction]] must be at least 0, not -1\n"
       "s.toml:8:11: \"epsilon\" in [[forces.attraction]] must be above 0, not 0\n"
       "s.toml:9:10: \"cutoff\" in [[forces.attraction]] must be above 0, not 0\n"},
      {"[[forces.attraction]]\nkappa = 1\nepsilon = 1\ngroups = [\"grians\"]\n",
       "s.toml:9:11: \"groups\" in [[forces.attraction]] must be \"grains\", not \"grians\"; did you mean "
       "\"grains\"?\n"},
      {"[[forces.attraction]]\nkappa = 1\nepsilon = 1\nscaling = \"root\"\n",
       "s.toml:9:11: \"scaling\" in [[forces.attraction]] must be one of \"none\" or \"root-step\", not \"root\"\n"},
      {"[[forces.noise]]\nsigma = -0.5\n", "s.toml:7:9: \"sigma\" in [[forces.noise]] must be at least 0, not -0.5\n"},
      {"[[forces.noise]]\n", "s.toml:6:1: missing key \"sigma\" in [[forces.noise]]\n"},
      {"[[forces.repulsion]]\nrange = 0\nepsilon = 0\nepsilon_contact = -1\n",
       "s.toml:7:9: \"range\" in [[forces.repulsion]] must be above 0, not 0\n"
       "s.toml:8:11: \"epsilon\" in [[forces.repulsion]] must be above 0, not 0\n"
       "s.toml:9:19: \"epsilon_contact\" in [[forces.repulsion]] must be above 0, not -1\n"},
  };
  for (const Wrong& wrong : all) {
    CAPTURE(wrong.text);
    CHECK(errors_of(wrong.text) == wrong.errors);
  }
  CHECK(errors_of("[[forces.drag]]\ntau = 1\nflow = { kind = \"shear\", rate = 1 }\n", 1) ==
        "s.toml:8:26: \"rate\" in [forces.drag.flow] is for dimension 2 or 3, and this scene has dimension 1\n");
}

TEST_CASE("a period shorter than the range of a force is refused") {
  const Scene s = samples::read(samples::head() + samples::grain() +
                                "[domain]\nperiodic = [\"x\"]\nlow = [0, 0]\nhigh = [1, 1]\n"
                                "[[forces.attraction]]\nkappa = 1\nepsilon = 0.1\n");
  const BuildResult result = build(s);
  REQUIRE(result.errors.size() == 1);
  CHECK(result.errors[0].message.find("the range of a force") != std::string::npos);
}

TEST_CASE("every flow, and every force, reads back as it was written and can be built") {
  for (const char* flow : {"[\"y\", \"0\"]", "{ kind = \"shear\", rate = 2 }",
                           "{ kind = \"oscillating-shear\", rate = 2, frequency = 0.5, phase = 1 }",
                           "{ kind = \"rotation\", angular_velocity = 3, centre = [1, 1] }",
                           "{ kind = \"poiseuille\", speed = 1, low = 0, high = 2 }",
                           "{ kind = \"taylor-green\", speed = 1, wavelength = 2 }",
                           "{ kind = \"stagnation\", rate = -1, centre = [0.5, 0.5] }"}) {
    CAPTURE(flow);
    const Scene s = samples::read(samples::head() + samples::grain() + "[[forces.drag]]\ntau = 1\nflow = " + flow +
                                  "\n[[forces.attraction]]\nkappa = 1\nepsilon = 0.1\nscaling = \"root-step\"\n"
                                  "between = \"same-group\"\n[[forces.noise]]\nsigma = 0.5\n"
                                  "[[forces.repulsion]]\nrange = 0.1\nepsilon = 1\nepsilon_contact = 1\n"
                                  "[contact]\nlaw = \"none\"\n");
    const std::string written = write_scene(s);
    CHECK(write_scene(samples::read(written)) == written);
    const BuildResult result = build(s);
    REQUIRE(result.errors.empty());
    CHECK(result.setup->forces.size() == 4);
    CHECK_FALSE(result.setup->law->keeps_apart());
  }
}

TEST_CASE("the scaling by the root of the step is stated by the scene: √h F instead of h F") {
  const auto energy = [](const char* scaling) {
    const Scene s = samples::read(samples::head(1) +
                                  "[[particles]]\nkind = \"lattice\"\nspacing = 1\norigin = [0]\ncounts = [2]\n"
                                  "radius = 0.5\n[[forces.attraction]]\nkappa = 1\nepsilon = 0.1\nscaling = \"" +
                                  scaling + "\"\n");
    Simulation simulation(std::move(*build(s).setup), 1);
    return simulation.advance().potential_energy;
  };
  CHECK(energy("none") == doctest::Approx(-1).epsilon(1e-3));
  CHECK(energy("root-step") == doctest::Approx(-1 / std::sqrt(1e-3)).epsilon(1e-3));
}

TEST_CASE("a magnetic field turns, and a central field holds, the group it is given for") {
  // Larmor's circle at the frequency b = 2 for "ions", Kepler's circle of radius 1 for "dust".
  const Scene s = samples::read(
      "[scene]\ndimension = 2\n[time]\nstep = 1e-4\nend = 2\n[constants]\nb = 2\n"
      "[[groups]]\nname = \"ions\"\n[[groups]]\nname = \"dust\"\n"
      "[[particles]]\nkind = \"lattice\"\ngroup = \"ions\"\nspacing = 1\norigin = [10, 0]\ncounts = [1, 1]\n"
      "radius = 0.1\nvelocity = [0, 2]\n"
      "[[particles]]\nkind = \"lattice\"\ngroup = \"dust\"\nspacing = 1\norigin = [1, 0]\ncounts = [1, 1]\n"
      "radius = 0.1\nvelocity = [0, 1]\n"
      "[[forces.field]]\ngroups = [\"ions\"]\nacceleration = [\"b*vy\", \"-b*vx\"]\n"
      "[[forces.field]]\ngroups = [\"dust\"]\n"
      "acceleration = [\"-x/(x^2 + y^2)^1.5\", \"-y/(x^2 + y^2)^1.5\"]\n");
  Simulation simulation(std::move(*build(s).setup), 1);
  while (simulation.time() < 1) simulation.advance();
  const double *ion = simulation.bodies().x(0), *dust = simulation.bodies().x(1);
  // The ion turns clockwise about (11, 0).
  CHECK(ion[0] == doctest::Approx(11 - std::cos(2.0)).epsilon(1e-3));
  CHECK(ion[1] == doctest::Approx(std::sin(2.0)).epsilon(1e-3));
  CHECK(dust[0] == doctest::Approx(std::cos(1.0)).epsilon(1e-3));
  CHECK(dust[1] == doctest::Approx(std::sin(1.0)).epsilon(1e-3));
}
