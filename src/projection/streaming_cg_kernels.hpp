// A pass of conjugate gradients over a block of slices, and the turn of its bodies (streaming_cg.hpp), for every target
// (core/for_simd_targets.hpp).
namespace floc::FLOC_SIMD {

template <int D, bool far, bool smooth, class Number>
CgProducts cg_pass(const CgArrays<Number>& a, std::size_t first_slice, std::size_t last_slice) {
  constexpr std::size_t slice_width = SlicedEllpack::slice_width, stride = SlicedEllpack::stride;
  constexpr bool bounded = std::is_same_v<Number, float>;
  const Float32x8 none{}, alpha = none + -a.alpha, beta = none + a.beta, epsilon = none + a.compliance,
                  unit = none + static_cast<float>(1 / SlicedEllpack::unit_normal), whole = none + 1.0f,
                  half = none + 0.5f,
                  zero = none + a.least, huge = none + std::numeric_limits<float>::infinity(),
                  release = none + (a.release ? 1.0f : 0.0f), most_slope = none + a.lacking_slope;
  const Int32x8 obstacle = Int32x8{} + a.obstacle;
  // Copies, which a store is not thought to change.
  const std::size_t* const columns = a.columns;
  const std::int32_t* const others = a.others;
  const std::int16_t* const normal = a.normals;
  const float *const lower = a.lower, *const w = a.w;
  const Number* const slopes = a.slopes;
  float* const xs = a.x;
  std::uint32_t* const szs = a.sz;
  float* backs = a.back + first_slice * D * slice_width;
  std::uint64_t clipped_slices = 0;
  Number* const wz_ws = a.wz_ws;
  // A block is short enough to be added up in single precision.
  Float32x8 down{}, along{}, fresh{}, mixed{}, old{}, soft_fresh{}, soft_mixed{}, soft_old{}, held{};
  Int32x8 lacking{};
  for (std::size_t k = first_slice; k < last_slice; ++k) {
    const std::array<Float32x8, 4> here = gather(w, [k](std::size_t l) { return stride * (k * slice_width + l); });
    Float32x8 push[D]{}, turned[D]{}, back[D]{};
    bool clipped = false;
    for (std::size_t column = columns[k]; column < columns[k + 1]; ++column) {
      const std::size_t t = column * slice_width;
      if constexpr (far) {
        const std::size_t next = t + SlicedEllpack::ahead * slice_width,
                          later = t + 2 * SlicedEllpack::ahead * slice_width;
        prefetch_column(w, others + next, others + later, normal + D * later, slopes + later, xs + later, szs + later);
        if constexpr (bounded) prefetch_streams(lower + later);
      }
      const std::array<Float32x8, 4> there =
          gather(w, [&](std::size_t l) { return static_cast<std::size_t>(others[t + l]); });
      // Divided early, while the slope is not known yet.
      const Float32x8 inverse = whole / max(here[3] + there[3] + epsilon, zero);
      Float32x8 e[D], approach{};
      for (std::size_t i = 0; i < D; ++i) {
        e[i] = widen(normal + (column * D + i) * slice_width);
        approach = fma(e[i], here[i] - there[i], approach);
      }
      const Uint32x8 both = load<Uint32x8>(szs + t);
      const Float32x8 bound = bounded ? load<Float32x8>(lower + t) : none, last = second_of(both);
      const Float32x8 s = smooth ? first_of(both) : fma(beta, first_of(both), last);
      const Float32x8 y = fma(alpha, smooth ? last : s, load<Float32x8>(xs + t)), x = max(bound, y);
      const Float32x8 share = select(equal(load<Int32x8>(others + t), obstacle), whole, half);
      const Int32x8 open = less(bound, y);
      const Float32x8 kept = to_bfloat16(select(open, s, none)), most = select(open, huge, none);
      const Float32x8 pace = select(open, inverse, release * inverse), hold = select(open, none, share * inverse);
      // All of the above can be had before the slope.
      const Float32x8 slope = fma(unit, approach, fma(epsilon, y, load_floats(slopes + t)));
      const Float32x8 pull = min(slope, most), z = to_bfloat16(pull * pace);
      store(xs + t, x);
      store(szs + t, pack(kept, z));
      for (std::size_t i = 0; i < D; ++i) {
        push[i] = fma(e[i], z, push[i]);
        turned[i] = fma(e[i], kept, turned[i]);
      }
      lacking -= less(slope, most_slope);
      // Rarely.
      if (any(~equal(x, y))) {
        clipped = true;
        const Float32x8 by = x - y;
        for (std::size_t i = 0; i < D; ++i) back[i] = fma(e[i], by, back[i]);
      }
      const Float32x8 half_z = share * z, half_s = share * kept;
      down = fma(half_z, pull, down);
      along = fma(half_s, pull, along);
      soft_fresh = fma(half_z, z, soft_fresh);
      soft_mixed = fma(half_z, kept, soft_mixed);
      soft_old = fma(half_s, kept, soft_old);
      held = fma(hold * pull, pull, held);
    }
    if (clipped) clipped_slices |= std::uint64_t{1} << (k - first_slice);
    const Float32x8 mass = whole / max(zero, here[3]), move = unit * here[3];
    for (std::size_t i = 0; i < D; ++i) {
      const Float32x8 dz = move * push[i], ds = move * turned[i];
      if (clipped) {
        const Float32x8 by = move * back[i];
        store(backs, by);
        backs += slice_width;
        down += mass * dz * by;
        along += mass * ds * by;
      }
      Number* const both = wz_ws + (2 * k * D + i) * slice_width;
      store_floats(both, dz);
      store_floats(both + D * slice_width, ds);
      fresh = fma(mass * dz, dz, fresh);
      mixed = fma(mass * dz, ds, mixed);
      old = fma(mass * ds, ds, old);
    }
  }
  static_assert(SlicedEllpack::block <= 64);
  a.clipped[first_slice / SlicedEllpack::block] = clipped_slices;
  // ε of the products is that of the rows, the rest |·|²_M of the bodies.
  fresh = fma(epsilon, soft_fresh, fresh);
  mixed = fma(epsilon, soft_mixed, mixed);
  old = fma(epsilon, soft_old, old);
  CgProducts total;
  for (int l = 0; l < 8; ++l) {
    total.down += static_cast<double>(down[l]);
    total.along += static_cast<double>(along[l]);
    total.fresh += static_cast<double>(fresh[l]);
    total.mixed += static_cast<double>(mixed[l]);
    total.old += static_cast<double>(old[l]);
    total.held += static_cast<double>(held[l]);
    total.lacking += lacking[l];
  }
  return total;
}

// s = z + βs and x − αs, for the bodies.
template <int D, bool smooth, class Number>
void cg_turn(const CgArrays<Number>& a, std::size_t first_slice, std::size_t last_slice) {
  constexpr std::size_t slice_width = SlicedEllpack::slice_width, stride = SlicedEllpack::stride;
  const Float32x8 alpha = Float32x8{} - a.alpha, beta = Float32x8{} + a.beta;
  float* const w = a.w;
  const auto slots = [](std::size_t k) { return [k](std::size_t l) { return stride * (k * slice_width + l); }; };
  for (std::size_t k = first_slice; k < last_slice; ++k) {
    std::array<Float32x8, 4> to = gather(w, slots(k));
    for (std::size_t i = 0; i < D; ++i) {
      const Number* const both = a.wz_ws + (2 * k * D + i) * slice_width;
      Float32x8 along = load_floats(both);
      if constexpr (!smooth) along = fma(beta, load_floats(both + D * slice_width), along);
      to[i] = fma(alpha, along, to[i]);
    }
    scatter(to, w + k * slice_width * stride);
  }
  // In a loop of its own: which slices those are is nothing that a processor could predict.
  const float* backs = a.back + first_slice * D * slice_width;
  for_bits(std::exchange(a.clipped[first_slice / SlicedEllpack::block], 0), [&](std::size_t bit) FLOC_SIMD_LAMBDA {
    const std::size_t k = first_slice + bit;
    std::array<Float32x8, 4> to = gather(w, slots(k));
    for (std::size_t i = 0; i < D; ++i) to[i] += load<Float32x8>(backs + i * slice_width);
    scatter(to, w + k * slice_width * stride);
    backs += D * slice_width;
  });
}

}  // namespace floc::FLOC_SIMD
