#include "measure/rotation.hpp"

namespace floc {

std::vector<std::string> MeasureRotation::columns(const MeasureSettings& settings) const {
  std::vector<std::string> names{"bodies"};
  if (settings.dimension == 3)
    for (const std::string& name : axis_names(3, "mean_spin")) names.push_back(name);
  else
    names.push_back("mean_spin");
  names.insert(names.end(), {"variance", "energy", "share"});
  return names;
}

Lines MeasureRotation::take(const MeasuredFrame& frame, const MeasureSettings& settings) const {
  const Bodies& b = frame.bodies;
  const std::vector<std::size_t> chosen = bodies_of(frame, settings);
  if (!b.turning || chosen.empty()) return {};
  const std::size_t width = b.spin_width();
  const auto count = static_cast<double>(chosen.size());
  std::vector<double> mean(width, 0.0);
  double variance = 0, turning = 0, moving = 0;
  for (const std::size_t i : chosen) {
    for (std::size_t k = 0; k < width; ++k) mean[k] += b.spin[i * width + k] / count;
    turning += energy_of_spin(b, i, b.spin);
    const Vec3 v = embed(b.v(i), b.dimension);
    moving += 0.5 * b.mass[i] * dot(v, v);
  }
  for (const std::size_t i : chosen)
    for (std::size_t k = 0; k < width; ++k) {
      const double off = b.spin[i * width + k] - mean[k];
      variance += off * off / count;
    }
  std::vector<double> line{count};
  for (const double w : mean) line.push_back(w);
  for (const double v : {variance, turning, turning > 0 ? turning / (turning + moving) : 0}) line.push_back(v);
  return {line};
}

}  // namespace floc
