// What a fluid takes of the memory, reckoned before the first step.
#include <algorithm>
#include <cmath>
#include <set>

#include "step/medium.hpp"

namespace floc {
namespace {

// Markers that one sees through the stencils of both: some seven cells of a surface, markers 1.5 cells apart.
constexpr double pairs_a_marker[] = {0, 0, 6, 27};
// Stencils, place, owner, bin; and vectors of a number a component each.
constexpr double marker_bytes = 320, vectors = 10;
// Films a body in a settled heap, and blocks that the factor has for each body (AMD's order).
constexpr double films_a_body[] = {0, 0, 2.5, 4}, factor_blocks[] = {0, 0, 8, 40};
constexpr double film_bytes = 150, body_bytes = 700;

}  // namespace

double Medium::bytes(const Bodies& bodies, std::span<const double> radius) {
  const double d = flow_.grid().dimension, cells = 8 * static_cast<double>(flow_.layout().size);
  // Of a step: u*, its slope and the markers' push, three fields of cells.
  double all = cells * (3 * d + 3);
  const std::size_t n = settings_.two_way() ? bodies.size() : 0;
  double markers = 0;
  std::set<const ImmersedShape*> shapes;
  const auto take = [&](const ImmersedShape& shape) {
    const double here = static_cast<double>(shape.markers().size());
    markers += here;
    if (!shapes.insert(&shape).second) return;
    all += 24 * here + shape.grid_bytes();
    if (quasi_static_) all += MarkerBlocks::bytes(flow_.grid().dimension, shape.markers().size());
  };
  for (std::size_t b = 0; b < n; ++b) take(*shape_of(bodies, radius, b));
  for (const FluidSettings::Standing& standing : settings_.standing) take(*standing.shape);
  const double bodies_there = static_cast<double>(n + settings_.standing.size());
  const double pairs = pairs_a_marker[flow_.grid().dimension];
  all += markers * (marker_bytes + pairs * (4 + 8 * d) + 8 * d * vectors) + body_bytes * bodies_there;
  if (quasi_static_) {
    // Forces, flow and background, and what S⁻¹ works in; seven vectors of the forces of walls.
    all += cells * (3 * d + 2) + 8 * 8 * static_cast<double>(quasi_static_->stokes().wall_numbers());
  } else if (settings_.lubrication) {
    const auto k = static_cast<std::size_t>(flow_.grid().dimension);
    all += static_cast<double>(n) * (films_a_body[k] * film_bytes + factor_blocks[k] * (8 * d * d + 8));
  }
  return all;
}

}  // namespace floc
