#include "projection/local_gauss_seidel.hpp"

#include <algorithm>
#include <cmath>

namespace floc {
namespace {

constexpr std::size_t bodies_a_part = 65536;

// Relaxed in the time of some ten passes.
std::size_t most_relaxed(std::size_t rows) { return rows / 16 + 100; }

}  // namespace

bool LocalGaussSeidel::run(const Rows& rows, const Demands& demands, std::span<double> p, std::span<double> w,
                     Executor& executor) {
  return with_dimension(rows.dimension(), [&]<int D>() {
    if (2 * mark<D>(rows, demands, p, w, executor) > most_relaxed(rows.rows())) return false;
    parts_.resize((rows.bodies() + bodies_a_part - 1) / bodies_a_part);
    executor.for_each(parts_.size(), [&](std::size_t k) {
      Part& part = parts_[k];
      part.begin = k * bodies_a_part;
      part.end = std::min(rows.bodies(), part.begin + bodies_a_part);
      part.line.clear();
      part.outside.clear();
      for (std::int32_t c = rows.incidence().begin(part.begin), end = rows.incidence().begin(part.end); c < end; ++c)
        if (waiting_[c].set) (inside(rows, part, c) ? part.line : part.outside).push_back(c);
      relax<D>(rows, demands, p, w, part);
    }, 1);
    whole_.end = rows.bodies();
    whole_.line.clear();
    for (const Part& part : parts_) {
      if (!part.done) return false;
      whole_.line.insert(whole_.line.end(), part.outside.begin(), part.outside.end());
    }
    relax<D>(rows, demands, p, w, whole_);
    return whole_.done;
  });
}

template <int D>
std::size_t LocalGaussSeidel::mark(const Rows& rows, const Demands& demands, std::span<const double> p,
                             std::span<const double> w, Executor& executor) {
  struct Count {
    std::size_t value = 0;
    Count& operator+=(const Count& o) {
      value += o.value;
      return *this;
    }
  };
  resize_buffer(waiting_, rows.rows());
  const Rows::Lower lower = rows.lower();
  const Rows::Diagonal diagonal = rows.diagonal();
  return rows.sweep<D, Count>(executor, w, [&](std::size_t c, double g, Count& count) {
    waiting_[c].set = demands.failed({g, g + rows.compliance() * p[c], p[c], lower[c], diagonal[c]});
    count.value += waiting_[c].set;
  }).value;
}

// Whoever is `second` comes before whoever is `first`.
bool LocalGaussSeidel::inside(const Rows& rows, const Part& part, std::int32_t c) {
  const auto first = static_cast<std::size_t>(rows.incidence().first()[c]);
  const std::int32_t second = rows.incidence().second().second[c];
  return first < part.end && (second < 0 ? first >= part.begin : static_cast<std::size_t>(second) >= part.begin);
}

template <int D>
void LocalGaussSeidel::relax(const Rows& rows, const Demands& demands, std::span<double> p, std::span<double> w,
                             Part& part) {
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
    return demands.failed({g, g + rows.compliance() * p[c], p[c], lower[c], diagonal[c]});
  };
  const auto look_at = [&](std::int32_t c) {
    if (!inside(rows, part, c)) return part.outside.push_back(c);
    if (waiting_[c].set || !failed(c, gap(c))) return;
    waiting_[c].set = true;
    part.line.push_back(c);
  };
  const auto row_at = [&](std::size_t body) { return static_cast<std::size_t>(incidence.begin(body)); };
  const std::size_t most = most_relaxed(row_at(part.end) - row_at(part.begin));
  std::size_t relaxed = 0;
  part.done = false;
  for (std::size_t next = 0; next < part.line.size(); ++next) {
    const std::int32_t c = part.line[next];
    const double g = gap(c);
    waiting_[c].set = false;
    if (!failed(c, g)) continue;
    if (relaxed++ == most) return;
    const double slope = demands.from_target(g + rows.compliance() * p[c], lower[c]);
    const double value = std::max(lower[c], p[c] - slope / diagonal[c]), change = value - p[c];
    if (change == 0 || !std::isfinite(change)) return;  // bodies that nothing moves
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
  part.done = true;
}

}  // namespace floc
