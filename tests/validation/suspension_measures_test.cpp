// Normal stresses of a suspension in shear, and how fast one settles.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "scene/build.hpp"
#include "validation/fluid_cases.hpp"

using namespace floc;
using namespace floc::test;

namespace {

constexpr double a = 1, b = 0.5;  // semi-axes

// What an ellipse at this angle to the flow adds to the stress in a shear: xx, xy, yy, times the area of the box.
std::array<double, 3> ellipse_in_shear(double angle, double rate) {
  constexpr double side = 16, cell = 1.0 / 16;
  Tank tank(2, {{side, side, 0}}, cell);
  tank.fluid.viscosity = 2;
  tank.fluid.steady = true;
  for (FluidFace& face : tank.fluid.grid.faces[0]) face.kind = FaceKind::periodic;
  for (int k = 0; k < 2; ++k)
    tank.fluid.grid.faces[1][static_cast<std::size_t>(k)].velocity = {
        Expression(std::to_string((k ? 0.5 : -0.5) * side * rate), place_and_time()),
        Expression("0", place_and_time())};
  tank.add(make_ellipse(a, b), {{0.5 * side, 0.5 * side, 0}}, 1, angle);
  tank.setup.h = 1e-3;
  Simulation s = tank.simulation();
  const StepReport r = s.advance();
  CHECK(r.converged);
  const std::vector<double>& p = r.fluid->particles;
  return {side * side * p[0], side * side * p[1], side * side * p[2]};
}

// The mean speed of free discs of diameter 1 in a periodic box without a mean flow, over the force on each and 1/μ.
double settling(int discs, double side, int cells_across, int seed, bool lattice) {
  const std::string places =
      lattice ? fmt::format("kind = \"lattice\"\norigin = [{}, {}]\ncounts = [3, 3]\nspacing = {}\n", 0.03 * side,
                            0.04 * side, side / 3)
              : fmt::format("kind = \"random\"\ncount = {}\nlow = [0, 0]\nhigh = [{}, {}]\n", discs, side, side);
  const SceneResult read =
      read_scene_text(fmt::format(R"toml(
[scene]
dimension = 2
seed = {}
[time]
step = 1e-4
end = 1
[forces]
gravity = [0, -1]
[domain]
periodic = ["x", "y"]
low = [0, 0]
high = [{}, {}]
[[particles]]
{}radius = 0.5
density = 2
[fluid]
kind = "steady-stokes"
cell = {}
density = 1
viscosity = 1
)toml",
                                  seed, side, side, places, side / std::round(side * cells_across)),
                      "s.toml", ".");
  for (const Diagnostic& e : read.errors) FAIL(e.str());
  BuildResult built = build(*read.scene);
  for (const Diagnostic& e : built.errors) FAIL(e.str());
  Simulation s(std::move(*built.setup), 1);
  const StepReport r = s.advance();
  CHECK(r.converged);
  return -r.fluid->particles[4] / (0.25 * M_PI);
}

}  // namespace

TEST_CASE("the normal stress of an ellipse in a shear has the sign and the size of the solution in the plane") {
  // With the strain E in its frame S11 − S22 = 2πμ(a + b)²E11 and S12 = 2πμ(a + b)²ab/(a² + b²) E12 (right for discs
  // and for plates, b = a and b = 0), so that
  // S_xx − S_yy = ½πμ(a² − b²)²/(a² + b²) sin 4θ: a body that is stretched pulls along the flow. Cells and walls have 5
  // %.
  const double squares = a * a + b * b, n1 = M_PI * std::pow(a * a - b * b, 2) / squares, eighth = M_PI / 8;
  for (const double angle : {0.0, eighth, -eighth, 2 * eighth, 3 * eighth, 4 * eighth}) {
    CAPTURE(angle);
    const auto [xx, xy, yy] = ellipse_in_shear(angle, 1);
    const double shear = M_PI * (a + b) * (a + b) *
                         (std::pow(std::sin(2 * angle), 2) + 2 * a * b / squares * std::pow(std::cos(2 * angle), 2));
    CHECK(xy == doctest::Approx(shear).epsilon(0.025));
    CHECK(std::abs(xx - yy - n1 * std::sin(4 * angle)) < 0.06 * n1);
    if (std::abs(std::sin(4 * angle)) < 0.5) CHECK(std::abs(xx - yy) < 1e-3 * n1);
    // What the other way flows pulls the other way, and so does the mirror image.
    const auto [back_xx, back_xy, back_yy] = ellipse_in_shear(angle, -1);
    CHECK(back_xx - back_yy == doctest::Approx(yy - xx).epsilon(1e-4).scale(n1));
    CHECK(back_xy == doctest::Approx(-xy).epsilon(1e-4));
    const auto [other_xx, other_xy, other_yy] = ellipse_in_shear(-angle, 1);
    CHECK(other_xx - other_yy == doctest::Approx(yy - xx).epsilon(1e-4).scale(n1));
    CHECK(other_xy == doctest::Approx(xy).epsilon(1e-4));
  }
}

TEST_CASE("a suspension settles the slower the denser it is: arrays as their drag has it, discs at random faster") {
  const auto side_of = [](int discs, double phi) { return std::sqrt(discs * 0.25 * M_PI / phi); };
  for (const auto& [phi, drag, within] :
       {std::tuple{0.05, 15.56, 0.003}, {0.2, 51.53, 0.005}, {0.4, 217.89, 0.01}, {0.5, 532.55, 0.015}}) {
    const double speed = settling(9, side_of(9, phi), 32, 1, true);
    CHECK(speed * drag == doctest::Approx(1).epsilon(within));
  }
  double before = INFINITY;
  constexpr int seeds = 8;
  for (const int discs : {4, 8, 16, 24, 33}) {
    const double phi = discs * 0.25 * M_PI / 64;
    CAPTURE(phi);
    double mean = 0;
    for (int seed = 1; seed <= seeds; ++seed) {
      const double speed = settling(discs, 8, 16, seed, false);
      mean += speed / seeds;
    }
    CHECK(mean < before);
    CHECK(mean > settling(9, side_of(9, phi), 16, 1, true));
    before = mean;
  }
}
