#include "projection/relaxation.hpp"

#include <algorithm>
#include <cmath>

namespace floc {
namespace {

constexpr std::size_t rows_a_relaxed = 16, few = 100;

}  // namespace

bool Relaxation::run(const Rows& rows, const Demands& demands, std::span<double> p, std::span<double> w,
                     Executor& executor) {
  const std::size_t most = rows.rows() / rows_a_relaxed + few;  // relaxed in the time of some ten passes
  return with_dimension(rows.dimension(), [&]<int D>() {
    return 2 * mark<D>(rows, demands, p, w, executor) <= most && relax<D>(rows, demands, most, p, w);
  });
}

template <int D>
std::size_t Relaxation::mark(const Rows& rows, const Demands& demands, std::span<const double> p,
                             std::span<const double> w, Executor& executor) {
  struct Count {
    std::size_t value = 0;
    Count& operator+=(const Count& o) {
      value += o.value;
      return *this;
    }
  };
  grow(waiting_, rows.rows());
  const Rows::Lower lower = rows.lower();
  const Rows::Diagonal diagonal = rows.diagonal();
  return rows.sweep<D, Count>(executor, w, [&](std::size_t c, double g, Count& count) {
    waiting_[c].set = demands.failed(g, g + rows.compliance() * p[c], p[c], lower[c], diagonal[c]);
    count.value += waiting_[c].set;
  }).value;
}

template <int D>
bool Relaxation::relax(const Rows& rows, const Demands& demands, std::size_t most, std::span<double> p,
                       std::span<double> w) {
  line_.clear();
  for (std::size_t c = 0; c < rows.rows(); ++c)
    if (waiting_[c].set) line_.push_back(static_cast<std::int32_t>(c));
  const Incidence& incidence = rows.incidence();
  const std::int32_t *const first = incidence.first().data(), *const second = incidence.second().second;
  const Rows::Lower lower = rows.lower();
  const Rows::Diagonal diagonal = rows.diagonal();
  const double* const inverse_mass = rows.inverse_mass().data();
  const auto normal = [&](std::int32_t c) { return Vec<D>::load(&rows.normal()[static_cast<std::size_t>(c) * D]); };
  const auto at = [&](std::int32_t i) { return &w[static_cast<std::size_t>(i) * D]; };
  const auto gap = [&](std::int32_t c) {
    const Vec<D> here = Vec<D>::load(at(first[c]));
    return rows.gap()[c] + dot(normal(c), second[c] < 0 ? here : here - Vec<D>::load(at(second[c])));
  };
  const auto failed = [&](std::int32_t c, double g) {
    return demands.failed(g, g + rows.compliance() * p[c], p[c], lower[c], diagonal[c]);
  };
  const auto look_at = [&](std::int32_t c) {
    if (waiting_[c].set || !failed(c, gap(c))) return;
    waiting_[c].set = true;
    line_.push_back(c);
  };
  std::size_t relaxed = 0;
  for (std::size_t next = 0; next < line_.size(); ++next) {
    const std::int32_t c = line_[next];
    const double g = gap(c);
    waiting_[c].set = false;
    if (!failed(c, g)) continue;
    if (relaxed++ == most) return false;
    const double slope = demands.aimed(g + rows.compliance() * p[c], lower[c]);
    const double value = std::max(lower[c], p[c] - slope / diagonal[c]), change = value - p[c];
    if (change == 0 || !std::isfinite(change)) return false;  // bodies that nothing moves
    p[c] = value;
    for (const std::int32_t i : {first[c], second[c]}) {
      if (i < 0) continue;
      const double push = (i == first[c] ? change : -change) * inverse_mass[i];
      (Vec<D>::load(at(i)) + push * normal(c)).store(at(i));
    }
    waiting_[c].set = true;  // it is as it should be
    for (const std::int32_t i : {first[c], second[c]}) {
      if (i < 0) continue;
      const auto body = static_cast<std::size_t>(i);
      for (std::int32_t o = incidence.begin(body); o < incidence.end(body); ++o) look_at(o);
      for (const std::int32_t o : incidence.others(body)) look_at(o);
    }
    waiting_[c].set = false;
  }
  return true;
}

}  // namespace floc
