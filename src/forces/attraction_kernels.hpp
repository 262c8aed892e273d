// What pairs that attract each other give (attraction.cpp), for every target (core/for_simd_targets.hpp).
#include "forces/pair_sum_kernels.hpp"

namespace floc::FLOC_SIMD {

// exp(−y) for y ≥ 0, and exp(−700) beyond 700, without branches and calls: 2^k from the bits of a shifted
// number, exp(r) for |r| ≤ ln 2/2 by its series, to 6.4e-15. Its terms are gathered by powers of two of r, so that
// few have to wait for another.
[[gnu::always_inline]] inline Float64x8 exp_minus(Float64x8 y) {
  constexpr double shift = 0x1.8p52, ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45, most = 700;
  y = select(less(y, all(most)), y, all(most));
  const Float64x8 shifted = fma(y, all(-std::numbers::log2e), all(shift)), k = shifted - shift;
  const Float64x8 r = fma(k, all(-ln2_low), fma(k, all(-ln2_high), -y)), r2 = r * r, r4 = r2 * r2;
  const auto line = [&](double a, double b) FLOC_SIMD_LAMBDA { return fma(r, all(b), all(a)); };
  const Float64x8 low = fma(line(1.0 / 2, 1.0 / 6), r2, line(1, 1));
  const Float64x8 middle = fma(line(1.0 / 720, 1.0 / 5040), r2, line(1.0 / 24, 1.0 / 120));
  const Float64x8 high = fma(line(1.0 / 3628800, 1.0 / 39916800), r2, line(1.0 / 40320, 1.0 / 362880));
  const Float64x8 series = fma(fma(high, r4, middle), r4, low);
  return bits_as<Float64x8>(bits_as<Uint64x8>(series) + (bits_as<Uint64x8>(shifted) << 52));
}

// Shares of −4κ/ε and of κ.
template <class Law>
class AttractingPairs {
 public:
  explicit AttractingPairs(const Law& law) : law_(law) {}

  double range() const { return law_.range; }
  double strength() const { return law_.strength; }

  // With q = exp(−2|u|):  tanh|u| = (1 − q)/(1 + q)  and  sech²u = 4q/(1 + q)².
  [[gnu::always_inline]] PairShares shares(Float64x8 gap, Float64x8 distance) const {
    constexpr std::uint64_t sign = std::uint64_t{1} << 63;
    const Uint64x8 twice = bits_as<Uint64x8>(gap * (2 * law_.inverse));
    const Float64x8 q = exp_minus(bits_as<Float64x8>(twice & ~sign)), above = 1 + q;
    // One division for two: 1/(1 + q) and 1/|x_i − x_j|.
    const Float64x8 both = 1 / (above * distance), under = both * distance;
    const Float64x8 tanh = bits_as<Float64x8>(bits_as<Uint64x8>((1 - q) * under) | (twice & sign));
    return {q * under * both, tanh - law_.shift};
  }

  [[gnu::always_inline]] Int64x8 choose(std::size_t i, const std::int32_t* bodies, Int64x8 inside) const {
    if constexpr (Law::of_groups)
      for (int l = 0; l < 8; ++l)
        if (inside[l] && !law_.acts(i, static_cast<std::size_t>(bodies[l]))) inside[l] = 0;
    return inside;
  }

 private:
  const Law& law_;
};

template <int D, class Law>
double attract(const Scenery& s, std::size_t begin, std::size_t end, const Law& law, PairSums& sums) {
  return sum_around_each<D>(s, begin, end, AttractingPairs(law), sums);
}

}  // namespace floc::FLOC_SIMD
