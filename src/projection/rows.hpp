// The working form of the projection problem, shared by all solvers (internal).
//
// In displacements w = hV and p = h²λ the step size disappears:
//
//   g = D + G w,    w(p) = w* + M⁻¹Gᵀ p,    gradient of the dual:  g(w(p)) + ε p,    ε = δ/h².
//
// The matrix GM⁻¹Gᵀ + εI has the diagonal a = m_first⁻¹ + m_second⁻¹ + ε. Solvers measure rows in the
// metric of a: that is the diagonal scaling p√a (unit diagonal, whatever the masses), without a
// second copy of the rows.
//
// Two loops are all there is. `sweep` goes over the rows and has g; `gather` goes over the bodies
// and has w(p), each body summing the rows it is in: those where it is `first` are contiguous, those
// where it is `second` are listed. Nothing is scattered, so the sums have a fixed order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/vec.hpp"
#include "parallel/executor.hpp"
#include "projection/problem.hpp"

namespace floc {

// Which rows a body is in, and how they move it.
class Incidence {
 public:
  // Keeps what it has when the pattern (bodies, first, second, order) is that of the last call, and spans
  // into the problem until the next one.
  void build(const ProjectionProblem& problem);
  // Grows with every change of the pattern.
  std::uint64_t version() const { return version_; }

  // As in the problem, but with obstacles renamed to N: arrays of displacements have a last entry 0.
  struct Second {
    const std::int32_t* second;
    std::int32_t obstacle;
    std::int32_t operator[](std::size_t c) const { return second[c] < 0 ? obstacle : second[c]; }
  };

  std::span<const std::int32_t> first() const { return first_; }
  Second second() const { return {second_.data(), static_cast<std::int32_t>(bodies_)}; }
  // Rows begin … end − 1 have first = body.
  std::int32_t begin(std::size_t body) const { return own_[body]; }
  std::int32_t end(std::size_t body) const { return own_[body + 1]; }
  // The rows with second = body, in increasing order.
  std::span<const std::int32_t> others(std::size_t body) const {
    return {other_rows_.data() + other_[body], other_rows_.data() + other_[body + 1]};
  }
  // The bodies in the order of the problem, if it has one.
  std::span<const std::int32_t> order() const { return order_; }
  std::size_t listed() const { return other_rows_.size() - ahead; }  // rows between two bodies

  static constexpr std::size_t ahead = 16;  // rows that may be read beyond the last of others

  // f(i, (M⁻¹Gᵀp)_i, total) for every body; `total` a T a block, added up in the order of the blocks.
  template <int D, class T, class P, class F>
  T respond(Executor& executor, const double* inverse_mass, const double* normal, const P& p, F&& f) const;

 private:
  bool same_pattern(const ProjectionProblem& problem) const;

  std::span<const std::int32_t> first_, second_;
  std::vector<std::int32_t> own_, other_, other_rows_, order_;
  std::size_t bodies_ = 0, rows_ = 0;
  std::uint64_t version_ = 0;

  static constexpr std::size_t body_block = 512;
};

// The sum of n_c p_c over the rows c of a body, with the sign of its side: (Gᵀp)_body.
template <int D, class P>
Vec<D> force_on(const Incidence& incidence, std::size_t body, const double* normal, const P& p) {
  Vec<D> sum;
  for (std::int32_t c = incidence.begin(body), end = incidence.end(body); c < end; ++c)
    sum += p[c] * Vec<D>::load(normal + static_cast<std::ptrdiff_t>(c) * D);
  for (const std::int32_t& c : incidence.others(body)) {
    // Read once from memory, and here: those that are listed are rows of bodies to come.
    const std::int32_t soon = *(&c + Incidence::ahead);
    __builtin_prefetch(normal + static_cast<std::ptrdiff_t>(soon) * D);
    __builtin_prefetch(&p[soon]);
    sum -= p[c] * Vec<D>::load(normal + static_cast<std::ptrdiff_t>(c) * D);
  }
  return sum;
}

template <int D, class T, class P, class F>
T Incidence::respond(Executor& executor, const double* inverse_mass, const double* normal, const P& p, F&& f) const {
  return executor.reduce(bodies_, T{}, [&](std::size_t begin, std::size_t end) {
    T total{};
    for (std::size_t i = begin; i < end; ++i) f(i, inverse_mass[i] * force_on<D>(*this, i, normal, p), total);
    return total;
  }, [](T total, const T& part) { return total += part; }, body_block);
}

// What the tests of problem.hpp see of a row.
struct RowState {
  double p, slope, excess, violation, residual;

  // g without and `slope` with the compliance, `diagonal` a_c.
  RowState(double g, double slope_, double p_, double lower, double diagonal) : p(p_), slope(slope_) {
    if (lower > -std::numeric_limits<double>::infinity()) {
      excess = p - lower;
      violation = -g;
      residual = std::abs(std::min(slope, diagonal * excess));
    } else {
      excess = p;
      violation = std::abs(g);
      residual = std::abs(slope);
    }
  }
};

// The stopping tests at one point (p, g), summed over rows.
struct Tests {
  double violation = 0, product = 0, weight = 0, residual = 0, largest = 0;

  double complementarity() const { return weight > 0 ? product / weight : 0; }
  double worst(double residual_share) const { return std::max({violation, complementarity(), residual / residual_share}); }

  void add(const RowState& row) {
    const double size = std::abs(row.p);
    violation = std::max(violation, row.violation);
    product += std::abs(row.excess * row.slope);
    weight += std::max(size, row.excess);
    residual = std::max(residual, row.residual);
    largest = std::max(largest, size);
  }
  Tests& operator+=(const Tests& o) {
    violation = std::max(violation, o.violation);
    product += o.product;
    weight += o.weight;
    residual = std::max(residual, o.residual);
    largest = std::max(largest, o.largest);
    return *this;
  }
};

// What a loop adds up: nothing, a sum, or the largest value (of numbers ≥ 0).
struct Nothing {
  Nothing& operator+=(const Nothing&) { return *this; }
};
struct Sum {
  double value = 0;
  Sum& operator+=(const Sum& o) {
    value += o.value;
    return *this;
  }
};
struct Largest {
  double value = 0;
  Largest& operator+=(const Largest& o) {
    value = std::max(value, o.value);
    return *this;
  }
};

class Rows {
 public:
  // h²λ_min, from the bounds of the problem without a copy of them.
  struct Lower {
    const double* bound;
    std::size_t stride;  // 0: one bound for all rows
    double square;
    double operator[](std::size_t c) const { return square * bound[stride * c]; }
  };

  // a, from the masses: an array of it would be read in every sweep.
  struct Diagonal {
    const double* inverse_mass;
    const std::int32_t *first, *second;
    double compliance;
    double operator[](std::size_t c) const {
      return inverse_mass[first[c]] + (second[c] < 0 ? 0 : inverse_mass[second[c]]) + compliance;
    }
  };

  // 0 where it is infinite: such a body never moves.
  struct Mass {
    const double* inverse;
    double operator[](std::size_t i) const { return inverse[i] > 0 ? 1 / inverse[i] : 0; }
  };

  // Keeps spans into the problem until the next call.
  void prepare(const ProjectionProblem& problem);

  int dimension() const { return dimension_; }
  std::size_t bodies() const { return bodies_; }
  std::size_t rows() const { return rows_; }
  std::size_t displacements() const { return (bodies_ + 1) * static_cast<std::size_t>(dimension_); }
  double compliance() const { return compliance_; }  // ε
  double length() const { return length_; }          // r̄
  const Incidence& incidence() const { return incidence_; }
  Lower lower() const {
    return lower_.empty() ? Lower{&zero, 0, 1} : Lower{lower_.data(), 1, step_ * step_};
  }
  bool pulls() const { return !lower_.empty(); }  // some row may
  Diagonal diagonal() const {
    return {inverse_mass_.data(), incidence_.first().data(), incidence_.second().second, compliance_};
  }
  Mass mass() const { return {inverse_mass_.data()}; }
  std::span<const double> inverse_mass() const { return inverse_mass_; }
  std::span<const double> normal() const { return normal_; }
  std::span<const double> gap() const { return gap_; }
  // w* of a body.
  template <int D>
  Vec<D> free_velocity(std::size_t i) const {
    return step_ * Vec<D>::load(&free_velocity_[i * D]);
  }

  // f(c, g_c(w), total) for every row, `total` a T a block, added up in the order of the blocks.
  template <int D, class T, class F>
  T sweep(Executor& executor, std::span<const double> w, F&& f) const {
    return sweep_from<D, T>(executor, w, [gap = gap_.data()](std::size_t c) { return gap[c]; }, f);
  }

  // f(c, (Gw)_c, total): the same without the gaps, whose roundings would drown a small w.
  template <int D, class T, class F>
  T sweep_linear(Executor& executor, std::span<const double> w, F&& f) const {
    return sweep_from<D, T>(executor, w, [](std::size_t) { return 0.0; }, f);
  }

  // f(i, w_i(p), total) for every body.
  template <int D, class T, class F>
  T gather(Executor& executor, std::span<const double> p, F&& f) const {
    const auto from_free = [&](std::size_t i, const Vec<D>& change, T& total) {
      f(i, free_velocity<D>(i) + change, total);
    };
    return incidence_.respond<D, T>(executor, inverse_mass_.data(), normal_.data(), p.data(), from_free);
  }

  // f(c, total) for every row, without g.
  template <class T, class F>
  T over_rows(Executor& executor, F&& f) const {
    return executor.reduce(rows_, T{}, [&](std::size_t begin, std::size_t end) {
      T total{};
      for (std::size_t c = begin; c < end; ++c) f(c, total);
      return total;
    }, sum<T>, row_block);
  }

  // w = w(p).
  void displace(Executor& executor, std::span<const double> p, std::span<double> w) const;
  // An upper bound of the largest eigenvalue of the matrix in the metric of a (Gershgorin).
  double largest_eigenvalue_bound(Executor& executor) const;

 private:
  static constexpr std::size_t row_block = 2048;
  static constexpr double zero = 0, at_rest[3] = {};

  template <int D, class T, class Start, class F>
  T sweep_from(Executor& executor, std::span<const double> w, Start start, F& f) const {
    const double *const x = w.data(), *const normal = normal_.data();
    const std::int32_t *const first = incidence_.first().data(), *const second = incidence_.second().second;
    return executor.reduce(rows_, T{}, [&](std::size_t begin, std::size_t end) {
      T total{};
      for (std::size_t c = begin; c < end; ++c) {
        const double* const e = normal + c * D;
        const double* const xi = x + static_cast<std::ptrdiff_t>(first[c]) * D;
        const double* const xj = second[c] < 0 ? at_rest : x + static_cast<std::ptrdiff_t>(second[c]) * D;
        double g = start(c);
        for (int k = 0; k < D; ++k) g += e[k] * (xi[k] - xj[k]);
        f(c, g, total);
      }
      return total;
    }, sum<T>, row_block);
  }

  template <class T>
  static T sum(T total, const T& part) {
    return total += part;
  }

  int dimension_ = 3;
  std::size_t bodies_ = 0, rows_ = 0;
  double step_ = 0, compliance_ = 0, length_ = 1;
  Incidence incidence_;
  std::span<const double> inverse_mass_, free_velocity_, normal_, gap_, lower_;
};

}  // namespace floc
