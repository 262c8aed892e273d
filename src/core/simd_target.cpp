#include "core/simd_target.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/error.hpp"

namespace floc {
namespace {

// Ascending, each with all that those before it have.
constexpr std::array all{SimdTarget::baseline, SimdTarget::x86_64_v3, SimdTarget::x86_64_v4};

std::size_t count_available() {
#if defined(__x86_64__)
  // Compilers ask the operating system too, which has to save the registers.
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("x86-64-v3")) return 1;
  return __builtin_cpu_supports("x86-64-v4") ? 3 : 2;
#else
  return 1;
#endif
}

}  // namespace

std::string_view to_string(SimdTarget target) {
  switch (target) {
    case SimdTarget::x86_64_v3: return "x86-64-v3";
    case SimdTarget::x86_64_v4: return "x86-64-v4";
    case SimdTarget::baseline: break;
  }
#if defined(__x86_64__)
  return "x86-64";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "baseline";
#endif
}

std::span<const SimdTarget> simd_targets() {
  static const std::size_t count = count_available();
  return std::span(all).first(count);
}

std::atomic<SimdTarget> detail::simd_target_in_use = simd_targets().back();

void force_simd_target(SimdTarget target) {
  if (std::ranges::find(simd_targets(), target) == simd_targets().end())
    throw Error("this processor has no " + std::string(to_string(target)) + " instructions");
  detail::simd_target_in_use.store(target, std::memory_order_relaxed);
}

}  // namespace floc
