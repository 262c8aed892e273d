// The operations of core/simd.hpp on arrays, for every target.
namespace floc::FLOC_SIMD {

inline void fma_of(const float* a, const float* b, const float* c, float* to) {
  store(to, fma(load<Float32x8>(a), load<Float32x8>(b), load<Float32x8>(c)));
}

inline void fma_of(const double* a, const double* b, const double* c, double* to) {
  store(to, fma(load<Float64x8>(a), load<Float64x8>(b), load<Float64x8>(c)));
}

inline std::array<float, 16> min_max_of(const float* a, const float* b) {
  std::array<float, 16> to;
  store(to.data(), min(load<Float32x8>(a), load<Float32x8>(b)));
  store(to.data() + 8, max(load<Float32x8>(a), load<Float32x8>(b)));
  return to;
}

inline std::array<unsigned, 5> compare(const float* a, const float* b) {
  const auto x = load<Float32x8>(a), y = load<Float32x8>(b);
  return {bits(less(x, y)), bits(less_equal(x, y)), bits(equal(x, y)), any(less(x, y)),
          bits(equal(select(less(x, y), x, y), x))};
}

inline void to_halves(const float* from, Half* to) { store_floats(to, load_floats(from)); }
inline void from_halves(const Half* from, float* to) { store_floats(to, load_floats(from)); }

inline void through_bfloat16(const float* a, const float* b, float* first, float* second) {
  const Uint32x8 pair = pack(to_bfloat16(load<Float32x8>(a)), to_bfloat16(load<Float32x8>(b)));
  store(first, first_of(pair));
  store(second, second_of(pair));
}

inline void widen_to(const std::int16_t* from, float* to) { store(to, widen(from)); }

// Slots 4·places, number by number, and written one after the other.
inline void gather_to(const float* from, const std::int32_t* places, float* numbers, float* slots) {
  const auto found = gather(from, [&](std::size_t l) { return 4 * static_cast<std::size_t>(places[l]); });
  for (std::size_t k = 0; k < 4; ++k) store(numbers + 8 * k, found[k]);
  scatter(found, slots);
}

inline std::uint64_t add_bits(std::uint64_t set) {
  std::uint64_t sum = 0;
  for_bits(set, [&](std::size_t l) { sum = 100 * sum + l; });
  return sum;
}

}  // namespace floc::FLOC_SIMD
