#include "measure/aggregates_in_time.hpp"

#include <cmath>
#include <limits>

#include "measure/fractal.hpp"
#include "measure/joins.hpp"

namespace floc {
namespace {

class AggregatesInTime : public Measurement {
 public:
  explicit AggregatesInTime(const MeasureSettings& settings) : settings_(settings) {}

  std::vector<std::string> columns() const override {
    return {"bodies",
            "number",
            "mean_size",
            "weighted_size",
            "largest",
            "gyration",
            "fractal_dimension",
            "fractal_error",
            "fractal_aggregates"};
  }

  Lines take(const MeasuredFrame& frame) override {
    const Joins joins = joined_pairs(frame, settings_);
    const Aggregates all = find_aggregates(frame.bodies.size(), joins);
    const std::vector<double> radii = gyration_radii(frame, joins, all);
    const auto bodies = static_cast<double>(frame.bodies.size());
    double squares = 0;
    for (std::size_t a = 0; a < all.count(); ++a) squares += all.size[a] * radii[a] * radii[a];
    const FractalDimension fractal = fractal_dimension(all.size, radii, settings_.smallest);
    return {{bodies, static_cast<double>(all.count()), all.mean_size(), all.weighted_size(),
             static_cast<double>(all.largest()),
             bodies > 0 ? std::sqrt(squares / bodies) : std::numeric_limits<double>::quiet_NaN(), fractal.value,
             fractal.error, static_cast<double>(fractal.aggregates)}};
  }

 private:
  MeasureSettings settings_;
};

}  // namespace

MeasurementPtr MeasureAggregates::make(const MeasureSettings& settings) const {
  return std::make_unique<AggregatesInTime>(settings);
}

}  // namespace floc
