#include "scene/make_shapes.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "scene/build.hpp"
#include "scene/make_particles.hpp"
#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

std::string scene_of(const std::string& shape, int dimension = 3) {
  const std::string origin = dimension == 3 ? "[0, 0, 0]" : "[0, 0]", counts = dimension == 3 ? "[4, 3, 1]" : "[4, 3]";
  return "[scene]\ndimension = " + std::to_string(dimension) +
         "\n[time]\nstep = 0.01\nend = 1\n[[particles]]\nkind = \"lattice\"\nspacing = 4\norigin = " + origin +
         "\ncounts = " + counts + "\nradius = { uniform = [0.5, 1] }\ndensity = 3\nshape = " + shape + "\n";
}

struct Built {
  std::optional<Setup> setup;
  std::string errors;
};

Built built(const std::string& text) {
  SceneResult read = read_scene_text(text, "s.toml", "");
  Built result;
  for (const Diagnostic& e : read.errors) result.errors += e.str() + "\n";
  if (!read.scene) return result;
  BuildResult made = build(*read.scene);
  for (const Diagnostic& e : made.errors) result.errors += e.str() + "\n";
  result.setup = std::move(made.setup);
  return result;
}

}  // namespace

TEST_CASE("every shape has the volume of the ball of its radius, and the mass that follows from its density") {
  for (const int dimension : {2, 3})
    for (const std::string shape :
         {"{ kind = \"sphere\" }", "{ kind = \"capsule\", aspect = 3 }", "{ kind = \"box\", rounding = 0.2 }",
          "{ kind = \"ellipsoid\" }", "{ kind = \"superellipsoid\", exponent = 3 }"}) {
      std::string text = shape;
      if (dimension == 2 && shape.find("box") != std::string::npos)
        text = "{ kind = \"box\", sides = [1, 1], rounding = 0.2 }";
      if (dimension == 2 && shape.find("ellipsoid\" }") != std::string::npos)
        text = "{ kind = \"ellipsoid\", axes = [2, 1] }";
      if (dimension == 2 && shape.find("super") != std::string::npos)
        text = "{ kind = \"superellipsoid\", axes = [1, 1], exponent = 3 }";
      CAPTURE(text);
      const Built b = built(scene_of(text, dimension));
      REQUIRE(b.errors == "");
      const Bodies& bodies = b.setup->bodies;
      REQUIRE(bodies.size() == 12);
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        const floc::Shape& own = *b.setup->shapes[static_cast<std::size_t>(bodies.shape[i])];
        const double volume = own.mass_properties().volume;
        CHECK(bodies.mass[i] == doctest::Approx(3 * volume));
        CHECK(bodies.radius[i] == own.bounding_radius());
        const double r = std::pow(volume / solid_volume(1, dimension), 1.0 / dimension);
        CHECK(r >= 0.5 * (1 - 1e-12));
        CHECK(r <= 1 + 1e-12);
      }
    }
}

TEST_CASE("orientations are at random, the same for the same seed, or as given") {
  const Built once = built(scene_of("{ kind = \"ellipsoid\", axes = [3, 2, 1] }")),
              twice = built(scene_of("{ kind = \"ellipsoid\", axes = [3, 2, 1] }"));
  CHECK(once.setup->bodies.orientation == twice.setup->bodies.orientation);
  CHECK(once.setup->bodies.orientation[1] != once.setup->bodies.orientation[5]);
  const Built aligned = built(scene_of("{ kind = \"ellipsoid\", axes = [3, 2, 1], orientation = \"aligned\" }"));
  for (std::size_t i = 0; i < 12; ++i) CHECK(aligned.setup->bodies.orientation[4 * i] == 1);
}

TEST_CASE("what is no body is told with its place") {
  CHECK(built(scene_of("{ kind = \"polytope\", points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]] }"))
            .errors.find("s.toml:13:9: ") == 0);
  CHECK(built(scene_of("{ kind = \"box\", sides = [1, 0, 1] }")).errors.find("must be above 0") != std::string::npos);
  CHECK(built(scene_of("{ kind = \"bosx\" }")).errors.find("did you mean \"box\"?") != std::string::npos);
  const std::string bad_law = built(scene_of("{ kind = \"ellipsoid\" }") + "[contact]\nlaw = \"stick\"\n").errors;
  CHECK(bad_law.find("s.toml:13:9: a shape that is no sphere does not combine with law = \"stick\"") == 0);
  const std::string wall = built(scene_of("{ kind = \"box\" }") +
                                 "[[obstacles]]\nkind = \"wall\"\nname = \"blade\"\ncorner = [9, 9, 9]\nedge1 = [1, 0, "
                                 "0]\nedge2 = [0, 1, 0]\n")
                               .errors;
  CHECK(
      wall.find("obstacle \"blade\": bodies that are no spheres meet half-spaces, containers, boxes and balls only") !=
      std::string::npos);
}
