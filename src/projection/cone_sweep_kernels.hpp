// A sweep of block Gauss–Seidel over rows of one colour (cone_sweep.hpp), for every target (core/for_simd_targets.hpp).
namespace floc::FLOC_SIMD {

template <class Real>
struct SimdOf;
template <>
struct SimdOf<float> {
  using Vector = Float32x8;
};
template <>
struct SimdOf<double> {
  using Vector = Float64x8;
};

// `width` numbers of eight slots, number by number; a slot begins at from + place[l].
template <std::size_t width>
[[gnu::always_inline]] inline void gather_slots(const float* from, const std::int32_t* place, Float32x8 (&to)[width]) {
  static_assert(width % 4 == 0);
  for (std::size_t part = 0; part < width; part += 4) {
    const std::array<Float32x8, 4> four =
        gather(from + part, [&](std::size_t l) { return static_cast<std::size_t>(place[l]); });
    for (std::size_t k = 0; k < 4; ++k) to[part + k] = four[k];
  }
}
template <std::size_t width>
[[gnu::always_inline]] inline void gather_slots(const double* from, const std::int32_t* place, Float64x8 (&to)[width]) {
  for (std::size_t k = 0; k < width; ++k)
    for (std::size_t l = 0; l < 8; ++l) to[k][l] = from[static_cast<std::size_t>(place[l]) + k];
}

// The first eight numbers of eight slots, written.
[[gnu::always_inline]] inline void scatter_slots(float* to, const std::int32_t* place, const Float32x8* v) {
  for (std::size_t part = 0; part < 8; part += 4) {
    const Float32x8 low2 = low_by_turns(v[part], v[part + 1]), high2 = high_by_turns(v[part], v[part + 1]);
    const Float32x8 low4 = low_by_turns(v[part + 2], v[part + 3]), high4 = high_by_turns(v[part + 2], v[part + 3]);
    const Float32x8 slots[4]{low_pairs(low2, low4), high_pairs(low2, low4), low_pairs(high2, high4),
                             high_pairs(high2, high4)};
    for (std::size_t l = 0; l < 4; ++l) {
      store(to + place[l] + part, low(slots[l]));
      store(to + place[l + 4] + part, high(slots[l]));
    }
  }
}
[[gnu::always_inline]] inline void scatter_slots(double* to, const std::int32_t* place, const Float64x8* v) {
  for (std::size_t k = 0; k < 8; ++k)
    for (std::size_t l = 0; l < 8; ++l) to[static_cast<std::size_t>(place[l]) + k] = v[k][l];
}

template <class V>
[[gnu::always_inline]] inline V max(V a, V b) {
  return select(less(b, a), a, b);
}

template <class V>
[[gnu::always_inline]] inline V dot3(const V (&a)[3], const V (&b)[3]) {
  return fma(a[0], b[0], fma(a[1], b[1], a[2] * b[2]));
}
template <class V>
[[gnu::always_inline]] inline void cross3(const V (&a)[3], const V (&b)[3], V (&to)[3]) {
  to[0] = fma(a[1], b[2], -(a[2] * b[1]));
  to[1] = fma(a[2], b[0], -(a[0] * b[2]));
  to[2] = fma(a[0], b[1], -(a[1] * b[0]));
}

// The turn of a body by I⁻¹ (numbers 8 … 13 of its slot) and a torque.
template <class V, std::size_t width>
[[gnu::always_inline]] inline void turn_by(const V (&slot)[width], const V (&torque)[3], V (&to)[3]) {
  const V* const i = slot + 8;
  to[0] = fma(i[0], torque[0], fma(i[3], torque[1], i[4] * torque[2]));
  to[1] = fma(i[3], torque[0], fma(i[1], torque[1], i[5] * torque[2]));
  to[2] = fma(i[4], torque[0], fma(i[5], torque[1], i[2] * torque[2]));
}

// `round`: levers along the normals, inertia the same about all axes.
template <class Real, bool round>
ConeSweepSums cone_sweep(const ConeSweepArrays<Real>& a, std::size_t begin, std::size_t end) {
  using V = typename SimdOf<Real>::Vector;
  constexpr std::size_t simd_width = 8, width = round ? 8 : 16;
  const V none{}, one = none + Real(1), beta = none + a.beta, epsilon = none + a.epsilon, least = none + a.least,
                  deep = none + a.deep, far = none + a.far;
  const std::int32_t *const firsts = a.first, *const seconds = a.second;
  const Real *const normals = a.normal, *const gaps = a.gap, *const lowers = a.lower, *const frictions = a.friction,
                    *const levers1 = a.lever_first, *const levers2 = a.lever_second, *const metrics = a.metric,
                    *const slips = a.slip;
  Real *const forces = a.force, *const befores = a.before, *const x = a.x;
  const bool exact = a.exact;
  Float64x8 descent{};
  V worst{}, deepest{}, lacking{};
  for (std::size_t g = begin; g < end; ++g) {
    const std::size_t t = g * simd_width, t3 = 3 * t;
    V first[width], second[width];
    gather_slots(x, firsts + t, first);
    gather_slots(x, seconds + t, second);
    V e[3], u[3], p[3], was[3], now[3];
    for (std::size_t k = 0; k < 3; ++k) {
      e[k] = load<V>(normals + t3 + k * simd_width);
      was[k] = load<V>(forces + t3 + k * simd_width);
      p[k] = fma(beta, was[k] - load<V>(befores + t3 + k * simd_width), was[k]);
    }
    V wn, wt, lever1{}, lever2{}, arm1[3], arm2[3], part[3];
    if constexpr (round) {
      lever1 = load<V>(levers1 + t);
      lever2 = load<V>(levers2 + t);
      wn = max(first[6] + second[6] + epsilon, least);
      wt = fma(lever1 * lever1, first[7], fma(lever2 * lever2, second[7], wn));
      V turn[3];
      for (std::size_t k = 0; k < 3; ++k) turn[k] = fma(lever1, first[3 + k], lever2 * second[3 + k]);
      cross3(turn, e, part);
      for (std::size_t k = 0; k < 3; ++k) u[k] = first[k] - second[k] - part[k];
    } else {
      wn = load<V>(metrics + 2 * t);
      wt = load<V>(metrics + 2 * t + simd_width);
      V other[3];
      for (std::size_t k = 0; k < 3; ++k) {
        arm1[k] = load<V>(levers1 + t3 + k * simd_width);
        arm2[k] = load<V>(levers2 + t3 + k * simd_width);
      }
      const V turn1[3]{first[3], first[4], first[5]}, turn2[3]{second[3], second[4], second[5]};
      cross3(turn1, arm1, part);
      cross3(turn2, arm2, other);
      for (std::size_t k = 0; k < 3; ++k) u[k] = first[k] - second[k] + (part[k] - other[k]);
    }
    if (slips)
      for (std::size_t k = 0; k < 3; ++k) u[k] -= load<V>(slips + t3 + k * simd_width);
    const V mu = load<V>(frictions + t), lower = load<V>(lowers + t);
    const V un = dot3(e, u), pn = dot3(e, p);
    // The step in the metric of the row, and back into the cone.
    const V open = load<V>(gaps + t) + un;
    const V yn = pn - fma(epsilon, pn, open) / wn, inverse = one / wt;
    deepest = max(deepest, -open);
    V pt[3], yt[3];
    for (std::size_t k = 0; k < 3; ++k) {
      pt[k] = fma(-pn, e[k], p[k]);
      yt[k] = fma(-inverse, fma(epsilon, pt[k], fma(-un, e[k], u[k])), pt[k]);
    }
    const V size = sqrt(dot3(yt, yt) + least);
    V zn, share;
    if (exact) {
      zn = max(yn, lower);
      const V most = mu * (zn - lower);
      share = select(less_equal(size, most), one, most / size);
    } else {
      const V stretch = wt / wn, m = mu * mu * stretch;
      const auto inside = less_equal(size, mu * (yn - lower));
      const V along = max(fma(mu * stretch, size, fma(m, lower, yn)) / (one + m), lower);
      zn = select(inside, yn, along);
      share = select(inside, one, mu * (along - lower) / size);
    }
    const V dn = zn - pn;
    V dt[3], d[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const V z = share * yt[k];
      dt[k] = z - pt[k];
      now[k] = fma(zn, e[k], z);
      d[k] = now[k] - p[k];
      store(befores + t3 + k * simd_width, was[k]);
      store(forces + t3 + k * simd_width, now[k]);
      was[k] = now[k] - was[k];
    }
    const V along_n = wn * dn, along_t = wt * dot3(dt, was);
    descent += __builtin_convertvector(fma(along_n, dot3(e, was), along_t), Float64x8);
    const V off = max(along_n * along_n, wt * wt * dot3(dt, dt));
    worst = max(worst, off);
    lacking += select(less(deep, -open), one, select(less(far, off), one, none));
    // The bodies follow.
    for (std::size_t k = 0; k < 3; ++k) {
      first[k] = fma(first[6], d[k], first[k]);
      second[k] = fma(-second[6], d[k], second[k]);
    }
    if constexpr (round) {
      cross3(e, d, part);
      const V turn1 = -first[7] * lever1, turn2 = -second[7] * lever2;
      for (std::size_t k = 0; k < 3; ++k) {
        first[3 + k] = fma(turn1, part[k], first[3 + k]);
        second[3 + k] = fma(turn2, part[k], second[3 + k]);
      }
    } else {
      V turn[3];
      cross3(arm1, d, part);
      turn_by(first, part, turn);
      for (std::size_t k = 0; k < 3; ++k) first[3 + k] += turn[k];
      cross3(arm2, d, part);
      turn_by(second, part, turn);
      for (std::size_t k = 0; k < 3; ++k) second[3 + k] -= turn[k];
    }
    scatter_slots(x, firsts + t, first);
    scatter_slots(x, seconds + t, second);
  }
  ConeSweepSums total;
  for (int l = 0; l < 8; ++l) {
    total.descent += descent[l];
    total.square = std::max(total.square, static_cast<double>(worst[l]));
    total.overlap = std::max(total.overlap, static_cast<double>(deepest[l]));
    total.lacking += static_cast<double>(lacking[l]);
  }
  return total;
}

// y = x + β(x − before), before = x, of the six numbers of motion; eight numbers lie together, and others between them
// are not touched.
template <class Real>
void extrapolate(Real* x, Real* before, std::size_t stride, Real beta, std::size_t begin, std::size_t end) {
  using V = typename SimdOf<Real>::Vector;
  const V moving = V{1, 1, 1, 1, 1, 1, 0, 0} * beta;
  for (std::size_t i = begin; i < end; ++i) {
    const V here = load<V>(x + i * stride);
    store(x + i * stride, fma(moving, here - load<V>(before + i * 8), here));
    store(before + i * 8, here);
  }
}

}  // namespace floc::FLOC_SIMD
