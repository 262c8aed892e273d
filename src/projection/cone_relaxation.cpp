#include "projection/cone_relaxation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace floc {
namespace {

struct Method {
  static constexpr bool settles = false;  // its friction may ask for more

  const ProjectionProblem& q;
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

}  // namespace

ConeRelaxation::End ConeRelaxation::run(const ProjectionProblem& q, const Incidence& incidence,
                                        std::span<const ConeMetric> metric, const ConeDemands& demands,
                                        ProjectionResult& result, Executor& executor) {
  const double square = q.step * q.step;
  const Method method{q, metric, demands, result, square, q.compliance / square, static_cast<std::size_t>(q.dimension)};
  relaxation_.begin(q.rows());
  const std::size_t failed = executor.reduce(
      q.rows(), std::size_t{0},
      [&](std::size_t begin, std::size_t end) {
        std::size_t count = 0;
        for (std::size_t c = begin; c < end; ++c) count += relaxation_.mark(c, method.failed(c, method.look(c)));
        return count;
      },
      [](std::size_t a, std::size_t b) { return a + b; });
  return relaxation_.run(incidence, q.bodies(), failed, method, executor);
}

}  // namespace floc
