#include "scene/make_fluid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "contact/gluey.hpp"
#include "geometry/motions.hpp"
#include "geometry/surfaces.hpp"
#include "scene/make_obstacles.hpp"

namespace floc::scene {
namespace {

constexpr double most_cells = 2e9;
constexpr double rounding = 1e-6;  // of a number of cells
constexpr double thinnest = 0.01;  // cells: what is thinner is a wall without an inside

std::size_t u(int k) { return static_cast<std::size_t>(k); }

// What a picture shows of a wall, in the frame of its obstacle, less what is not inside of the box: half-spaces along
// its sides are walls that contacts meet.
Mesh wall_in(const Surface& surface, const floc::Motion& motion, const Bounds& window, const FluidGrid& grid) {
  Mesh mesh = surface.mesh(grid.dimension, window);
  if (!motion.fixed()) return mesh;
  const auto inside = [&](const std::vector<int>& points) {
    // Of every direction somebody is inside.
    for (int k = 0; k < grid.dimension; ++k) {
      double low = everywhere().high[0], high = -low;
      for (const int p : points) {
        low = std::min(low, mesh.points[u(p)][k]);
        high = std::max(high, mesh.points[u(p)][k]);
      }
      if (!(low < window.high[k] - 0.5 * grid.h && high > window.low[k] + 0.5 * grid.h)) return false;
    }
    return true;
  };
  std::erase_if(mesh.lines, [&](const auto& line) { return !inside(line); });
  std::erase_if(mesh.faces, [&](const auto& face) { return !inside(face); });
  return mesh;
}

}  // namespace

std::shared_ptr<FluidSettings> make_fluid(const Scene& scene, const Domain& domain, std::vector<Diagnostic>& errors) {
  if (!scene.fluid) return nullptr;
  const Fluid& s = *scene.fluid;
  const std::size_t before = errors.size();
  const auto error = [&](const Place& place, std::string message) {
    errors.push_back(scene.at(place, std::move(message)));
  };
  auto fluid = std::make_shared<FluidSettings>(s.settings);
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
  const auto left_out = [](Expressions& all) {
    if (std::ranges::all_of(all, [](const Expression& e) { return e.text() == "0"; })) all.clear();
  };
  left_out(fluid->velocity);
  left_out(fluid->force);
  if (fluid->mean_velocity && !fluid->steady)
    error(s.place, "\"mean_velocity\" in [fluid] is of kind \"steady-stokes\"; other flows have a pressure_gradient");
  if (fluid->lubrication && fluid->steady)
    error(s.lubrication_place,
          "\"lubrication\" in [fluid] is of flows with inertia; kind \"steady-stokes\" has no films");
  // A force there is a motion in the metric of the masses, and no newtons.
  const auto no_bound = [&](const Place& place, std::string_view key) {
    error(place, fmt::format("\"{}\" in [contact] bounds an impulse, and in [fluid] of kind \"steady-stokes\" contacts "
                             "have none: there surfaces are smooth",
                             key));
  };
  if (const auto* gluey = scene.contact.get_if<GlueyParameters>(); gluey && fluid->steady && fluid->two_way()) {
    if (gluey->gamma_min && *gluey->gamma_min != 0) no_bound(gluey->gamma_min_place, "gamma_min");
    if (gluey->roughness) no_bound(gluey->roughness_place, "roughness");
  }
  if (fluid->lubrication && !fluid->two_way())
    error(s.lubrication_place, "\"lubrication\" in [fluid] is of bodies that move the fluid: coupling = \"two-way\"");
  if (s.buoyancy) fluid->gravity = *s.buoyancy;  // otherwise that of the forces
  fluid->drive = (-1 / fluid->density) * s.pressure_gradient;
  fluid->gap = s.contact_gap();
  return errors.size() > before ? nullptr : fluid;
}

std::vector<floc::Obstacle> sides_of(const FluidSettings& fluid) {
  std::vector<floc::Obstacle> all;
  const FluidGrid& grid = fluid.grid;
  for (int k = 0; k < grid.dimension; ++k)
    for (int side = 0; side < 2 && !grid.periodic(k); ++side) {
      Vec3 point = grid.origin, normal;
      if (side) point[k] += grid.n(k) * grid.h;
      normal[k] = side ? -1 : 1;
      all.push_back(
          {fmt::format("fluid {}{}", side ? '+' : '-', "xyz"[k]), "#808080", at_rest(), {half_space(point, normal)}});
    }
  return all;
}

void stand_obstacles(const Scene& scene, const Obstacles& obstacles, FluidSettings& fluid,
                     std::vector<Diagnostic>& errors) {
  const FluidGrid& grid = fluid.grid;
  Bounds window{grid.origin, grid.origin};
  for (int k = 0; k < grid.dimension; ++k) window.high[k] += grid.n(k) * grid.h;
  const std::vector<std::size_t> order = obstacle_order(scene);
  for (std::size_t o = 0; o < order.size(); ++o) {
    const floc::Obstacle& obstacle = obstacles.list()[o];
    // Solids stand as one; thin walls and containers are markers on what a picture shows of them, which is cut at the
    // box where it has no end.
    std::vector<PlacedShape> solids;
    std::vector<Mesh> walls;
    Vec3 low = everywhere().high, high = everywhere().low;
    for (const SurfacePtr& surface : obstacle.surfaces) {
      Pose pose;
      const ShapePtr solid = surface->solid(pose);
      if (solid && 2 * solid->inner_radius() > thinnest * grid.h) {
        solids.push_back({solid, pose});
        for (int k = 0; k < 3; ++k) {
          low[k] = std::min(low[k], pose.position[k]);
          high[k] = std::max(high[k], pose.position[k]);
        }
        if (const double across = ImmersedShape::width_of(*solid); across < least_cells_across * grid.h * (1 - 1e-9))
          errors.push_back(scene.at(
              scene.obstacles[order[o]].place,
              fmt::format(
                  "obstacle \"{}\" is {:.3g} cells of [fluid] across, and needs {:.0f}: cells of at most {:.4g}",
                  obstacle.name, across / grid.h, least_cells_across, across / least_cells_across)));
        continue;
      }
      Mesh mesh = wall_in(*surface, *obstacle.motion, window, grid);
      if (!mesh.lines.empty() || !mesh.faces.empty()) walls.push_back(std::move(mesh));
    }
    if (!solids.empty()) {
      const Vec3 centre = 0.5 * (low + high);
      for (PlacedShape& s : solids) s.pose.position -= centre;
      fluid.standing.push_back({o, centre, ImmersedShape::of(std::move(solids), grid.h)});
    }
    if (!walls.empty()) fluid.standing.push_back({o, {}, ImmersedShape::walls(walls, grid.dimension, grid.h)});
  }
}

}  // namespace floc::scene
