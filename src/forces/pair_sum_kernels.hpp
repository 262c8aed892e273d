// Sums of a force between pairs, from a potential of bounded strength, eight pairs at once (for every target:
// core/for_simd_targets.hpp).
//
// A body visits all bodies around it, so that no two threads write to one place; a pair is computed twice,
// from numbers that differ by the sign of x_i − x_j alone. What is summed is rounded to a multiple of a unit,
// and added as an integer. Such sums are exact: they depend neither on the order of the pairs, nor on pairs
// beyond the range that happen to be listed, and the forces of a pair are opposite to the last bit.
namespace floc::FLOC_SIMD {

[[gnu::always_inline]] inline Float64x8 all(double v) { return v - Float64x8{}; }

// Eight pairs: push over distance, and potential, as shares of the largest push and of an energy.
struct PairShares {
  Float64x8 push, potential;
};

constexpr double least = 1e-300;  // |x_i − x_j|² of coincident centres, which do not know in which direction to go

// Numbers are added as integers, in units: the sum of a number v below 16 and the carrier has v/unit, rounded, in
// its last bits. 2¹⁷ numbers of size 1 and one sign fit.
constexpr double sum_unit = 0x1p-46, carrier = 0x1.8p52 * sum_unit;

class ExactSum {
 public:
  // a·b where the mask says so.
  [[gnu::always_inline]] void add(Int64x8 mask, Float64x8 a, Float64x8 b) {
    const Float64x8 zero = all(carrier);
    bits_ += bits_as<Uint64x8>(select(mask, fma(a, b, zero), zero));
  }
  [[gnu::always_inline]] double value(std::size_t visits) const {
    const auto four = low(bits_) + high(bits_);
    const auto two = low(four) + high(four);
    const std::uint64_t sum = two[0] + two[1] - visits * 8 * std::bit_cast<std::uint64_t>(carrier);
    return static_cast<double>(static_cast<std::int64_t>(sum)) * sum_unit;
  }

 private:
  Uint64x8 bits_{};
};

// Rounds numbers below 2⁵¹.
[[gnu::always_inline]] inline Float64x8 nearest_integer(Float64x8 v) {
  constexpr double no_fraction = 0x1.8p52;
  return (v + no_fraction) - no_fraction;
}

// The four numbers of eight bodies, number by number.
[[gnu::always_inline]] inline std::array<Float64x8, PairSums::stride> gather_bodies(const double* place,
                                                                                    const std::int32_t* bodies) {
  Float64x4 of[8];
  for (std::size_t l = 0; l < 8; ++l)
    of[l] = load<Float64x4>(place + PairSums::stride * static_cast<std::size_t>(bodies[l]));
#if FLOC_SIMD_BYTES >= 64
  const Float64x8 a = join(of[0], of[2]), b = join(of[1], of[3]), c = join(of[4], of[6]), d = join(of[5], of[7]);
  const Float64x8 even = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
  const Float64x8 odd = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  const Float64x8 even2 = __builtin_shufflevector(c, d, 0, 8, 2, 10, 4, 12, 6, 14);
  const Float64x8 odd2 = __builtin_shufflevector(c, d, 1, 9, 3, 11, 5, 13, 7, 15);
  return {__builtin_shufflevector(even, even2, 0, 1, 4, 5, 8, 9, 12, 13),
          __builtin_shufflevector(odd, odd2, 0, 1, 4, 5, 8, 9, 12, 13),
          __builtin_shufflevector(even, even2, 2, 3, 6, 7, 10, 11, 14, 15),
          __builtin_shufflevector(odd, odd2, 2, 3, 6, 7, 10, 11, 14, 15)};
#else
  Float64x4 half[2][4];
  for (std::size_t h = 0; h < 2; ++h) {
    const Float64x4 *const four = of + 4 * h;
    const Float64x4 even = __builtin_shufflevector(four[0], four[1], 0, 4, 2, 6);
    const Float64x4 odd = __builtin_shufflevector(four[0], four[1], 1, 5, 3, 7);
    const Float64x4 even2 = __builtin_shufflevector(four[2], four[3], 0, 4, 2, 6);
    const Float64x4 odd2 = __builtin_shufflevector(four[2], four[3], 1, 5, 3, 7);
    half[h][0] = __builtin_shufflevector(even, even2, 0, 1, 4, 5);
    half[h][1] = __builtin_shufflevector(odd, odd2, 0, 1, 4, 5);
    half[h][2] = __builtin_shufflevector(even, even2, 2, 3, 6, 7);
    half[h][3] = __builtin_shufflevector(odd, odd2, 2, 3, 6, 7);
  }
  return {join(half[0][0], half[1][0]), join(half[0][1], half[1][1]), join(half[0][2], half[1][2]),
          join(half[0][3], half[1][3])};
#endif
}

// f(k) for the axes, with k a constant, so that what it is the index of may live in registers.
template <int D, class F>
[[gnu::always_inline]] inline void for_axes(F&& f) {
  [&]<std::size_t... k>(std::index_sequence<k...>) FLOC_SIMD_LAMBDA { (f(std::integral_constant<std::size_t, k>()), ...); }
  (std::make_index_sequence<D>());
}

// f_i of one body, and twice its part of the energy. Distances of a batch come before its forces: two short chains
// of operations, of which the processor has more at a time under way than of a long one.
template <int D, class Law>
double sum_around(const Scenery& s, std::size_t i, const Law& law, PairSums& sums) {
  constexpr std::size_t radius = PairSums::stride - 1, batch = 8;
  const std::span<const std::int32_t> list = s.neighbours.bodies_around(i);
  const std::size_t visits = (list.size() + 7) / 8;
  const double* const own = &sums.place[i * PairSums::stride];
  std::array<Float64x8, batch> d[D], distance, gap;
  std::array<Int64x8, batch> inside;
  ExactSum force[D], energy;
  for (std::size_t begin = 0; begin < visits; begin += batch) {
    const std::size_t count = std::min(batch, visits - begin);
    for (std::size_t q = 0; q < count; ++q) {
      const std::int32_t* const bodies = list.data() + (begin + q) * 8;
      const std::array<Float64x8, PairSums::stride> other = gather_bodies(sums.place.data(), bodies);
      Float64x8 square = all(least);
      for_axes<D>([&](auto k) FLOC_SIMD_LAMBDA {
        Float64x8 apart = own[k] - other[k];
        if (const double l = s.domain.period[k]; l > 0) apart -= l * nearest_integer(apart * (1 / l));
        square = fma(apart, apart, square);
        d[k][q] = apart;
      });
      const Float64x8 sum = own[radius] + other[radius], limit = sum + law.range();
      distance[q] = sqrt(square);
      gap[q] = distance[q] - sum;
      inside[q] = law.choose(i, bodies, less(square, limit * limit));
    }
    for (std::size_t q = 0; q < count; ++q) {
      const PairShares share = law.shares(gap[q], distance[q]);
      for_axes<D>([&](auto k) FLOC_SIMD_LAMBDA { force[k].add(inside[q], share.push, d[k][q]); });
      energy.add(inside[q], share.potential, all(1));
    }
  }
  for_axes<D>([&](auto k) FLOC_SIMD_LAMBDA { sums.force[i * D + k] = law.strength() * force[k].value(visits); });
  return energy.value(visits);
}

// The same for the bodies [begin, end). `law` has a range, the strength that its pushes are shares of, shares(gap, distance),
// and choose(i, bodies, inside), which takes pairs out of those inside the range.
template <int D, class Law>
double sum_around_each(const Scenery& s, std::size_t begin, std::size_t end, const Law& law, PairSums& sums) {
  double twice = 0;
  for (std::size_t i = begin; i < end; ++i) twice += sum_around<D>(s, i, law, sums);
  return twice;
}

}  // namespace floc::FLOC_SIMD
