// Eight bodies at a time, a lane each: what passes over sliced contacts, and looks at many pairs, compute with (internal).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#if defined(__FMA__) && defined(__AVX__)
#include <immintrin.h>
#endif

namespace floc {

using Lanes = float __attribute__((vector_size(32)));
using DoubleLanes = double __attribute__((vector_size(64)));
using IntLanes = std::int32_t __attribute__((vector_size(32)));
using BitLanes = std::uint32_t __attribute__((vector_size(32)));
using Four = float __attribute__((vector_size(16)));

template <class V, class T>
inline V load(const T* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

template <class V, class T>
inline void store(T* to, V v) {
  __builtin_memcpy(to, &v, sizeof v);
}

// Short numbers, the upper 16 bits of a float (seven of the mantissa, cut off), two in the place of one.
inline Lanes shortened(Lanes v) { return reinterpret_cast<Lanes>(reinterpret_cast<BitLanes>(v) & 0xffff0000u); }
inline BitLanes pair_of_short(Lanes a, Lanes b) {
  return reinterpret_cast<BitLanes>(a) | (reinterpret_cast<BitLanes>(b) >> 16);
}
inline Lanes first_of(BitLanes pair) { return reinterpret_cast<Lanes>(pair & 0xffff0000u); }
inline Lanes second_of(BitLanes pair) { return reinterpret_cast<Lanes>(pair << 16); }

// Written out, since the compilers at hand make one instruction of this and five of a vector's conversion.
inline Lanes widen(const std::int16_t* from) {
  IntLanes wide;
  for (int l = 0; l < 8; ++l) wide[l] = from[l];
  return __builtin_convertvector(wide, Lanes);
}

// One instruction each where there is one. a·b + c is asked for by name since all is compiled without
// contraction (a loop that is compiled twice would be contracted in two ways).
#if defined(__FMA__) && defined(__AVX__)
inline Lanes fused(Lanes a, Lanes b, Lanes c) { return _mm256_fmadd_ps(a, b, c); }
inline Lanes larger(Lanes a, Lanes b) { return _mm256_max_ps(a, b); }
inline Lanes smaller(Lanes a, Lanes b) { return _mm256_min_ps(a, b); }
inline unsigned bits(IntLanes mask) { return static_cast<unsigned>(_mm256_movemask_ps(reinterpret_cast<__m256>(mask))); }
inline Lanes join(const float* low, const float* high) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}
#else
inline Lanes fused(Lanes a, Lanes b, Lanes c) { return a * b + c; }
inline Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }
inline Lanes smaller(Lanes a, Lanes b) { return a < b ? a : b; }
inline unsigned bits(IntLanes mask) {
  unsigned all = 0;
  for (int l = 0; l < 8; ++l) all |= (mask[l] != 0 ? 1u : 0u) << l;
  return all;
}
inline Lanes join(const float* low, const float* high) {
  return __builtin_shufflevector(load<Four>(low), load<Four>(high), 0, 1, 2, 3, 4, 5, 6, 7);
}
#endif
inline bool any(IntLanes mask) { return bits(mask) != 0; }

// A float of 16 bits (IEEE's half), eleven of them for digits: the nearest, or the largest where it would be infinite.
struct Half {
  std::uint16_t bits;
};
constexpr float largest_half = 65504;
inline Half half_of(float value) {
  return std::bit_cast<Half>(static_cast<_Float16>(std::clamp(value, -largest_half, largest_half)));
}
#if defined(__F16C__)
inline Lanes load_lanes(const Half* from) { return _mm256_cvtph_ps(load<__m128i>(from)); }
inline void store_rounded(Half* to, Lanes v) { store(to, _mm256_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT)); }
#else
using HalfLanes = _Float16 __attribute__((vector_size(16)));
inline Lanes load_lanes(const Half* from) { return __builtin_convertvector(load<HalfLanes>(from), Lanes); }
inline void store_rounded(Half* to, Lanes v) { store(to, __builtin_convertvector(v, HalfLanes)); }
#endif
inline void store_lanes(Half* to, Lanes v) {
  const Lanes most = Lanes{} + largest_half;
  store_rounded(to, smaller(most, larger(-most, v)));
}
inline Lanes load_lanes(const float* from) { return load<Lanes>(from); }
inline void store_lanes(float* to, Lanes v) { store(to, v); }

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

// The four numbers of eight slots, number by number.
template <class Place>
[[gnu::always_inline]] inline std::array<Lanes, 4> gather(const float* wy, Place place) {
  const auto pair = [&](std::size_t l) { return join(wy + place(l), wy + place(l + 4)); };
  const Lanes a = pair(0), b = pair(1), c = pair(2), d = pair(3);
  const Lanes low = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
  const Lanes low2 = __builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13);
  const Lanes high = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
  const Lanes high2 = __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15);
  return {__builtin_shufflevector(low, low2, 0, 1, 8, 9, 4, 5, 12, 13),
          __builtin_shufflevector(low, low2, 2, 3, 10, 11, 6, 7, 14, 15),
          __builtin_shufflevector(high, high2, 0, 1, 8, 9, 4, 5, 12, 13),
          __builtin_shufflevector(high, high2, 2, 3, 10, 11, 6, 7, 14, 15)};
}

// The four numbers of at most eight bodies by their names, and those of the last again for want of others.
[[gnu::always_inline]] inline std::array<Lanes, 4> gather_named(const float* fours, std::span<const std::int32_t> names) {
  const std::size_t last = names.size() - 1;
  return gather(fours, [&](std::size_t l) { return 4 * static_cast<std::size_t>(names[l < last ? l : last]); });
}
inline unsigned first_bits(std::size_t count) { return 0xffu >> (8 - count); }

// f(some) for names eight by eight; the last may be fewer.
template <class F>
[[gnu::always_inline]] inline void for_eights(std::span<const std::int32_t> names, F&& f) {
  for (; names.size() > 8; names = names.subspan(8)) f(names.first(8));
  if (!names.empty()) f(names);
}

// f(l) for the bits that are set, ascending.
template <class F>
[[gnu::always_inline]] inline void for_bits(std::uint64_t set, F&& f) {
  for (; set != 0; set &= set - 1) f(static_cast<std::size_t>(std::countr_zero(set)));
}

// Eight slots in a row, written.
[[gnu::always_inline]] inline void scatter(const std::array<Lanes, 4>& v, float* wy) {
  const Lanes low = __builtin_shufflevector(v[0], v[1], 0, 8, 1, 9, 4, 12, 5, 13);
  const Lanes high = __builtin_shufflevector(v[0], v[1], 2, 10, 3, 11, 6, 14, 7, 15);
  const Lanes low2 = __builtin_shufflevector(v[2], v[3], 0, 8, 1, 9, 4, 12, 5, 13);
  const Lanes high2 = __builtin_shufflevector(v[2], v[3], 2, 10, 3, 11, 6, 14, 7, 15);
  const auto write = [&](std::size_t l, Lanes pair) {
    store(wy + 4 * l, __builtin_shufflevector(pair, pair, 0, 1, 2, 3));
    store(wy + 4 * (l + 4), __builtin_shufflevector(pair, pair, 4, 5, 6, 7));
  };
  write(0, __builtin_shufflevector(low, low2, 0, 1, 8, 9, 4, 5, 12, 13));
  write(1, __builtin_shufflevector(low, low2, 2, 3, 10, 11, 6, 7, 14, 15));
  write(2, __builtin_shufflevector(high, high2, 0, 1, 8, 9, 4, 5, 12, 13));
  write(3, __builtin_shufflevector(high, high2, 2, 3, 10, 11, 6, 7, 14, 15));
}

}  // namespace floc
