// A pass of conjugate gradients over some slices, and the turn of its bodies (row_gradients.hpp), for every target
// (core/for_simd_targets.hpp).
namespace floc::FLOC_SIMD {

// `first`: there is no direction yet.
template <int D, bool first>
RowGradientProducts row_gradients_pass(const RowGradientArrays& a, std::size_t first_slice, std::size_t last_slice) {
  constexpr std::size_t slice_width = SlicedEllpack::slice_width, stride = SlicedEllpack::stride;
  const Float32x8 none{}, alpha = none + a.alpha, beta = none + a.beta, whole = none + 1.0f, half = none + 0.5f,
                  least = none + a.least;
  const Int32x8 obstacle = Int32x8{} + a.obstacle;
  // Copies, which a store is not thought to change.
  const std::size_t* const columns = a.columns;
  const std::int32_t* const others = a.others;
  const float *const normals = a.normals, *const softs = a.soft, *const w = a.w;
  float *const residuals = a.residual, *const steps = a.step, *const changes = a.change, *const fresh_w = a.fresh;
  Float64x8 square_sum{}, fresh_sum{}, between_sum{};
  Float32x8 largest{};
  for (std::size_t k = first_slice; k < last_slice; ++k) {
    const std::array<Float32x8, 4> here = gather(w, [k](std::size_t l) { return stride * (k * slice_width + l); });
    Float32x8 force[D]{}, square{}, fresh{}, between{};
    for (std::size_t column = columns[k]; column < columns[k + 1]; ++column) {
      const std::size_t t = column * slice_width;
      const std::array<Float32x8, 4> there =
          gather(w, [&](std::size_t l) { return static_cast<std::size_t>(others[t + l]); });
      const Float32x8 soft = load<Float32x8>(softs + t), diagonal = here[3] + there[3];
      const Float32x8 inverse = whole / max(diagonal + soft, least);
      Float32x8 residual = load<Float32x8>(residuals + t), s{}, e[D], along{};
      for (std::size_t i = 0; i < D; ++i) {
        e[i] = load<Float32x8>(normals + (column * D + i) * slice_width);
        along = fma(e[i], here[i] - there[i], along);
      }
      if constexpr (!first) {
        s = fma(beta, load<Float32x8>(steps + t), residual * inverse);
        residual = fma(-alpha, fma(soft, s, along), residual);
        store(steps + t, s);
        store(changes + t, fma(alpha, s, load<Float32x8>(changes + t)));
        store(residuals + t, residual);
      }
      const Float32x8 z = residual * inverse;
      for (std::size_t i = 0; i < D; ++i) force[i] = fma(e[i], z, force[i]);
      const Float32x8 share = select(equal(load<Int32x8>(others + t), obstacle), whole, half), part = share * soft * z;
      square = fma(share * residual, z, square);
      fresh = fma(part, z, fresh);
      between = fma(part, s, between);
      largest = max(largest, diagonal * max(z, -z));
    }
    for (std::size_t i = 0; i < D; ++i) store(fresh_w + (k * D + i) * slice_width, here[3] * force[i]);
    square_sum += __builtin_convertvector(square, Float64x8);
    fresh_sum += __builtin_convertvector(fresh, Float64x8);
    between_sum += __builtin_convertvector(between, Float64x8);
  }
  RowGradientProducts total;
  for (int l = 0; l < 8; ++l) {
    total.square += square_sum[l];
    total.fresh += fresh_sum[l];
    total.between += between_sum[l];
    total.largest = std::max(total.largest, largest[l]);
  }
  return total;
}

template <int D>
double row_gradients_turn(const RowGradientArrays& a, std::size_t first_slice, std::size_t last_slice) {
  constexpr std::size_t slice_width = SlicedEllpack::slice_width, stride = SlicedEllpack::stride;
  const Float32x8 none{}, beta = none + a.beta, least = none + a.least;
  Float64x8 energy{};
  for (std::size_t k = first_slice; k < last_slice; ++k) {
    std::array<Float32x8, 4> to = gather(a.w, [k](std::size_t l) { return stride * (k * slice_width + l); });
    Float32x8 square{};
    for (std::size_t i = 0; i < D; ++i) {
      to[i] = fma(beta, to[i], load<Float32x8>(a.fresh + (k * D + i) * slice_width));
      square = fma(to[i], to[i], square);
    }
    scatter(to, a.w + k * slice_width * stride);
    energy += __builtin_convertvector(square / max(to[3], least), Float64x8);
  }
  double total = 0;
  for (int l = 0; l < 8; ++l) total += energy[l];
  return total;
}

}  // namespace floc::FLOC_SIMD
