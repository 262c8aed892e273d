#include "projection/metric.hpp"

#include <algorithm>

#include "core/buffers.hpp"

namespace floc {

namespace {

// Where a factorisation is the quicker way (benchmarks/lubrication_bench), or as quick and exact. On a line a
// stiff network is a chain, which the factors do not fill in and where iterations have to go from end to end.
bool worth_factorising(const Rows& rows) {
  constexpr std::size_t bodies[] = {1'000'000, 100, 100};
  return rows.bodies() <= bodies[rows.dimension() - 1];
}

}  // namespace

void Metric::prepare(const Rows& rows, Executor& executor) {
  iterates_ = solver_ == LinearSolver::pcg || (solver_ == LinearSolver::automatic && !worth_factorising(rows));
  if (iterates_) gradients_.prepare(rows, executor);
}

int Metric::solve(const Rows& rows, std::span<const double> t, double tolerance, int most, std::span<double> change,
                  Executor& executor) {
  if (iterates_) return gradients_.solve(rows, t, tolerance, most, change, executor);
  with_dimension(rows.dimension(), [&]<int D>() { factorise<D>(rows, t, change, executor); });
  return 1;
}

template <int D>
void Metric::factorise(const Rows& rows, std::span<const double> t, std::span<double> change, Executor& executor) {
  factor_.analyse(rows);
  factor_.factorise(rows, t, executor);
  for (auto* v : {&force_, &displacement_}) resize_buffer(*v, rows.displacements());
  resize_buffer(pull_, rows.rows());
  const Rows::Diagonal a = rows.diagonal();
  executor.for_each(rows.bodies(), [&](std::size_t i) {
    (rows.inverse_mass()[i] * force_on<D>(rows.incidence(), i, rows.normal().data(), change.data()))
        .store(&displacement_[i * D]);
  });
  std::fill(displacement_.end() - D, displacement_.end(), 0.0);
  rows.sweep_linear<D, Nothing>(executor, displacement_, [&](std::size_t c, double along, Nothing&) {
    pull_[c] = t[c] * (a[c] * change[c] - along);
  });
  executor.for_each(rows.bodies(), [&](std::size_t i) {
    force_on<D>(rows.incidence(), i, rows.normal().data(), pull_.data()).store(&force_[i * D]);
  });
  factor_.solve(rows, force_, displacement_);
  rows.sweep_linear<D, Nothing>(executor, displacement_,
                                [&](std::size_t c, double along, Nothing&) { change[c] += pull_[c] - t[c] * along; });
}

}  // namespace floc
