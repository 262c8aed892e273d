#include "projection/cone_relaxation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace floc {
namespace {

constexpr std::size_t bodies_a_part = 65536;

// Relaxed in the time of some sweeps.
std::size_t most_relaxed(std::size_t rows) { return rows / 16 + 100; }

}  // namespace

struct ConeRelaxation::Problem {
  const ProjectionProblem& q;
  const Incidence& incidence;
  std::span<const ConeMetric> metric;
  const ConeDemands& demands;
  ProjectionResult& result;
  double square, epsilon;
  std::size_t d;

  Vec3 turn_at(std::size_t i) const {
    return q.step * (d == 3 ? Vec3::load(&result.spin[3 * i]) : Vec3{{0, 0, result.spin[i]}});
  }
  Vec3 shift_at(std::size_t i) const { return q.step * embed(&result.velocity[i * d], q.dimension); }

  struct Look {
    ConeRow row;
    ConeForce force;
    double open = 0;  // D + u_n
    Vec3 across;
  };
  Look look(std::size_t c) const {
    const ConeRow row = ConeRow::of(q, c);
    Vec3 u = shift_at(row.first) + cross(turn_at(row.first), row.lever_first) - row.slip;
    if (row.second >= 0) {
      const auto j = static_cast<std::size_t>(row.second);
      u -= shift_at(j) + cross(turn_at(j), row.lever_second);
    }
    const double along = dot(row.normal, u);
    return {row,
            {square * result.multiplier[c], square * embed(&result.tangential[c * d], q.dimension)},
            row.gap + along,
            u - along * row.normal};
  }
  // As the certificate has it.
  bool failed(std::size_t c, const Look& l) const {
    const ConeRow& row = l.row;
    if (row.lower != -infinity && -l.open > demands.violation) return true;
    const double g = q.turning.exact ? l.open + row.friction * norm(l.across) : l.open;
    if (l.force.normal == 0 && row.lower == 0 && g >= row.friction * norm(l.across)) return false;
    const ConeMetric w = metric[c];
    const ConeForce to = step(l, g, w);
    return std::max(w.normal * std::abs(to.normal - l.force.normal),
                    w.tangential * norm(to.tangential - l.force.tangential)) > demands.residual;
  }
  ConeForce step(const Look& l, double g, const ConeMetric& w) const {
    return project_on_cone({l.force.normal - (g + epsilon * l.force.normal) / w.normal,
                            l.force.tangential - (1 / w.tangential) * (l.across + epsilon * l.force.tangential)},
                           l.row.lower, l.row.friction, w.tangential / w.normal);
  }
  // The force that the row asks for.
  ConeForce relaxed(std::size_t c, const Look& l) const {
    const ConeMetric w = metric[c];
    if (!q.turning.exact) return step(l, l.open, w);
    const double along = std::max(l.row.lower, l.force.normal - (l.open + epsilon * l.force.normal) / w.normal);
    Vec3 across = l.force.tangential - (1 / w.tangential) * (l.across + epsilon * l.force.tangential);
    const double size = norm(across), most = l.row.friction * (along - l.row.lower);
    if (size > most) across *= most / size;
    return {along, across};
  }
  void push(std::size_t i, const Vec3& lever, const Vec3& force) const {
    const Vec3 turn = turn_of(q, i, cross(lever, force));
    for (std::size_t k = 0; k < d; ++k) result.velocity[i * d + k] += q.inverse_mass[i] / q.step * force.c[k];
    if (d == 3)
      for (std::size_t k = 0; k < 3; ++k) result.spin[3 * i + k] += turn.c[k] / q.step;
    else
      result.spin[i] += turn.c[2] / q.step;
  }
  // False where it cannot be.
  bool relax(std::size_t c, const Look& l) const {
    const ConeForce to = relaxed(c, l);
    const Vec3 change = (to.normal - l.force.normal) * l.row.normal + (to.tangential - l.force.tangential);
    const double size = dot(change, change);
    if (!(size > 0) || !std::isfinite(size)) return false;
    result.multiplier[c] = to.normal / square;
    for (std::size_t k = 0; k < d; ++k) result.tangential[c * d + k] = to.tangential.c[k] / square;
    push(l.row.first, l.row.lever_first, change);
    if (l.row.second >= 0) push(static_cast<std::size_t>(l.row.second), l.row.lever_second, -change);
    return true;
  }

  static constexpr double infinity = std::numeric_limits<double>::infinity();
};

ConeRelaxation::End ConeRelaxation::run(const ProjectionProblem& q, const Incidence& incidence,
                                        std::span<const ConeMetric> metric, const ConeDemands& demands,
                                        ProjectionResult& result, Executor& executor) {
  const Problem problem{q,
                        incidence,
                        metric,
                        demands,
                        result,
                        q.step * q.step,
                        q.compliance / (q.step * q.step),
                        static_cast<std::size_t>(q.dimension)};
  resize_buffer(waiting_, q.rows());
  const std::size_t failed = executor.reduce(
      q.rows(), std::size_t{0},
      [&](std::size_t begin, std::size_t end) {
        std::size_t count = 0;
        for (std::size_t c = begin; c < end; ++c) count += waiting_[c].set = problem.failed(c, problem.look(c));
        return count;
      },
      [](std::size_t a, std::size_t b) { return a + b; });
  if (2 * failed > most_relaxed(q.rows())) return End::untouched;
  parts_.resize((q.bodies() + bodies_a_part - 1) / bodies_a_part);
  executor.for_each(
      parts_.size(),
      [&](std::size_t k) {
        Part& part = parts_[k];
        part.begin = k * bodies_a_part;
        part.end = std::min(q.bodies(), part.begin + bodies_a_part);
        part.line.clear();
        part.outside.clear();
        for (std::int32_t c = incidence.begin(part.begin), end = incidence.begin(part.end); c < end; ++c)
          if (waiting_[static_cast<std::size_t>(c)].set) (inside(q, part, c) ? part.line : part.outside).push_back(c);
        relax(problem, part);
      },
      1);
  whole_.end = q.bodies();
  whole_.line.clear();
  for (const Part& part : parts_) {
    if (!part.done) return End::given_up;
    whole_.line.insert(whole_.line.end(), part.outside.begin(), part.outside.end());
  }
  relax(problem, whole_);
  return whole_.done ? End::done : End::given_up;
}

// Whoever is `second` comes before whoever is `first`.
bool ConeRelaxation::inside(const ProjectionProblem& q, const Part& part, std::int32_t c) {
  const auto first = static_cast<std::size_t>(q.first[static_cast<std::size_t>(c)]);
  const std::int32_t second = q.second[static_cast<std::size_t>(c)];
  return first < part.end && (second < 0 ? first >= part.begin : static_cast<std::size_t>(second) >= part.begin);
}

void ConeRelaxation::relax(const Problem& problem, Part& part) {
  const Incidence& incidence = problem.incidence;
  const auto mark = [&](std::int32_t c) -> Mark& { return waiting_[static_cast<std::size_t>(c)]; };
  const auto look_at = [&](std::int32_t c) {
    if (!inside(problem.q, part, c)) return part.outside.push_back(c);
    const auto row = static_cast<std::size_t>(c);
    if (mark(c).set || !problem.failed(row, problem.look(row))) return;
    mark(c).set = true;
    part.line.push_back(c);
  };
  const auto row_at = [&](std::size_t body) { return static_cast<std::size_t>(incidence.begin(body)); };
  const std::size_t most = most_relaxed(row_at(part.end) - row_at(part.begin));
  std::size_t relaxed = 0;
  part.done = false;
  for (std::size_t next = 0; next < part.line.size(); ++next) {
    const std::int32_t c = part.line[next];
    const auto row = static_cast<std::size_t>(c);
    mark(c).set = false;
    const Problem::Look look = problem.look(row);
    if (!problem.failed(row, look)) continue;
    if (relaxed++ == most || !problem.relax(row, look)) return;
    for (const std::int32_t i : {problem.q.first[row], problem.q.second[row]}) {
      if (i < 0) continue;
      const auto body = static_cast<std::size_t>(i);
      for (std::int32_t o = incidence.begin(body); o < incidence.end(body); ++o) look_at(o);
      for (const std::int32_t o : incidence.others(body)) look_at(o);
    }
  }
  part.done = true;
}

}  // namespace floc
