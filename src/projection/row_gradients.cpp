#include "projection/row_gradients.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#define FLOC_SIMD_KERNELS "projection/row_gradients_kernels.hpp"
#include "core/for_simd_targets.hpp"

namespace floc {

namespace {

constexpr double softest = 1e20;   // 1/(ta): such a row does not feel the others
constexpr double overflow = 1e30;  // of rᵀz, which begins near the number of rows; the first sign of one

}  // namespace

RowGradientProducts& RowGradientProducts::operator+=(const RowGradientProducts& o) {
  square += o.square;
  fresh += o.fresh;
  between += o.between;
  largest = std::max(largest, o.largest);
  return *this;
}

void RowGradients::prepare(const Rows& rows, Executor& executor) {
  contacts_.lay_out(rows, executor);
  contacts_.put_normals(rows, normal_, executor);
  struct Mean {
    double sum = 0, count = 0;
  };
  const Mean mean = executor.reduce(rows.bodies(), Mean{}, [&](std::size_t begin, std::size_t end) {
    Mean part;
    for (std::size_t i = begin; i < end; ++i) {
      part.sum += rows.inverse_mass()[i];
      part.count += rows.inverse_mass()[i] > 0;
    }
    return part;
  }, [](const Mean& a, const Mean& b) { return Mean{a.sum + b.sum, a.count + b.count}; });
  unit_ = mean.count > 0 ? mean.sum / mean.count : 1;
  renew_buffer(fresh_, contacts_.slots() * static_cast<std::size_t>(rows.dimension()));
}

RowGradientArrays RowGradients::arrays(double alpha, double beta) {
  return {.columns = contacts_.columns(),
          .others = contacts_.others(),
          .normals = normal_.data(),
          .soft = soft_.data(),
          .residual = residual_.data(),
          .step = step_.data(),
          .change = change_.data(),
          .w = w_.data(),
          .fresh = fresh_.data(),
          .obstacle = contacts_.obstacle(),
          .alpha = static_cast<float>(alpha),
          .beta = static_cast<float>(beta),
          .least = 1e-30f};
}

template <int D, bool first>
RowGradientProducts RowGradients::pass(double alpha, double beta, Executor& executor) {
  const RowGradientArrays a = arrays(alpha, beta);
  return executor.reduce(contacts_.slices(), RowGradientProducts{}, [&](std::size_t begin, std::size_t end) {
    return FLOC_SIMD_CALL(row_gradients_pass<D, first>(a, begin, end));
  }, [](RowGradientProducts total, const RowGradientProducts& part) { return total += part; }, SlicedEllpack::block);
}

template <int D>
double RowGradients::turn(double beta, Executor& executor) {
  const RowGradientArrays a = arrays(0, beta);
  return executor.reduce(contacts_.slices(), 0.0, [&](std::size_t begin, std::size_t end) {
    return FLOC_SIMD_CALL(row_gradients_turn<D>(a, begin, end));
  }, std::plus<>(), SlicedEllpack::block);
}

template <int D>
void RowGradients::begin(const Rows& rows, std::span<const double> t, std::span<const double> change, double length,
                         Executor& executor) {
  for (auto* numbers : {&soft_, &residual_, &step_, &change_}) zero(*numbers, contacts_.entries(), executor);
  zero(w_, (contacts_.slots() + 1) * SlicedEllpack::stride, executor);
  executor.for_each(contacts_.slots(), [&](std::size_t q) {
    if (const std::int32_t i = contacts_.body(q); i >= 0)
      w_[q * SlicedEllpack::stride + 3] = static_cast<float>(rows.inverse_mass()[i] / unit_);
  });
  resize_buffer(displacement_, rows.displacements());
  executor.for_each(rows.bodies(), [&](std::size_t i) {
    (rows.inverse_mass()[i] * force_on<D>(rows.incidence(), i, rows.normal().data(), change.data()))
        .store(&displacement_[i * D]);
  });
  const Rows::Diagonal a = rows.diagonal();
  rows.sweep_linear<D, Nothing>(executor, displacement_, [&](std::size_t c, double along, Nothing&) {
    for (const std::int32_t entry : {contacts_.here(rows.incidence(), c), contacts_.there(c)}) {
      if (entry < 0) continue;
      residual_[entry] = static_cast<float>((a[c] * change[c] - along) / length);
      soft_[entry] = static_cast<float>(std::min(1 / t[c], softest * a[c]) / unit_);
    }
  });
}

int RowGradients::solve(const Rows& rows, std::span<const double> t, double tolerance, int most,
                        std::span<double> change, Executor& executor) {
  const Rows::Diagonal a = rows.diagonal();
  const double length = rows.over_rows<Largest>(executor, [&](std::size_t c, Largest& total) {
    total.value = std::max(total.value, a[c] * std::abs(change[c]));
  }).value;
  if (length == 0) return 0;
  return with_dimension(rows.dimension(), [&]<int D>() {
    begin<D>(rows, t, change, length, executor);
    RowGradientProducts now = pass<D, true>(0, 0, executor);
    double beta = 0, soft = now.fresh;  // sᵀT⁻¹s
    int iteration = 0;
    for (; !(now.largest * length <= tolerance) || !(now.square < overflow); ++iteration) {
      if (iteration == most || !(now.square < overflow)) return most;
      const double alpha = now.square / (turn<D>(beta, executor) + soft);
      const RowGradientProducts next = pass<D, false>(alpha, beta, executor);
      beta = next.square / now.square;
      soft = next.fresh + 2 * beta * next.between + beta * beta * soft;
      now = next;
    }
    rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) {
      change[c] += change_[contacts_.here(rows.incidence(), c)] * (length / unit_);
    });
    return iteration;
  });
}

}  // namespace floc
