#include "measure/aggregates_in_time.hpp"

#include <cmath>
#include <limits>

#include "measure/fractal.hpp"
#include "measure/joins.hpp"

namespace floc {

std::vector<std::string> MeasureAggregates::columns(const MeasureSettings&) const {
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

Lines MeasureAggregates::take(const MeasuredFrame& frame, const MeasureSettings& settings) const {
  const Joins joins = joined_pairs(frame, settings);
  const Aggregates all = find_aggregates(frame.bodies.size(), joins);
  const std::vector<double> radii = gyration_radii(frame, joins, all);
  const auto bodies = static_cast<double>(frame.bodies.size());
  double squares = 0;
  for (std::size_t a = 0; a < all.count(); ++a) squares += all.size[a] * radii[a] * radii[a];
  const FractalDimension fractal = fractal_dimension(all.size, radii, settings.smallest);
  return {{bodies, static_cast<double>(all.count()), all.mean_size(), all.weighted_size(),
           static_cast<double>(all.largest()),
           bodies > 0 ? std::sqrt(squares / bodies) : std::numeric_limits<double>::quiet_NaN(), fractal.value,
           fractal.error, static_cast<double>(fractal.aggregates)}};
}

}  // namespace floc
