// For every target (core/for_simd_targets.hpp): products of a row with four others, eight columns at a time, so that
// every target has the same sums.
namespace floc::FLOC_SIMD {

inline void row_products(const double* a, const std::array<const double*, 4>& b, std::size_t n,
                         std::array<double, 4>& to) {
  constexpr std::size_t columns = 8;
  double sum[4][columns] = {};
  std::size_t k = 0;
  for (; k + columns <= n; k += columns)
    for (std::size_t q = 0; q < 4; ++q)
      for (std::size_t l = 0; l < columns; ++l) sum[q][l] += a[k + l] * b[q][k + l];
  for (std::size_t q = 0; q < 4; ++q) {
    double rest = 0;
    for (std::size_t i = k; i < n; ++i) rest += a[i] * b[q][i];
    for (std::size_t l = 0; l < columns; ++l) rest += sum[q][l];
    to[q] = rest;
  }
}

}  // namespace floc::FLOC_SIMD
