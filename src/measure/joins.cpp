#include "measure/joins.hpp"

#include <algorithm>
#include <cmath>

#include "measure/touching.hpp"

namespace floc {
namespace {

// The partners of each body, in one array.
struct Partners {
  std::vector<std::size_t> start;
  std::vector<std::int32_t> of;

  Partners(std::size_t bodies, const Joins& joins) : start(bodies + 1, 0), of(2 * joins.size()) {
    for (const auto& pair : joins)
      for (const std::int32_t i : pair) ++start[static_cast<std::size_t>(i) + 1];
    for (std::size_t i = 0; i < bodies; ++i) start[i + 1] += start[i];
    std::vector<std::size_t> next(start.begin(), start.end() - 1);
    for (const auto& [a, b] : joins) {
      of[next[static_cast<std::size_t>(a)]++] = b;
      of[next[static_cast<std::size_t>(b)]++] = a;
    }
  }
};

}  // namespace

Joins touching_pairs(const MeasuredFrame& frame, const MeasureSettings& settings) {
  Joins joins;
  for_touching(frame.bodies, frame.domain, settings.gap * mean_radius(frame.bodies), [&](std::size_t i, std::size_t j) {
    joins.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)});
  });
  return joins;
}

Joins joined_pairs(const MeasuredFrame& frame, const MeasureSettings& settings) {
  if (!settings.by_memory) return touching_pairs(frame, settings);
  Joins joins;
  for (std::size_t c = 0; c < frame.contacts(); ++c)
    if (frame.second[c] >= 0 && frame.gamma(c) < 0) joins.push_back({frame.first[c], frame.second[c]});
  return joins;
}

std::vector<double> gyration_radii(const MeasuredFrame& frame, const Joins& joins, const Aggregates& aggregates) {
  const Bodies& b = frame.bodies;
  const Partners partners(b.size(), joins);
  std::vector<double> radii;
  radii.reserve(aggregates.count());
  with_dimension(b.dimension, [&]<int D>() {
    std::vector<Vec<D>> place(b.size());
    std::vector<char> reached(b.size(), 0);
    std::vector<std::size_t> members;
    for (std::size_t seed = 0; seed < b.size(); ++seed) {
      if (reached[seed]) continue;  // a body that is not is the first of its aggregate: they come in their order
      reached[seed] = 1;
      place[seed] = Vec<D>::load(b.x(seed));
      members.assign(1, seed);
      double mass = 0;
      Vec<D> centre{};
      for (std::size_t q = 0; q < members.size(); ++q) {
        const std::size_t i = members[q];
        mass += b.mass[i];
        centre += b.mass[i] * (place[i] - place[seed]);
        for (std::size_t p = partners.start[i]; p < partners.start[i + 1]; ++p) {
          const auto j = static_cast<std::size_t>(partners.of[p]);
          if (reached[j]) continue;
          reached[j] = 1;
          place[j] = place[i] + frame.domain.nearest_image(Vec<D>::load(b.x(j)) - place[i]);
          members.push_back(j);
        }
      }
      centre *= 1 / mass;
      centre += place[seed];
      double moment = 0;
      for (const std::size_t i : members)
        moment += b.mass[i] * (dot(place[i] - centre, place[i] - centre) + D / (D + 2.0) * b.radius[i] * b.radius[i]);
      radii.push_back(std::sqrt(moment / mass));
    }
  });
  return radii;
}

}  // namespace floc
