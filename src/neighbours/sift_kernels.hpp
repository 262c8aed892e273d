// For every target (core/for_simd_targets.hpp): sift.hpp.
namespace floc::FLOC_SIMD {

// The four numbers of eight bodies.
[[gnu::always_inline]] inline std::array<Float32x8, 4> gather_bodies(const float* fours, const std::int32_t* bodies) {
  return gather(fours, [bodies](std::size_t l) { return 4 * static_cast<std::size_t>(bodies[l]); });
}

// `near(eight bodies)` has a bit for each that is of interest.
template <class Test>
[[gnu::always_inline]] inline std::size_t sift_by(Test test, std::span<const std::int32_t> others, std::int32_t* found) {
  std::size_t count = 0;
  const auto take = [&](const std::int32_t* eight, unsigned bits) {
    for (std::size_t l = 0; l < 8; ++l) {
      found[count] = eight[l];
      count += bits >> l & 1;
    }
  };
  std::size_t k = 0;
  for (; k + 8 <= others.size(); k += 8) take(&others[k], test(&others[k]));
  if (k < others.size()) {
    // The last again for want of others.
    std::array<std::int32_t, 8> eight;
    const std::size_t left = others.size() - k;
    for (std::size_t l = 0; l < 8; ++l) eight[l] = others[k + std::min(l, left - 1)];
    take(eight.data(), test(eight.data()) & 0xffu >> (8 - left));
  }
  return count;
}

inline std::size_t sift_near(const std::uint32_t* places, const std::array<float, 3>& unit, std::size_t i,
                             std::span<const std::int32_t> others, std::int32_t* found) {
  const std::uint32_t* const here = places + 4 * i;
  float extent;
  __builtin_memcpy(&extent, here + 3, sizeof extent);
  return sift_by([&](const std::int32_t* eight) FLOC_SIMD_LAMBDA {
    const std::array<Float32x8, 4> there = gather_bodies(reinterpret_cast<const float*>(places), eight);
    Float32x8 square{};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto apart = bits_as<Int32x8>(bits_as<Uint32x8>(there[k]) - here[k]);
      const Float32x8 length = unit[k] * __builtin_convertvector(apart, Float32x8);
      square = fma(length, length, square);
    }
    const Float32x8 limit = there[3] + extent;
    return bits(less(square, limit * limit));
  }, others, found);
}

inline std::size_t sift_moved(const float* moves, std::size_t i, std::span<const std::int32_t> others, std::int32_t* found) {
  const float* const here = moves + 4 * i;
  return sift_by([&](const std::int32_t* eight) FLOC_SIMD_LAMBDA {
    const std::array<Float32x8, 4> there = gather_bodies(moves, eight);
    Float32x8 square{};
    for (std::size_t k = 0; k < 3; ++k) square = fma(there[k] - here[k], there[k] - here[k], square);
    const Float32x8 reach = max(there[3] + here[3], Float32x8{});
    return bits(less_equal(reach * reach, square));
  }, others, found);
}

}  // namespace floc::FLOC_SIMD
