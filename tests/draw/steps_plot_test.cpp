#include "draw/steps_plot.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

CsvTable some_steps(std::size_t n) {
  CsvTable t;
  for (const char* name : {"time", "kinetic_energy", "potential_energy", "contacts", "active", "bridges", "overlap",
                           "complementarity", "iterations", "h"}) {
    t.names.emplace_back(name);
    std::vector<double>& column = t.columns.emplace_back();
    for (std::size_t k = 0; k < n; ++k) column.push_back(static_cast<double>(k + 1));
  }
  return t;
}

}  // namespace

TEST_CASE("a panel a subject, with its curves; a potential that is never there is not drawn") {
  CsvTable steps = some_steps(5);
  std::vector<std::string> all;
  for (const PlotSubject& s : plot_subjects()) all.emplace_back(s.name);
  const Plot plot = plot_of_steps(steps, all, {{0, 1}, {3, 1}, {1, 3}});
  REQUIRE(plot.panels.size() == all.size());
  for (std::size_t k = 0; k < all.size(); ++k) CHECK(plot.panels[k].title == all[k]);
  CHECK(plot.panels[0].curves.size() == 3);
  CHECK(plot.panels[0].curves[2].y == std::vector<double>{2, 4, 6, 8, 10});
  CHECK(plot.panels[4].curves[1].y == std::vector<double>{1, 3});
  steps.columns[2].assign(5, 0.0);
  CHECK(plot_of_steps(steps, {"energies"}).panels[0].curves.size() == 1);
  const TemporaryDirectory dir;
  draw_plot(plot, dir / "x.svg");
  const std::string first = contents(dir / "x.svg");
  draw_plot(plot, dir / "x.svg");
  CHECK((contents(dir / "x.svg") == first));
}

TEST_CASE("long curves are thinned, and keep their extremes and their order") {
  CsvTable steps = some_steps(100000);
  steps.columns[8][54321] = 1e9;
  const Curve c = plot_of_steps(steps, {"iterations"}).panels[0].curves[0];
  CHECK(c.x.size() < 5000);
  CHECK(*std::max_element(c.y.begin(), c.y.end()) == 1e9);
  CHECK(std::is_sorted(c.x.begin(), c.x.end()));
  CHECK(c.x.front() == 1);
  CHECK(c.x.back() == 100000);
}

TEST_CASE("a subject that there is not, and a table without its column, are errors that say so") {
  CHECK(error_of([&] { plot_of_steps(some_steps(2), {"contcats"}); }) ==
        "there is no plot of \"contcats\"; did you mean \"contacts\"? (there are energies, contacts, overlap, "
        "iterations, aggregates, step)");
  CsvTable steps = some_steps(2);
  steps.names[3] = "other";
  CHECK(error_of([&] { plot_of_steps(steps, {"contacts"}); }).find("no column \"contacts\"") != std::string::npos);
}
