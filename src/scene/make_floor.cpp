#include "scene/make_floor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/error.hpp"
#include "scene/png_file.hpp"

namespace floc::scene {
namespace {

Vec2 flat(const Vec3& v) { return {{v[0], v[1]}}; }

FloorPlan::Ring ring(const std::vector<Vec3>& points) {
  FloorPlan::Ring all;
  for (const Vec3& p : points) all.push_back(flat(p));
  return all;
}

std::array<std::uint8_t, 3> channels(const std::string& colour) {  // "#rrggbb"
  std::array<std::uint8_t, 3> c{};
  for (std::size_t k = 0; k < 3; ++k)
    std::from_chars(colour.data() + 1 + 2 * k, colour.data() + 3 + 2 * k, c[k], 16);
  return c;
}

std::vector<Exit> line_exits(const Floor& floor) {
  std::vector<Exit> all;
  for (const FloorExit& e : floor.exits)
    if (e.from) all.push_back({e.name, {{flat(*e.from), flat(*e.to)}}});
  return all;
}

FloorPlan make(const FloorPolygons& s, const Floor& floor) {
  std::vector<FloorPlan::Ring> rings{ring(s.boundary)};
  for (const FloorHole& hole : s.holes) rings.push_back(ring(hole.points));
  std::vector<Line> walls;
  for (const FloorWall& wall : s.walls)
    for (std::size_t k = 0; k + 1 < wall.points.size(); ++k)
      walls.push_back({flat(wall.points[k]), flat(wall.points[k + 1])});
  return {std::move(rings), std::move(walls), line_exits(floor)};
}

FloorPlan make(const FloorImage& s, const Floor& floor) {
  std::vector<ExitColour> colours;
  for (const FloorExit& e : floor.exits)
    if (e.colour) colours.push_back({e.name, channels(*e.colour)});
  return plan_from_image(read_png(s.path), s.pixel, flat(s.low), colours, line_exits(floor));
}

const Exit& exit_named(const FloorPlan& plan, const std::string& name) {
  return *std::find_if(plan.exits().begin(), plan.exits().end(), [&](const Exit& e) { return e.name == name; });
}

// What is wrong with an exit; empty when nothing is.
std::string fault_of(const FloorExit& exit, const FloorPlan& plan, const Floor& floor) {
  if (exit.colour && exit_named(plan, exit.name).lines.empty())
    return fmt::format("exit \"{}\": no pixel of the colour \"{}\" stands beside the floor in \"{}\"", exit.name,
                       *exit.colour, std::get<FloorImage>(floor.plan).path);
  if (exit.from && !plan.holds({flat(*exit.from), flat(*exit.to)}))
    return fmt::format("exit \"{}\" is not on the floor", exit.name);
  return {};
}

}  // namespace

std::optional<FloorPlan> make_floor(const Scene& scene, std::vector<Diagnostic>& errors) {
  if (!scene.floor) return {};
  const Floor& floor = *scene.floor;
  const std::size_t before = errors.size();
  const auto error = [&](const Place& place, std::string message) {
    errors.push_back(scene.at(place, std::move(message)));
  };
  const auto* image = std::get_if<FloorImage>(&floor.plan);
  if (floor.exits.empty()) error(floor.place, "[floor] has no exit: it needs [[floor.exits]]");
  for (const FloorExit& e : floor.exits)
    if (e.colour && !image) error(e.place, fmt::format("exit \"{}\" has a colour, and the floor is no image", e.name));
  if (errors.size() > before) return {};
  try {
    FloorPlan plan = std::visit([&](const auto& s) { return make(s, floor); }, floor.plan);
    for (const FloorExit& e : floor.exits)
      if (std::string fault = fault_of(e, plan, floor); !fault.empty()) error(e.place, std::move(fault));
    if (errors.size() == before) return plan;
  } catch (const Error& e) {
    error(image ? image->place : floor.place, e.what());
  }
  return {};
}

std::shared_ptr<const Route> RouteMaker::operator()(const std::vector<std::string>& names) {
  if (!floor_) throw Error("[[forces.crowd]] needs a [floor]");
  std::vector<std::size_t> exits;
  double widest = 0, narrowest = std::numeric_limits<double>::infinity();
  for (std::size_t e = 0; e < floor_->exits().size(); ++e) {
    const Exit& exit = floor_->exits()[e];
    if (!names.empty() && std::find(names.begin(), names.end(), exit.name) == names.end()) continue;
    exits.push_back(e);
    widest = std::max(widest, exit.width());
    narrowest = std::min(narrowest, exit.width());
  }
  if (widest < 2 * largest_)
    throw Error(fmt::format("a person of radius {:.6g} does not fit through an exit: the widest is {:.6g}", largest_,
                            widest));
  std::shared_ptr<const Route>& route = routes_[exits];
  try {
    const double spacing = scene_.floor->spacing.value_or(std::min(smallest_ / 5, narrowest / 16));
    const double clearance = scene_.floor->clearance.value_or(0.8 * smallest_);
    if (!route) route = std::make_shared<const Route>(*floor_, exits, spacing, clearance);
  } catch (const Error& e) {
    throw ErrorAt(scene_.floor->place, e.what());
  }
  return route;
}

}  // namespace floc::scene
