#include "projection/ipm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/film.hpp"

namespace floc {

namespace {

constexpr double proximity = 1e-10;    // ρ/a
constexpr double to_boundary = 0.995;  // the part of the way to s = 0 or z = 0 that is taken
constexpr double least_part = 1e-4;    // of the mean of s z that every row keeps

}  // namespace

struct Ipm::Products {
  double sum = 0, least = std::numeric_limits<double>::infinity();

  Products& operator+=(const Products& o) {
    sum += o.sum;
    least = std::min(least, o.least);
    return *this;
  }
};

bool Ipm::equality(std::size_t c) const { return rows.lower()[c] == -std::numeric_limits<double>::infinity(); }

double Ipm::film(std::size_t c, double s) const {
  return film_.empty() || !(film_[c] > 0) ? 0 : -film_[c] * film_level(s, range_);
}

double Ipm::film_slope(std::size_t c, double s) const {
  return film_.empty() || !(film_[c] > 0) || s >= range_ ? 0 : film_[c] * (1 / s - 1 / range_);
}

void Ipm::begin(std::span<const double>, Executor& executor) {
  trouble.clear();
  for (auto* x : {&p_, &z_, &s_, &slope_, &t_, &right_, &dp_, &dz_, &ds_, &correction_, &tangent_}) {
    *x = work->row_array();
    std::ranges::fill(*x, 0.0);
  }
  for (auto* x : {&w_, &dw_, &force_}) {
    *x = work->displacements();
    std::ranges::fill(*x, 0.0);
  }
  try {
    factor_.analyse(rows);
  } catch (const Error& error) {
    trouble = error.what();
    return;
  }
  // A start well inside, on the scale of p√a and of g/√a: ten times the largest natural residual at
  // p = 0, and a thousand times where films, which bend, may lead astray from nearer.
  rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) { p_[c] = std::max(0.0, rows.lower()[c]); });
  measure(p_, w_, slope_, executor);
  const double scale = (film_.empty() ? 10 : 1000) * rows.over_rows<Largest>(executor, [&](std::size_t c, Largest& total) {
    const double a = rows.diagonal()[c];
    const double residual = equality(c) ? slope_[c] : std::min(slope_[c], a * (p_[c] - rows.lower()[c]));
    total.value = std::max(total.value, std::abs(residual) / std::sqrt(a));
  }).value;
  least_barrier_ = 1e-30 * scale * scale;
  bounded_ = 0;
  for (std::size_t c = 0; c < rows.rows(); ++c) bounded_ += !equality(c);
  rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) {
    if (equality(c)) return;
    s_[c] = std::max(slope_[c], scale * std::sqrt(rows.diagonal()[c]));
    z_[c] = scale * scale / s_[c];
    p_[c] = rows.lower()[c] + z_[c] + film(c, s_[c]);
  });
  measure(p_, w_, slope_, executor);
}

double Ipm::direction(Executor& executor) {
  rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) {
    right_[c] = slope_[c];
    if (!equality(c)) right_[c] += correction_[c] / tangent_[c] - s_[c];
    dp_[c] = -t_[c] * right_[c];
  });
  return with_dimension(rows.dimension(), [&]<int D>() {
    executor.for_each(rows.bodies(), [&](std::size_t i) {
      force_on<D>(rows.incidence(), i, rows.normal().data(), dp_.data()).store(&force_[i * D]);
    });
    factor_.solve(rows, force_, dw_);
    const auto finish = [&](std::size_t c, double change, Largest& total) {
      dp_[c] = -t_[c] * (right_[c] + change);
      if (equality(c)) return;
      ds_[c] = -(correction_[c] + s_[c] * dp_[c]) / tangent_[c];
      dz_[c] = dp_[c] + film_slope(c, s_[c]) * ds_[c];
      total.value = std::max({total.value, -ds_[c] / s_[c], -dz_[c] / z_[c]});
    };
    return 1 / std::max(rows.sweep_linear<D, Largest>(executor, dw_, finish).value, 1e-30);
  });
}

Ipm::Products Ipm::products(double length, Executor& executor) const {
  return rows.over_rows<Products>(executor, [&](std::size_t c, Products& total) {
    if (equality(c)) return;
    const double product = (s_[c] + length * ds_[c]) * (z_[c] + length * dz_[c]);
    total.sum += product;
    total.least = std::min(total.least, product);
  });
}

double Ipm::admissible(double length, double total, Executor& executor) const {
  const double least_sum = 10 * least_barrier_ * static_cast<double>(bounded_);
  length = std::min(1.0, to_boundary * length);
  for (int k = 0; k < 50 && bounded_ > 0; ++k) {
    const Products found = products(length, executor);
    const bool lower = found.sum <= std::max((1 - 0.01 * length) * total, least_sum);
    if (lower && found.least >= least_part * found.sum / static_cast<double>(bounded_)) break;
    length *= 0.8;
  }
  return length;
}

Tests Ipm::advance(bool, Executor& executor) {
  try {
    const double total = rows.over_rows<Sum>(executor, [&](std::size_t c, Sum& sum) {
      const double stiffest = std::max(rows.compliance(), proximity * rows.diagonal()[c]);
      if (equality(c)) {
        t_[c] = 1 / stiffest;
        return;
      }
      correction_[c] = s_[c] * z_[c];
      tangent_[c] = z_[c] + s_[c] * film_slope(c, s_[c]);
      t_[c] = tangent_[c] / (s_[c] + stiffest * tangent_[c]);
      sum.value += correction_[c];
    }).value;
    factor_.factorise(rows, t_, executor);
    const double mean = bounded_ > 0 ? total / static_cast<double>(bounded_) : 0;

    // Predictor: straight to s z = 0. How far it gets says how much to centre.
    const double reach = std::min(1.0, direction(executor));
    const double centring = total > 0 ? std::pow(products(reach, executor).sum / total, 3) * mean : 0;
    rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) {
      correction_[c] += ds_[c] * dz_[c] - std::max(centring, least_barrier_);
    });
    double length = admissible(direction(executor), total, executor);

    // Where the predictor gets nowhere its second-order terms lead astray, and round in circles. Half
    // centred and without them, Newton's method goes down.
    if (length < 0.1) {
      rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) {
        correction_[c] = s_[c] * z_[c] - 0.5 * mean;
      });
      length = admissible(direction(executor), total, executor);
    }
    rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) {
      s_[c] += length * ds_[c];
      z_[c] += length * dz_[c];
      p_[c] = equality(c) ? p_[c] + length * dp_[c] : rows.lower()[c] + z_[c] + film(c, s_[c]);
    });
    return measure(p_, w_, slope_, executor);
  } catch (const Error& error) {
    trouble = error.what();
    return {};
  }
}

}  // namespace floc
