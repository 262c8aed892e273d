#include "measure/measurements.hpp"

namespace floc {

const MeasurementKind* find_measurement(std::string_view name) {
  for (const MeasurementKind& kind : measurement_kinds())
    if (kind.name == name) return &kind;
  return nullptr;
}

std::vector<std::string> measurement_names(bool with_whole_runs) {
  std::vector<std::string> names;
  for (const MeasurementKind& kind : measurement_kinds())
    if (with_whole_runs || !kind.whole_run) names.emplace_back(kind.name);
  return names;
}

std::vector<std::string> axis_names(int dimension, const std::string& prefix) {
  std::vector<std::string> names;
  for (int k = 0; k < dimension; ++k) names.push_back(prefix + "xyz"[k]);
  return names;
}

}  // namespace floc
