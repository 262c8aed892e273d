#include "core/morton.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace floc {

std::vector<std::int32_t> morton_order(const Bodies& bodies) {
  constexpr int bits = 21;  // of a coordinate: three fit into a key
  const auto d = static_cast<std::size_t>(bodies.dimension);
  std::array<double, 3> low{}, high{};
  low.fill(std::numeric_limits<double>::infinity());
  high.fill(-std::numeric_limits<double>::infinity());
  for (std::size_t q = 0; q < bodies.position.size(); ++q) {
    low[q % d] = std::min(low[q % d], bodies.position[q]);
    high[q % d] = std::max(high[q % d], bodies.position[q]);
  }
  double side = 0;  // the cells are cubes
  for (std::size_t k = 0; k < d; ++k) side = std::max(side, high[k] - low[k]);
  const double cells = side > 0 ? static_cast<double>((1 << bits) - 1) / side : 0;

  std::vector<std::pair<std::uint64_t, std::int32_t>> keys(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    std::uint64_t key = 0;
    for (std::size_t k = 0; k < d; ++k) {
      const auto cell = static_cast<std::uint64_t>(cells * (bodies.x(i)[k] - low[k]));
      for (std::size_t b = 0; b < bits; ++b) key |= (cell >> b & 1) << (b * d + k);
    }
    keys[i] = {key, static_cast<std::int32_t>(i)};
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::int32_t> order(keys.size());
  std::transform(keys.begin(), keys.end(), order.begin(), [](const auto& k) { return k.second; });
  return order;
}

}  // namespace floc
