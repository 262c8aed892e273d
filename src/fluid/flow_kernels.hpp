// For every target (core/for_simd_targets.hpp): the rows of flow_rows.hpp, in one pass each. Sums and maxima go eight
// columns at a time, so that every target has the same.
namespace floc::FLOC_SIMD {

constexpr std::ptrdiff_t columns = 8;

// f(i, column) for every number of a row.
template <class F>
inline __attribute__((always_inline)) void in_columns(std::ptrdiff_t n, F&& f) {
  std::ptrdiff_t i = 0;
  for (; i + columns <= n; i += columns)
    for (std::ptrdiff_t q = 0; q < columns; ++q) f(i + q, q);
  for (; i < n; ++i) f(i, 0);
}

// N of number i: D the dimension, C the component.
template <int D, int C>
inline __attribute__((always_inline)) double slope_at(const PredictedRow& r, std::ptrdiff_t i) {
  const double* const v = r.velocity[C] + i;
  const std::ptrdiff_t sc = r.stride[C];
  double flux = 0, round = 0;
  for (int k = 0; k < D; ++k) {
    const std::ptrdiff_t sk = r.stride[static_cast<std::size_t>(k)];
    const double low = v[0] + v[-sk], high = v[0] + v[sk];
    if (k == C) {
      flux += high * high - low * low;
    } else {
      // What goes through the edges: the mean of w of both sides.
      const double* const w = r.velocity[static_cast<std::size_t>(k)] + i;
      flux += high * (w[sk] + w[sk - sc]) - low * (w[0] + w[-sc]);
    }
    round += high + low;
  }
  return r.diffusion * (round - 4 * D * v[0]) - r.advection * flux;
}

template <int D, int C, bool Push, bool Force, bool Change>
void predict_row_of(const PredictedRow& row) {
  const PredictedRow r = row;
  double* __restrict const slope = r.slope;
  double* __restrict const to = Change ? r.change : r.star;
  const double* const p = r.pressure;
  const std::ptrdiff_t sc = r.stride[C];
  for (std::ptrdiff_t i = 0; i < r.n; ++i) {
    const double s = slope_at<D, C>(r, i);
    slope[i] = s;
    double rate = r.now * s - r.last * r.before[i] - (p[i] - p[i - sc]) * r.over;
    if (Force) rate += r.force[i];
    if (Push) rate += r.push[i];
    to[i] = Change ? r.step * rate : r.velocity[C][i] + r.step * rate;
  }
}

template <int D, int C>
void predict_row_in(const PredictedRow& r) {
  const bool push = r.push != nullptr, force = r.force != nullptr, change = r.change != nullptr;
  if (change) {
    if (push && force) return predict_row_of<D, C, true, true, true>(r);
    if (push) return predict_row_of<D, C, true, false, true>(r);
    if (force) return predict_row_of<D, C, false, true, true>(r);
    return predict_row_of<D, C, false, false, true>(r);
  }
  if (push && force) return predict_row_of<D, C, true, true, false>(r);
  if (push) return predict_row_of<D, C, true, false, false>(r);
  if (force) return predict_row_of<D, C, false, true, false>(r);
  predict_row_of<D, C, false, false, false>(r);
}

template <int D>
void predict_row(const PredictedRow& r) {
  if (r.component == 0) return predict_row_in<D, 0>(r);
  if (r.component == 1) return predict_row_in<D, 1>(r);
  if constexpr (D == 3) predict_row_in<D, 2>(r);
}

template <int D>
inline __attribute__((always_inline)) double divergence_at(const DivergenceRow& r, std::ptrdiff_t i) {
  double sum = 0;
  for (std::size_t k = 0; k < D; ++k) sum += r.velocity[k][i + r.stride[k]] - r.velocity[k][i];
  return r.over * sum;
}

template <int D>
void divergence_row(const DivergenceRow& row, double* __restrict to) {
  const DivergenceRow r = row;
  for (std::ptrdiff_t i = 0; i < r.n; ++i) to[i] = divergence_at<D>(r, i);
}

inline double greatest(const double (&most)[columns]) {
  double all = most[0];
  for (std::ptrdiff_t q = 1; q < columns; ++q) all = all < most[q] ? most[q] : all;
  return all;
}

// The largest |∇·u| of a row.
template <int D>
double largest_divergence_row(const DivergenceRow& row) {
  const DivergenceRow r = row;
  double most[columns]{};
  in_columns(r.n, [&](std::ptrdiff_t i, std::ptrdiff_t q) FLOC_SIMD_LAMBDA {
    const double d = std::abs(divergence_at<D>(r, i));
    most[q] = most[q] < d ? d : most[q];
  });
  return greatest(most);
}

// The largest Σ over the directions of the greater |u| of both sides of a cell.
template <int D>
double largest_passage_row(const DivergenceRow& row) {
  const DivergenceRow r = row;
  double most[columns]{};
  in_columns(r.n, [&](std::ptrdiff_t i, std::ptrdiff_t q) FLOC_SIMD_LAMBDA {
    double sum = 0;
    for (std::size_t k = 0; k < D; ++k) {
      const double low = std::abs(r.velocity[k][i]), high = std::abs(r.velocity[k][i + r.stride[k]]);
      sum += low < high ? high : low;
    }
    most[q] = most[q] < sum ? sum : most[q];
  });
  return greatest(most);
}

// u −= ∇φ of a component, with the largest |u|.
inline double subtract_gradient_row(double* __restrict v, const double* phi, std::ptrdiff_t stride, double over,
                                    std::ptrdiff_t n) {
  double most[columns]{};
  in_columns(n, [&](std::ptrdiff_t i, std::ptrdiff_t q) FLOC_SIMD_LAMBDA {
    const double value = v[i] - over * (phi[i] - phi[i - stride]);
    v[i] = value;
    most[q] = most[q] < std::abs(value) ? std::abs(value) : most[q];
  });
  return greatest(most);
}

// φ into its field, and p + φ/h (− half the viscosity times ∇·u*, where there is one).
inline void pressure_row(const double* solution, const double* divergence, double over, double half,
                         double* __restrict potential, double* __restrict pressure, std::ptrdiff_t n) {
  if (divergence) {
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      potential[i] = solution[i];
      pressure[i] += over * solution[i] - half * divergence[i];
    }
    return;
  }
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    potential[i] = solution[i];
    pressure[i] += over * solution[i];
  }
}

// Σ |x|, which is finite where all of them are.
inline double absolute_sum(const double* x, std::ptrdiff_t n) {
  double sum[columns]{};
  in_columns(n, [&](std::ptrdiff_t i, std::ptrdiff_t q) FLOC_SIMD_LAMBDA { sum[q] += std::abs(x[i]); });
  double all = 0;
  for (const double s : sum) all += s;
  return all;
}

}  // namespace floc::FLOC_SIMD
