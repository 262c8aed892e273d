#include "scene/make_fluid.hpp"

#include <fmt/format.h>

#include <cmath>

#include "forces/gravity.hpp"
#include "geometry/motions.hpp"
#include "geometry/surfaces.hpp"
#include "scene/make_obstacles.hpp"

namespace floc::scene {
namespace {

constexpr double most_cells = 2e9;
constexpr double rounding = 1e-6;  // of a number of cells

std::size_t u(int k) { return static_cast<std::size_t>(k); }

}  // namespace

std::shared_ptr<FluidSettings> make_fluid(const Scene& scene, const Domain& domain, std::vector<Diagnostic>& errors) {
  if (!scene.fluid) return nullptr;
  const Fluid& s = *scene.fluid;
  const std::size_t before = errors.size();
  const auto error = [&](const Place& place, std::string message) {
    errors.push_back(scene.at(place, std::move(message)));
  };
  auto fluid = std::make_shared<FluidSettings>();
  FluidGrid& grid = fluid->grid;
  grid.dimension = scene.dimension();
  grid.h = s.cell;
  double cells = 1;
  for (int k = 0; k < grid.dimension; ++k) {
    const char name = "xyz"[k];
    const bool periodic = domain.periodic(k);
    double low = domain.origin[u(k)], high = low + domain.period[u(k)];
    if (!periodic && (!s.low || !s.high)) {
      error(s.place, fmt::format("[fluid] needs low and high: {} is not periodic", name));
      continue;
    }
    if (!periodic) {
      low = (*s.low)[k];
      high = (*s.high)[k];
    } else if ((s.low && (*s.low)[k] != low) || (s.high && (*s.high)[k] != high)) {
      error(s.place, fmt::format("[fluid] must be as long as [domain] along {}, which is periodic: from {} to {}", name,
                                 low, high));
    }
    const double count = (high - low) / s.cell;
    if (!(high > low)) {
      error(s.place, fmt::format("\"high\" in [fluid] must be above low along {}", name));
      continue;
    }
    if (std::abs(count - std::round(count)) > rounding * count || count < 4)
      error(s.cell_place, fmt::format("\"cell\" in [fluid] must fit a whole number of times, 4 at least, into the "
                                      "{:.6g} along {}, and {:.6g} fit; {:.6g} would do",
                                      high - low, name, count, (high - low) / std::max(4.0, std::round(count))));
    grid.origin[k] = low;
    grid.cells[u(k)] = static_cast<int>(std::min(1e9, std::round(count)));
    cells *= count;
    if (periodic)
      for (FluidFace& face : grid.faces[u(k)]) face.kind = FaceKind::periodic;
  }
  if (cells > most_cells)
    error(s.cell_place,
          fmt::format("the fluid would have {:.3g} cells, and at most {:.0g} are possible", cells, most_cells));
  std::array<std::array<bool, 2>, 3> given{};
  for (const FluidSide& side : s.sides) {
    const int k = side.side[1] - 'x';
    const std::size_t upper = side.side[0] == '+';
    if (domain.periodic(k)) error(side.place, fmt::format("side \"{}\" of [fluid] is periodic by [domain]", side.side));
    if (given[u(k)][upper]) error(side.place, fmt::format("side \"{}\" of [fluid] is given twice", side.side));
    given[u(k)][upper] = true;
    FluidFace& face = grid.faces[u(k)][upper];
    if (!domain.periodic(k)) face.kind = side.kind;
    bool moves = false;
    for (const Expression& e : side.velocity) moves = moves || e.text() != "0";
    if (moves && side.kind != FaceKind::wall)
      error(side.place, fmt::format("side \"{}\" of [fluid] has a velocity, which is for walls", side.side));
    if (moves) face.velocity = side.velocity;
  }
  if (errors.size() > before) return nullptr;
  fluid->density = s.density;
  fluid->viscosity = s.viscosity;
  fluid->advection = s.advection;
  fluid->diffusion = s.diffusion;
  for (const Expression& e : s.force)
    if (e.text() != "0") fluid->force = s.force;
  if (s.gravity)
    fluid->gravity = *s.gravity;
  else
    for (const GravityParameters& g : scene.forces.all<GravityParameters>()) fluid->gravity += g.g;
  fluid->drive = (-1 / s.density) * s.pressure_gradient;
  fluid->gap = s.contact_gap();
  const std::vector<std::size_t> order = obstacle_order(scene);
  for (std::size_t o = 0; o < order.size(); ++o) {
    const Obstacle& obstacle = scene.obstacles[order[o]];
    const auto* ball = std::get_if<Sphere>(&obstacle.shape);
    if (!ball || ball->side != "outside") {
      // Planes outside of the box are walls that contacts meet; what stands in the fluid is a ball.
      if (!std::holds_alternative<HalfSpace>(obstacle.shape))
        error(obstacle.place,
              fmt::format(
                  "obstacle \"{}\" cannot stand in a fluid: spheres (2D: discs) can, and half-spaces outside of it",
                  obstacle.name));
      continue;
    }
    if (2 * ball->radius < least_cells_across * s.cell)
      error(obstacle.place,
            fmt::format("obstacle \"{}\" is {:.3g} cells of [fluid] across, and needs {:.0f}: cells of at most {:.4g}",
                        obstacle.name, 2 * ball->radius / s.cell, least_cells_across,
                        2 * ball->radius / least_cells_across));
    fluid->balls.push_back({o, ball->centre, ball->radius});
  }
  return errors.size() > before ? nullptr : fluid;
}

std::vector<floc::Obstacle> sides_of(const FluidSettings& fluid) {
  std::vector<floc::Obstacle> all;
  const FluidGrid& grid = fluid.grid;
  for (int k = 0; k < grid.dimension; ++k)
    for (int side = 0; side < 2 && !grid.periodic(k); ++side) {
      Vec3 point = grid.origin, normal;
      if (side) point[k] += grid.n(k) * grid.h;
      // Contacts are of radii with half the gap: so the side is further out by the other half.
      normal[k] = side ? -1 : 1;
      point[k] += 0.5 * fluid.gap * normal[k];
      all.push_back(
          {fmt::format("fluid {}{}", side ? '+' : '-', "xyz"[k]), "#808080", at_rest(), {half_space(point, normal)}});
    }
  return all;
}

}  // namespace floc::scene
