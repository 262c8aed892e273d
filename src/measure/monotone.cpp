#include "measure/monotone.hpp"

namespace floc {

std::vector<double> nearest_monotone(std::span<const double> y, std::span<const double> w) {
  struct Pool {
    double mean, weight;
    std::size_t count;
  };
  std::vector<Pool> pools;
  for (std::size_t i = 0; i < y.size(); ++i) {
    pools.push_back({y[i], w[i], 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean > pools.back().mean) {
      const Pool last = pools.back();
      pools.pop_back();
      Pool& p = pools.back();
      p.mean += last.weight / (p.weight + last.weight) * (last.mean - p.mean);
      p.weight += last.weight;
      p.count += last.count;
    }
  }
  std::vector<double> z;
  z.reserve(y.size());
  for (const Pool& p : pools) z.insert(z.end(), p.count, p.mean);
  return z;
}

std::vector<double> sticky_blocks(const Bodies& initial, double t) {
  const std::size_t n = initial.size();
  std::vector<double> offset(n, 0.0), free(n);
  for (std::size_t i = 1; i < n; ++i) offset[i] = offset[i - 1] + initial.radius[i - 1] + initial.radius[i];
  for (std::size_t i = 0; i < n; ++i) free[i] = initial.position[i] + t * initial.velocity[i] - offset[i];
  std::vector<double> x = nearest_monotone(free, initial.mass);
  for (std::size_t i = 0; i < n; ++i) x[i] += offset[i];
  return x;
}

}  // namespace floc
