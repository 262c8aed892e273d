#include "draw/coagulation_plot.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"
#include "support/coagulation.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("the plot of coagulation has the run and every kernel, and names the likeliest in its title") {
  const TemporaryDirectory folder;
  const CoagulationHistory history = doubling();
  const CoagulationResult result = fit_coagulation(history, {});
  const Plot plot = coagulation_plot(history, result);
  CHECK(plot.title.starts_with(result.kernels[result.likeliest].name + ": k = "));
  REQUIRE(plot.panels.size() == 2);
  CHECK(plot.panels[0].curves.size() == 2 * result.shown.size());
  REQUIRE(plot.panels[1].curves.size() == 1 + result.kernels.size());
  CHECK(plot.panels[1].curves[0].y == std::vector<double>{64, 32, 16, 8});
  draw_plot(plot, folder / "c.png");
  CHECK(contents(folder / "c.png").starts_with("\x89PNG"));
}
