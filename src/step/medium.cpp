#include "step/medium.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "geometry/body_pose.hpp"

namespace floc {
namespace {

constexpr double most_courant = 1;  // cells a step: central advection would not be stable
constexpr double hopeless_courant = 1e6;  // nothing that is computed after such a step means anything

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

Medium::Fault fault_of(const CouplingReport& report) {
  if (report.converged) return {};
  if (!std::isfinite(report.residual)) return {"the flow is not finite any more", true};
  return {fmt::format("the forces between fluid and bodies have not converged in {} iterations: slip {:.2g}",
                      report.iterations, report.residual)};
}

void store(const RigidMotion& m, double* velocity, double* spin, int d) {
  for (int k = 0; k < d; ++k) velocity[k] = m.velocity[k];
  if (d == 3)
    m.spin.store(spin);
  else
    *spin = m.spin[2];
}

}  // namespace

Medium::Medium(const FluidSettings& settings, std::vector<ShapePtr> shapes)
    : settings_(settings),
      shapes_(std::move(shapes)),
      flow_(driven(settings)),
      immersed_(flow_, settings.most_iterations),
      shaped_(shapes_.size()) {
  if (settings.steady)
    quasi_static_ = std::make_unique<QuasiStatic>(
        flow_, StokesSettings{.mean_velocity = settings.mean_velocity,
                              .drive = settings.density * settings.drive,
                              .most_iterations = settings.most_iterations});
  for (int k = 0; k < flow_.grid().dimension; ++k) push_[u(k)].assign(flow_.layout().size, 0.0);
}

FlowState Medium::initial(const Bodies& bodies) const {
  FlowState state = flow_.at_rest();
  state.inside.assign(bodies.size() * state.body_width(), 0.0);
  state.force = state.inside;
  state.standing.assign(settings_.standing.size() * state.body_width(), 0.0);
  return state;
}

void Medium::begin(FlowState& state, double t, Executor& executor) {
  if (settings_.velocity.empty()) return restored(state, t, executor);
  std::vector<Expression::Evaluator> velocity;
  for (const Expression& e : settings_.velocity) velocity.emplace_back(e);
  const FlowState moving = flow_.begin(
      [&](const Vec3& x) {
        const double values[]{x[0], x[1], x[2], t};
        Vec3 v;
        for (std::size_t k = 0; k < velocity.size(); ++k) v[static_cast<int>(k)] = velocity[k](values);
        return v;
      },
      executor);
  state.velocity = moving.velocity;
  flow_.make_incompressible(state, t, executor);
}

void Medium::carry(const FlowState& state, const Bodies& bodies, double h, std::span<double> velocity,
                   Executor& executor) const {
  const int d = flow_.grid().dimension;
  const Velocity& after = quasi_static_ ? state.velocity : flow_.predicted();
  executor.for_each(
      bodies.size(),
      [&](std::size_t b) {
        const Vec3 x = embed(bodies.x(b), d), middle = x + 0.5 * h * flow_.velocity(state, x);
        const Vec3 v = 0.5 * (flow_.velocity(state, middle) + flow_.velocity(after, middle));
        for (int k = 0; k < d; ++k) velocity[b * u(d) + u(k)] = v[k];
      },
      64);
}

FluidReport Medium::report(const FlowState& state, std::size_t bodies) const {
  FluidReport report{.standing = state.standing, .walls = settings_.walls()};
  if (settings_.told(bodies)) report.bodies = state.force;
  make_room(report, flow_.grid().dimension, settings_.suspends(bodies));
  return report;
}

bool Medium::fits(const FlowState& state) const {
  return state.dimension == flow_.grid().dimension && state.pressure.size() == flow_.layout().size;
}

ImmersedShapePtr Medium::shape_of(const Bodies& bodies, std::span<const double> radius, std::size_t b) {
  const double cell = flow_.grid().h;
  if (bodies.shaped) {
    const auto k = static_cast<std::size_t>(bodies.shape[b]);
    if (!shaped_[k]) shaped_[k] = ImmersedShape::of(shapes_[k], cell);
    return shaped_[k];
  }
  ImmersedShapePtr& shape = round_[radius[b]];
  if (!shape) shape = ImmersedShape::round(bodies.dimension, radius[b], cell);
  return shape;
}

void Medium::place_obstacles(const Obstacles& obstacles, double t, double h, std::size_t first) {
  for (std::size_t k = 0; k < settings_.standing.size(); ++k) {
    const FluidSettings::Standing& standing = settings_.standing[k];
    const floc::Motion& motion = *obstacles.list()[standing.obstacle].motion;
    const Pose begin = motion.at(t), end = motion.at(t + h);
    ImmersedBody& body = immersed_bodies_[first + k];
    body = {standing.shape, begin};
    body.pose.position = begin.to_world(standing.centre);
    RigidMotion& m = motion_[first + k];
    m = {};
    inside_moves_[first + k] = !motion.fixed() && standing.shape->volume() > 0;
    if (motion.fixed()) continue;
    m.velocity = (1 / h) * (end.to_world(standing.centre) - body.pose.position);
    // How a point of it that is at e_k of its frame turns.
    for (int i = 0; i < 3; ++i) {
      Vec3 axis;
      axis[i] = 1;
      const Vec3 before = begin.turn(axis), after = end.turn(axis);
      m.spin += (0.5 / h) * cross(before, after - before);
    }
    if (flow_.grid().dimension == 2) m.spin[0] = m.spin[1] = 0;
  }
}

void Medium::take_films(const Bodies& bodies, std::span<const double> radius, const Obstacles& obstacles, double h,
                        Executor& executor) {
  films_.clear();
  if (!settings_.lubrication || quasi_static_) return;
  const int d = bodies.dimension;
  const double cell = flow_.grid().h, seen = film_reach * cell, mu = flow_.settings().viscosity;
  const auto add = [&](std::int32_t i, std::int32_t j, const Vec3& normal, double curvature, double gap, double speed) {
    const double kappa = unseen_resistance(d, mu, 1 / curvature, gap, cell);
    if (kappa > 0) films_.push_back({i, j, normal, kappa, speed});
  };
  balls_.clear();
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!bodies.shaped || shapes_[u(bodies.shape[i])]->kind() == ShapeKind::sphere)
      balls_.push_back(static_cast<std::int32_t>(i));
  for (const BallPair& p : close_balls_.find(bodies, balls_, radius, obstacles.domain(), seen))
    add(p.first, p.second, p.normal, 1 / radius[u(p.first)] + 1 / radius[u(p.second)], p.gap, 0);
  // Obstacles are those of the contacts, nearer by half the gap.
  for (const std::int32_t ball : balls_)
    for (std::size_t s = 0; s < obstacles.surfaces(); ++s) {
      const std::size_t i = u(ball);
      const Vec3 x = embed(bodies.x(i), d);
      if (obstacles.beyond(s, x, radius[i] + seen)) continue;
      const ObstacleRow row = obstacles.row(s, x, radius[i]);
      const double gap = row.begin_gap + 0.5 * settings_.gap;
      if (!(gap < seen)) continue;
      const std::array<double, 2> bulge = obstacles.curvatures(s, x);
      const double curvature = 1 / radius[i] + (d == 3 ? 0.5 * (bulge[0] + bulge[1]) : bulge[0]);
      if (!(curvature > 0)) continue;
      add(ball, -1, row.normal, curvature, gap, obstacles.moving(s) ? dot(row.normal, obstacles.way(s, x)) / h : 0);
    }
  std::vector<double> inverse_mass(immersed_bodies_.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) inverse_mass[i] = 1 / bodies.mass[i];
  film_masses_.take(d, films_, inverse_mass, h, executor);
}

Medium::Fault Medium::predict(const FlowState& state, const Bodies& bodies, std::span<const double> radius,
                              const Obstacles& obstacles, std::span<const double> inverse_inertia,
                              std::span<const LinkRow> links, double t, double h, std::span<double> velocity,
                              std::span<double> spin, Executor& executor) {
  const FluidGrid& grid = flow_.grid();
  const int d = grid.dimension;
  const std::size_t n = bodies.size(), all = n + settings_.standing.size(), width = state.body_width(),
                    wide = bodies.spin_width();
  Fault fault;
  if (const double longest = flow_.longest_step(state, executor); !quasi_static_ && h > 2 * longest * most_courant)
    fault.message =
        fmt::format("the fluid goes {:.2g} cells in a step: take steps of at most {:.3g}", 0.5 * h / longest, longest);
  immersed_bodies_.resize(all);
  inertia_.assign(all, {});
  motion_.resize(all);
  predicted_.resize(all);
  inside_moves_.assign(all, 1);
  for (std::size_t b = 0; b < n; ++b) {
    immersed_bodies_[b] = {shape_of(bodies, radius, b), pose_of(bodies, b)};
    for (int k = 0; k < d; ++k)
      if (const double x = (immersed_bodies_[b].pose.position[k] - grid.origin[k]) / grid.h;
          !grid.periodic(k) && !(x > 0 && x < grid.n(k)))
        return {fmt::format("body {} has left the fluid along {}", bodies.id[b], "xyz"[k]), true};
  }
  place_obstacles(obstacles, t, h, n);
  take_films(bodies, radius, obstacles, h, executor);
  immersed_.place(immersed_bodies_, executor);
  if (quasi_static_) {
    const auto forces = forces_on(bodies, inverse_inertia, t, h, velocity, spin);
    coupling_ = quasi_static_->predict(immersed_.markers(), forces, links, motion_, t, executor);
    link_forces_ = quasi_static_->link_forces();
    for (std::size_t b = 0; b < n; ++b) store(motion_[b], &velocity[b * u(d)], &spin[b * wide], d);
    if (fault.message.empty()) fault = fault_of(coupling_);
    return fault;
  }
  // Viscosity that is stepped implicitly has to know of the markers: they push as in the last step, and couple()
  // finds the rest.
  traction_.clear();
  if (flow_.implicit(h) && state.traction.size() == immersed_.markers().numbers())
    for (const double value : state.traction) traction_.push_back(h * value);
  immersed_.expect(traction_);
  immersed_.spread_expected(1 / h, push_);
  flow_.predict(state, t, h, executor, traction_.empty() ? nullptr : &push_);
  immersed_.clear_expected(push_);
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
    const Vec3 kick =
        h * (settings_.gravity + flow_.force(immersed_bodies_[b].pose.position, t + 0.5 * h) - settings_.drive);
    m.velocity -= displaced * kick;
    const double* const inside = &state.inside[b * width];
    Vec3 turn = d == 3 ? embed(inside + 3, 3) : Vec3{{0, 0, inside[2]}};
    m.velocity += h * rho * inertia.inverse_mass * embed(inside, d);
    const auto& i = inertia.inverse_inertia;
    turn = {{i[0] * turn[0] + i[3] * turn[1] + i[4] * turn[2], i[3] * turn[0] + i[1] * turn[1] + i[5] * turn[2],
             i[4] * turn[0] + i[5] * turn[1] + i[2] * turn[2]}};
    m.spin += h * rho * turn;
  }
  immersed_.hold_with(films_.empty() ? nullptr : &film_masses_);
  coupling_ = immersed_.couple(flow_.predicted(), inertia_, links, motion_, executor);
  link_forces_ = immersed_.link_impulses();
  for (double& force : link_forces_) force /= h;
  for (std::size_t b = 0; b < n; ++b) store(motion_[b], &velocity[b * u(d)], &spin[b * wide], d);
  predicted_ = motion_;
  if (fault.message.empty()) fault = fault_of(coupling_);
  return fault;
}

// What acts on the bodies beside the fluid: what the forces have done to their velocities, and buoyancy.
std::vector<RigidMotion> Medium::forces_on(const Bodies& bodies, std::span<const double> inverse_inertia, double t,
                                           double h, std::span<const double> velocity, std::span<const double> spin) {
  const int d = flow_.grid().dimension;
  const std::size_t wide = bodies.spin_width();
  std::vector<RigidMotion> forces(bodies.size());
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    RigidMotion before, after;
    load(before, bodies.v(b), &bodies.spin[b * wide], d);
    load(after, &velocity[b * u(d)], &spin[b * wide], d);
    const double displaced = flow_.settings().density * immersed_.volume(b);
    forces[b].velocity =
        (bodies.mass[b] / h) * (after.velocity - before.velocity) -
        displaced * (settings_.gravity + flow_.force(immersed_bodies_[b].pose.position, t) - settings_.drive);
    const Vec3 turned = (1 / h) * (after.spin - before.spin);
    if (d == 2) {
      forces[b].spin[2] = turned[2] / inverse_inertia[b];
      continue;
    }
    // I = (I⁻¹)⁻¹, by its cofactors; a torque is the change of spin less that of a body that turns freely.
    const double* const m = &inverse_inertia[6 * b];
    const Vec3 x{{m[0], m[3], m[4]}}, y{{m[3], m[1], m[5]}}, z{{m[4], m[5], m[2]}};
    const Vec3 yz = cross(y, z), zx = cross(z, x), xy = cross(x, y);
    const double over = 1 / dot(x, yz);
    const auto inertia = [&](const Vec3& w) {
      return over * Vec3{{dot(Vec3{{yz[0], zx[0], xy[0]}}, w), dot(Vec3{{yz[1], zx[1], xy[1]}}, w),
                          dot(Vec3{{yz[2], zx[2], xy[2]}}, w)}};
    };
    forces[b].spin = inertia(turned) + cross(before.spin, inertia(before.spin));
  }
  return forces;
}

Medium::Fault Medium::follow_steadily(FlowState& state, const Bodies& bodies, double t, double h, FluidReport& report,
                                      Executor& executor) {
  const int d = flow_.grid().dimension;
  const std::size_t n = bodies.size(), wide = bodies.spin_width(), width = state.body_width();
  quasi_static_->flow(immersed_.markers(), state, executor);
  state.last[0] = h;
  flow_.fill(state, t, executor);
  const double divergence = quasi_static_->divergence(state, executor);
  if (!std::isfinite(divergence)) return {"the flow is not finite any more", true};
  for (std::size_t b = 0; b < n; ++b) {
    double* const force = &state.force[b * width];
    const RigidMotion of_markers = quasi_static_->force(immersed_.markers(), b);
    const Vec3 x = immersed_bodies_[b].pose.position;
    const double displaced = flow_.settings().density * immersed_.volume(b);
    const Vec3 lift = displaced * (settings_.gravity + flow_.force(x, t) - settings_.drive);
    for (int k = 0; k < d; ++k) force[k] = of_markers.velocity[k] - lift[k];
    for (std::size_t k = 0; k < wide; ++k) force[u(d) + k] = of_markers.spin[d == 3 ? static_cast<int>(k) : 2];
  }
  state.standing.resize(settings_.standing.size() * width);
  for (std::size_t b = n; b < immersed_.size(); ++b) {
    const RigidMotion force = quasi_static_->force(immersed_.markers(), b);
    store(force, &state.standing[(b - n) * width], &state.standing[(b - n) * width] + d, d);
  }
  report.standing = state.standing;
  if (settings_.told(n)) report.bodies = state.force;
  report.divergence = std::max(report.divergence, divergence);
  report.slip = std::max({report.slip, coupling_.residual, again_.residual});
  report.iterations += coupling_.iterations + again_.iterations;
  double fastest = 0;
  for (int c = 0; c < d; ++c)
    for (const double v : state.velocity[u(c)]) fastest = std::max(fastest, std::abs(v));
  report.courant = std::max(report.courant, fastest * h / flow_.grid().h);
  measure_suspension(state, bodies, report);
  return {};
}

// After the flow has gone on: predicted() is then the velocity of before.
RigidMotion Medium::rate_inside(const FlowState& state, std::size_t b, double h) const {
  if (!inside_moves_[b]) return {};
  const RigidMotion change = immersed_.momentum_change(flow_.predicted(), state.velocity, b);
  RigidMotion rate{(1 / h) * change.velocity, (1 / h) * change.spin};
  if (!flow_.settings().advection) return rate;
  const RigidMotion more = immersed_.carried(b, motion_[b]);
  return {rate.velocity + more.velocity, rate.spin + more.spin};
}

Medium::Fault Medium::hold(std::span<const double> velocity, std::span<const double> spin, Executor& executor) {
  const int d = flow_.grid().dimension;
  const std::size_t n = immersed_.size() - settings_.standing.size(), wide = d == 3 ? 3 : 1;
  for (std::size_t b = 0; b < n; ++b) load(motion_[b], &velocity[b * u(d)], &spin[b * wide], d);
  again_ = quasi_static_ ? quasi_static_->follow(immersed_.markers(), motion_, executor)
                         : immersed_.follow(predicted_, motion_, executor);
  return fault_of(again_);
}

Medium::Fault Medium::follow(FlowState& state, const Bodies& bodies, double t, double h, FluidReport& report,
                             Executor& executor) {
  if (quasi_static_) return follow_steadily(state, bodies, t, h, report, executor);
  const int d = flow_.grid().dimension;
  const std::size_t n = bodies.size(), width = state.body_width();
  immersed_.release(flow_.predicted());
  const FlowReport flow = flow_.finish(state, t, h, executor);
  // Before numbers of files, which are shorter than ours, cannot hold it.
  if (!(flow.courant < hopeless_courant))
    return {fmt::format("the flow has blown up: it goes {:.2g} cells in a step", flow.courant), true};
  const double rho = flow_.settings().density;
  immersed_.all(state.traction);
  for (double& value : state.traction) value /= h;
  state.standing.resize(settings_.standing.size() * width);
  const auto put = [&](std::size_t b, const RigidMotion& inside, double* force) {
    const RigidMotion impulse = immersed_.impulse(b);
    const Vec3 along =
        rho * inside.velocity - (1 / h) * impulse.velocity - (rho * immersed_.volume(b)) * settings_.gravity;
    store({along, rho * inside.spin - (1 / h) * impulse.spin}, force, force + d, d);
  };
  executor.for_each(
      immersed_.size(),
      [&](std::size_t b) {
        const RigidMotion rate = rate_inside(state, b, h);
        if (b >= n) return put(b, rate, &state.standing[(b - n) * width]);
        double* const inside = &state.inside[b * width];
        RigidMotion before;
        load(before, inside, inside + d, d);
        put(b, before, &state.force[b * width]);
        store(rate, inside, inside + d, d);
      },
      4);
  if (!films_.empty()) {
    std::vector<Vec3> velocities(immersed_.size()), forces(immersed_.size());
    for (std::size_t b = 0; b < immersed_.size(); ++b) velocities[b] = motion_[b].velocity;
    film_masses_.forces(velocities, forces);
    for (std::size_t b = 0; b < n; ++b)
      for (int k = 0; k < d; ++k) state.force[b * width + u(k)] += forces[b][k];
  }
  report.standing.assign(state.standing.begin(), state.standing.end());
  if (settings_.told(n)) report.bodies.assign(state.force.begin(), state.force.end());
  report.divergence = std::max(report.divergence, flow.divergence);
  report.slip = std::max({report.slip, coupling_.residual, again_.residual});
  report.iterations += coupling_.iterations + again_.iterations;
  report.courant = std::max(report.courant, flow.courant);
  measure_suspension(state, bodies, report);
  return {};
}

}  // namespace floc
