// For every target (core/for_simd_targets.hpp): separations.hpp.
namespace floc::FLOC_SIMD {

// Most are the nearest images as they are, and a division takes long.
inline void take_images(double* x, double period, std::size_t count) {
  std::int64_t others = 0;
  for (std::size_t q = 0; q < count; ++q) others += std::abs(x[q]) > 0.5 * period;
  if (others == 0) return;
  for (std::size_t q = 0; q < count; ++q) {
    const double image = x[q] - period * nearest_integer(x[q] / period);
    x[q] = std::abs(x[q]) > 0.5 * period ? image : x[q];
  }
}

template <int D>
void finish_separations(Separations<D>& of, const Domain& domain, std::size_t count) {
  const std::size_t whole = (count + 7) / 8 * 8;
  for (std::size_t k = 0; k < D; ++k)
    if (const double l = domain.period[k]; l > 0) take_images(of.d[k].data(), l, whole);
  for (std::size_t q = 0; q < whole; ++q) {
    double square = 0;
    for (std::size_t k = 0; k < D; ++k) square += of.d[k][q] * of.d[k][q];
    of.distance[q] = std::sqrt(square);
    of.inverse[q] = 1 / of.distance[q];
  }
}

}  // namespace floc::FLOC_SIMD
