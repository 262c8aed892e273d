#include "projection/cone_certificate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "projection/joint_sweep.hpp"

namespace floc {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Of a body: displacements hV and hω.
struct Motion {
  Vec3 shift, turn;
};

inline Vec3 spin_of(const ProjectionProblem& q, std::span<const double> spin, std::size_t i) {
  return q.dimension == 3 ? Vec3::load(&spin[3 * i]) : Vec3{{0, 0, spin[i]}};
}

inline Motion motion_of(const ProjectionProblem& q, std::span<const double> velocity, std::span<const double> spin,
                        std::size_t i) {
  const auto d = static_cast<std::size_t>(q.dimension);
  return {q.step * embed(&velocity[i * d], q.dimension), q.step * spin_of(q, spin, i)};
}

// ψ(g) + p·g + ½ε|p|² of certificate.hpp, with P_K for the half-line; times h².
double gap_term(double g, const Vec3& across, const ConeForce& p, const ConeRow& row, double epsilon) {
  const bool equality = row.lower == -infinity;
  const double slope = g + epsilon * p.normal;
  const Vec3 slide = across + epsilon * p.tangential;
  if (!(epsilon > 0)) return std::abs((equality ? p.normal : p.normal - row.lower) * g + dot(p.tangential, across));
  if (equality) return (slope * slope + (row.friction > 0 ? dot(slide, slide) : 0)) / (2 * epsilon);
  const double l = row.lower, shifted = g + epsilon * l;
  const ConeForce most = project_on_cone({-shifted, -across}, 0, row.friction, 1);
  const double square = most.normal * most.normal + dot(most.tangential, most.tangential);
  return square / (2 * epsilon) - l * g - 0.5 * epsilon * l * l + p.normal * g + dot(p.tangential, across) +
         0.5 * epsilon * (p.normal * p.normal + dot(p.tangential, p.tangential));
}

}  // namespace

ConeRow ConeRow::of(const ProjectionProblem& q, std::size_t c) {
  const auto d = static_cast<std::size_t>(q.dimension);
  const auto vector = [&](std::span<const double> all) {
    return all.empty() ? Vec3{} : embed(&all[c * d], q.dimension);
  };
  const TurningArrays& t = q.turning;
  return {.first = static_cast<std::size_t>(q.first[c]),
          .second = q.second[c],
          .normal = vector(q.normal),
          .lever_first = vector(t.lever_first),
          .lever_second = vector(t.lever_second),
          .slip = vector(t.slip),
          .gap = q.gap[c],
          .lower = q.lower.empty() ? 0 : q.step * q.step * q.lower[c],
          .friction = t.friction.empty() ? 0 : t.friction[c]};
}

Vec3 turn_of(const ProjectionProblem& q, std::size_t body, const Vec3& torque) {
  if (q.dimension != 3) return {{0, 0, q.turning.inverse_inertia[body] * torque[2]}};
  const double* const i = &q.turning.inverse_inertia[6 * body];
  return {{i[0] * torque[0] + i[3] * torque[1] + i[4] * torque[2],
           i[3] * torque[0] + i[1] * torque[1] + i[5] * torque[2],
           i[4] * torque[0] + i[5] * torque[1] + i[2] * torque[2]}};
}

ConeMetric ConeMetric::of_round(const ProjectionProblem& q, const ConeRow& row) {
  const std::size_t moments = q.dimension == 3 ? 6 : 1;
  double normal = q.inverse_mass[row.first] + q.compliance / (q.step * q.step);
  double turning = q.turning.inverse_inertia[moments * row.first] * dot(row.lever_first, row.lever_first);
  if (row.second >= 0) {
    const auto j = static_cast<std::size_t>(row.second);
    normal += q.inverse_mass[j];
    turning += q.turning.inverse_inertia[moments * j] * dot(row.lever_second, row.lever_second);
  }
  return {normal, row.friction == 0 ? normal : normal + turning};
}

ConeMetric ConeMetric::of(const ProjectionProblem& q, const ConeRow& row) {
  const double epsilon = q.compliance / (q.step * q.step);
  const bool pair = row.second >= 0;
  const auto j = static_cast<std::size_t>(row.second);
  const double mass = q.inverse_mass[row.first] + (pair ? q.inverse_mass[j] : 0) + epsilon;
  // Wf = mass f + Σ (I⁻¹(r × f)) × r.
  const auto respond = [&](const Vec3& f) {
    Vec3 u = mass * f + cross(turn_of(q, row.first, cross(row.lever_first, f)), row.lever_first);
    if (pair) u += cross(turn_of(q, j, cross(row.lever_second, f)), row.lever_second);
    return u;
  };
  const Vec3& e = row.normal;
  const Vec3 along = respond(e);
  const double normal = dot(e, along), coupling = norm(along - normal * e);
  if (row.friction == 0) return {normal, normal};
  // The largest eigenvalue of the block across.
  int least = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(e[k]) < std::abs(e[least])) least = k;
  Vec3 axis;
  axis[q.dimension == 3 ? least : 2] = 1;
  Vec3 s = cross(e, axis);
  s *= 1 / norm(s);
  const Vec3 t = q.dimension == 3 ? cross(e, s) : Vec3{};
  const Vec3 ws = respond(s), wt = respond(t);
  const double ss = dot(s, ws), tt = dot(t, wt), st = dot(s, wt);
  const double across = 0.5 * (ss + tt) + std::hypot(0.5 * (ss - tt), st);
  return {normal + coupling, across + coupling};
}

double turning_response(const ProjectionProblem& q, const ConeRow& row) {
  // A row sum bounds the largest eigenvalue.
  const auto bound = [&](std::size_t body) {
    if (q.dimension != 3) return q.turning.inverse_inertia[body];
    const double* const i = &q.turning.inverse_inertia[6 * body];
    const double xy = std::abs(i[3]), xz = std::abs(i[4]), yz = std::abs(i[5]);
    return std::max({i[0] + xy + xz, i[1] + xy + yz, i[2] + xz + yz});
  };
  return bound(row.first) + (row.second >= 0 ? bound(static_cast<std::size_t>(row.second)) : 0);
}

void take_motion(const ProjectionProblem& q, const Incidence& incidence, const ConeForces& forces,
                 std::span<double> velocity, std::span<double> spin, Executor& executor) {
  with_dimension(q.dimension, [&]<int D>() {
    const auto force_at = [&](std::size_t c) {
      return forces.multiplier[c] * embed(&q.normal[c * D], D) + embed(&forces.tangential[c * D], D);
    };
    const bool rolling = !q.turning.rolling.empty();
    executor.for_each(
        q.bodies(),
        [&](std::size_t i) {
          Vec3 force, torque;
          for (std::int32_t k = incidence.begin(i); k < incidence.end(i); ++k) {
            const auto c = static_cast<std::size_t>(k);
            const Vec3 f = force_at(c);
            force += f;
            torque += cross(embed(&q.turning.lever_first[c * D], D), f);
            if (rolling) torque += Vec3::load(&forces.torque[3 * c]);
          }
          for (const std::int32_t k : incidence.others(i)) {
            const auto c = static_cast<std::size_t>(k);
            const Vec3 f = force_at(c);
            force -= f;
            torque -= cross(embed(&q.turning.lever_second[c * D], D), f);
            if (rolling) torque -= Vec3::load(&forces.torque[3 * c]);
          }
          const Vec3 turn = turn_of(q, i, torque);
          for (int k = 0; k < D; ++k)
            velocity[i * D + static_cast<std::size_t>(k)] =
                q.free_velocity[i * D + static_cast<std::size_t>(k)] + q.step * q.inverse_mass[i] * force[k];
          if (D == 3)
            for (std::size_t k = 0; k < 3; ++k) spin[3 * i + k] = q.turning.free_spin[3 * i + k] + q.step * turn.c[k];
          else
            spin[i] = q.turning.free_spin[i] + q.step * turn[2];
        },
        512);
  });
  // Joints may end at one body: one after the other.
  const auto d = static_cast<std::size_t>(q.dimension);
  const auto push = [&](std::size_t i, double factor, const Vec3& force, const Vec3& turn) {
    for (std::size_t k = 0; k < d; ++k) velocity[i * d + k] += factor * q.inverse_mass[i] * force.c[k];
    if (d == 3)
      for (std::size_t k = 0; k < 3; ++k) spin[3 * i + k] += factor * turn.c[k];
    else
      spin[i] += factor * turn[2];
  };
  for (std::size_t k = 0; k < q.joints.size(); ++k) {
    const JointRow row = JointRow::of(q, k);
    const double factor = q.step * forces.joint[k];
    push(row.first, factor, row.linear, row.turn_first);
    if (row.second >= 0) push(static_cast<std::size_t>(row.second), -factor, row.linear, row.turn_second);
  }
}

namespace {

// Resistance to rolling of the rows [begin, end).
void assess_rolling(const ProjectionProblem& q, const ConeForces& forces, std::span<const double> spin,
                    std::size_t begin, std::size_t end, RowTotals& part) {
  const double square = q.step * q.step;
  for (std::size_t c = begin; c < end; ++c) {
    const ConeRow row = ConeRow::of(q, c);
    const Vec3 torque = square * Vec3::load(&forces.torque[3 * c]);
    Vec3 turn = q.step * spin_of(q, spin, row.first);
    if (row.second >= 0)
      turn -= q.step * spin_of(q, spin, static_cast<std::size_t>(row.second));
    else if (!q.turning.turn.empty())
      turn -= Vec3::load(&q.turning.turn[3 * c]);
    const double w = turning_response(q, row);
    if (!(w > 0)) continue;
    const Vec3 to =
        RollingBounds::of(q.turning.rolling[c], q.turning.twisting[c], square * forces.multiplier[c] - row.lower)
            .clip(torque - (1 / w) * turn, row.normal);
    part.tests.residual = std::max(part.tests.residual, q.length * w * norm(to - torque));
  }
}

void assess_joints(const ProjectionProblem& q, const ConeForces& forces, std::span<const double> velocity,
                   std::span<const double> spin, RowTotals& part) {
  const double square = q.step * q.step;
  for (std::size_t k = 0; k < q.joints.size(); ++k) {
    const JointRow row = JointRow::of(q, k);
    const double p = square * forces.joint[k];
    const Motion a = motion_of(q, velocity, spin, row.first);
    double open = row.gap + dot(row.linear, a.shift) + dot(row.angular_first, a.turn), size = norm(a.shift);
    if (row.second >= 0) {
      const Motion b = motion_of(q, velocity, spin, static_cast<std::size_t>(row.second));
      open -= dot(row.linear, b.shift) + dot(row.angular_second, b.turn);
      size += norm(b.shift);
    }
    const double slope = open + row.epsilon * p;
    const double residual = row.response * std::abs(std::clamp(p - slope / row.response, row.lower, row.upper) - p);
    // A spring gives way, and so does a motor that has a limit. Redundant rows may contradict each other: what they
    // leave open is known to whoever moves the bodies, and what counts here is that their forces are right.
    if (q.joints.compliance[k] == 0 && (row.lower == -infinity || row.upper == infinity))
      part.tests.violation =
          std::max({part.tests.violation, row.upper == infinity ? -slope : 0, row.lower == -infinity ? slope : 0});
    const double force = std::abs(p);
    part.tests.product += force * residual;
    part.tests.weight += force;
    part.tests.residual = std::max(part.tests.residual, residual);
    part.tests.largest = std::max(part.tests.largest, force);
    // max over the bounds of −qg − ½εq², and the same of p.
    if (row.epsilon > 0) {
      const double best = std::clamp(-open / row.epsilon, row.lower, row.upper);
      part.gap += (p - best) * open + 0.5 * row.epsilon * (p * p - best * best);
    }
    part.magnitude = std::max(part.magnitude, std::abs(row.gap) + size + row.response * force);
  }
}

}  // namespace

Assessment assess_cones(const ProjectionProblem& q, std::span<const ConeMetric> metric, const ConeForces& forces,
                        std::span<const double> velocity, std::span<const double> spin, Executor& executor) {
  const double square = q.step * q.step, epsilon = q.compliance / square;
  const auto d = static_cast<std::size_t>(q.dimension);
  RowTotals totals = executor.reduce(
      q.rows(), RowTotals{},
      [&](std::size_t begin, std::size_t end) {
        RowTotals part;
        for (std::size_t c = begin; c < end; ++c) {
          const ConeRow row = ConeRow::of(q, c);
          const ConeForce p{square * forces.multiplier[c], square * embed(&forces.tangential[c * d], q.dimension)};
          const Motion a = motion_of(q, velocity, spin, row.first);
          Vec3 u = a.shift + cross(a.turn, row.lever_first) - row.slip;
          double size = norm(a.shift);
          if (row.second >= 0) {
            const Motion b = motion_of(q, velocity, spin, static_cast<std::size_t>(row.second));
            u -= b.shift + cross(b.turn, row.lever_second);
            size += norm(b.shift);
          }
          const double along = dot(row.normal, u), open = row.gap + along;
          const Vec3 across = u - along * row.normal;
          const bool joint = row.lower == -infinity && row.friction > 0;
          const double g = q.turning.exact && !joint ? open + row.friction * norm(across) : open;
          part.magnitude = std::max(part.magnitude, std::abs(row.gap) + size);
          // Open, and nothing pushes: the others are few.
          if (p.normal == 0 && row.lower == 0 && g >= row.friction * norm(across)) continue;
          const ConeMetric w = metric[c];
          const double slope = g + epsilon * p.normal;
          const Vec3 slide = across + epsilon * p.tangential;
          const ConeForce to = project_on_cone({p.normal - slope / w.normal, p.tangential - (1 / w.tangential) * slide},
                                               row.lower, row.friction, w.tangential / w.normal);
          const double residual =
              std::max(w.normal * std::abs(to.normal - p.normal), w.tangential * norm(to.tangential - p.tangential));
          const double force = std::sqrt(p.normal * p.normal + dot(p.tangential, p.tangential));
          const double weight = row.lower == -infinity ? force : std::max(force, p.normal - row.lower);
          part.tests.violation =
              std::max(part.tests.violation,
                       row.lower == -infinity ? std::max(std::abs(open), joint ? norm(across) : 0) : -open);
          part.tests.product += weight * residual;
          part.tests.weight += weight;
          part.tests.residual = std::max(part.tests.residual, residual);
          part.tests.largest = std::max(part.tests.largest, force);
          part.gap += gap_term(g, across, p, row, epsilon);
          part.magnitude = std::max(part.magnitude, std::abs(row.gap) + size + w.tangential * force);
          part.active += p.normal > row.lower;
        }
        if (!q.turning.rolling.empty()) assess_rolling(q, forces, spin, begin, end, part);
        return part;
      },
      [](RowTotals total, const RowTotals& part) { return total += part; });
  assess_joints(q, forces, velocity, spin, totals);
  return totals.assessment(square);
}

}  // namespace floc
