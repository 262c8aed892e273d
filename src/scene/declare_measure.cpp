// The keys of the table [measure].
#include <algorithm>

#include "measure/measurements.hpp"
#include "scene/schema.hpp"

namespace floc::scene {
namespace {

void declare_gate(Table& t, Measure& s) {
  t.key("point", s.point,
        {.help = "flow: a point of the plane (2D: line) that is crossed", .example = "[0, 0.6]", .unit = "m"});
  t.key("normal", s.normal, {.help = "flow: where it is crossed to; forward is this way", .example = "[0, -1]"});
  t.key("line", s.line,
        {.help = "flow: or a line with two ends; forward is from its left to its right",
         .example = "[[-0.1, 0.6], [0.1, 0.6]]",
         .unit = "m",
         .length = 2,
         .dimensions = "2"});
  t.at_most_one_of({{"point", "normal"}, {"line"}});
  t.check(!s.normal || norm(*s.normal) > 0, {"normal"}, "must not be zero");
  t.check(!s.line || (s.line->size() == 2 && s.line->front() != s.line->back()), {"line"},
          "must have two points, and not the same");
}

// Where a fluid is probed.
void declare_probes(Table& t, Measure& s) {
  t.key("probes", s.probes,
        {.help = "probes: points in the fluid", .example = "[[0.5, 0.2], [0.5, 0.4]]", .unit = "m"});
  t.key("probe_line", s.probe_line,
        {.help = "probes: or points on a line, by its two ends", .example = "[[0.5, 0], [0.5, 1]]", .unit = "m",
         .length = 2});
  t.key("probe_points", s.probe_points,
        {.help = "probes: how many on the line", .example = "11", .at_least = 1, .at_most = 1e5});
}

}  // namespace

void declare(Table& t, Measure& s) {
  const auto asks_for = [&](std::string_view name) {
    return std::find(s.what.begin(), s.what.end(), name) != s.what.end();
  };
  t.key("what", s.what,
        {.help = "measurements that the run writes into its folder as it goes on, measure/NAME.csv each; `floc measure "
                 "--help` tells of them, and makes them afterwards too",
         .example = R"(["aggregates", "coordination"])",
         .choices = measurement_names(false)});
  t.key("every", s.every,
        {.help = "time between measurements",
         .example = "0.05",
         .unit = "s",
         .above = 0,
         .otherwise = "with every frame"});
  t.key("every_steps", s.every_steps, {.help = "or steps between them", .example = "5", .at_least = 1});
  t.at_most_one_of({{"every"}, {"every_steps"}});
  t.key("low", s.low,
        {.help = "lower corner of the box that is measured",
         .example = "[0, 0]",
         .unit = "m",
         .otherwise = "a period, or what the bodies fill"});
  t.key("high", s.high, {.help = "its upper corner", .example = "[1, 2]", .unit = "m"});
  t.at_most_one_of({{"low", "high"}});
  t.check(!s.low || !s.high || below(*s.low, *s.high, t.dimension()), {"high", "low"}, "must be above low");
  t.key("gap", s.gap,
        {.help = "bodies with a smaller gap touch", .example = "0.1", .unit = "r̄", .at_least = 0, .at_most = 100});
  t.key("joined_by", s.joined_by,
        {.help = "what joins bodies to aggregates: a small gap, or adhesion that their contact has stored",
         .example = "\"memory\"",
         .choices = {"gap", "memory"}});
  t.key("smallest", s.smallest,
        {.help = "the fractal dimension is that of aggregates with at least so many bodies",
         .example = "10",
         .at_least = 2,
         .at_most = 1e6});
  t.key("bins", s.bins,
        {.help = "bins of distributions, slices of a profile", .example = "20", .at_least = 1, .at_most = 1e5});
  t.key("range", s.range,
        {.help = "pair_correlation: the largest distance; at most half the box",
         .example = "0.2",
         .unit = "m",
         .above = 0,
         .otherwise = "ten mean radii"});
  t.key("axis", s.axis,
        {.help = "profile: the axis it goes along; angles in space: the axis they are measured from",
         .example = "\"x\"",
         .choices = {"x", "y", "z"},
         .otherwise = "the last one"});
  t.check(!s.axis || t.dimension() == 0 || (*s.axis)[0] - 'x' < t.dimension(), {"axis"}, "is not one of this space");
  declare_gate(t, s);
  t.check(!asks_for("flow") || s.point || s.line, {"what"}, "has flow, which needs a line, or a point and a normal");
  t.key("groups", s.groups,
        {.help = "mixing: the two groups",
         .example = R"(["sand", "sand"])",
         .choices = t.context().groups,
         .otherwise = "the first two"});
  t.check(s.groups.empty() || s.groups.size() == 2, {"groups"}, "must be two");
  t.check(!asks_for("mixing") || t.context().groups.size() > 1, {"what"}, "has mixing, which needs two groups");
  t.key("cells", s.cells,
        {.help = "mixing: cells in each direction",
         .example = "[10, 10]",
         .at_least = 1,
         .at_most = 1000,
         .otherwise = "8 each"});
  declare_probes(t, s);
  t.check(!asks_for("probes") || !s.probes.empty() || s.probe_line, {"what"},
          "has probes, which need points (probes) or a line (probe_line)");
  for (const MeasurementKind& kind : measurements())
    t.check(!kind.fluid || !asks_for(kind.name) || t.context().fluid, {"what"},
            "has " + kind.name + ", which is of a fluid, and there is none");
  t.check(!asks_for("angles") || t.dimension() != 1, {"what"}, "has angles, of which there are none on a line");
  t.key("fractal_dimension", s.fractal_dimension,
        {.help = "coagulation: the D of R ∝ n^(1/D) in the kernels",
         .example = "1.8",
         .above = 0,
         .at_most = 3,
         .otherwise = "the one measured in the last frame"});
}

}  // namespace floc::scene
