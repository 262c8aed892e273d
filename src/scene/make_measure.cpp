#include "scene/make_measure.hpp"

#include "measure/measurements.hpp"

namespace floc::scene {

MeasureSettings make_measure(const Scene& scene) {
  const Measure& m = scene.measure;
  MeasureSettings s;
  s.dimension = scene.dimension();
  s.low = m.low;
  s.high = m.high;
  s.gap = m.gap;
  s.by_memory = m.joined_by == "memory";
  s.smallest = static_cast<int>(m.smallest);
  s.bins = static_cast<int>(m.bins);
  s.range = m.range;
  s.axis = m.axis ? (*m.axis)[0] - 'x' : scene.dimension() - 1;
  if (m.point && m.normal) s.gate = Gate{*m.point, *m.normal, {}, {}};
  if (m.line) {
    const Vec3 from = m.line->front(), to = m.line->back();
    s.gate = Gate{from, {{to[1] - from[1], from[0] - to[0], 0}}, from, to};
  }
  for (std::size_t k = 0; k < m.groups.size() && k < 2; ++k)
    for (std::size_t g = 0; g < scene.groups.size(); ++g)
      if (scene.groups[g].name == m.groups[k]) s.groups[k] = static_cast<std::int32_t>(g);
  if (m.cells)
    for (std::size_t k = 0; k < m.cells->size() && k < 3; ++k) s.cells[k] = static_cast<int>((*m.cells)[k]);
  s.probes = m.probes;
  if (m.probe_line && m.probe_line->size() == 2) s.probe_line = {m.probe_line->front(), m.probe_line->back()};
  s.probe_points = static_cast<int>(m.probe_points);
  s.fractal_dimension = m.fractal_dimension;
  return s;
}

std::vector<std::string> measured_quantities(const Scene& scene) {
  std::vector<std::string> names;
  const bool gate = scene.measure.line || (scene.measure.point && scene.measure.normal);
  for (const std::string& what : scene.measure.what) {
    const MeasurementKind* kind = find_measurement(what);
    if (!kind || !kind->make || scene.dimension() < 1 || scene.dimension() > 3 || (what == "flow" && !gate)) continue;
    for (const std::string& column : kind->make(make_measure(scene))->columns()) names.push_back(what + "." + column);
  }
  return names;
}

}  // namespace floc::scene
