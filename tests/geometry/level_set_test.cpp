#include "geometry/level_set.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/error.hpp"

using namespace floc;
using std::numbers::pi;

namespace {

// A ball (disc) of radius 1 about a point that is no node, by its signed distance.
LevelGrid ball(int dimension, int cells) {
  LevelGrid g;
  g.dimension = dimension;
  const double h = 3.0 / cells;
  for (int k = 0; k < dimension; ++k) {
    g.count[static_cast<std::size_t>(k)] = cells + 1;
    g.low[k] = -1.5;
    g.spacing[k] = h;
  }
  for (int k = 0; k < g.count[2]; ++k)
    for (int j = 0; j < g.count[1]; ++j)
      for (int i = 0; i < g.count[0]; ++i) {
        const Vec3 x{{-1.5 + h * i, -1.5 + h * j, dimension == 3 ? -1.5 + h * k : 0}};
        g.value.push_back(norm(x - Vec3{{0.1, 0.05, dimension == 3 ? 0.02 : 0}}) - 1);
      }
  return g;
}

}  // namespace

TEST_CASE("the zero level of a distance is a closed boundary, right to the second order of the spacing") {
  for (const int dimension : {2, 3}) {
    double error[2];
    for (int fine = 0; fine < 2; ++fine) {
      const ClosedMesh mesh = check_closed(zero_level(ball(dimension, fine ? 30 : 15)));
      const MassProperties m = mass_properties(moments(mesh));
      error[fine] = std::abs(m.volume - (dimension == 3 ? 4 * pi / 3 : pi));
      CHECK(norm(m.centre - Vec3{{0.1, 0.05, dimension == 3 ? 0.02 : 0}}) < 0.01);
      for (const Vec3& p : mesh.points) REQUIRE(std::abs(norm(p - m.centre) - 1) < 0.03);
    }
    CHECK(std::log2(error[0] / error[1]) > 1.8);
  }
}

TEST_CASE("a boundary through nodes has no degenerate pieces") {
  LevelGrid g;
  g.dimension = 3;
  g.count = {5, 5, 5};
  for (int n = 0; n < 125; ++n) {
    const int i = n % 5, j = n / 5 % 5, k = n / 25;
    g.value.push_back(std::max({std::abs(i - 2), std::abs(j - 2), std::abs(k - 2)}) - 1.0);
  }
  g.value[62] = -1;
  CHECK(moments(check_closed(zero_level(g))).volume > 0);
}

TEST_CASE("a level set without a body, or with one that its grid cuts, is refused") {
  LevelGrid g = ball(2, 15);
  for (double& v : g.value) v += 2;
  CHECK_THROWS_WITH(zero_level(g), "a level set is nowhere negative on its grid: there is no body");
  for (double& v : g.value) v -= 4;
  CHECK_THROWS_WITH(zero_level(g),
                    "a level set is negative at the border of its grid: the body would be cut off there");
  g.value[0] = std::nan("");
  CHECK_THROWS_WITH(zero_level(g), "a level set has a value that is not finite");
  g.value.pop_back();
  CHECK_THROWS_WITH(zero_level(g), "a level set needs a value at every node of its grid");
}

TEST_CASE("legacy VTK files of structured points are read, and what is wrong is told with its line") {
  const std::string head = "# vtk DataFile Version 3.0\na grain\nASCII\nDATASET STRUCTURED_POINTS\n";
  const std::string grid = "DIMENSIONS 3 3 1\nORIGIN -1 -2 0\nSPACING 1 2 1\n";
  const std::string data = "POINT_DATA 9\nSCALARS phi double 1\nLOOKUP_TABLE default\n";
  const LevelGrid g = parse_level_grid(head + grid + data + "1 1 1\n1 -1 1\n1 1 +1.5e0\n", 2);
  CHECK(g.count == std::array<int, 3>{3, 3, 1});
  CHECK(g.low == Vec3{{-1, -2, 0}});
  CHECK(g.spacing[1] == 2);
  CHECK(g.value[4] == -1);
  CHECK(g.value[8] == 1.5);
  CHECK(moments(check_closed(zero_level(g))).volume > 0);
  const auto told = [](const std::string& text, int dimension) -> std::string {
    try {
      parse_level_grid(text, dimension);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  CHECK(told("solid x\n", 3) == "line 2: a legacy VTK file begins with \"# vtk DataFile\"");
  CHECK(told("# vtk DataFile Version 3.0\nx\nBINARY\n", 3) ==
        "line 3: a level set is read from an ASCII file, not \"BINARY\"");
  CHECK(told("# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\n", 3) ==
        "line 4: a level set is a DATASET STRUCTURED_POINTS, not \"POLYDATA\"");
  CHECK(told(head + grid + data, 3) == "line 5: DIMENSIONS are three numbers of nodes, from 2 to 4096");
  CHECK(told(head + "SPACING 1 0 1\n", 2) == "line 5: SPACING has to be positive");
  CHECK(told(head + grid + "POINT_DATA 8\n", 2) == "line 8: POINT_DATA has to be 9, the number of nodes");
  CHECK(told(head + grid + data + "1 1\n1 x", 2) == "line 12: a number was expected, not \"x\"");
  CHECK(told(head + grid + data + "1 1\n1", 2) == "line 12: the file ends where a number was expected");
  CHECK(told(head + "CELLS 2\n", 2) == "line 5: \"CELLS\" is not expected in a level set");
  CHECK(told(head + grid, 2).find("the file ends before LOOKUP_TABLE") != std::string::npos);
}
