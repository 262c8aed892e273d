#include "core/morton.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace floc {

namespace {

// The cube round all bodies, with 2^bits cells along each side.
class Curve {
 public:
  Curve(const Bodies& bodies, int bits)
      : bits_(static_cast<std::size_t>(bits)), d_(static_cast<std::size_t>(bodies.dimension)) {
    std::array<double, 3> high{};
    low_.fill(std::numeric_limits<double>::infinity());
    high.fill(-std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (std::size_t k = 0; k < d_; ++k) {
        low_[k] = std::min(low_[k], bodies.x(i)[k]);
        high[k] = std::max(high[k], bodies.x(i)[k]);
      }
    double side = 0;
    for (std::size_t k = 0; k < d_; ++k) side = std::max(side, high[k] - low_[k]);
    cells_ = side > 0 ? static_cast<double>((1 << bits) - 1) / side : 0;
  }

  std::uint64_t operator()(const double* x) const {
    std::uint64_t key = 0;
    for (std::size_t k = 0; k < d_; ++k) {
      const auto cell = static_cast<std::uint64_t>(cells_ * (x[k] - low_[k]));
      for (std::size_t b = 0; b < bits_; ++b) key |= (cell >> b & 1) << (b * d_ + k);
    }
    return key;
  }

 private:
  std::size_t bits_, d_;
  std::array<double, 3> low_{};
  double cells_ = 0;
};

}  // namespace

std::vector<std::int32_t> morton_order(const Bodies& bodies) {
  const Curve curve(bodies, 21);  // bits of a coordinate: three fit into a key
  std::vector<std::pair<std::uint64_t, std::int32_t>> keys(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) keys[i] = {curve(bodies.x(i)), static_cast<std::int32_t>(i)};
  std::sort(keys.begin(), keys.end());
  std::vector<std::int32_t> order(keys.size());
  std::transform(keys.begin(), keys.end(), order.begin(), [](const auto& k) { return k.second; });
  return order;
}

}  // namespace floc
