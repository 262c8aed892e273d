#include "measure/coordination.hpp"

#include <cmath>
#include <limits>

#include "measure/joins.hpp"

namespace floc {
namespace {

std::vector<int> partners(const MeasuredFrame& frame, const MeasureSettings& settings) {
  std::vector<int> z(frame.bodies.size(), 0);
  for (const auto& pair : touching_pairs(frame, settings))
    for (const std::int32_t i : pair) ++z[static_cast<std::size_t>(i)];
  std::vector<int> chosen;
  for (const std::size_t i : bodies_of(frame, settings)) chosen.push_back(z[i]);
  return chosen;
}

}  // namespace

std::vector<std::string> MeasureCoordination::columns(const MeasureSettings&) const {
  return {"bodies", "mean", "deviation", "alone"};
}

Lines MeasureCoordination::take(const MeasuredFrame& frame, const MeasureSettings& settings) const {
  const std::vector<int> all = partners(frame, settings);
  const double n = static_cast<double>(all.size()), nan = std::numeric_limits<double>::quiet_NaN();
  if (all.empty()) return {{0, nan, nan, nan}};
  double sum = 0, squares = 0, alone = 0;
  for (const int z : all) {
    sum += z;
    if (z == 0) ++alone;
  }
  for (const int z : all) squares += (z - sum / n) * (z - sum / n);
  return {{n, sum / n, std::sqrt(squares / n), alone / n}};
}

std::vector<std::string> MeasureCoordinationNumbers::columns(const MeasureSettings&) const {
  return {"touching", "number", "share"};
}

Lines MeasureCoordinationNumbers::take(const MeasuredFrame& frame, const MeasureSettings& settings) const {
  const std::vector<int> all = partners(frame, settings);
  std::vector<double> number;
  for (const int z : all) {
    if (static_cast<std::size_t>(z) >= number.size()) number.resize(static_cast<std::size_t>(z) + 1, 0);
    ++number[static_cast<std::size_t>(z)];
  }
  Lines lines;
  for (std::size_t z = 0; z < number.size(); ++z)
    lines.push_back({static_cast<double>(z), number[z], number[z] / static_cast<double>(all.size())});
  return lines;
}

}  // namespace floc
