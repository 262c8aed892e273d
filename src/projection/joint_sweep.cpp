#include "projection/joint_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "projection/cholmod_session.hpp"
#include "projection/cone_sweep.hpp"

namespace floc {
namespace {

constexpr double least_compliance = 1e-7;  // of a row's own response

Vec3 load(const double* x) { return Vec3::load(x); }

void add(double* x, double factor, const Vec3& v) {
  for (std::size_t k = 0; k < 3; ++k) x[k] += factor * v.c[k];
}

}  // namespace

JointRow JointRow::of(const ProjectionProblem& q, std::size_t k) {
  const JointArrays& a = q.joints;
  const double square = q.step * q.step;
  JointRow row;
  row.first = static_cast<std::size_t>(a.first[k]);
  row.second = a.second[k];
  row.linear = load(&a.linear[3 * k]);
  row.angular_first = load(&a.angular_first[3 * k]);
  row.angular_second = load(&a.angular_second[3 * k]);
  row.turn_first = turn_of(q, row.first, row.angular_first);
  row.mass_first = q.inverse_mass[row.first];
  row.mass_second = 0;
  if (row.second >= 0) {
    row.turn_second = turn_of(q, static_cast<std::size_t>(row.second), row.angular_second);
    row.mass_second = q.inverse_mass[static_cast<std::size_t>(row.second)];
  }
  row.gap = a.gap[k];
  row.lower = square * a.lower[k];
  row.upper = square * a.upper[k];
  const double own = (row.mass_first + row.mass_second) * dot(row.linear, row.linear) +
                     dot(row.angular_first, row.turn_first) + dot(row.angular_second, row.turn_second);
  row.epsilon = std::max((q.compliance + a.compliance[k]) / square, least_compliance * own);
  row.response = own + row.epsilon;
  return row;
}

JointSweep::JointSweep() : cholmod_(std::make_unique<CholmodSession>()) { cholmod_->common.final_ll = 1; }
JointSweep::~JointSweep() = default;

void JointSweep::lay_out(const ProjectionProblem& q, double length, double mass, std::span<const std::int32_t> slot,
                         std::size_t stride) {
  length_ = length;
  mass_ = mass;
  step_ = q.step;
  rows_.resize(q.joints.size());
  free_.clear();
  const auto place = [&](std::size_t body) {
    return static_cast<std::ptrdiff_t>(static_cast<std::size_t>(slot[body]) * stride);
  };
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    Row& row = rows_[k];
    static_cast<JointRow&>(row) = JointRow::of(q, k);
    for (Vec3* arm : {&row.angular_first, &row.angular_second}) *arm *= 1 / length;
    for (Vec3* turn : {&row.turn_first, &row.turn_second}) *turn *= mass * length;
    row.mass_first *= mass;
    row.mass_second *= mass;
    row.epsilon *= mass;
    row.response *= mass;
    row.gap /= length;
    row.lower /= mass * length;
    row.upper /= mass * length;
    row.at_first = place(row.first);
    row.at_second = row.second < 0 ? -1 : place(static_cast<std::size_t>(row.second));
    row.free =
        row.lower == -std::numeric_limits<double>::infinity() && row.upper == std::numeric_limits<double>::infinity();
    if (row.free) free_.push_back(static_cast<std::int32_t>(k));
  }
  factorise();
}

void JointSweep::factorise() {
  if (free_.empty()) return;
  CholmodSession& c = *cholmod_;
  // Every row has up to two ends; rows that end at one body respond to each other.
  struct End {
    std::ptrdiff_t body;
    std::int32_t row;
    bool second;
  };
  std::vector<End> ends;
  std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>> pattern;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    const Row& row = rows_[static_cast<std::size_t>(free_[k])];
    pattern.emplace_back(row.at_first, row.at_second);
    ends.push_back({row.at_first, static_cast<std::int32_t>(k), false});
    if (row.at_second >= 0) ends.push_back({row.at_second, static_cast<std::int32_t>(k), true});
  }
  std::ranges::stable_sort(ends, {}, &End::body);
  std::size_t count = free_.size();
  const auto for_pairs = [&](auto&& f) {
    for (std::size_t begin = 0, end = 0; begin < ends.size(); begin = end) {
      while (end < ends.size() && ends[end].body == ends[begin].body) ++end;
      for (std::size_t a = begin; a < end; ++a)
        for (std::size_t b = begin; b <= a; ++b) f(ends[a], ends[b]);
    }
  };
  for_pairs([&](const End&, const End&) { ++count; });
  const OneThread one;
  cholmod_triplet* triplets = cholmod_allocate_triplet(free_.size(), free_.size(), count, -1, CHOLMOD_REAL, &c.common);
  c.check();
  auto *const rows = static_cast<std::int32_t*>(triplets->i), *const columns = static_cast<std::int32_t*>(triplets->j);
  auto* const values = static_cast<double*>(triplets->x);
  std::size_t n = 0;
  const auto put = [&](std::int32_t row, std::int32_t column, double value) {
    rows[n] = std::max(row, column);
    columns[n] = std::min(row, column);
    values[n++] = value;
  };
  for (std::size_t k = 0; k < free_.size(); ++k)
    put(static_cast<std::int32_t>(k), static_cast<std::int32_t>(k), rows_[static_cast<std::size_t>(free_[k])].epsilon);
  for_pairs([&](const End& a, const End& b) {
    const Row &p = rows_[static_cast<std::size_t>(free_[static_cast<std::size_t>(a.row)])],
              &q = rows_[static_cast<std::size_t>(free_[static_cast<std::size_t>(b.row)])];
    const double mass = a.second ? p.mass_second : p.mass_first;
    const Vec3 &arm = a.second ? p.angular_second : p.angular_first, &turn = b.second ? q.turn_second : q.turn_first;
    put(a.row, b.row, (a.second == b.second ? 1 : -1) * (mass * dot(p.linear, q.linear) + dot(arm, turn)));
  });
  triplets->nnz = n;
  cholmod_free_sparse(&c.matrix, &c.common);
  c.matrix = cholmod_triplet_to_sparse(triplets, n, &c.common);
  cholmod_free_triplet(&triplets, &c.common);
  c.check();
  if (!c.factor || pattern != pattern_) {
    cholmod_sparse* const matrix = std::exchange(c.matrix, nullptr);
    c.clear();
    c.matrix = matrix;
    c.common.nmethods = 1;
    c.common.method[0].ordering = CHOLMOD_AMD;  // METIS draws from the global rand()
    c.factor = cholmod_analyze(c.matrix, &c.common);
    c.check();
    c.right = cholmod_zeros(free_.size(), 1, CHOLMOD_REAL, &c.common);
    c.check();
    pattern_ = std::move(pattern);
  }
  cholmod_factorize(c.matrix, c.factor, &c.common);
  c.check();
}

void JointSweep::put_forces(const ProjectionProblem&, std::span<const double> joint) {
  const double unit = step_ * step_ / (mass_ * length_);
  for (std::size_t k = 0; k < rows_.size(); ++k) rows_[k].force = rows_[k].before = unit * joint[k];
}

void JointSweep::take_forces(const ProjectionProblem& q, std::span<double> joint) const {
  const double unit = mass_ * length_ / (step_ * step_);
  for (std::size_t k = 0; k < rows_.size(); ++k)
    joint[k] = std::clamp(unit * rows_[k].force, q.joints.lower[k], q.joints.upper[k]);
}

double JointSweep::open(const Row& row, const double* x) const {
  double s = row.gap + row.epsilon * row.extrapolated + dot(row.linear, load(x + row.at_first)) +
             dot(row.angular_first, load(x + row.at_first + 3));
  if (row.at_second >= 0)
    s -= dot(row.linear, load(x + row.at_second)) + dot(row.angular_second, load(x + row.at_second + 3));
  return s;
}

void JointSweep::push(const Row& row, double force, double* x) {
  add(x + row.at_first, row.mass_first * force, row.linear);
  add(x + row.at_first + 3, force, row.turn_first);
  if (row.at_second < 0) return;
  add(x + row.at_second, -row.mass_second * force, row.linear);
  add(x + row.at_second + 3, -force, row.turn_second);
}

ConeSweepSums JointSweep::sweep(double beta, double* x) {
  ConeSweepSums sums;
  for (Row& row : rows_) {
    row.extrapolated = row.force + beta * (row.force - row.before);
    row.before = row.force;
  }
  // What changes a force by d against the residual s (in lengths) tells of descent −s d, and of the residual.
  const auto take = [&](Row& row, double s, double force) {
    row.force = force;
    push(row, force - row.extrapolated, x);
    sums.descent -= s * (force - row.before);
    sums.square = std::max(sums.square, s * s);
  };
  if (!free_.empty()) {
    CholmodSession& c = *cholmod_;
    auto* const right = static_cast<double*>(c.right->x);
    for (std::size_t k = 0; k < free_.size(); ++k) right[k] = open(rows_[static_cast<std::size_t>(free_[k])], x);
    const OneThread one;
    cholmod_solve2(CHOLMOD_A, c.factor, c.right, nullptr, &c.solution, nullptr, &c.y, &c.e, &c.common);
    c.check();
    const auto* const change = static_cast<const double*>(c.solution->x);
    for (std::size_t k = 0; k < free_.size(); ++k) {
      Row& row = rows_[static_cast<std::size_t>(free_[k])];
      take(row, right[k], row.extrapolated - change[k]);
    }
  }
  for (Row& row : rows_) {
    if (row.free) continue;
    const double s = open(row, x);
    const double force = std::clamp(row.extrapolated - s / row.response, row.lower, row.upper);
    take(row, row.response * (row.extrapolated - force), force);
  }
  return sums;
}

}  // namespace floc
