// Eight numbers at a time (internal): what kernels compute with, once for every target (for_simd_targets.hpp).
//
// A vector has eight numbers whatever the registers of a target hold, and every operation gives the same bits on all
// targets. a·b + c with one rounding is asked for by name, since all is compiled without contraction (a loop that is
// compiled twice would be contracted in two ways); where no instruction does it, it is computed with more digits.
#ifndef FLOC_SIMD
#error "core/for_simd_targets.hpp includes this, once for every target"
#endif

namespace floc::FLOC_SIMD {

using Float32x4 = float __attribute__((vector_size(16)));
using Float32x8 = float __attribute__((vector_size(32)));
using Float64x2 = double __attribute__((vector_size(16)));
using Float64x4 = double __attribute__((vector_size(32)));
using Float64x8 = double __attribute__((vector_size(64)));
using Int16x8 = std::int16_t __attribute__((vector_size(16)));
using Int32x4 = std::int32_t __attribute__((vector_size(16)));
using Int32x8 = std::int32_t __attribute__((vector_size(32)));
using Uint16x8 = std::uint16_t __attribute__((vector_size(16)));
using Uint32x8 = std::uint32_t __attribute__((vector_size(32)));
using Int64x8 = std::int64_t __attribute__((vector_size(64)));
using Uint64x8 = std::uint64_t __attribute__((vector_size(64)));

template <class V, class T>
[[gnu::always_inline]] inline V load(const T* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

template <class V, class T>
[[gnu::always_inline]] inline void store(T* to, V v) {
  __builtin_memcpy(to, &v, sizeof v);
}

// The bits of one kind of vector as those of another.
template <class To, class V>
[[gnu::always_inline]] inline To bits_as(V v) {
  return reinterpret_cast<To>(v);
}

// Halves of a vector. Compilers take comparisons and permutations that no register is wide enough for apart, number by
// number (arithmetic they do by halves themselves).
template <class V>
constexpr bool in_register = sizeof(V) <= FLOC_SIMD_BYTES;
template <class V>
constexpr std::size_t count_of = sizeof(V) / sizeof(V{}[0]);

template <class V>
[[gnu::always_inline]] inline auto low(V v) {
  if constexpr (count_of<V> == 8) return __builtin_shufflevector(v, v, 0, 1, 2, 3);
  else return __builtin_shufflevector(v, v, 0, 1);
}
template <class V>
[[gnu::always_inline]] inline auto high(V v) {
  if constexpr (count_of<V> == 8) return __builtin_shufflevector(v, v, 4, 5, 6, 7);
  else return __builtin_shufflevector(v, v, 2, 3);
}
template <class V>
[[gnu::always_inline]] inline auto join(V a, V b) {
  if constexpr (count_of<V> == 4) return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
  else return __builtin_shufflevector(a, b, 0, 1, 2, 3);
}

// Masks: −1 where it is so, else 0.
template <class V>
[[gnu::always_inline]] inline auto less(V a, V b) {
  if constexpr (in_register<V>) return a < b;
  else return join(less(low(a), low(b)), less(high(a), high(b)));
}
template <class V>
[[gnu::always_inline]] inline auto less_equal(V a, V b) {
  if constexpr (in_register<V>) return a <= b;
  else return join(less_equal(low(a), low(b)), less_equal(high(a), high(b)));
}
template <class V>
[[gnu::always_inline]] inline auto equal(V a, V b) {
  if constexpr (in_register<V>) return a == b;
  else return join(equal(low(a), low(b)), equal(high(a), high(b)));
}
template <class M, class V>
[[gnu::always_inline]] inline V select(M mask, V a, V b) {
  if constexpr (in_register<V>) return mask ? a : b;
  else return join(select(low(mask), low(a), low(b)), select(high(mask), high(a), high(b)));
}
// A bit a number, the first is the lowest.
[[gnu::always_inline]] inline unsigned bits(Int32x8 mask) {
#if FLOC_SIMD_BYTES >= 32
  return static_cast<unsigned>(_mm256_movemask_ps(reinterpret_cast<__m256>(mask)));
#else
  unsigned all = 0;
  mask &= Int32x8{1, 2, 4, 8, 16, 32, 64, 128};
  for (int l = 0; l < 8; ++l) all |= static_cast<unsigned>(mask[l]);
  return all;
#endif
}
[[gnu::always_inline]] inline bool any(Int32x8 mask) { return bits(mask) != 0; }

// b where one of them is not a number, or both are zero.
[[gnu::always_inline]] inline Float32x8 max(Float32x8 a, Float32x8 b) {
#if FLOC_SIMD_BYTES >= 32
  return _mm256_max_ps(a, b);
#else
  return select(less(b, a), a, b);
#endif
}
[[gnu::always_inline]] inline Float32x8 min(Float32x8 a, Float32x8 b) {
#if FLOC_SIMD_BYTES >= 32
  return _mm256_min_ps(a, b);
#else
  return select(less(a, b), a, b);
#endif
}

// Written as a loop, since vectors have no square root of their own; one instruction where there is one.
[[gnu::always_inline]] inline Float64x8 sqrt(Float64x8 v) {
  Float64x8 r;
  for (int l = 0; l < 8; ++l) r[l] = std::sqrt(v[l]);
  return r;
}
[[gnu::always_inline]] inline Float32x8 sqrt(Float32x8 v) {
  Float32x8 r;
  for (int l = 0; l < 8; ++l) r[l] = std::sqrt(v[l]);
  return r;
}

}  // namespace floc::FLOC_SIMD

#include "core/simd_fma.hpp"
#include "core/simd_memory.hpp"
