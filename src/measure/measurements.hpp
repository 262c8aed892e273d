// The measurements by name: one file of source each, one line of registration each (measurements.cpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "measure/measurement.hpp"
#include "measure/settings.hpp"

namespace floc {

struct MeasurementKind {
  std::string name;
  std::string unit;  // of what it is called after
  std::string help;
  bool contacts;                                            // looks at the contacts of a frame, not at places alone
  MeasurementPtr (*make)(const MeasureSettings& settings);  // null: made of all frames of a run at once
  bool fluid = false;  // looks at the flow of a fluid
};

const std::vector<MeasurementKind>& measurements();
// Null for an unknown name.
const MeasurementKind* find_measurement(std::string_view name);
// The names of those that a run can make as it goes on, for one.
std::vector<std::string> measurement_names(bool with_whole_runs);
// The names of x, y, z in dimension d.
std::vector<std::string> axis_names(int dimension, const std::string& prefix = "");

MeasurementPtr measure_aggregates(const MeasureSettings& settings);
MeasurementPtr measure_sizes(const MeasureSettings& settings);
MeasurementPtr measure_mergers(const MeasureSettings& settings);
MeasurementPtr measure_coordination(const MeasureSettings& settings);
MeasurementPtr measure_coordination_numbers(const MeasureSettings& settings);
MeasurementPtr measure_pair_correlation(const MeasureSettings& settings);
MeasurementPtr measure_profile(const MeasureSettings& settings);
MeasurementPtr measure_forces(const MeasureSettings& settings);
MeasurementPtr measure_gamma(const MeasureSettings& settings);
MeasurementPtr measure_friction(const MeasureSettings& settings);
MeasurementPtr measure_mobilised(const MeasureSettings& settings);
MeasurementPtr measure_angles(const MeasureSettings& settings);
MeasurementPtr measure_stress(const MeasureSettings& settings);
MeasurementPtr measure_temperature(const MeasureSettings& settings);
MeasurementPtr measure_rotation(const MeasureSettings& settings);
MeasurementPtr measure_flow(const MeasureSettings& settings);
MeasurementPtr measure_mixing(const MeasureSettings& settings);
MeasurementPtr measure_probes(const MeasureSettings& settings);
MeasurementPtr measure_flow_profile(const MeasureSettings& settings);
MeasurementPtr measure_fluid(const MeasureSettings& settings);
MeasurementPtr measure_evacuation(const MeasureSettings& settings);

}  // namespace floc
