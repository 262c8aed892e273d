#include "scene/make_obstacles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "geometry/motions.hpp"

namespace floc::scene {

std::vector<std::size_t> obstacle_order(const Scene& scene) {
  std::vector<std::size_t> order(scene.obstacles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_partition(order, [&](std::size_t k) { return scene.obstacles[k].servo() != nullptr; });
  return order;
}

Obstacles make_obstacles(const Scene& scene, const Domain& domain, std::vector<Diagnostic>& errors,
                         const FloorPlan* floor) {
  std::vector<floc::Obstacle> all;
  const auto wrong = [&](const Obstacle& o, const Place& place, const Error& error) {
    errors.push_back(scene.at(place, fmt::format("obstacle \"{}\": {}", o.name, error.what())));
  };
  for (const std::size_t k : obstacle_order(scene)) {
    const Obstacle& o = scene.obstacles[k];
    try {
      all.push_back({o.name, o.colour, o.motion ? o.motion->make({}) : at_rest(), o.shape.make({scene.dimension()})});
    } catch (const ErrorAt& error) {
      wrong(o, error.place, error);
    } catch (const Error& error) {
      wrong(o, o.place, error);
    }
  }
  if (floor && !floor->walls().empty())
    all.push_back({"walls", scene.floor->colour, at_rest(), floor->wall_surfaces()});
  return Obstacles(std::move(all), domain);
}

}  // namespace floc::scene
