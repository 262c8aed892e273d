#include "measure/stress.hpp"

namespace floc {

std::vector<std::string> MeasureStress::columns(const MeasureSettings& settings) const {
  std::vector<std::string> names;
  for (int k = 0; k < settings.dimension; ++k)
    for (int q = k; q < settings.dimension; ++q) names.push_back({"xyz"[k], "xyz"[q]});
  names.push_back("pressure");
  names.push_back("volume");
  return names;
}

Lines MeasureStress::take(const MeasuredFrame& frame, const MeasureSettings& settings) const {
  if (frame.bodies.size() == 0) return {};
  const int d = frame.bodies.dimension;
  std::vector<char> inside(frame.bodies.size(), 0);
  for (const std::size_t i : bodies_of(frame, settings)) inside[i] = 1;
  double sum[3][3] = {};
  for (std::size_t c = 0; c < frame.contacts(); ++c) {
    const double* e = frame.normal.data() + c * static_cast<std::size_t>(d);
    const Vec3 force = frame.force(c) * embed(e, d) + frame.friction(c);
    Vec3 arm;  // from the first to the second
    if (inside[static_cast<std::size_t>(frame.first[c])]) arm -= frame.lever(c, false);
    if (frame.second[c] >= 0 && inside[static_cast<std::size_t>(frame.second[c])]) arm += frame.lever(c, true);
    for (int k = 0; k < d; ++k)
      for (int q = k; q < d; ++q) sum[k][q] += 0.5 * (arm[k] * force[q] + arm[q] * force[k]);
  }
  const double volume = region_of(frame, settings).volume(d);
  std::vector<double> line;
  double trace = 0;
  for (int k = 0; k < d; ++k) {
    trace += sum[k][k];
    for (int q = k; q < d; ++q) line.push_back(sum[k][q] / volume);
  }
  line.push_back(trace / d / volume);
  line.push_back(volume);
  return {line};
}

}  // namespace floc
