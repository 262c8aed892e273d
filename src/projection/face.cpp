#include "projection/face.hpp"

#include <algorithm>

#include "projection/cholmod_session.hpp"

namespace floc {

namespace {

constexpr double proximity = 1e-10;  // ρ/a

}  // namespace

Face::Face() : cholmod_(std::make_unique<CholmodSession>()) {
  cholmod_common& common = cholmod_->common;
  common.supernodal = CHOLMOD_SIMPLICIAL;  // what can be modified
  common.nmethods = 1;
  common.method[0].ordering = CHOLMOD_AMD;
}
Face::~Face() = default;

template <int D>
void Face::gather_column(const Rows& rows, std::span<const char> in, std::size_t c) {
  const Incidence& incidence = rows.incidence();
  column_.clear();
  const double a = rows.diagonal()[c];
  column_.emplace_back(static_cast<std::int32_t>(c), std::max(rows.compliance(), proximity * a));
  const auto e = Vec<D>::load(&rows.normal()[c * D]);
  const auto through = [&](std::size_t body, double sign) {
    if (body == rows.bodies()) return;  // an obstacle
    const double factor = sign * rows.inverse_mass()[body];
    const auto add = [&](std::int32_t other, double side) {
      const auto normal = Vec<D>::load(&rows.normal()[static_cast<std::size_t>(other) * D]);
      if (in[other]) column_.emplace_back(other, side * factor * dot(e, normal));
    };
    for (std::int32_t other = incidence.begin(body); other < incidence.end(body); ++other) add(other, 1);
    for (const std::int32_t other : incidence.others(body)) add(other, -1);
  };
  through(static_cast<std::size_t>(incidence.first()[c]), 1);
  through(static_cast<std::size_t>(incidence.second()[c]), -1);
  // Once for every row: it meets itself at both its bodies, and another of the same pair too.
  std::ranges::stable_sort(column_, {}, &std::pair<std::int32_t, double>::first);
  std::size_t last = 0;
  for (std::size_t k = 1; k < column_.size(); ++k)
    if (column_[k].first == column_[last].first) column_[last].second += column_[k].second;
    else column_[++last] = column_[k];
  column_.resize(last + 1);
}

void Face::factorise(const Rows& rows, std::span<const char> in) {
  cholmod_->clear();
  in_.assign(in.begin(), in.end());
  const std::size_t size = rows.rows();
  std::vector<std::int32_t> begin{0}, index;
  std::vector<double> value;
  for (std::size_t c = 0; c < size; ++c) {
    if (in[c]) {
      with_dimension(rows.dimension(), [&]<int D>() { gather_column<D>(rows, in, c); });
    } else {
      column_.assign(1, {static_cast<std::int32_t>(c), 1.0});
    }
    for (const auto& [row, x] : column_) {
      if (row < static_cast<std::int32_t>(c)) continue;
      index.push_back(row);
      value.push_back(x);
    }
    begin.push_back(static_cast<std::int32_t>(index.size()));
  }
  cholmod_common& common = cholmod_->common;
  cholmod_->matrix = cholmod_allocate_sparse(size, size, index.size(), 1, 1, -1, CHOLMOD_REAL, &common);
  cholmod_->check();
  std::ranges::copy(begin, static_cast<std::int32_t*>(cholmod_->matrix->p));
  std::ranges::copy(index, static_cast<std::int32_t*>(cholmod_->matrix->i));
  std::ranges::copy(value, static_cast<double*>(cholmod_->matrix->x));
  const OneThread guard;
  cholmod_->factor = cholmod_analyze(cholmod_->matrix, &common);
  cholmod_->check();
  cholmod_factorize(cholmod_->matrix, cholmod_->factor, &common);
  cholmod_->check();
  cholmod_->right = cholmod_zeros(size, 1, CHOLMOD_REAL, &common);
  cholmod_->check();
  const auto* const order = static_cast<std::int32_t*>(cholmod_->factor->Perm);
  place_.resize(size);
  for (std::size_t k = 0; k < size; ++k) place_[order[k]] = static_cast<std::int32_t>(k);
}

void Face::change(const Rows& rows, std::span<const char> in) {
  const OneThread guard;
  for (std::size_t c = 0; c < in.size(); ++c) {
    if (!in_[c] || in[c]) continue;
    cholmod_rowdel(static_cast<std::size_t>(place_[c]), nullptr, cholmod_->factor, &cholmod_->common);
    cholmod_->check();
    in_[c] = 0;
  }
  for (std::size_t c = 0; c < in.size(); ++c) {
    if (in_[c] || !in[c]) continue;
    in_[c] = 1;
    add_row(rows, c);
  }
}

void Face::add_row(const Rows& rows, std::size_t c) {
  with_dimension(rows.dimension(), [&]<int D>() { gather_column<D>(rows, in_, c); });
  for (auto& [row, x] : column_) row = place_[row];
  std::ranges::sort(column_, {}, &std::pair<std::int32_t, double>::first);
  cholmod_common& common = cholmod_->common;
  cholmod_sparse* column = cholmod_allocate_sparse(in_.size(), 1, column_.size(), 1, 1, 0, CHOLMOD_REAL, &common);
  cholmod_->check();
  static_cast<std::int32_t*>(column->p)[0] = 0;
  static_cast<std::int32_t*>(column->p)[1] = static_cast<std::int32_t>(column_.size());
  for (std::size_t k = 0; k < column_.size(); ++k) {
    static_cast<std::int32_t*>(column->i)[k] = column_[k].first;
    static_cast<double*>(column->x)[k] = column_[k].second;
  }
  cholmod_rowadd(static_cast<std::size_t>(place_[c]), column, cholmod_->factor, &common);
  const int status = common.status;
  cholmod_free_sparse(&column, &common);
  common.status = status;
  cholmod_->check();
}

void Face::solve(std::span<const double> b, std::span<double> x) {
  CholmodSession& c = *cholmod_;
  auto* const right = static_cast<double*>(c.right->x);
  for (std::size_t k = 0; k < in_.size(); ++k) right[k] = in_[k] ? b[k] : 0;
  const OneThread guard;
  cholmod_solve2(CHOLMOD_A, c.factor, c.right, nullptr, &c.solution, nullptr, &c.y, &c.e, &c.common);
  c.check();
  std::copy_n(static_cast<const double*>(c.solution->x), in_.size(), x.begin());
}

}  // namespace floc
