// The kernels of a source file, compiled once for every target (simd_target.hpp), in a namespace each:
//
//   #define FLOC_SIMD_KERNELS "room/name_kernels.hpp"
//   #include "core/for_simd_targets.hpp"                 // after all other headers
//   … FLOC_SIMD_CALL(kernel<D>(arguments)) …             // that of the target in use
//
// The file of the kernels opens the namespace floc::FLOC_SIMD, computes with what simd.hpp has there, and includes
// nothing but other such files: what a header defines is for every processor. Lambdas that work on vectors are marked
// FLOC_SIMD_LAMBDA behind their parameters. A kernel is a loop, since no call to it is inlined.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "core/half.hpp"
#include "core/simd_target.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

// FLOC_SIMD_BYTES: a register's. FLOC_SIMD_FMA: there is an instruction for it, and on x86-64 for halves.
#define FLOC_SIMD baseline
#define FLOC_SIMD_BYTES 16
#if defined(__aarch64__)
#define FLOC_SIMD_FMA 1
#else
#define FLOC_SIMD_FMA 0
#endif
#define FLOC_SIMD_LAMBDA
#include "core/simd.hpp"
#include FLOC_SIMD_KERNELS
#undef FLOC_SIMD
#undef FLOC_SIMD_BYTES
#undef FLOC_SIMD_FMA
#undef FLOC_SIMD_LAMBDA

#if defined(__x86_64__)
#define FLOC_SIMD_FMA 1

#define FLOC_SIMD x86_64_v3
#define FLOC_SIMD_BYTES 32
#if defined(__clang__)
#define FLOC_SIMD_LAMBDA __attribute__((target("arch=x86-64-v3")))
#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
#else
#define FLOC_SIMD_LAMBDA
#pragma GCC push_options
#pragma GCC target("arch=x86-64-v3")
#endif
#include "core/simd.hpp"
#include FLOC_SIMD_KERNELS
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#undef FLOC_SIMD
#undef FLOC_SIMD_BYTES
#undef FLOC_SIMD_LAMBDA

#define FLOC_SIMD x86_64_v4
#define FLOC_SIMD_BYTES 64
#if defined(__clang__)
#define FLOC_SIMD_LAMBDA __attribute__((target("arch=x86-64-v4")))
#pragma clang attribute push(__attribute__((target("arch=x86-64-v4"))), apply_to = function)
#else
#define FLOC_SIMD_LAMBDA
#pragma GCC push_options
#pragma GCC target("arch=x86-64-v4")
#endif
#include "core/simd.hpp"
#include FLOC_SIMD_KERNELS
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#undef FLOC_SIMD
#undef FLOC_SIMD_BYTES
#undef FLOC_SIMD_FMA
#undef FLOC_SIMD_LAMBDA

#define FLOC_SIMD_CALL(...)                                                    \
  (simd_target() == SimdTarget::x86_64_v4   ? x86_64_v4::__VA_ARGS__           \
   : simd_target() == SimdTarget::x86_64_v3 ? x86_64_v3::__VA_ARGS__           \
                                            : baseline::__VA_ARGS__)
#else
#define FLOC_SIMD_CALL(...) (baseline::__VA_ARGS__)
#endif
