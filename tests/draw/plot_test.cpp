#include "draw/plot.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

const std::vector<Style> styles{Style::line,   Style::dashed,          Style::dotted, Style::steps,
                                Style::points, Style::line_and_points, Style::area};
const std::vector<Mark> marks{Mark::disc, Mark::square, Mark::triangle, Mark::diamond, Mark::cross, Mark::ring};
const std::vector<Legend> legends{Legend::automatic, Legend::none,       Legend::upper_left, Legend::upper_right,
                                  Legend::right,     Legend::lower_left, Legend::lower_right};

// A panel with every style over the same wave.
void add_panel(Plot& plot, bool log) {
  Panel& panel = plot.add_panel("a title", {.label = "t", .log = log}, {.label = "x", .log = log});
  for (std::size_t k = 0; k < styles.size(); ++k) {
    Curve c{.name = "curve " + std::to_string(k), .style = styles[k], .mark = marks[k % marks.size()]};
    for (int i = 1; i <= 20; ++i) {
      c.x.push_back(0.1 * i);
      c.y.push_back(1.5 + static_cast<double>(k) + std::sin(0.1 * i));
    }
    panel.add(c);
  }
  panel.legend = legends[plot.panels.size() % legends.size()];
  panel.notes.push_back({1, 3, "γ₀ = −10⁻³", -1});
}

}  // namespace

TEST_CASE("a plot of every style, mark and legend gives the same bytes again, as PNG and as SVG") {
  const TemporaryDirectory dir;
  Plot plot;
  plot.title = "everything";
  plot.columns = 3;
  plot.width = 1200;
  for (std::size_t k = 0; k < legends.size(); ++k) add_panel(plot, k % 2 == 1);
  plot.panels.back().x.log = plot.panels.back().y.log = false;
  plot.panels.back().equal = true;
  for (const std::string& name : {std::string("p.png"), std::string("p.svg")}) {
    draw_plot(plot, dir / name);
    const std::string first = contents(dir / name);
    CHECK(first.size() > 10000);
    CHECK(first.find(name == "p.png" ? "PNG" : "<svg") != std::string::npos);
    draw_plot(plot, dir / name);
    CHECK((contents(dir / name) == first));
  }
}

TEST_CASE("a PNG has the size asked for, times its scale") {
  const TemporaryDirectory dir;
  Plot plot;
  add_panel(plot, false);
  plot.width = 400;
  plot.panel_height = 300;
  plot.scale = 2;
  draw_plot(plot, dir / "p.png");
  const std::string png = contents(dir / "p.png");
  const auto byte = [&](std::size_t k) { return static_cast<int>(static_cast<unsigned char>(png.at(k))); };
  CHECK(256 * byte(18) + byte(19) == 800);
  CHECK(256 * byte(22) + byte(23) == 600);
}

TEST_CASE("no curve, no point, holes and values beyond all bounds still give a plot") {
  const TemporaryDirectory dir;
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  for (const bool log : {false, true}) {
    Plot plot;
    plot.add_panel("", {.log = log}, {.log = log});
    plot.add_panel("", {.log = log}, {.log = log}).add({});
    for (const Style style : styles) {
      Panel& panel = plot.add_panel("", {.log = log, .low = 0.5, .high = 4.0}, {.log = log, .high = 2.0});
      panel.add({.name = "one", .x = {1}, .y = {1}, .style = style});
      panel.add({.name = "holes", .x = {1, 2, nan, 3, 4}, .y = {nan, 1, 1, 2, infinity}, .style = style});
      panel.add({.name = "far", .x = {-1e300, 0, 1e300}, .y = {-1e300, 0, 1e300}, .style = style});
      panel.notes.push_back({nan, 1, "nowhere"});
    }
    plot.panel_height = 120;
    draw_plot(plot, dir / "p.png");
    CHECK(contents(dir / "p.png").size() > 1000);
    draw_plot(plot, dir / "p.svg");
    CHECK(contents(dir / "p.svg").find("nan") == std::string::npos);
  }
}

TEST_CASE("a legend that chooses its corner avoids the curve") {
  const TemporaryDirectory dir;
  const std::vector<double> x{0, 1, 2, 3}, rising{0, 1, 2, 3};
  const auto bytes = [&](Legend legend) {
    Plot plot;
    Panel& panel = plot.add_panel("", {}, {});
    panel.add({.name = "rising", .x = x, .y = rising});
    panel.add({.name = "low", .x = {2.9, 3}, .y = {0.1, 0.1}});
    panel.legend = legend;
    draw_plot(plot, dir / "p.svg");
    return contents(dir / "p.svg");
  };
  CHECK((bytes(Legend::automatic) == bytes(Legend::upper_left)));
  CHECK((bytes(Legend::automatic) != bytes(Legend::lower_right)));
}

TEST_CASE("a legend that would lie on curves in every corner gets a higher axis, unless its end is given") {
  const TemporaryDirectory dir;
  const auto bytes = [&](Legend legend, std::optional<double> high) {
    Plot plot;
    Panel& panel = plot.add_panel("", {}, {.low = 0.0, .high = high});
    panel.add({.name = "high", .x = {0, 1}, .y = {1, 1}});
    panel.add({.name = "low", .x = {0, 1}, .y = {0.05, 0.05}});
    panel.legend = legend;
    draw_plot(plot, dir / "p.svg");
    return contents(dir / "p.svg");
  };
  CHECK((bytes(Legend::automatic, 1.05) == bytes(Legend::upper_right, 1.05)));
  CHECK((bytes(Legend::automatic, {}) != bytes(Legend::upper_right, {})));
  CHECK((bytes(Legend::none, {}) == bytes(Legend::none, 1.05)));
}

TEST_CASE("places on an axis can have names in the place of numbers") {
  const TemporaryDirectory dir;
  const auto bytes = [&](std::vector<std::string> names) {
    Plot plot;
    Panel& panel = plot.add_panel("", {.names = std::move(names)}, {.low = 0.0});
    for (const double x : {1.0, 2.0}) panel.add({.x = {x - 0.3, x + 0.3}, .y = {x, x}, .style = Style::area});
    draw_plot(plot, dir / "p.svg");
    return contents(dir / "p.svg");
  };
  CHECK((bytes({"a", "b"}) == bytes({"a", "b"})));
  CHECK((bytes({"a", "b"}) != bytes({"a", "c"})));
  CHECK((bytes({"a", "b"}) != bytes({})));
}

TEST_CASE("plots that cannot be drawn are errors that say why") {
  const TemporaryDirectory dir;
  Plot plot;
  CHECK(error_of([&] { draw_plot(plot, "p.png"); }) == "p.png: a plot without a panel");
  Panel& panel = plot.add_panel("", {}, {});
  CHECK(error_of([&] { draw_plot(plot, "p.pdf"); }) == "p.pdf: a picture is a .png or an .svg");
  CHECK(error_of([&] { draw_plot(plot, "/nowhere/p.png"); }).find("/nowhere/p.png") == 0);
  panel.add({.name = "short", .x = {1, 2}, .y = {1}});
  CHECK(error_of([&] { draw_plot(plot, dir / "p.png"); }) ==
        "curve 0 \"short\": arrays of 2, 1 and 0 values do not belong together");
  panel.curves.clear();
  plot.panel_height = 30;
  CHECK(error_of([&] { draw_plot(plot, "p.png"); }) == "p.png: no room for the axes of a panel");
}
