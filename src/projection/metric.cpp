#include "projection/metric.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace floc {

namespace {

constexpr std::size_t body_block = 512;

// The lower triangle of a symmetric d × d matrix, row by row, and of its Cholesky factor.
template <int D>
using Triangle = std::array<double, D*(D + 1) / 2>;

constexpr int at(int row, int column) { return row * (row + 1) / 2 + column; }

template <int D>
void factorise(double* a) {
  for (int i = 0; i < D; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = a[at(i, j)];
      for (int k = 0; k < j; ++k) sum -= a[at(i, k)] * a[at(j, k)];
      a[at(i, j)] = i == j ? std::sqrt(sum) : sum / a[at(j, j)];
    }
}

template <int D>
Vec<D> solve_factorised(const double* l, Vec<D> b) {
  for (int i = 0; i < D; ++i) {
    for (int k = 0; k < i; ++k) b[i] -= l[at(i, k)] * b[k];
    b[i] /= l[at(i, i)];
  }
  for (int i = D; i-- > 0;) {
    for (int k = i + 1; k < D; ++k) b[i] -= l[at(k, i)] * b[k];
    b[i] /= l[at(i, i)];
  }
  return b;
}

// A sum over bodies, and the largest of something beside it.
struct Products {
  double sum = 0, largest = 0;
};

template <class F>
Products over_bodies(const Rows& rows, Executor& executor, F&& f) {
  return executor.reduce(rows.bodies(), Products{}, [&](std::size_t begin, std::size_t end) {
    Products total;
    for (std::size_t i = begin; i < end; ++i)
      if (rows.mass()[i] > 0) f(i, total);
    return total;
  }, [](Products a, const Products& b) { return Products{a.sum + b.sum, std::max(a.largest, b.largest)}; }, body_block);
}

// Where a factorisation is the quicker way (benchmarks/lubrication_bench).
bool worth_factorising(const Rows& rows) {
  constexpr std::size_t bodies[] = {1'000'000, 20'000, 500};
  return rows.bodies() <= bodies[rows.dimension() - 1];
}

}  // namespace

void Metric::prepare(const Rows& rows, std::span<const double> t, Executor& executor) {
  iterates_ = solver_ == LinearSolver::pcg || (solver_ == LinearSolver::automatic && !worth_factorising(rows));
  if (iterates_) {
    with_dimension(rows.dimension(), [&]<int D>() { factorise_blocks<D>(rows, t, executor); });
  } else {
    stiffness_.analyse(rows);
    stiffness_.factorise(rows, t, executor);
  }
}

int Metric::solve(const Rows& rows, std::span<const double> t, std::span<const double> b, double tolerance, int most,
                  std::span<double> x, Executor& executor) {
  if (iterates_)
    return with_dimension(rows.dimension(),
                          [&]<int D>() { return iterate<D>(rows, t, b, tolerance, most, x, executor); });
  stiffness_.solve(rows, b, x);
  return 1;
}

template <int D>
void Metric::factorise_blocks(const Rows& rows, std::span<const double> t, Executor& executor) {
  constexpr std::size_t size = std::tuple_size_v<Triangle<D>>;
  block_.resize(rows.bodies() * size);
  executor.for_each(rows.bodies(), [&](std::size_t i) {
    if (rows.mass()[i] == 0) return;
    double* const block = &block_[i * size];
    std::fill_n(block, size, 0.0);
    const auto add = [&](std::int32_t c) {
      const double* const e = &rows.normal()[static_cast<std::size_t>(c) * D];
      for (int k = 0; k < D; ++k)
        for (int l = 0; l <= k; ++l) block[at(k, l)] += t[c] * e[k] * e[l];
    };
    for (std::int32_t c = rows.incidence().begin(i); c < rows.incidence().end(i); ++c) add(c);
    for (const std::int32_t c : rows.incidence().others(i)) add(c);
    for (int k = 0; k < D; ++k) block[at(k, k)] += rows.mass()[i];
    factorise<D>(block);
  }, body_block);
}

template <int D>
int Metric::iterate(const Rows& rows, std::span<const double> t, std::span<const double> b, double tolerance, int most,
                    std::span<double> x, Executor& executor) {
  constexpr std::size_t size = std::tuple_size_v<Triangle<D>>;
  for (auto* v : {&residual_, &step_, &image_}) v->resize(rows.displacements());
  std::fill(x.begin(), x.end(), 0.0);
  std::fill(step_.begin(), step_.end(), 0.0);

  const auto preconditioned = [&](std::size_t i, Products& total) {
    const Vec<D> r = Vec<D>::load(&residual_[i * D]), z = solve_factorised<D>(&block_[i * size], r);
    total.sum += dot(r, z);
    total.largest = std::max(total.largest, norm(r) * rows.inverse_mass()[i]);
    return z;
  };
  Products now = over_bodies(rows, executor, [&](std::size_t i, Products& total) {
    Vec<D>::load(&b[i * D]).store(&residual_[i * D]);
    preconditioned(i, total).store(&step_[i * D]);
  });
  int iteration = 0;
  while (now.largest > tolerance && iteration < most) {
    ++iteration;
    const double energy = over_bodies(rows, executor, [&](std::size_t i, Products& total) {
      const Vec<D> s = Vec<D>::load(&step_[i * D]);
      Vec<D> image = rows.mass()[i] * s;
      // Rows are gone over twice, once from each side: at 10⁵ bodies memory is the limit, not arithmetic.
      const auto pull = [&](std::int32_t c, std::int32_t other) {
        const Vec<D> e = Vec<D>::load(&rows.normal()[static_cast<std::size_t>(c) * D]);
        image += t[c] * dot(e, s - Vec<D>::load(&step_[static_cast<std::size_t>(other) * D])) * e;
      };
      const Incidence& incidence = rows.incidence();
      for (std::int32_t c = incidence.begin(i); c < incidence.end(i); ++c) pull(c, incidence.second()[c]);
      for (const std::int32_t c : incidence.others(i)) pull(c, incidence.first()[c]);
      image.store(&image_[i * D]);
      total.sum += dot(s, image);
    }).sum;
    const double length = now.sum / energy;
    const Products next = over_bodies(rows, executor, [&](std::size_t i, Products& total) {
      (Vec<D>::load(&x[i * D]) + length * Vec<D>::load(&step_[i * D])).store(&x[i * D]);
      (Vec<D>::load(&residual_[i * D]) - length * Vec<D>::load(&image_[i * D])).store(&residual_[i * D]);
      preconditioned(i, total).store(&image_[i * D]);
    });
    const double turn = next.sum / now.sum;
    over_bodies(rows, executor, [&](std::size_t i, Products&) {
      (Vec<D>::load(&image_[i * D]) + turn * Vec<D>::load(&step_[i * D])).store(&step_[i * D]);
    });
    now = next;
  }
  return iteration;
}

}  // namespace floc
