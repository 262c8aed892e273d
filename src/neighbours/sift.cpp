#include "neighbours/sift.hpp"

#define FLOC_SIMD_KERNELS "neighbours/sift_kernels.hpp"
#include "core/for_simd_targets.hpp"

namespace floc::sift {

std::size_t near(const std::uint32_t* places, const std::array<float, 3>& unit, std::size_t i,
                 std::span<const std::int32_t> others, std::int32_t* found) {
  return FLOC_SIMD_CALL(sift_near(places, unit, i, others, found));
}

std::size_t moved(const float* moves, std::size_t i, std::span<const std::int32_t> others, std::int32_t* found) {
  return FLOC_SIMD_CALL(sift_moved(moves, i, others, found));
}

}  // namespace floc::sift
