// Which vector instructions kernels use (core/for_simd_targets.hpp). Each is compiled for several targets, sets of
// instructions, and the best that the processor has is taken at run time. All of them give the same bits: the choice is
// no part of a scene or a state, and one for the whole process does.
#pragma once

#include <atomic>
#include <span>
#include <string_view>

namespace floc {

// What every processor of the family has; and on x86-64 AVX2, FMA and F16C (2013), or AVX-512 as well (2017).
enum class SimdTarget { baseline, x86_64_v3, x86_64_v4 };
std::string_view to_string(SimdTarget target);

// Those that this processor can run, the best of them last.
std::span<const SimdTarget> simd_targets();
// The one in use: the best, unless another was forced.
inline SimdTarget simd_target();
// One of simd_targets(), from now on; not while a step is under way. For tests and measurements.
void force_simd_target(SimdTarget target);

namespace detail {
extern std::atomic<SimdTarget> simd_target_in_use;
}
SimdTarget simd_target() { return detail::simd_target_in_use.load(std::memory_order_relaxed); }

}  // namespace floc
