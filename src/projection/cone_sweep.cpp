#include "projection/cone_sweep.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#define FLOC_SIMD_KERNELS "projection/cone_sweep_kernels.hpp"
#include "core/for_simd_targets.hpp"

namespace floc {
namespace {

std::ptrdiff_t at(std::size_t k) { return static_cast<std::ptrdiff_t>(k); }

constexpr std::size_t simd_width = 8, most_colours = 64, group_block = 48, body_block = 2048, shortest_stretch = 8192;

}  // namespace

bool is_round(const ProjectionProblem& q, Executor& executor) {
  const auto d = static_cast<std::size_t>(q.dimension);
  const auto all = [&](std::size_t count, auto&& holds) {
    return executor.reduce(
        count, true,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t k = begin; k < end; ++k)
            if (!holds(k)) return false;
          return true;
        },
        [](bool a, bool b) { return a && b; }, 4096);
  };
  return (d != 3 || all(q.bodies(),
                        [&](std::size_t i) {
                          const double* const m = &q.turning.inverse_inertia[6 * i];
                          return m[0] == m[1] && m[0] == m[2] && m[3] == 0 && m[4] == 0 && m[5] == 0;
                        })) &&
         all(q.rows(), [&](std::size_t c) {
           const Vec3 e = embed(&q.normal[c * d], q.dimension);
           for (const auto& levers : {q.turning.lever_first, q.turning.lever_second}) {
             const Vec3 lever = embed(&levers[c * d], q.dimension), off = cross(lever, e);
             if (dot(off, off) > 1e-24 * dot(lever, lever)) return false;
           }
           return true;
         });
}

std::size_t ConeColours::stretch_of(const ProjectionProblem& q, std::size_t row) const {
  const std::int32_t other = q.second[row];
  const auto one = static_cast<std::size_t>(slot[static_cast<std::size_t>(q.first[row])]) / extent;
  const auto two = other < 0 ? one : static_cast<std::size_t>(slot[static_cast<std::size_t>(other)]) / extent;
  return std::max(one, two) - std::min(one, two) > 1 ? stretches() : std::max(one, two);
}

void ConeColours::choose_extent(const ProjectionProblem& q) {
  // The shortest that nearly all rows keep to, from what half a megabyte holds on.
  for (extent = q.order.empty() ? bodies : shortest_stretch; extent < bodies; extent *= 2) {
    stretch.resize((bodies + extent - 1) / extent + 1);
    std::size_t outside = 0;
    for (std::size_t c = 0; c < q.rows(); ++c) outside += stretch_of(q, c) == stretches();
    if (outside * 64 <= q.rows()) return;
  }
  stretch.resize(1);
}

void ConeColours::append(const ProjectionProblem& q, std::span<const std::int32_t> rows) {
  std::size_t count[most_colours] = {}, next[most_colours];
  colour_.resize(rows.size());
  const auto mask = [&](std::int32_t body) -> std::uint64_t& { return used_[static_cast<std::size_t>(body)]; };
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const auto c = static_cast<std::size_t>(rows[n]);
    const std::int32_t i = q.first[c], j = q.second[c];
    const auto k = static_cast<std::size_t>(std::countr_one(mask(i) | (j < 0 ? 0 : mask(j))));
    colour_[n] = static_cast<std::uint8_t>(k);
    if (k == most_colours) {
      crowded_.push_back(rows[n]);
      continue;
    }
    mask(i) |= std::uint64_t{1} << k;
    if (j >= 0) mask(j) |= std::uint64_t{1} << k;
    ++count[k];
  }
  for (std::size_t k = 0; k < most_colours && count[k] > 0; ++k) {
    next[k] = begin.back() * simd_width;
    begin.push_back(begin.back() + (count[k] + simd_width - 1) / simd_width);
  }
  entry.resize(begin.back() * simd_width, -1);
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const auto c = static_cast<std::size_t>(rows[n]);
    if (colour_[n] < most_colours) entry[next[colour_[n]]++] = rows[n];
    mask(q.first[c]) = 0;
    if (q.second[c] >= 0) mask(q.second[c]) = 0;
  }
}

void ConeColours::find(const ProjectionProblem& q) {
  bodies = q.bodies();
  const std::size_t rows = q.rows();
  slot.resize(bodies);
  for (std::size_t k = 0; k < bodies; ++k)
    slot[q.order.empty() ? k : static_cast<std::size_t>(q.order[k])] = static_cast<std::int32_t>(k);
  choose_extent(q);
  // Rows by the slots of their first bodies, so that neighbours stay together; then by stretches.
  sorted_.resize(rows);
  for (std::size_t c = 0; c < rows; ++c) sorted_[c] = static_cast<std::int32_t>(c);
  const auto sort_by = [&](std::size_t keys, const auto& key) {
    from_.assign(keys + 1, 0);
    for (std::size_t c = 0; c < rows; ++c) ++from_[key(c) + 1];
    for (std::size_t k = 0; k < keys; ++k) from_[k + 1] += from_[k];
    order_.resize(rows);
    for (const std::int32_t c : sorted_) order_[from_[key(static_cast<std::size_t>(c))]++] = c;
  };
  if (!q.order.empty()) {
    sort_by(bodies,
            [&](std::size_t c) { return static_cast<std::size_t>(slot[static_cast<std::size_t>(q.first[c])]); });
    sorted_.swap(order_);
  }
  sort_by(stretches() + 1, [&](std::size_t c) { return stretches() == 0 ? 0 : stretch_of(q, c); });

  used_.assign(bodies, 0);
  begin.assign(1, 0);
  entry.clear();
  crowded_.clear();
  // Now from_[b] is where stretch b ends.
  for (std::size_t b = 0; b <= stretches(); ++b) {
    stretch[b] = begin.size() - 1;
    const std::size_t first = b == 0 ? 0 : from_[b - 1];
    append(q, std::span(order_).subspan(first, from_[b] - first));
  }
  shared = begin.back();
  begin.push_back(shared + crowded_.size());
  entry.resize(begin.back() * simd_width, -1);  // one row a group
  for (std::size_t n = 0; n < crowded_.size(); ++n) entry[(shared + n) * simd_width] = crowded_[n];
  part.assign(groups(), 0);
  parts = std::max<std::size_t>(stretches(), 1);
  for (std::size_t b = 0; b < stretches(); ++b)
    std::fill(part.begin() + at(begin[stretch[b]]), part.begin() + at(begin[stretch[b + 1]]),
              static_cast<std::int32_t>(b));
  for (std::size_t k = stretch.back(); k + 2 < begin.size(); ++k)
    for (std::size_t g = begin[k]; g < begin[k + 1]; ++g) {
      const std::size_t block = (g - begin[k]) / group_block;
      part[g] = static_cast<std::int32_t>(block);
      parts = std::max(parts, block + 1);
    }
}

template <class Real>
void ConeSweep<Real>::lay_out(const ProjectionProblem& q, bool round, std::span<const ConeMetric> metric,
                              const ConeColours& colours, Executor& executor) {
  colours_ = &colours;
  round_ = round;
  exact_ = q.turning.exact;
  slips_ = !q.turning.slip.empty();
  length_ = q.length;
  double sum = 0, finite = 0;
  for (const double inverse : q.inverse_mass) {
    sum += inverse;
    finite += inverse > 0;
  }
  mass_ = sum > 0 ? finite / sum : 1;
  epsilon_ = mass_ * q.compliance / (q.step * q.step);
  stride_ = round_ ? 8 : 16;
  const std::size_t n = colours.entry.size(), lever = round_ ? 1 : 3;
  for (auto* places : {&first_, &second_}) resize_buffer(*places, n);
  for (auto* numbers : {&gap_, &lower_, &friction_}) resize_buffer(*numbers, n);
  for (auto* numbers : {&normal_, &force_, &before_}) resize_buffer(*numbers, 3 * n);
  for (auto* numbers : {&lever_first_, &lever_second_}) resize_buffer(*numbers, lever * n);
  resize_buffer(metric_, round_ ? 0 : 2 * n);
  resize_buffer(slip_, slips_ ? 3 * n : 0);
  const auto place = [&](std::size_t body) {
    return static_cast<std::int32_t>(static_cast<std::size_t>(colours.slot[body]) * stride_);
  };
  const double unit = mass_ * length_;
  executor.for_each(n, [&](std::size_t t) {
    const std::size_t l = t % simd_width, t3 = 3 * (t - l) + l;
    // Nobody, one for each of eight in each part: what is written to it is what it was.
    const auto nobody = static_cast<std::int32_t>(
        (colours.bodies + static_cast<std::size_t>(colours.part[t / simd_width]) * simd_width + l) * stride_);
    const auto vector = [&](DefaultInitVector<Real>& to, const Vec3& v) {
      for (std::size_t k = 0; k < 3; ++k) to[t3 + k * simd_width] = static_cast<Real>(v.c[k]);
    };
    if (colours.entry[t] < 0) {
      first_[t] = second_[t] = nobody;
      gap_[t] = lower_[t] = friction_[t] = 0;
      vector(normal_, {});
      if (round_)
        lever_first_[t] = lever_second_[t] = 0;
      else {
        vector(lever_first_, {});
        vector(lever_second_, {});
        metric_[2 * (t - l) + l] = metric_[2 * (t - l) + l + simd_width] = 1;
      }
      if (slips_) vector(slip_, {});
      return;
    }
    const auto c = static_cast<std::size_t>(colours.entry[t]);
    const ConeRow row = ConeRow::of(q, c);
    first_[t] = place(row.first);
    second_[t] = row.second < 0 ? nobody : place(static_cast<std::size_t>(row.second));
    gap_[t] = static_cast<Real>(row.gap / length_);
    lower_[t] = static_cast<Real>(std::max(row.lower / unit, -1e30));
    friction_[t] = static_cast<Real>(row.friction);
    vector(normal_, row.normal);
    if (round_) {
      lever_first_[t] = static_cast<Real>(-dot(row.lever_first, row.normal) / length_);
      lever_second_[t] = static_cast<Real>(dot(row.lever_second, row.normal) / length_);
    } else {
      vector(lever_first_, (1 / length_) * row.lever_first);
      vector(lever_second_, (1 / length_) * row.lever_second);
      metric_[2 * (t - l) + l] = static_cast<Real>(mass_ * metric[c].normal);
      metric_[2 * (t - l) + l + simd_width] = static_cast<Real>(mass_ * metric[c].tangential);
    }
    if (slips_) vector(slip_, (1 / length_) * row.slip);
  });
  resize_buffer(x_, (colours.bodies + colours.parts * simd_width) * stride_);
  resize_buffer(x_before_, colours.bodies * 8);
  std::fill(x_.end() - at(colours.parts * simd_width * stride_), x_.end(), Real(0));
  const double inertia = mass_ * length_ * length_;
  rolls_ = !q.turning.rolling.empty();
  rolling_.assign(rolls_ ? n : 0, {});
  for (std::size_t t = 0; t < rolling_.size(); ++t) {
    if (colours.entry[t] < 0) continue;
    const auto c = static_cast<std::size_t>(colours.entry[t]);
    rolling_[t].across = q.turning.rolling[c] / length_;
    rolling_[t].about = q.turning.twisting[c] / length_;
    if (q.turning.rolling[c] > 0 || q.turning.twisting[c] > 0)
      rolling_[t].response = inertia * turning_response(q, ConeRow::of(q, c));
    if (!q.turning.turn.empty() && q.second[c] < 0) rolling_[t].turn = Vec3::load(&q.turning.turn[3 * c]);
  }
  joints_.lay_out(q, length_, mass_, colours.slot, stride_);
  executor.for_each(colours.bodies, [&](std::size_t i) {
    Real* const slot = x_.data() + static_cast<std::size_t>(colours.slot[i]) * stride_;
    std::fill_n(slot, stride_, Real(0));
    slot[6] = static_cast<Real>(mass_ * q.inverse_mass[i]);
    const bool space = q.dimension == 3;
    const double* const moments = &q.turning.inverse_inertia[space ? 6 * i : i];
    if (round_)
      slot[7] = static_cast<Real>(inertia * moments[0]);
    else if (space)
      for (std::size_t k = 0; k < 6; ++k) slot[8 + k] = static_cast<Real>(inertia * moments[k]);
    else
      slot[10] = static_cast<Real>(inertia * moments[0]);
  });
}

template <class Real>
void ConeSweep<Real>::put_forces(const ProjectionProblem& q, const ConeForces& forces, Executor& executor) {
  const auto d = static_cast<std::size_t>(q.dimension);
  const double unit = q.step * q.step / (mass_ * length_);
  executor.for_each(colours_->entry.size(), [&](std::size_t t) {
    const std::size_t l = t % simd_width, t3 = 3 * (t - l) + l;
    const std::int32_t c = colours_->entry[t];
    Vec3 p;
    if (c >= 0) {
      const auto row = static_cast<std::size_t>(c);
      p = unit * (forces.multiplier[row] * embed(&q.normal[row * d], q.dimension) +
                  embed(&forces.tangential[row * d], q.dimension));
      if (rolls_) rolling_[t].torque = rolling_[t].before = (unit / length_) * Vec3::load(&forces.torque[3 * row]);
    }
    for (std::size_t k = 0; k < 3; ++k)
      force_[t3 + k * simd_width] = before_[t3 + k * simd_width] = static_cast<Real>(p.c[k]);
  });
  joints_.put_forces(q, forces.joint);
}

template <class Real>
void ConeSweep<Real>::take_forces(const ProjectionProblem& q, ProjectionResult& result, Executor& executor) const {
  const auto d = static_cast<std::size_t>(q.dimension);
  const double unit = mass_ * length_ / (q.step * q.step);
  executor.for_each(colours_->entry.size(), [&](std::size_t t) {
    const std::int32_t c = colours_->entry[t];
    if (c < 0) return;
    const auto row = static_cast<std::size_t>(c);
    const std::size_t l = t % simd_width, t3 = 3 * (t - l) + l;
    Vec3 p;
    for (std::size_t k = 0; k < 3; ++k) p.c[k] = unit * static_cast<double>(force_[t3 + k * simd_width]);
    const Vec3 e = embed(&q.normal[row * d], q.dimension);
    const double lower = q.lower.empty() ? 0 : q.lower[row],
                 friction = q.turning.friction.empty() ? 0 : q.turning.friction[row];
    const double along = std::max(lower, dot(e, p));
    // Rounding leaves sliders a little within their cones, or beyond.
    Vec3 across = friction > 0 ? p - dot(e, p) * e : Vec3{};
    const double size = norm(across), most = friction * (along - lower);
    if (size > most) across *= most / size;
    result.multiplier[row] = along;
    for (std::size_t k = 0; k < d; ++k) result.tangential[row * d + k] = across.c[k];
    if (rolls_)
      RollingBounds::of(q.turning.rolling[row], q.turning.twisting[row], along - lower)
          .clip((unit * length_) * rolling_[t].torque, e)
          .store(&result.torque[3 * row]);
  });
  joints_.take_forces(q, result.joint);
}

template <class Real>
void ConeSweep<Real>::put_motion(const ProjectionProblem& q, std::span<const double> velocity,
                                 std::span<const double> spin, bool restart, Executor& executor) {
  const auto d = static_cast<std::size_t>(q.dimension);
  executor.for_each(colours_->bodies, [&](std::size_t i) {
    const auto at = static_cast<std::size_t>(colours_->slot[i]);
    Real *const slot = x_.data() + at * stride_, *const before = x_before_.data() + at * 8;
    double motion[6] = {};
    for (std::size_t k = 0; k < d; ++k) motion[k] = q.step * velocity[i * d + k] / length_;
    if (d == 3)
      for (std::size_t k = 0; k < 3; ++k) motion[3 + k] = q.step * spin[3 * i + k];
    else
      motion[5] = q.step * spin[i];
    for (std::size_t k = 0; k < 6; ++k) {
      const auto now = static_cast<Real>(motion[k]);
      before[k] = restart ? now : before[k] + (now - slot[k]);
      slot[k] = now;
    }
    before[6] = slot[6];
    before[7] = slot[7];
  });
}

template <class Real>
ConeSweepArrays<Real> ConeSweep<Real>::arrays(double beta, double overlap, double residual) {
  return {.first = first_.data(),
          .second = second_.data(),
          .normal = normal_.data(),
          .gap = gap_.data(),
          .lower = lower_.data(),
          .friction = friction_.data(),
          .lever_first = lever_first_.data(),
          .lever_second = lever_second_.data(),
          .metric = metric_.data(),
          .slip = slips_ ? slip_.data() : nullptr,
          .force = force_.data(),
          .before = before_.data(),
          .x = x_.data(),
          .beta = static_cast<Real>(beta),
          .epsilon = static_cast<Real>(epsilon_),
          .least = std::is_same_v<Real, float> ? Real(1e-30) : Real(1e-200),
          .deep = static_cast<Real>(overlap),
          .far = static_cast<Real>(residual * residual),
          .exact = exact_};
}

template <class Real>
ConeSweepSums ConeSweep<Real>::resist_rolling(double beta, std::size_t begin, std::size_t end) {
  ConeSweepSums sums;
  for (std::size_t t = begin * simd_width; t < end * simd_width; ++t) {
    Rolling& r = rolling_[t];
    if (!(r.response > 0)) continue;
    Real *const first = x_.data() + first_[t], *const second = x_.data() + second_[t];
    const std::size_t l = t % simd_width, t3 = 3 * (t - l) + l;
    Vec3 e, force, turn;
    for (std::size_t k = 0; k < 3; ++k) {
      e.c[k] = static_cast<double>(normal_[t3 + k * simd_width]);
      force.c[k] = static_cast<double>(force_[t3 + k * simd_width]);
      turn.c[k] = static_cast<double>(first[3 + k]) - static_cast<double>(second[3 + k]) - r.turn.c[k];
    }
    const Vec3 start = r.torque + beta * (r.torque - r.before);
    const Vec3 to = RollingBounds::of(r.across, r.about, dot(e, force) - static_cast<double>(lower_[t]))
                        .clip(start - (1 / r.response) * turn, e);
    const Vec3 change = to - start;
    sums.descent += r.response * dot(change, to - r.torque);
    sums.square = std::max(sums.square, r.response * r.response * dot(change, change));
    r.before = r.torque;
    r.torque = to;
    const auto push = [&](Real* slot, double sign) {
      for (std::size_t k = 0; k < 3; ++k) {
        double by = 0;
        if (round_)
          by = static_cast<double>(slot[7]) * change.c[k];
        else {
          constexpr std::size_t moments[3][3]{{8, 11, 12}, {11, 9, 13}, {12, 13, 10}};
          for (std::size_t j = 0; j < 3; ++j) by += static_cast<double>(slot[moments[k][j]]) * change.c[j];
        }
        slot[3 + k] += static_cast<Real>(sign * by);
      }
    };
    push(first, 1);
    push(second, -1);
  }
  return sums;
}

template <class Real>
template <class Prepare, class F>
ConeSweepSums ConeSweep<Real>::for_groups(Executor& executor, const Prepare& prepare, const F& f) {
  const auto add = [](ConeSweepSums sum, const ConeSweepSums& part) { return sum += part; };
  const std::vector<std::size_t>&begin = colours_->begin, &stretch = colours_->stretch;
  const std::size_t all = colours_->stretches(), extent = colours_->extent, bodies = colours_->bodies;
  if (all == 0) executor.for_blocks(bodies, prepare, body_block);
  ConeSweepSums total;
  for (const std::size_t odd : {0, 1})
    total += executor.reduce((all + 1 - odd) / 2, ConeSweepSums{},
                             [&](std::size_t from, std::size_t to) {
                               ConeSweepSums sums;
                               for (std::size_t b = 2 * from + odd; b < 2 * to + odd; b += 2) {
                                 // Even ones meet all bodies, but those of an odd last one.
                                 if (odd == 0)
                                   prepare(b == 0 ? 0 : (b - 1) * extent, std::min((b + 1) * extent, bodies));
                                 else if (b + 1 == all)
                                   prepare(b * extent, bodies);
                                 for (std::size_t k = stretch[b]; k < stretch[b + 1]; ++k)
                                   sums += f(begin[k], begin[k + 1]);
                               }
                               return sums;
                             },
                             add, 1);
  for (std::size_t k = stretch.back(); k + 2 < begin.size(); ++k)
    total += executor.reduce(
        begin[k + 1] - begin[k], ConeSweepSums{},
        [&](std::size_t from, std::size_t to) { return f(begin[k] + from, begin[k] + to); }, add, group_block);
  return total += f(colours_->shared, begin.back());
}

template <class Real>
ConeSweepSums ConeSweep<Real>::sweep(double beta, double overlap, double residual, Executor& executor) {
  const auto factor = static_cast<Real>(beta);
  const ConeSweepArrays<Real> a = arrays(beta, overlap, residual);
  ConeSweepSums total = for_groups(
      executor,
      [&](std::size_t begin, std::size_t end) {
        FLOC_SIMD_CALL(extrapolate<Real>(x_.data(), x_before_.data(), stride_, factor, begin, end));
      },
      [&](std::size_t begin, std::size_t end) {
        return round_ ? FLOC_SIMD_CALL(cone_sweep<Real, true>(a, begin, end))
                      : FLOC_SIMD_CALL(cone_sweep<Real, false>(a, begin, end));
      });
  if (rolls_)
    total += for_groups(
        executor, [](std::size_t, std::size_t) {},
        [&](std::size_t begin, std::size_t end) { return resist_rolling(beta, begin, end); });
  if constexpr (std::is_same_v<Real, double>) total += joints_.sweep(beta, x_.data());
  return total;
}

template class ConeSweep<float>;
template class ConeSweep<double>;

}  // namespace floc
