// What kernels read and write: floats, halves, bfloat16, short integers, and four numbers at a time from slots (internal).
#ifndef FLOC_SIMD
#error "core/for_simd_targets.hpp includes this, once for every target"
#endif

namespace floc::FLOC_SIMD {

// Floats of 16 bits that are the upper half of a float (bfloat16: seven bits of the mantissa, the others cut off), two in
// the place of one.
[[gnu::always_inline]] inline Float32x8 to_bfloat16(Float32x8 v) {
  return bits_as<Float32x8>(bits_as<Uint32x8>(v) & 0xffff0000u);
}
[[gnu::always_inline]] inline Uint32x8 pack(Float32x8 first, Float32x8 second) {
  return bits_as<Uint32x8>(first) | (bits_as<Uint32x8>(second) >> 16);
}
[[gnu::always_inline]] inline Float32x8 first_of(Uint32x8 pair) { return bits_as<Float32x8>(pair & 0xffff0000u); }
[[gnu::always_inline]] inline Float32x8 second_of(Uint32x8 pair) { return bits_as<Float32x8>(pair << 16); }

// Written out, since the compilers at hand make one instruction of this and five of a vector's conversion.
[[gnu::always_inline]] inline Float32x8 widen(const std::int16_t* from) {
#if FLOC_SIMD_BYTES >= 32
  Int32x8 wide;
  for (int l = 0; l < 8; ++l) wide[l] = from[l];
#else
  // Each number twice, of which the upper one is then moved down with its sign.
  const auto v = load<Int16x8>(from);
  const Int32x8 wide = join(bits_as<Int32x4>(__builtin_shufflevector(v, v, 0, 0, 1, 1, 2, 2, 3, 3)) >> 16,
                            bits_as<Int32x4>(__builtin_shufflevector(v, v, 4, 4, 5, 5, 6, 6, 7, 7)) >> 16);
#endif
  return __builtin_convertvector(wide, Float32x8);
}

[[gnu::always_inline]] inline Float32x8 load_floats(const float* from) { return load<Float32x8>(from); }
[[gnu::always_inline]] inline void store_floats(float* to, Float32x8 v) { store(to, v); }
[[gnu::always_inline]] inline Float32x8 load_floats(const Half* from) {
#if FLOC_SIMD_BYTES >= 32
  return _mm256_cvtph_ps(load<__m128i>(from));
#elif defined(__aarch64__)
  const auto v = load<float16x8_t>(from);
  return join(Float32x4(vcvt_f32_f16(vget_low_f16(v))), Float32x4(vcvt_high_f32_f16(v)));
#else
  const Uint32x8 v = __builtin_convertvector(load<Uint16x8>(from), Uint32x8), size = v & 0x7fffu;
  const Int32x8 ordered = bits_as<Int32x8>(size), none{};
  constexpr std::uint32_t bias = (127 - 15) << 23;
  const Uint32x8 normal = (size << 13) + (select(less(none + 0x7bff, ordered), Uint32x8{} + bias, Uint32x8{}) + bias);
  const Float32x8 subnormal = __builtin_convertvector(ordered, Float32x8) * 0x1p-24f;
  const Float32x8 magnitude = select(less(ordered, none + 0x400), subnormal, bits_as<Float32x8>(normal));
  return bits_as<Float32x8>(bits_as<Uint32x8>(magnitude) | ((v & 0x8000u) << 16));
#endif
}
// As to_half.
[[gnu::always_inline]] inline void store_floats(Half* to, Float32x8 v) {
  const Float32x8 most = Float32x8{} + largest_half;
  v = min(most, max(-most, v));
#if FLOC_SIMD_BYTES >= 32
  store(to, _mm256_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT));
#elif defined(__aarch64__)
  store(to, vcvt_high_f16_f32(vcvt_f16_f32(low(v)), high(v)));
#else
  const Uint32x8 whole = bits_as<Uint32x8>(v), size = whole & 0x7fffffffu;
  const Float32x8 magnitude = bits_as<Float32x8>(size), unit = Float32x8{} + 0.5f;
  const Uint32x8 subnormal = bits_as<Uint32x8>(magnitude + unit) - bits_as<Uint32x8>(unit);
  constexpr std::uint32_t bias = (127 - 15) << 23;
  const Uint32x8 normal = (size - bias + 0xfffu + (size >> 13 & 1u)) >> 13, other = 0x7e00u | (size >> 13 & 0x3ffu);
  const Uint32x8 number = select(less(magnitude, Float32x8{} + 0x1p-14f), subnormal, normal);
  const Uint32x8 bits = select(equal(magnitude, magnitude), number, other) | (whole >> 16 & 0x8000u);
  store(to, __builtin_convertvector(bits, Uint16x8));
#endif
}

// Into the cache of the core, for soon: what a column will gather from w, and the streams of a later one, since what a
// processor asks for by itself ends with every page.
// (Always inline: in a function that nothing comes of, compilers see no reason to call it.)
template <class... T>
[[gnu::always_inline]] inline void prefetch_streams(const T*... streams) {
  (__builtin_prefetch(streams, 0, 2), ...);
}
template <class... T>
[[gnu::always_inline]] inline void prefetch_column(const float* w, const std::int32_t* others, const T*... streams) {
  for (std::size_t l = 0; l < 8; ++l) __builtin_prefetch(w + others[l], 0, 2);
  prefetch_streams(streams...);
}

// Of two vectors, in each half of them: numbers by turns, or pairs of numbers.
template <class V>
[[gnu::always_inline]] inline V low_by_turns(V a, V b) {
  if constexpr (!in_register<V>) return join(low_by_turns(low(a), low(b)), low_by_turns(high(a), high(b)));
  else if constexpr (count_of<V> == 4) return __builtin_shufflevector(a, b, 0, 4, 1, 5);
  else return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
}
template <class V>
[[gnu::always_inline]] inline V high_by_turns(V a, V b) {
  if constexpr (!in_register<V>) return join(high_by_turns(low(a), low(b)), high_by_turns(high(a), high(b)));
  else if constexpr (count_of<V> == 4) return __builtin_shufflevector(a, b, 2, 6, 3, 7);
  else return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
}
template <class V>
[[gnu::always_inline]] inline V low_pairs(V a, V b) {
  if constexpr (!in_register<V>) return join(low_pairs(low(a), low(b)), low_pairs(high(a), high(b)));
  else if constexpr (count_of<V> == 4) return __builtin_shufflevector(a, b, 0, 1, 4, 5);
  else return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
}
template <class V>
[[gnu::always_inline]] inline V high_pairs(V a, V b) {
  if constexpr (!in_register<V>) return join(high_pairs(low(a), low(b)), high_pairs(high(a), high(b)));
  else if constexpr (count_of<V> == 4) return __builtin_shufflevector(a, b, 2, 3, 6, 7);
  else return __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
}
[[gnu::always_inline]] inline Float32x8 join(const float* low, const float* high) {
#if FLOC_SIMD_BYTES >= 32
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
#else
  return join(load<Float32x4>(low), load<Float32x4>(high));
#endif
}

// The four numbers of eight slots, number by number; of a slot they begin at place(l).
template <class Place>
[[gnu::always_inline]] inline std::array<Float32x8, 4> gather(const float* from, Place place) {
  const Float32x8 a = join(from + place(0), from + place(4)), b = join(from + place(1), from + place(5)),
                  c = join(from + place(2), from + place(6)), d = join(from + place(3), from + place(7));
  const Float32x8 low = low_by_turns(a, b), low2 = low_by_turns(c, d);
  const Float32x8 high = high_by_turns(a, b), high2 = high_by_turns(c, d);
  return {low_pairs(low, low2), high_pairs(low, low2), low_pairs(high, high2), high_pairs(high, high2)};
}

// Eight slots in a row, written.
[[gnu::always_inline]] inline void scatter(const std::array<Float32x8, 4>& v, float* to) {
  const Float32x8 low2 = low_by_turns(v[0], v[1]), high2 = high_by_turns(v[0], v[1]);
  const Float32x8 low4 = low_by_turns(v[2], v[3]), high4 = high_by_turns(v[2], v[3]);
  const Float32x8 slots[4]{low_pairs(low2, low4), high_pairs(low2, low4), low_pairs(high2, high4), high_pairs(high2, high4)};
  for (std::size_t l = 0; l < 4; ++l) {
    store(to + 4 * l, low(slots[l]));
    store(to + 4 * (l + 4), high(slots[l]));
  }
}

// f(l) for the bits that are set, ascending.
template <class F>
[[gnu::always_inline]] inline void for_bits(std::uint64_t set, F&& f) {
  for (; set != 0; set &= set - 1) f(static_cast<std::size_t>(std::countr_zero(set)));
}

}  // namespace floc::FLOC_SIMD
