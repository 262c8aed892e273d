#include "projection/refinement_point.hpp"

#include <algorithm>
#include <functional>

namespace floc {

void RefinementPoint::begin(Workspace& work, const SlicedEllpack& contacts, std::span<const double> p,
                            double target_gap, DefaultInitVector<float>* whole, Executor& executor) {
  const Rows& rows = work.rows;
  length_ = rows.length();
  diagonal_ = rows.over_rows<Sum>(executor, [&](std::size_t c, Sum& s) { s.value += rows.diagonal()[c]; }).value /
              static_cast<double>(rows.rows());
  target_gap_ = target_gap;
  whole_ = whole;
  auto& [floats, halves] = slope_;
  if (whole) zero(halves, contacts.entries(), executor);
  else zero(floats, contacts.entries(), executor);
  zero(whole ? *whole : lower_, contacts.entries(), executor);
  at_ = work.row_array();
  executor.for_each(at_.size(), [&](std::size_t c) { at_[c] = p[c]; });
  with_dimension(rows.dimension(), [&]<int D>() { take_slopes<D>(work, contacts, executor); });
}

void RefinementPoint::move(const Rows& rows, const SlicedEllpack& contacts, std::span<const float> x,
                           Executor& executor) {
  const Rows::Lower lower = rows.lower();
  const double force = length_ / diagonal_;
  executor.for_each(rows.rows(), [&](std::size_t c) {
    const std::int32_t t = contacts.here(rows.incidence(), c);
    const double o = origin(c);
    const float by = x[t] - in_passes(at_[c] - o);
    // A row at its bound is at its bound, without the roundings of the sum.
    if (by != 0)
      at_[c] = x[t] <= in_passes(lower[c] - o) ? lower[c] : std::max(lower[c], at_[c] + static_cast<double>(by) * force);
  });
}

RefinementPoint::Measure RefinementPoint::measure(Workspace& work, const SlicedEllpack& contacts, Executor& executor) {
  work.rows.displace(executor, at_, work.passing);
  return measure_displaced(work, contacts, executor);
}

RefinementPoint::Measure RefinementPoint::measure_displaced(Workspace& work, const SlicedEllpack& contacts,
                                                            Executor& executor) {
  return with_dimension(work.rows.dimension(), [&]<int D>() {
    const Rows& rows = work.rows;
    const Rows::Mass mass = rows.mass();
    const double pushed = executor.reduce(rows.bodies(), 0.0, [&](std::size_t begin, std::size_t end) {
      double sum = 0;
      for (std::size_t i = begin; i < end; ++i) {
        const Vec<D> by = Vec<D>::load(&work.passing[i * D]) - rows.free_velocity<D>(i);
        sum += mass[i] * dot(by, by);
      }
      return sum;
    }, std::plus<>());
    Measure found = take_slopes<D>(work, contacts, executor);
    found.cost -= 0.5 * pushed;
    return found;
  });
}

template <int D>
RefinementPoint::Measure RefinementPoint::take_slopes(Workspace& work, const SlicedEllpack& contacts,
                                                      Executor& executor) {
  struct Total {
    Tests tests;
    double work = 0, square = 0;
    Total& operator+=(const Total& o) {
      tests += o.tests;
      work += o.work;
      square += o.square;
      return *this;
    }
  };
  const Rows& rows = work.rows;
  const Rows::Lower lower = rows.lower();
  const double epsilon = rows.compliance(), per_length = 1 / length_;
  auto& [floats, halves] = slope_;
  const Total total = rows.sweep<D, Total>(executor, work.passing, [&](std::size_t c, double g, Total& sum) {
    const double p = at_[c], o = origin(c), slope = g + epsilon * p;
    const double from_target = lower[c] == 0 ? slope - target_gap_ : slope;
    sum.tests.add({g, slope, p, lower[c], rows.diagonal()[c]});
    sum.work += p * from_target;
    sum.square += p * p;
    // A pass adds εx.
    const auto from_origin = static_cast<float>((from_target - epsilon * (p - o)) * per_length);
    const auto at_entries = [&](const auto& put) {
      put(contacts.here(rows.incidence(), c));
      if (const std::int32_t there = contacts.there(c); there >= 0) put(there);
    };
    if (whole_) {
      at_entries([&, half = to_half(from_origin), x = in_passes(p)](std::int32_t t) {
        halves[t] = half;
        (*whole_)[t] = x;
      });
    } else {
      at_entries([&, bound = in_passes(lower[c] - o)](std::int32_t t) {
        floats[t] = from_origin;
        lower_[t] = bound;
      });
    }
  });
  largest_ = total.tests.largest;
  return {total.tests, total.work - 0.5 * epsilon * total.square};
}

}  // namespace floc
