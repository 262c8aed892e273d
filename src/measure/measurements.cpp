#include "measure/measurements.hpp"

#include <algorithm>

namespace floc {

const std::vector<MeasurementKind>& measurements() {
  static const std::vector<MeasurementKind> all{
      {"aggregates", "bodies", "number and sizes of aggregates, radius of gyration, fractal dimension and its error",
       false, measure_aggregates},
      {"sizes", "aggregates", "how many aggregates there are of each size, and their radius of gyration", false,
       measure_sizes},
      {"mergers", "mergers", "which sizes of aggregates have met since the frame before", false, measure_mergers},
      {"coagulation", "1/s", "coagulation kernels fitted to all frames, and Smoluchowski's equation with them, plotted",
       false, nullptr},
      {"coordination", "bodies", "how many others a body touches, on average", false, measure_coordination},
      {"coordination_numbers", "bodies", "how many bodies touch 0, 1, 2 … others", false, measure_coordination_numbers},
      {"pair_correlation", "1", "g(r): pairs at distance r against a gas without interaction", false,
       measure_pair_correlation},
      {"profile", "1", "packing fraction in slices across an axis", false, measure_profile},
      {"forces", "N", "distribution of the contact forces λ", true, measure_forces},
      {"gamma", "N s", "distribution of the contact memories γ", true, measure_gamma},
      {"friction", "N", "distribution of the forces of friction |t|", true, measure_friction},
      {"mobilised", "1", "distribution of |t|/λ: the coefficient of friction where contacts slide", true,
       measure_mobilised},
      {"angles", "rad", "directions of the contacts, and mean λ and γ in each", true, measure_angles},
      {"stress", "N/m^(d-1)", "stress tensor of the contact forces, pressure positive", true, measure_stress},
      {"temperature", "m²/s²", "granular temperature: variance of the velocities", false, measure_temperature},
      {"rotation", "1/s", "mean angular velocity, its variance, and the energy of rotation", false, measure_rotation},
      {"flow", "1/s", "how many bodies, and what mass, cross a line or a plane", false, measure_flow},
      {"mixing", "1", "Lacey's mixing index of two groups: 0 apart, 1 mixed at random", false, measure_mixing},
      {"probes", "m/s", "velocity, pressure and vorticity of a fluid at points and along a line", false, measure_probes,
       true},
      {"flow_profile", "m/s", "means of the velocity, pressure and vorticity of a fluid in sections across an axis",
       false, measure_flow_profile, true},
      {"fluid", "m/s", "mean velocity, energy, enstrophy and pressure of a fluid, and its largest speed", false,
       measure_fluid, true},
      {"evacuation", "bodies", "how many are inside, have entered, have left", false, measure_evacuation},
  };
  return all;
}

const MeasurementKind* find_measurement(std::string_view name) {
  for (const MeasurementKind& kind : measurements())
    if (kind.name == name) return &kind;
  return nullptr;
}

std::vector<std::string> measurement_names(bool with_whole_runs) {
  std::vector<std::string> names;
  for (const MeasurementKind& kind : measurements())
    if (kind.make || with_whole_runs) names.push_back(kind.name);
  return names;
}

std::vector<std::string> axis_names(int dimension, const std::string& prefix) {
  std::vector<std::string> names;
  for (int k = 0; k < dimension; ++k) names.push_back(prefix + "xyz"[k]);
  return names;
}

}  // namespace floc
