#include "output/pair_lines.hpp"

#include <algorithm>
#include <cmath>

#include "output/window.hpp"

namespace floc {
namespace {

std::vector<PairLine> lines_of(const Snapshot& frame, std::span<const Obstacle> obstacles,
                               std::span<const std::int32_t> firsts, std::span<const std::int32_t> seconds) {
  Obstacles placed({obstacles.begin(), obstacles.end()}, frame.domain);
  placed.place(frame.time, 0);
  std::vector<PairLine> lines;
  lines.reserve(firsts.size());
  for (std::size_t k = 0; k < firsts.size(); ++k) {
    const auto i = static_cast<std::size_t>(firsts[k]);
    const std::int32_t second = seconds[k];
    PairLine line{wrapped_position(frame, i), {}, frame.bodies.radius[i], 0, i, {}, k};
    if (second >= 0) {
      const auto j = static_cast<std::size_t>(second);
      line.to = line.from + frame.domain.nearest_image(wrapped_position(frame, j) - line.from);
      line.to_radius = frame.bodies.radius[j];
      line.second = j;
    } else {
      const auto surface = static_cast<std::size_t>(PairList::surface_of(second));
      if (surface >= placed.surfaces()) continue;
      const ObstacleRow row = placed.row(surface, line.from, line.from_radius);
      line.to = line.from - (row.begin_gap + line.from_radius) * row.normal;
    }
    if (std::isfinite(norm(line.to - line.from))) lines.push_back(line);
  }
  return lines;
}

}  // namespace

PairLine::Neck PairLine::neck() const {
  const double small = to_radius > 0 ? std::min(from_radius, to_radius) : from_radius, length = norm(to - from);
  const Vec3 e = (length > 0 ? 1 / length : 0.0) * (to - from);
  const double within = 0.3 * small;
  return {from + (from_radius - within) * e, to - std::max(to_radius - within, 0.0) * e, 1.3 * small};
}

std::vector<PairLine> contact_lines(const Snapshot& frame, std::span<const Obstacle> obstacles) {
  return lines_of(frame, obstacles, frame.contacts.first, frame.contacts.second);
}

std::vector<PairLine> bridge_lines(const Snapshot& frame, std::span<const Obstacle> obstacles) {
  return lines_of(frame, obstacles, frame.bridges.first, frame.bridges.second);
}

}  // namespace floc
