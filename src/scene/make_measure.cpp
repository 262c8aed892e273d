#include "scene/make_measure.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace floc::scene {

const Measure::Known& Measure::of(std::string_view name) const {
  const auto found = std::ranges::find(known, name, [](const Known& k) { return k.kind.name; });
  if (found == known.end()) throw Error("there is no measurement \"" + std::string(name) + "\"");
  return *found;
}

MeasureSettings make_measure(const Scene& scene) {
  MeasureSettings s = scene.measure.shared;
  s.dimension = scene.dimension();
  for (const Group& group : scene.groups) s.groups.push_back(group.name);
  return s;
}

MeasurementPtr make_measurement(const Scene& scene, std::string_view name) {
  const Measure::Known& known = scene.measure.of(name);
  return known.kind.make(known.parameters, make_measure(scene));
}

std::vector<std::string> measured_quantities(const Scene& scene, const SceneContext& context) {
  std::vector<std::string> names;
  if (scene.dimension() < 1 || scene.dimension() > 3) return names;
  for (const auto& [kind, parameters] : scene.measure.known) {
    const bool asked = std::ranges::find(scene.measure.what, kind.name) != scene.measure.what.end();
    if (!asked || kind.whole_run || !kind.lacks(parameters, context).empty()) continue;
    for (const std::string& column : make_measurement(scene, kind.name)->columns())
      names.push_back(std::string(kind.name) + "." + column);
  }
  return names;
}

}  // namespace floc::scene
