// Columns of a factor of blocks, and what they give (block_cholesky.hpp), for every target (core/for_simd_targets.hpp).
namespace floc::FLOC_SIMD {

// Numbers a column of a block takes: a whole vector.
template <int D>
constexpr std::size_t block_stride = D == 3 ? 4 : D;
template <int D>
constexpr std::size_t block_size = D* block_stride<D>;

template <int D>
struct BlockColumn;
template <>
struct BlockColumn<1> {
  using Vector = double;
};
template <>
struct BlockColumn<2> {
  using Vector [[gnu::vector_size(16)]] = double;
};
template <>
struct BlockColumn<3> {
  using Vector [[gnu::vector_size(32)]] = double;
};

template <int D>
[[gnu::always_inline]] inline typename BlockColumn<D>::Vector column_of(const double* block, std::size_t k) {
  typename BlockColumn<D>::Vector v;
  __builtin_memcpy(&v, block + k * block_stride<D>, sizeof v);
  return v;
}
template <int D>
[[gnu::always_inline]] inline void set_column(double* block, std::size_t k, typename BlockColumn<D>::Vector v) {
  __builtin_memcpy(block + k * block_stride<D>, &v, sizeof v);
}

// A −= Σ B_c C_cᵀ over a few columns; B_c is at `b[c]`.
template <int D, std::size_t columns>
[[gnu::always_inline]] inline void take_off(double* a, const double* const (&b)[columns],
                                            const double* const (&c)[columns], std::size_t from) {
  for (std::size_t k = 0; k < D; ++k) {
    auto v = column_of<D>(a, k);
    for (std::size_t n = 0; n < columns; ++n)
      for (std::size_t m = 0; m < D; ++m) v -= column_of<D>(b[n] + from, m) * c[n][m * block_stride<D> + k];
    set_column<D>(a, k, v);
  }
}

// A = LLᵀ, and 1/l on the diagonal of L.
template <int D>
[[gnu::always_inline]] inline bool factor(double* a) {
  constexpr std::size_t s = block_stride<D>;
  for (std::size_t k = 0; k < D; ++k) {
    double pivot = a[k * s + k];
    for (std::size_t m = 0; m < k; ++m) pivot -= a[m * s + k] * a[m * s + k];
    if (!(pivot > 0) || !std::isfinite(pivot)) return false;
    const double inverse = 1 / std::sqrt(pivot);
    a[k * s + k] = inverse;
    for (std::size_t r = k + 1; r < D; ++r) {
      double value = a[k * s + r];
      for (std::size_t m = 0; m < k; ++m) value -= a[m * s + r] * a[m * s + k];
      a[k * s + r] = value * inverse;
    }
  }
  return true;
}

// A ← A L⁻ᵀ.
template <int D>
[[gnu::always_inline]] inline void divide(double* a, const double* l) {
  for (std::size_t k = 0; k < D; ++k) {
    auto v = column_of<D>(a, k);
    for (std::size_t m = 0; m < k; ++m) v -= column_of<D>(a, m) * l[m * block_stride<D> + k];
    set_column<D>(a, k, v * l[k * block_stride<D> + k]);
  }
}

// What the columns of a panel, from `first` on, give to column j: the row j is at `q` of the rows that they share.
template <int D, std::size_t columns>
void give_panel(const BlockFactor& f, std::size_t first, std::int32_t q, std::size_t j) {
  constexpr std::size_t size = block_size<D>;
  const auto index = [](std::int32_t i) { return static_cast<std::size_t>(i); };
  const double *b[columns], *c[columns];
  for (std::size_t n = 0; n < columns; ++n) {
    b[n] = f.below + (index(f.begin[first + n]) + columns - 1 - n) * size;
    c[n] = b[n] + index(q) * size;
  }
  take_off<D>(f.diagonal + j * size, c, c, 0);
  const std::size_t last = first + columns - 1;
  const std::int32_t* const row = f.row + f.begin[last];
  const std::size_t count = index(f.begin[last + 1] - f.begin[last]);
  for (std::size_t p = index(q) + 1; p < count; ++p)
    take_off<D>(f.below + index(f.place[row[p]]) * size, b, c, p * size);
}

template <int D>
bool eliminate(const BlockFactor& f) {
  constexpr std::size_t size = block_size<D>;
  const auto index = [](std::int32_t i) { return static_cast<std::size_t>(i); };
  for (std::size_t j = 0; j < f.count; ++j) f.first[j] = -1;
  // A panel is named by its first column; its rows are those of its last.
  const auto wait_for_next_row = [&](std::size_t panel) {
    const std::size_t last = panel + index(f.width[panel]) - 1;
    const std::int32_t next = f.begin[last] + f.done[panel];
    if (next == f.begin[last + 1]) return;
    std::int32_t& first = f.first[index(f.row[next])];
    f.next[panel] = first;
    first = static_cast<std::int32_t>(panel);
  };
  for (std::size_t panel = 0; panel < f.count; panel += index(f.width[panel])) {
    const std::size_t end = panel + index(f.width[panel]);
    for (std::size_t j = panel; j < end; ++j) {
      double* const own = f.diagonal + j * size;
      double* const below = f.below + index(f.begin[j]) * size;
      const std::size_t count = index(f.begin[j + 1] - f.begin[j]);
      for (std::int32_t p = f.begin[j]; p < f.begin[j + 1]; ++p) f.place[f.row[p]] = p;
      for (std::int32_t before = f.first[j]; before >= 0;) {
        const std::size_t other = index(before);
        before = f.next[other];
        switch (f.width[other]) {
          case 1: give_panel<D, 1>(f, other, f.done[other], j); break;
          case 2: give_panel<D, 2>(f, other, f.done[other], j); break;
          case 3: give_panel<D, 3>(f, other, f.done[other], j); break;
          default: give_panel<D, 4>(f, other, f.done[other], j);
        }
        ++f.done[other];
        wait_for_next_row(other);
      }
      for (std::size_t k = panel; k < j; ++k) {
        const double* const c[1]{f.below + (index(f.begin[k]) + j - k - 1) * size};
        take_off<D>(own, c, c, 0);
        for (std::size_t p = 0; p < count; ++p) take_off<D>(below + p * size, c, c, (p + 1) * size);
      }
      if (!factor<D>(own)) return false;
      for (std::size_t p = 0; p < count; ++p) divide<D>(below + p * size, own);
    }
    f.done[panel] = 0;
    wait_for_next_row(panel);
  }
  return true;
}

// x ← L⁻ᵀL⁻¹x, each part of x as long as a column of a block.
template <int D>
void substitute(const BlockFactor& f, double* x) {
  constexpr std::size_t s = block_stride<D>, size = block_size<D>;
  const auto index = [](std::int32_t i) { return static_cast<std::size_t>(i); };
  for (std::size_t k = 0; k < f.count; ++k) {
    const double* const l = f.diagonal + k * size;
    double* const own = x + k * s;
    for (std::size_t m = 0; m < D; ++m) {
      own[m] *= l[m * s + m];
      for (std::size_t r = m + 1; r < D; ++r) own[r] -= l[m * s + r] * own[m];
    }
    for (std::int32_t p = f.begin[k]; p < f.begin[k + 1]; ++p) {
      double* const other = x + index(f.row[p]) * s;
      auto v = column_of<D>(other, 0);
      for (std::size_t m = 0; m < D; ++m) v -= column_of<D>(f.below + index(p) * size, m) * own[m];
      set_column<D>(other, 0, v);
    }
  }
  for (std::size_t k = f.count; k-- > 0;) {
    double* const own = x + k * s;
    typename BlockColumn<D>::Vector sum[D] = {};
    for (std::int32_t p = f.begin[k]; p < f.begin[k + 1]; ++p) {
      const auto other = column_of<D>(x + index(f.row[p]) * s, 0);
      for (std::size_t m = 0; m < D; ++m) sum[m] += column_of<D>(f.below + index(p) * size, m) * other;
    }
    const double* const l = f.diagonal + k * size;
    for (std::size_t m = D; m-- > 0;) {
      double part[s];
      __builtin_memcpy(part, &sum[m], sizeof part);
      for (const double value : part) own[m] -= value;
      for (std::size_t r = m + 1; r < D; ++r) own[m] -= l[m * s + r] * own[r];
      own[m] *= l[m * s + m];
    }
  }
}

}  // namespace floc::FLOC_SIMD
