#include "step/medium.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"

namespace floc {
namespace {

constexpr double most_courant = 1;  // cells a step: central advection would not be stable

std::size_t u(int k) { return static_cast<std::size_t>(k); }

// f with the drive, which is uniform.
FlowSettings driven(const FluidSettings& settings) {
  FlowSettings flow = settings;
  if (norm(settings.drive) == 0) return flow;
  if (flow.force.empty())
    for (int k = 0; k < flow.grid.dimension; ++k) flow.force.emplace_back("0", place_and_time());
  for (int k = 0; k < flow.grid.dimension; ++k)
    flow.force[u(k)] =
        Expression(fmt::format("({}) + ({:.17g})", flow.force[u(k)].text(), settings.drive[k]), place_and_time());
  return flow;
}

void load(RigidMotion& m, const double* velocity, const double* spin, int d) {
  m.velocity = embed(velocity, d);
  m.spin = d == 3 ? embed(spin, 3) : Vec3{{0, 0, *spin}};
}

void store(const RigidMotion& m, double* velocity, double* spin, int d) {
  for (int k = 0; k < d; ++k) velocity[k] = m.velocity[k];
  if (d == 3)
    m.spin.store(spin);
  else
    *spin = m.spin[2];
}

}  // namespace

Medium::Medium(const FluidSettings& settings) : settings_(settings), flow_(driven(settings)), immersed_(flow_) {}

FlowState Medium::initial(const Bodies& bodies) const {
  FlowState state = flow_.at_rest();
  state.inside.assign(bodies.size() * state.body_width(), 0.0);
  state.force = state.inside;
  return state;
}

bool Medium::fits(const FlowState& state) const {
  return state.dimension == flow_.grid().dimension && state.pressure.size() == flow_.layout().size;
}

Medium::Fault Medium::predict(const FlowState& state, const Bodies& bodies, const Obstacles& obstacles,
                              std::span<const double> inverse_inertia, double t, double h, std::span<double> velocity,
                              std::span<double> spin, Executor& executor) {
  const FluidGrid& grid = flow_.grid();
  const int d = grid.dimension;
  const std::size_t n = bodies.size(), all = n + settings_.balls.size(), width = state.body_width(),
                    wide = bodies.spin_width();
  Fault fault;
  if (const double longest = flow_.longest_step(state, executor); h > 2 * longest * most_courant)
    fault.message =
        fmt::format("the fluid goes {:.2g} cells in a step: take steps of at most {:.3g}", 0.5 * h / longest, longest);
  round_.resize(all);
  inertia_.assign(all, {});
  motion_.resize(all);
  predicted_.resize(all);
  momentum_.resize(n);
  for (std::size_t b = 0; b < n; ++b) {
    round_[b] = {embed(bodies.x(b), d), fluid_radius(bodies.radius[b])};
    for (int k = 0; k < d; ++k)
      if (const double x = (round_[b].centre[k] - grid.origin[k]) / grid.h;
          !grid.periodic(k) && !(x > 0 && x < grid.n(k)))
        return {fmt::format("body {} has left the fluid along {}", bodies.id[b], "xyz"[k]), true};
  }
  for (std::size_t k = 0; k < settings_.balls.size(); ++k) {
    const FluidSettings::Ball& ball = settings_.balls[k];
    const floc::Motion& motion = *obstacles.list()[ball.obstacle].motion;
    const Pose begin = motion.at(t), end = motion.at(t + h);
    round_[n + k] = {begin.to_world(ball.centre), ball.radius};
    RigidMotion& m = motion_[n + k];
    m = {};
    if (!motion.fixed()) {
      m.velocity = (1 / h) * (end.to_world(ball.centre) - round_[n + k].centre);
      // How a point of it that is at e_k of its frame turns.
      for (int i = 0; i < 3; ++i) {
        Vec3 axis;
        axis[i] = 1;
        const Vec3 before = begin.to_world(axis) - begin.to_world({}), after = end.to_world(axis) - end.to_world({});
        m.spin += (0.5 / h) * cross(before, after - before);
      }
      if (d == 2) m.spin[0] = m.spin[1] = 0;
    }
  }
  immersed_.place(round_, executor);
  flow_.predict(state, t, h, executor);
  executor.for_each(
      n, [&](std::size_t b) { momentum_[b] = immersed_.momentum(state.velocity, b); }, 4);
  const double rho = flow_.settings().density;
  for (std::size_t b = 0; b < n; ++b) {
    RigidMotion& m = motion_[b];
    load(m, &velocity[b * u(d)], &spin[b * wide], d);
    Inertia& inertia = inertia_[b];
    inertia.inverse_mass = 1 / bodies.mass[b];
    if (d == 3)
      std::copy_n(&inverse_inertia[6 * b], 6, inertia.inverse_inertia.begin());
    else
      inertia.inverse_inertia[2] = inverse_inertia[b];
    const double displaced = rho * immersed_.volume(b) / bodies.mass[b];
    const Vec3 kick = h * (settings_.gravity + flow_.force(round_[b].centre, t + 0.5 * h) - settings_.drive);
    m.velocity -= displaced * kick;
    const double* const inside = &state.inside[b * width];
    Vec3 turn = d == 3 ? embed(inside + 3, 3) : Vec3{{0, 0, inside[2]}};
    m.velocity += h * rho * inertia.inverse_mass * embed(inside, d);
    const auto& i = inertia.inverse_inertia;
    turn = {{i[0] * turn[0] + i[3] * turn[1] + i[4] * turn[2], i[3] * turn[0] + i[1] * turn[1] + i[5] * turn[2],
             i[4] * turn[0] + i[5] * turn[1] + i[2] * turn[2]}};
    m.spin += h * rho * turn;
  }
  coupling_ = immersed_.couple(flow_.predicted(), inertia_, motion_, executor);
  for (std::size_t b = 0; b < n; ++b) store(motion_[b], &velocity[b * u(d)], &spin[b * wide], d);
  predicted_ = motion_;
  return fault;
}

Medium::Fault Medium::follow(FlowState& state, const Bodies& bodies, std::span<const double> velocity,
                             std::span<const double> spin, double t, double h, FluidReport& report,
                             Executor& executor) {
  const int d = flow_.grid().dimension;
  const std::size_t n = bodies.size(), wide = bodies.spin_width(), width = state.body_width();
  for (std::size_t b = 0; b < n; ++b) load(motion_[b], &velocity[b * u(d)], &spin[b * wide], d);
  const CouplingReport again = immersed_.follow(predicted_, motion_, executor);
  immersed_.release(flow_.predicted());
  const FlowReport flow = flow_.finish(state, t, h, executor);
  if (!std::isfinite(flow.divergence)) return {"the flow is not finite any more", true};
  const double rho = flow_.settings().density;
  executor.for_each(
      n,
      [&](std::size_t b) {
        double *const inside = &state.inside[b * width], *const force = &state.force[b * width];
        const RigidMotion impulse = immersed_.impulse(b), after = immersed_.momentum(state.velocity, b);
        const Vec3 rate = (1 / h) * (after.velocity - momentum_[b].velocity),
                   turn = (1 / h) * (after.spin - momentum_[b].spin);
        const double displaced = rho * immersed_.volume(b);
        for (int k = 0; k < d; ++k) {
          force[k] = rho * inside[k] - impulse.velocity[k] / h - displaced * settings_.gravity[k];
          inside[k] = rate[k];
        }
        for (std::size_t k = 0; k < wide; ++k) {
          const int of = d == 3 ? static_cast<int>(k) : 2;
          force[u(d) + k] = rho * inside[u(d) + k] - impulse.spin[of] / h;
          inside[u(d) + k] = turn[of];
        }
      },
      4);
  report.divergence = std::max(report.divergence, flow.divergence);
  report.slip = std::max({report.slip, coupling_.residual, again.residual});
  report.iterations += coupling_.iterations + again.iterations;
  report.courant = std::max(report.courant, flow.courant);
  return {};
}

}  // namespace floc
