#include "measure/contact_values.hpp"

#include <cmath>
#include <limits>

#include "measure/statistics.hpp"

namespace floc {
namespace {

std::optional<double> unless_zero(double value) { return value != 0 ? std::optional(value) : std::nullopt; }

double angle(const MeasuredFrame& frame, std::size_t c, int axis) {
  const double* e = frame.normal.data() + c * static_cast<std::size_t>(frame.bodies.dimension);
  if (frame.bodies.dimension == 3) return std::acos(std::min(1.0, std::abs(e[axis])));
  const double pi = std::acos(-1.0), a = std::atan2(e[1], e[0]), line = a < 0 ? a + pi : a;
  return line >= pi ? 0 : line;  // −x is the line of x
}

}  // namespace

Lines distribution_of(const MeasuredFrame& frame, int bins, ContactValue value) {
  std::vector<double> values;
  double mean = 0;
  for (std::size_t c = 0; c < frame.contacts(); ++c)
    if (const auto v = value(frame, c)) {
      values.push_back(*v);
      mean += *v;
    }
  mean /= static_cast<double>(values.size());
  const Histogram h = histogram(values, bins);
  Lines lines;
  for (std::size_t k = 0; k < h.number.size(); ++k)
    lines.push_back({h.edges[k], h.edges[k + 1], h.number[k], h.density(k), mean});
  return lines;
}

std::vector<std::string> MeasureAngles::columns(const MeasureSettings&) const {
  return {"angle", "low", "high", "number", "density", "force", "gamma"};
}

Lines MeasureAngles::take(const MeasuredFrame& frame, const MeasureSettings& settings) const {
  const auto bins = static_cast<std::size_t>(settings.bins);
  const bool plane = frame.bodies.dimension == 2;
  const double whole = plane ? std::acos(-1.0) : 0.5 * std::acos(-1.0), width = whole / settings.bins;
  std::vector<double> number(bins, 0), force(bins, 0), gamma(bins, 0);
  double total = 0;
  for (std::size_t c = 0; c < frame.contacts(); ++c) {
    if (frame.impulse[c] == 0 && frame.gamma(c) == 0) continue;
    const auto bin =
        static_cast<std::size_t>(std::min(settings.bins - 1.0, angle(frame, c, settings.direction()) / width));
    ++number[bin];
    ++total;
    force[bin] += frame.force(c);
    gamma[bin] += frame.gamma(c);
  }
  Lines lines;
  if (total == 0) return lines;
  for (std::size_t k = 0; k < bins; ++k) {
    const double low = static_cast<double>(k) * width, high = static_cast<double>(k + 1) * width;
    const double isotropic = plane ? 1.0 / settings.bins : std::cos(low) - std::cos(high);
    const double none = std::numeric_limits<double>::quiet_NaN();
    lines.push_back({0.5 * (low + high), low, high, number[k], number[k] / total / isotropic,
                     number[k] > 0 ? force[k] / number[k] : none, number[k] > 0 ? gamma[k] / number[k] : none});
  }
  return lines;
}

std::optional<double> MeasureForces::value(const MeasuredFrame& frame, std::size_t c) {
  return unless_zero(frame.force(c));
}
std::optional<double> MeasureGamma::value(const MeasuredFrame& frame, std::size_t c) {
  return unless_zero(frame.gamma(c));
}
std::optional<double> MeasureFriction::value(const MeasuredFrame& frame, std::size_t c) {
  return unless_zero(norm(frame.friction(c)));
}
std::optional<double> MeasureMobilised::value(const MeasuredFrame& frame, std::size_t c) {
  const double force = frame.force(c);
  return force > 0 && !frame.tangential.empty() ? std::optional(norm(frame.friction(c)) / force) : std::nullopt;
}

std::string MeasureAngles::lacks(const SceneContext& scene) const {
  return scene.dimension == 1 ? "of which there are none on a line" : "";
}

}  // namespace floc
