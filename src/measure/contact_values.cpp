#include "measure/contact_values.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include "measure/statistics.hpp"

namespace floc {
namespace {

// None: the contact does not count.
using ContactValue = std::optional<double> (*)(const MeasuredFrame& frame, std::size_t c);

std::optional<double> unless_zero(double value) { return value != 0 ? std::optional(value) : std::nullopt; }

class ContactValues : public Measurement {
 public:
  ContactValues(const MeasureSettings& settings, ContactValue value) : settings_(settings), value_(value) {}
  std::vector<std::string> columns() const override { return {"low", "high", "number", "density", "mean"}; }

  Lines take(const MeasuredFrame& frame) override {
    std::vector<double> values;
    double mean = 0;
    for (std::size_t c = 0; c < frame.contacts(); ++c)
      if (const auto v = value_(frame, c)) {
        values.push_back(*v);
        mean += *v;
      }
    mean /= static_cast<double>(values.size());
    const Histogram h = histogram(values, settings_.bins);
    Lines lines;
    for (std::size_t k = 0; k < h.number.size(); ++k)
      lines.push_back({h.edges[k], h.edges[k + 1], h.number[k], h.density(k), mean});
    return lines;
  }

 private:
  MeasureSettings settings_;
  ContactValue value_;
};

class Angles : public Measurement {
 public:
  explicit Angles(const MeasureSettings& settings) : settings_(settings) {}
  std::vector<std::string> columns() const override {
    return {"angle", "low", "high", "number", "density", "force", "gamma"};
  }

  Lines take(const MeasuredFrame& frame) override {
    const auto bins = static_cast<std::size_t>(settings_.bins);
    const bool plane = frame.bodies.dimension == 2;
    const double whole = plane ? std::acos(-1.0) : 0.5 * std::acos(-1.0), width = whole / settings_.bins;
    std::vector<double> number(bins, 0), force(bins, 0), gamma(bins, 0);
    double total = 0;
    for (std::size_t c = 0; c < frame.contacts(); ++c) {
      if (frame.impulse[c] == 0 && frame.gamma(c) == 0) continue;
      const auto bin = static_cast<std::size_t>(std::min(settings_.bins - 1.0, angle(frame, c) / width));
      ++number[bin];
      ++total;
      force[bin] += frame.force(c);
      gamma[bin] += frame.gamma(c);
    }
    Lines lines;
    if (total == 0) return lines;
    for (std::size_t k = 0; k < bins; ++k) {
      const double low = static_cast<double>(k) * width, high = static_cast<double>(k + 1) * width;
      const double isotropic = plane ? 1.0 / settings_.bins : std::cos(low) - std::cos(high);
      const double none = std::numeric_limits<double>::quiet_NaN();
      lines.push_back({0.5 * (low + high), low, high, number[k], number[k] / total / isotropic,
                       number[k] > 0 ? force[k] / number[k] : none, number[k] > 0 ? gamma[k] / number[k] : none});
    }
    return lines;
  }

 private:
  double angle(const MeasuredFrame& frame, std::size_t c) const {
    const double* e = frame.normal.data() + c * static_cast<std::size_t>(frame.bodies.dimension);
    if (frame.bodies.dimension == 3) return std::acos(std::min(1.0, std::abs(e[settings_.direction()])));
    const double pi = std::acos(-1.0), a = std::atan2(e[1], e[0]), line = a < 0 ? a + pi : a;
    return line >= pi ? 0 : line;  // −x is the line of x
  }

  MeasureSettings settings_;
};

}  // namespace

MeasurementPtr MeasureForces::make(const MeasureSettings& settings) const {
  return std::make_unique<ContactValues>(
      settings, [](const MeasuredFrame& frame, std::size_t c) { return unless_zero(frame.force(c)); });
}
MeasurementPtr MeasureGamma::make(const MeasureSettings& settings) const {
  return std::make_unique<ContactValues>(
      settings, [](const MeasuredFrame& frame, std::size_t c) { return unless_zero(frame.gamma(c)); });
}
MeasurementPtr MeasureFriction::make(const MeasureSettings& settings) const {
  return std::make_unique<ContactValues>(
      settings, [](const MeasuredFrame& frame, std::size_t c) { return unless_zero(norm(frame.friction(c))); });
}
MeasurementPtr MeasureMobilised::make(const MeasureSettings& settings) const {
  return std::make_unique<ContactValues>(settings, [](const MeasuredFrame& frame, std::size_t c) {
    const double force = frame.force(c);
    return force > 0 && !frame.tangential.empty() ? std::optional(norm(frame.friction(c)) / force) : std::nullopt;
  });
}
std::string MeasureAngles::lacks(const SceneContext& scene) const {
  return scene.dimension == 1 ? "of which there are none on a line" : "";
}

MeasurementPtr MeasureAngles::make(const MeasureSettings& settings) const { return std::make_unique<Angles>(settings); }

}  // namespace floc
