// A pass of accelerated gradients over some slices (streaming_apgd.hpp), for every target (core/for_simd_targets.hpp).
namespace floc::FLOC_SIMD {

template <int D, bool measured, bool far>
ApgdProducts apgd_pass(const ApgdArrays& a, std::size_t first_slice, std::size_t last_slice) {
  constexpr std::size_t slice_width = SlicedEllpack::slice_width, stride = SlicedEllpack::stride;
  const Float32x8 none{}, beta = none + a.beta, rate = none + a.rate, epsilon = none + a.compliance,
                  unit = none + static_cast<float>(1 / SlicedEllpack::unit_normal), whole = none + 1.0f,
                  half = none + 0.5f,
                  zero = none + a.least, most_slope = none + a.lacking_slope;
  // Copies, which a store is not thought to change.
  const std::size_t* const columns = a.columns;
  const std::int32_t* const others = a.others;
  const std::int16_t* const normal = a.normals;
  const float *const slopes = a.slopes, *const lower = a.lower, *const now = a.now, *const wy = a.wy;
  float *const before = a.before, *const w = a.w, *const next_wy = a.next_wy;
  const float next_beta = a.next_beta;
  Float64x8 step_sum{}, momentum_sum{}, energy_sum{};
  Int32x8 lacking{};
  for (std::size_t s = first_slice; s < last_slice; ++s) {
    const std::array<Float32x8, 4> here = gather(wy, [s](std::size_t l) { return stride * (s * slice_width + l); });
    Float32x8 force[D]{}, step{}, bend{}, momentum{};
    for (std::size_t column = columns[s]; column < columns[s + 1]; ++column) {
      const std::size_t t = column * slice_width;
      if constexpr (far) {
        const std::size_t next = t + SlicedEllpack::ahead * slice_width,
                          later = t + 2 * SlicedEllpack::ahead * slice_width;
        prefetch_column(wy, others + next, others + later, normal + D * later, slopes + later, lower + later, now + later,
                        before + later);
      }
      const std::array<Float32x8, 4> there =
          gather(wy, [&](std::size_t l) { return static_cast<std::size_t>(others[t + l]); });
      // Divided early, while the slope is not known yet.
      const Float32x8 diagonal = max(here[3] + there[3] + epsilon, zero), pace = -rate / diagonal;
      Float32x8 e[D], approach{};
      for (std::size_t k = 0; k < D; ++k) {
        e[k] = widen(normal + (column * D + k) * slice_width);
        approach = fma(e[k], here[k] - there[k], approach);
      }
      const Float32x8 x = load<Float32x8>(now + t), y = fma(beta, x - load<Float32x8>(before + t), x);
      const Float32x8 slope = fma(unit, approach, fma(epsilon, y, load<Float32x8>(slopes + t)));
      const Float32x8 value = max(load<Float32x8>(lower + t), fma(slope, pace, y));
      store(before + t, value);
      for (std::size_t k = 0; k < D; ++k) force[k] = fma(e[k], value, force[k]);
      if constexpr (measured) {
        lacking -= less(slope, most_slope);
        // A contact of two bodies is met twice.
        const Float32x8 share = select(equal(load<Int32x8>(others + t), Int32x8{} + a.obstacle), whole, half);
        const Float32x8 d = value - y, part = share * d * d;
        step = fma(diagonal, part, step);
        bend = fma(epsilon, part, bend);
        momentum = fma(share * slope, value - x, momentum);
      }
    }
    std::array<Float32x8, 4> extrapolated{none, none, none, here[3]};
    Float32x8 change{};
    for (std::size_t k = 0; k < D; ++k) {
      float* const own = w + (s * D + k) * slice_width;
      const Float32x8 moved = unit * here[3] * force[k];
      extrapolated[k] = moved + next_beta * (moved - load<Float32x8>(own));
      if constexpr (measured) change += (moved - here[k]) * (moved - here[k]);
      store(own, moved);
    }
    scatter(extrapolated, next_wy + s * slice_width * stride);
    if constexpr (measured) {
      step_sum += __builtin_convertvector(step, Float64x8);
      momentum_sum += __builtin_convertvector(momentum, Float64x8);
      energy_sum += __builtin_convertvector(bend + change / max(zero, here[3]), Float64x8);
    }
  }
  ApgdProducts total;
  for (int l = 0; l < 8; ++l) {
    total.step += step_sum[l];
    total.momentum += momentum_sum[l];
    total.energy += energy_sum[l];
    total.lacking += lacking[l];
  }
  return total;
}

}  // namespace floc::FLOC_SIMD
