// The floor of a scene, and the crowds that walk on it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "geometry/floor_plan.hpp"
#include "scene/scene.hpp"

namespace floc::scene {

// Nothing when the scene has no floor, or one that cannot be: what is wrong goes to `errors`, at the place of the
// table or of the exit.
std::optional<FloorPlan> make_floor(const Scene& scene, std::vector<Diagnostic>& errors);

// The ways out of the floor of a scene, for its crowds; those with the same exits share one. `smallest` and `largest`
// are radii of people.
class RouteMaker {
 public:
  RouteMaker(const Scene& scene, const FloorPlan* floor, double smallest, double largest)
      : scene_(scene), floor_(floor), smallest_(smallest), largest_(largest) {}
  // By the exits of these names, or all of them. Throws Error, and ErrorAt for what is wrong with the floor.
  std::shared_ptr<const Route> operator()(const std::vector<std::string>& exits);

 private:
  const Scene& scene_;
  const FloorPlan* floor_;
  double smallest_, largest_;
  std::map<std::vector<std::size_t>, std::shared_ptr<const Route>> routes_;
};

}  // namespace floc::scene
