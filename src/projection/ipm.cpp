#include "projection/ipm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"

namespace floc {

namespace {

constexpr double proximity = 1e-10;  // ρ/a

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

}  // namespace

bool Ipm::equality(std::size_t c) const { return rows.lower()[c] == -std::numeric_limits<double>::infinity(); }

Tests Ipm::measure(Executor& executor) {
  rows.displace(executor, p_, w_);
  return with_dimension(rows.dimension(), [&]<int D>() {
    return rows.sweep<D, Tests>(executor, w_, [&](std::size_t c, double g, Tests& total) {
      slope_[c] = g + rows.compliance() * p_[c];
      total.add(g, slope_[c], p_[c], rows.lower()[c], rows.diagonal()[c]);
    });
  });
}

void Ipm::begin(std::span<const double>, Executor& executor) {
  for (auto* x : {&p_, &s_, &slope_, &t_, &right_, &dp_, &ds_, &correction_}) x->assign(rows.rows(), 0.0);
  for (auto* x : {&w_, &dw_, &force_}) x->assign(rows.displacements(), 0.0);
  try {
    stiffness_.analyse(rows);
  } catch (const Error& error) {
    trouble = error.what();
    return;
  }
  // A start well inside, on the scale of p√a and of g/√a: ten times the largest natural residual at
  // p = 0 (from 1 to 100 times cost up to five more iterations on settled beds).
  rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) { p_[c] = std::max(0.0, rows.lower()[c]); });
  measure(executor);
  const double scale = 10 * rows.over_rows<Largest>(executor, [&](std::size_t c, Largest& total) {
    const double a = rows.diagonal()[c];
    const double residual = equality(c) ? slope_[c] : std::min(slope_[c], a * (p_[c] - rows.lower()[c]));
    total.value = std::max(total.value, std::abs(residual) / std::sqrt(a));
  }).value;
  least_barrier_ = 1e-30 * scale * scale;
  bounded_ = 0;
  for (std::size_t c = 0; c < rows.rows(); ++c) bounded_ += !equality(c);
  rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) {
    if (!equality(c)) p_[c] = std::max(0.0, rows.lower()[c] + scale / std::sqrt(rows.diagonal()[c]));
  });
  measure(executor);
  rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) {
    s_[c] = equality(c) ? 0 : std::max(slope_[c], scale * scale / (p_[c] - rows.lower()[c]));
  });
}

double Ipm::direction(Executor& executor) {
  rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) {
    right_[c] = slope_[c];
    if (!equality(c)) right_[c] += correction_[c] / (p_[c] - rows.lower()[c]) - s_[c];
    dp_[c] = -t_[c] * right_[c];
  });
  return with_dimension(rows.dimension(), [&]<int D>() {
    for_each(executor, rows.bodies(), [&](std::size_t i) {
      force_on<D>(rows.incidence(), i, rows.normal().data(), dp_.data()).store(&force_[i * D]);
    });
    stiffness_.solve(rows, force_, dw_);
    const double inverse = rows.sweep_linear<D, Largest>(executor, dw_, [&](std::size_t c, double change, Largest& total) {
      dp_[c] = -t_[c] * (right_[c] + change);
      if (equality(c)) return;
      const double z = p_[c] - rows.lower()[c];
      ds_[c] = -(correction_[c] + s_[c] * dp_[c]) / z;
      total.value = std::max({total.value, -ds_[c] / s_[c], -dp_[c] / z});
    }).value;
    return 1 / std::max(inverse, 1e-30);
  });
}

Tests Ipm::advance(bool, Executor& executor) {
  try {
    const double mu = rows.over_rows<Sum>(executor, [&](std::size_t c, Sum& total) {
      const double stiffest = std::max(rows.compliance(), proximity * rows.diagonal()[c]);
      if (equality(c)) {
        t_[c] = 1 / stiffest;
        return;
      }
      const double z = p_[c] - rows.lower()[c];
      correction_[c] = s_[c] * z;
      t_[c] = z / (s_[c] + stiffest * z);
      total.value += correction_[c];
    }).value;
    stiffness_.factorise(rows, t_, executor);

    // Predictor: straight to s z = 0. How far it gets says how much to centre.
    const double reach = std::min(1.0, direction(executor));
    const double reached = rows.over_rows<Sum>(executor, [&](std::size_t c, Sum& total) {
      if (!equality(c))
        total.value += (s_[c] + reach * ds_[c]) * (p_[c] - rows.lower()[c] + reach * dp_[c]);
    }).value;
    const double mean = bounded_ > 0 ? mu / static_cast<double>(bounded_) : 0;
    const double centring = std::max(mean > 0 ? std::pow(reached / mu, 3) * mean : 0, least_barrier_);
    rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) { correction_[c] += ds_[c] * dp_[c] - centring; });

    const double length = std::min(1.0, 0.995 * direction(executor));
    rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) {
      p_[c] += length * dp_[c];
      s_[c] += length * ds_[c];
    });
    return measure(executor);
  } catch (const Error& error) {
    trouble = error.what();
    return {};
  }
}

}  // namespace floc
