#include "measure/temperature.hpp"

namespace floc {

std::vector<std::string> MeasureTemperature::columns(const MeasureSettings& settings) const {
  std::vector<std::string> names{"bodies"};
  for (const char* prefix : {"mean_v", "temperature_"})
    for (const std::string& name : axis_names(settings.dimension, prefix)) names.push_back(name);
  names.push_back("temperature");
  return names;
}

Lines MeasureTemperature::take(const MeasuredFrame& frame, const MeasureSettings& settings) const {
  const Bodies& b = frame.bodies;
  const std::vector<std::size_t> chosen = bodies_of(frame, settings);
  if (chosen.empty()) return {};
  const int d = b.dimension;
  double mass = 0, all = 0;
  Vec3 mean{}, heat{};
  for (const std::size_t i : chosen) {
    mass += b.mass[i];
    mean += b.mass[i] * embed(b.v(i), d);
  }
  mean *= 1 / mass;
  for (const std::size_t i : chosen) {
    const Vec3 v = embed(b.v(i), d) - mean;
    for (int k = 0; k < d; ++k) heat[k] += b.mass[i] * v[k] * v[k] / mass;
  }
  std::vector<double> line{static_cast<double>(chosen.size())};
  for (int k = 0; k < d; ++k) line.push_back(mean[k]);
  for (int k = 0; k < d; ++k) {
    line.push_back(heat[k]);
    all += heat[k] / d;
  }
  line.push_back(all);
  return {line};
}

}  // namespace floc
