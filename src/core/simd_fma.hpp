// a·b + c with one rounding, on every target (internal).
#ifndef FLOC_SIMD
#error "core/for_simd_targets.hpp includes this, once for every target"
#endif

namespace floc::FLOC_SIMD {

#if FLOC_SIMD_FMA
// a·b + c, rounded once.
#if defined(__aarch64__)
[[gnu::always_inline]] inline Float32x8 fma(Float32x8 a, Float32x8 b, Float32x8 c) {
  return join(Float32x4(vfmaq_f32(low(c), low(a), low(b))), Float32x4(vfmaq_f32(high(c), high(a), high(b))));
}
[[gnu::always_inline]] inline Float64x4 fma(Float64x4 a, Float64x4 b, Float64x4 c) {
  return join(Float64x2(vfmaq_f64(low(c), low(a), low(b))), Float64x2(vfmaq_f64(high(c), high(a), high(b))));
}
#else
[[gnu::always_inline]] inline Float32x8 fma(Float32x8 a, Float32x8 b, Float32x8 c) { return _mm256_fmadd_ps(a, b, c); }
[[gnu::always_inline]] inline Float64x4 fma(Float64x4 a, Float64x4 b, Float64x4 c) { return _mm256_fmadd_pd(a, b, c); }
#endif
[[gnu::always_inline]] inline Float64x8 fma(Float64x8 a, Float64x8 b, Float64x8 c) {
#if FLOC_SIMD_BYTES >= 64
  return _mm512_fmadd_pd(a, b, c);
#else
  return join(fma(low(a), low(b), low(c)), fma(high(a), high(b), high(c)));
#endif
}
#else
// What a sum of doubles is, and what it leaves: together they are a + b.
template <class V>
struct TwoParts {
  V sum, rest;
};
template <class V>
[[gnu::always_inline]] inline TwoParts<V> two_sum(V a, V b) {
  const V sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}
// a + b rounded to odd: towards zero, with the last bit set where something is left. Another rounding, to fewer digits, is
// then that of a + b itself (Boldo and Melquiond, Emulation of FMA and correctly rounded sums, 2008).
[[gnu::always_inline]] inline Float64x4 sum_to_odd(Float64x4 a, Float64x4 b) {
  using Uint64x4 = std::uint64_t __attribute__((vector_size(32)));
  const auto [sum, rest] = two_sum(a, b);
  const auto is_left = bits_as<Uint64x4>(less(rest, Float64x4{}) | less(Float64x4{}, rest));
  const Uint64x4 bits = bits_as<Uint64x4>(sum), beyond = (bits ^ bits_as<Uint64x4>(rest)) >> 63;
  return bits_as<Float64x4>((bits - (beyond & is_left)) | (is_left >> 63));
}
// The product of two floats is exact in double.
[[gnu::always_inline]] inline Float32x4 fma(Float32x4 a, Float32x4 b, Float32x4 c) {
  const auto wide = [](Float32x4 v) { return __builtin_convertvector(v, Float64x4); };
  return __builtin_convertvector(sum_to_odd(wide(a) * wide(b), wide(c)), Float32x4);
}
[[gnu::always_inline]] inline Float32x8 fma(Float32x8 a, Float32x8 b, Float32x8 c) {
  return join(fma(low(a), low(b), low(c)), fma(high(a), high(b), high(c)));
}
[[gnu::always_inline]] inline Float64x4 abs(Float64x4 v) { return select(less(v, Float64x4{}), -v, v); }
[[gnu::always_inline]] inline Float64x4 high_digits(Float64x4 v) {
  const Float64x4 t = 0x1.0000002p27 * v;
  return t - (t - v);
}
inline Float64x4 fma(Float64x4 a, Float64x4 b, Float64x4 c) {
  const Float64x4 product = a * b, size = abs(product), zero{};
  // Where the parts below would overflow, or underflow.
  const auto beyond = less(zero + 0x1p500, abs(a)) | less(zero + 0x1p500, abs(b)) | less(zero + 0x1p900, abs(c)) |
                      (less(size, zero + 0x1p-900) & ~equal(a, zero) & ~equal(b, zero));
  if ((beyond[0] | beyond[1] | beyond[2] | beyond[3]) != 0) {
    Float64x4 r;
    for (int l = 0; l < 4; ++l) r[l] = std::fma(a[l], b[l], c[l]);
    return r;
  }
  const Float64x4 a1 = high_digits(a), a2 = a - a1, b1 = high_digits(b), b2 = b - b1;
  const Float64x4 rest = a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2);
  const auto small = two_sum(c, rest), large = two_sum(product, small.sum);
  return large.sum + sum_to_odd(small.rest, large.rest);
}
[[gnu::always_inline]] inline Float64x8 fma(Float64x8 a, Float64x8 b, Float64x8 c) {
  return join(fma(low(a), low(b), low(c)), fma(high(a), high(b), high(c)));
}
#endif

}  // namespace floc::FLOC_SIMD
