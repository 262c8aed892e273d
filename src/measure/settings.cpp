#include "measure/settings.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace floc {
namespace {

bool spans_period(const Domain& domain, const Region& region, int k) {
  constexpr double rounding = 1e-9;
  return domain.periodic(k) && region.length(k) >= domain.period[static_cast<std::size_t>(k)] * (1 - rounding);
}

}  // namespace

void MeasureSettings::declare(Table& t) {
  t.key("low", low,
        {.help = "lower corner of the box that is measured",
         .example = "[0, 0]",
         .unit = "m",
         .otherwise = "a period, or what the bodies fill"});
  t.key("high", high, {.help = "its upper corner", .example = "[1, 2]", .unit = "m"});
  t.at_most_one_of({{"low", "high"}});
  t.check(!low || !high || below(*low, *high, t.dimension()), {"high", "low"}, "must be above low");
  t.key("gap", gap,
        {.help = "bodies with a smaller gap touch", .example = "0.1", .unit = "r̄", .at_least = 0, .at_most = 100});
  t.choice("joined_by", by_memory, {{"gap", false}, {"memory", true}},
           {.help = "what joins bodies to aggregates: a small gap, or adhesion that their contact has stored",
            .example = "\"memory\""});
  t.key("smallest", smallest,
        {.help = "the fractal dimension is that of aggregates with at least so many bodies",
         .example = "10",
         .at_least = 2,
         .at_most = 1e6});
  t.key("bins", bins,
        {.help = "bins of distributions, slices of a profile", .example = "20", .at_least = 1, .at_most = 1e5});
  std::optional<std::string> letter;
  if (axis) letter = std::string(1, "xyz"[*axis]);
  t.key("axis", letter,
        {.help = "profile: the axis it goes along; angles in space: the axis they are measured from",
         .example = "\"x\"",
         .choices = {"x", "y", "z"},
         .otherwise = "the last one"});
  if (letter) axis = letter->front() - 'x';
  t.check(!axis || t.dimension() == 0 || *axis < t.dimension(), {"axis"}, "is not one of this space");
}

double Region::volume(int dimension) const {
  double v = 1;
  for (int k = 0; k < dimension; ++k) v *= length(k);
  return v;
}

bool Region::holds(const Vec3& x, int dimension) const {
  for (int k = 0; k < dimension; ++k)
    if (!(low[k] <= x[k] && x[k] < high[k])) return false;
  return true;
}

Vec3 wrapped(const MeasuredFrame& frame, const Region& region, std::size_t i) {
  const Domain from_low{region.low.c, frame.domain.period};
  return from_low.wrap(embed(frame.bodies.x(i), frame.bodies.dimension));
}

Domain closed_directions(const MeasuredFrame& frame, const Region& region) {
  Domain closed = frame.domain;
  for (int k = 0; k < 3; ++k)
    if (!spans_period(frame.domain, region, k)) closed.period[static_cast<std::size_t>(k)] = 0;
  return closed;
}

Region region_of(const MeasuredFrame& frame, const MeasureSettings& settings) {
  const Bodies& b = frame.bodies;
  Region region;
  if (settings.low && settings.high) {
    region = {*settings.low, *settings.high};
    for (int k = 0; k < b.dimension; ++k)
      if (spans_period(frame.domain, region, k))
        region.high[k] = region.low[k] + frame.domain.period[static_cast<std::size_t>(k)];
    return region;
  }
  for (int k = 0; k < b.dimension; ++k) {
    const auto u = static_cast<std::size_t>(k);
    if (frame.domain.periodic(k)) {
      region.low[k] = frame.domain.origin[u];
      region.high[k] = frame.domain.origin[u] + frame.domain.period[u];
    } else if (b.size() > 0) {
      region.low[k] = std::numeric_limits<double>::infinity();
      region.high[k] = -region.low[k];
      for (std::size_t i = 0; i < b.size(); ++i) {
        region.low[k] = std::min(region.low[k], b.x(i)[k] - b.radius[i]);
        region.high[k] = std::max(region.high[k], b.x(i)[k] + b.radius[i]);
      }
    }
  }
  return region;
}

std::vector<std::size_t> bodies_of(const MeasuredFrame& frame, const MeasureSettings& settings) {
  std::vector<std::size_t> all(frame.bodies.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (!settings.low || !settings.high) return all;
  const Region region = region_of(frame, settings);
  std::erase_if(all, [&](std::size_t i) { return !region.holds(wrapped(frame, region, i), frame.bodies.dimension); });
  return all;
}

}  // namespace floc
