#include "step/joints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/error.hpp"
#include "geometry/frame.hpp"

namespace floc {
namespace {

constexpr double infinity = JointDrive::infinity;

// The vector of a turn, by the shorter way.
Vec3 turn_vector(const Quaternion& q) {
  const double sign = q.w < 0 ? -1 : 1, size = norm(q.v);
  if (size < 1e-9) return (2 * sign) * q.v;
  return (2 * sign * std::atan2(size, sign * q.w) / size) * q.v;
}

Quaternion orientation_of(const Bodies& b, std::size_t i) {
  if (!b.turning) return {};
  return b.dimension == 3 ? Quaternion::load(&b.orientation[4 * i]) : rotation({{0, 0, b.orientation[i]}});
}

Vec3 vector_of_spin(int dimension, std::span<const double> spin, std::size_t i) {
  return dimension == 3 ? Vec3::load(&spin[3 * i]) : Vec3{{0, 0, spin[i]}};
}

}  // namespace

Joint Joint::of(const Bodies& bodies, JointKind kind, std::int64_t first, std::int64_t second, const Vec3& point_first,
                const Vec3& point_second, const Vec3& axis, JointDrive drive) {
  const auto find = [&](std::int64_t id) {
    const auto i = bodies.find(id);
    if (!i) throw Error(fmt::format("a joint is of particle {}, which is not there", id));
    return *i;
  };
  if (first == second) throw Error(fmt::format("particle {} is joined to itself", first));
  Joint joint;
  joint.kind = kind;
  joint.first = first;
  joint.second = second;
  joint.drive = std::move(drive);
  const std::size_t i = find(first);
  const auto here = [&](std::size_t k, const Vec3& point) {
    return to_body(orientation_of(bodies, k), point - embed(bodies.x(k), bodies.dimension));
  };
  joint.point_first = here(i, point_first);
  joint.arm = bodies.radius[i];
  Quaternion other;
  joint.point_second = point_second;
  if (second != world) {
    const std::size_t j = find(second);
    other = orientation_of(bodies, j);
    joint.point_second = here(j, point_second);
    joint.arm = std::max(joint.arm, bodies.radius[j]);
  }
  joint.turn = conjugate(other) * orientation_of(bodies, i);
  if (kind == JointKind::hinge || kind == JointKind::slider) {
    const Vec3 direction = kind == JointKind::hinge && bodies.dimension == 2
                               ? Vec3{{0, 0, 1}}
                               : require_direction(axis, "the axis of a joint");
    joint.axis = to_body(other, direction);
    joint.axis_first = to_body(orientation_of(bodies, i), direction);
  }
  if (kind == JointKind::distance && !joint.drive.any())
    joint.drive.prescribed = Expression(fmt::format("{:.17g}", norm(point_first - point_second)), {"t"});
  return joint;
}

std::size_t Joints::held(const Joint& joint) const {
  const std::size_t d = static_cast<std::size_t>(dimension_), turns = d == 3 ? 3 : 1;
  switch (joint.kind) {
    case JointKind::distance: return 0;
    case JointKind::ball: return d;
    case JointKind::hinge: return d + turns - 1;
    case JointKind::slider: return d - 1 + turns;
    case JointKind::weld: return d + turns;
  }
  return 0;
}

Joints::Joints(std::vector<Joint> joints, int dimension) : joints_(std::move(joints)), dimension_(dimension) {
  row_begin_ = {0};
  for (const Joint& joint : joints_) {
    const bool slides = joint.kind == JointKind::slider, turns = joint.kind == JointKind::hinge;
    const std::size_t points =
        joint.kind == JointKind::distance ? 0 : static_cast<std::size_t>(dimension_) - (slides ? 1 : 0);
    std::vector<RowPlan> plan;
    for (std::size_t k = 0; k < held(joint); ++k) plan.push_back({RowKind::held, k >= points});
    const JointDrive& drive = joint.drive;
    const bool free = joint.kind == JointKind::ball || joint.kind == JointKind::weld;
    if (free && drive.any()) throw Error("a ball and a weld have no coordinate that could be driven");
    if (!(drive.low <= drive.high)) throw Error("the limits of a joint are the lower and the upper one");
    if (!(drive.stiffness >= 0) || !(drive.damping >= 0))
      throw Error("stiffness and damping of a joint are not negative");
    if (drive.prescribed)
      plan.push_back({RowKind::prescribed, turns});
    else {
      // No length is below 0, and a row for that would keep two points from passing each other.
      const bool idle = joint.kind == JointKind::distance && drive.low <= 0;
      if (drive.low > -infinity && !idle) plan.push_back({RowKind::low, turns});
      if (drive.high < infinity) plan.push_back({RowKind::high, turns});
      if (drive.stiffness > 0 || drive.damping > 0) plan.push_back({RowKind::spring, turns});
      if (drive.speed) plan.push_back({RowKind::motor, turns});
    }
    prescribed_.push_back(drive.prescribed ? std::optional<Expression::Evaluator>(*drive.prescribed) : std::nullopt);
    speed_.push_back(drive.speed ? std::optional<Expression::Evaluator>(*drive.speed) : std::nullopt);
    row_begin_.push_back(row_begin_.back() + plan.size());
    plan_.push_back(std::move(plan));
  }
}

JointStates Joints::initial(const Bodies& bodies, const Domain& domain) const {
  JointStates states;
  states.multiplier.assign(rows(), 0);
  states.broken.assign(size(), 0);
  states.coordinate.assign(size(), 0);
  Joints here(joints_, dimension_);
  here.begin(bodies, domain, states, 0, 1);
  for (const Placed& placed : here.placed_) states.coordinate[placed.joint] = here.measure(placed, nullptr).coordinate;
  return states;
}

Bonds Joints::with_filter(const Bonds& bonds, const std::vector<Joint>& joints, std::span<const std::int32_t> broken) {
  std::vector<Bond> all;
  for (std::size_t k = 0; k < joints.size(); ++k)
    if (joints[k].second != Joint::world && !joints[k].collide && (broken.empty() || !broken[k]))
      all.push_back({joints[k].first, joints[k].second, Bond::no_row});
  all.insert(all.end(), bonds.list().begin(), bonds.list().end());
  return Bonds(std::move(all));
}

Joints::Pose Joints::pose(std::int32_t body, const Motion* motion) const {
  if (body < 0) return {};
  const auto i = static_cast<std::size_t>(body);
  const auto d = static_cast<std::size_t>(dimension_);
  Pose at{embed(bodies_->x(i), dimension_), orientation_of(*bodies_, i)};
  if (motion) {
    at.x += motion->h * embed(&motion->velocity[i * d], dimension_);
    at.q = turned(at.q, motion->h * vector_of_spin(dimension_, motion->spin, i));
  }
  return at;
}

Joints::Measure Joints::measure(const Placed& placed, const Motion* motion) const {
  const Joint& joint = joints_[placed.joint];
  const Pose a = pose(placed.first, motion), b = pose(placed.second, motion);
  const Vec3 arm = to_world(b.q, joint.point_second);
  Vec3 apart = a.x + to_world(a.q, joint.point_first) - b.x - arm;
  if (placed.second >= 0)
    with_dimension(dimension_, [&]<int D>() { apart = embed(domain_->nearest_image(truncate<D>(apart)).c.data(), D); });
  Measure m;
  std::size_t n = 0;
  const auto hold = [&](double error) { m.held[n++] = error; };
  const bool space = dimension_ == 3;
  // The turn of the first as seen from the second, from where the coordinate is 0.
  const Quaternion turn = conjugate(b.q) * a.q * conjugate(joint.turn);
  switch (joint.kind) {
    case JointKind::distance: m.coordinate = norm(apart); break;
    case JointKind::ball:
    case JointKind::hinge:
    case JointKind::weld:
      for (int k = 0; k < dimension_; ++k) hold(apart[k]);
      break;
    case JointKind::slider: {
      const Vec3 along = to_world(b.q, joint.axis);
      m.coordinate = dot(along, apart);
      if (space) {
        const Frame frame(joint.axis);
        hold(dot(to_world(b.q, frame.u), apart));
        hold(dot(to_world(b.q, frame.v), apart));
      } else
        hold(along[0] * apart[1] - along[1] * apart[0]);
      break;
    }
  }
  if (joint.kind == JointKind::hinge) {
    if (space) {
      const Vec3 off = cross(to_world(b.q, joint.axis), to_world(a.q, joint.axis_first));
      const Frame frame(joint.axis);
      hold(joint.arm * dot(to_world(b.q, frame.u), off));
      hold(joint.arm * dot(to_world(b.q, frame.v), off));
    }
    // The angle next to the one before.
    constexpr double whole = 2 * std::numbers::pi;
    const double angle = 2 * std::atan2(dot(turn.v, joint.axis), turn.w);
    m.coordinate = angle + whole * std::round((placed.coordinate - angle) / whole);
  }
  if (joint.kind == JointKind::slider || joint.kind == JointKind::weld) {
    const Vec3 off = joint.arm * to_world(b.q, turn_vector(turn));
    for (int k = space ? 0 : 2; k < 3; ++k) hold(off[k]);
  }
  return m;
}

void Joints::add_rows(const Placed& placed, const Motion* motion) {
  const Joint& joint = joints_[placed.joint];
  const Pose a = pose(placed.first, motion), b = pose(placed.second, motion);
  const Vec3 lever_first = to_world(a.q, joint.point_first), lever_second = to_world(b.q, joint.point_second);
  Vec3 apart = a.x + lever_first - b.x - lever_second;
  if (placed.second >= 0)
    with_dimension(dimension_, [&]<int D>() { apart = embed(domain_->nearest_image(truncate<D>(apart)).c.data(), D); });
  const bool space = dimension_ == 3;
  const auto put = [](std::vector<double>& to, const Vec3& v) { to.insert(to.end(), v.c.begin(), v.c.end()); };
  // A row of a point (the points of both coincide, but for a slider and a distance), or about an axis.
  struct Line {
    Vec3 linear{}, first{}, second{};
  };
  const auto at_point = [&](const Vec3& e, const Vec3& second) {
    return Line{e, cross(lever_first, e), cross(second, e)};
  };
  const auto about = [&](const Vec3& axis) { return Line{{}, joint.arm * axis, joint.arm * axis}; };
  std::array<Line, 6> directions;
  std::size_t count = 0;
  const auto hold = [&](const Line& line) { directions[count++] = line; };
  Line coordinate;
  const Vec3 along = to_world(b.q, joint.axis);
  const Frame frame(norm(joint.axis) > 0 ? joint.axis : Vec3{{0, 0, 1}});
  // Seen from the second, the point of the first: directions turn with the second.
  const Vec3 seen = lever_second + apart;
  switch (joint.kind) {
    case JointKind::distance: coordinate = at_point(direction(apart, axis_vector(0)).unit, lever_second); break;
    case JointKind::ball:
    case JointKind::hinge:
    case JointKind::weld:
      for (int k = 0; k < dimension_; ++k) hold(at_point(axis_vector(k), lever_second));
      break;
    case JointKind::slider:
      coordinate = at_point(along, seen);
      if (space) {
        hold(at_point(to_world(b.q, frame.u), seen));
        hold(at_point(to_world(b.q, frame.v), seen));
      } else
        hold(at_point({{-along[1], along[0], 0}}, seen));
      break;
  }
  if (joint.kind == JointKind::hinge) {
    if (space) {
      hold(about(to_world(b.q, frame.u)));
      hold(about(to_world(b.q, frame.v)));
    }
    coordinate = about(along);
  }
  if (joint.kind == JointKind::slider || joint.kind == JointKind::weld)
    for (int k = space ? 0 : 2; k < 3; ++k) hold(about(axis_vector(k)));
  const JointDrive& drive = joint.drive;
  const double unit = scale(joint);
  for (std::size_t k = 0; k < plan_[placed.joint].size(); ++k) {
    const RowKind kind = plan_[placed.joint][k].kind;
    Line along_row = kind == RowKind::held ? directions[k] : coordinate;
    double lower = -infinity, upper = infinity, compliance = 0, factor = 1;
    if (kind == RowKind::low || kind == RowKind::high) lower = 0;
    if (kind == RowKind::high) {
      factor = -1;
      for (Vec3* v : {&along_row.linear, &along_row.first, &along_row.second}) *v = -*v;
    }
    if (kind == RowKind::spring) {
      // Force −k(q⁺ − rest) − c q̇ in the row's own lengths.
      const double stiff = drive.stiffness / (unit * unit), damp = drive.damping / (unit * unit);
      compliance = h_ / (stiff * h_ + damp);
      factor = stiff * compliance;
    }
    if (kind == RowKind::motor) {
      upper = drive.strongest / unit;
      lower = -upper;
    }
    kind_.push_back(kind);
    first_.push_back(placed.first);
    second_.push_back(placed.second);
    put(linear_, along_row.linear);
    put(angular_first_, along_row.first);
    put(angular_second_, along_row.second);
    lower_.push_back(lower);
    upper_.push_back(upper);
    compliance_.push_back(compliance);
    factor_.push_back(factor);
    gap_.push_back(0);
    state_row_.push_back(row_begin_[placed.joint] + k);
  }
}

void Joints::begin(const Bodies& bodies, const Domain& domain, const JointStates& states, double t, double h) {
  bodies_ = &bodies;
  domain_ = &domain;
  h_ = h;
  demand_ = 0;
  placed_.clear();
  std::size_t row = 0;
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    const Joint& joint = joints_[k];
    const auto i = bodies.find(joint.first);
    const auto j = joint.second == Joint::world ? std::optional<std::size_t>() : bodies.find(joint.second);
    if (states.broken[k] || !i || (joint.second != Joint::world && !j)) continue;
    Placed placed{.joint = k,
                  .row = row,
                  .first = static_cast<std::int32_t>(*i),
                  .second = j ? static_cast<std::int32_t>(*j) : -1,
                  .coordinate = states.coordinate[k]};
    const double end = t + h;
    if (prescribed_[k]) placed.target = (*prescribed_[k])(&end);
    if (speed_[k]) placed.speed = (*speed_[k])(&end);
    if (!std::isfinite(placed.target) || !std::isfinite(placed.speed))
      throw Error(fmt::format("what joint {} is prescribed is not finite at t = {:.6g}", k, t + h));
    placed_.push_back(placed);
    row += plan_[k].size();
  }
  linearise(nullptr);
  guess_.clear();
  for (const std::size_t of_state : state_row_) guess_.push_back(states.multiplier[of_state]);
}

void Joints::linearise(const Motion* motion) {
  for (auto* all : {&linear_, &angular_first_, &angular_second_, &gap_, &lower_, &upper_, &compliance_, &factor_})
    all->clear();
  first_.clear();
  second_.clear();
  state_row_.clear();
  kind_.clear();
  for (const Placed& placed : placed_) add_rows(placed, motion);
}

double Joints::linear_part(std::size_t r, const Motion& motion) const {
  const auto d = static_cast<std::size_t>(dimension_);
  const auto part = [&](std::int32_t body, const Vec3& arm) {
    const auto i = static_cast<std::size_t>(body);
    return dot(Vec3::load(&linear_[3 * r]), embed(&motion.velocity[i * d], dimension_)) +
           dot(arm, vector_of_spin(dimension_, motion.spin, i));
  };
  double u = part(first_[r], Vec3::load(&angular_first_[3 * r]));
  if (second_[r] >= 0) u -= part(second_[r], Vec3::load(&angular_second_[3 * r]));
  return motion.h * u;
}

void Joints::linearise_gaps(const Motion& motion) {
  for (const Placed& placed : placed_) set_gaps(placed, measure(placed, &motion), motion);
}

void Joints::linearise_first_gaps(const Motion& motion, double most) {
  const Motion still{motion.velocity, motion.spin, 0};
  error_before_.assign(gap_.size(), 0);
  for (const Placed& placed : placed_) {
    const std::size_t count = plan_[placed.joint].size();
    set_gaps(placed, measure(placed, nullptr), still);
    const std::vector<double>::iterator here = gap_.begin() + static_cast<std::ptrdiff_t>(placed.row);
    std::array<double, 10> before{};
    std::copy_n(here, count, before.begin());
    for (std::size_t r = placed.row; r < placed.row + count; ++r)
      if (kind_[r] == RowKind::held || kind_[r] == RowKind::low || kind_[r] == RowKind::high) error_before_[r] = gap_[r];
    set_gaps(placed, measure(placed, &motion), motion);
    for (std::size_t k = 0; k < count; ++k)
      if (std::abs(here[static_cast<std::ptrdiff_t>(k)] - before[k]) > most) {
        std::copy_n(before.begin(), count, here);
        break;
      }
  }
}

void Joints::set_gaps(const Placed& placed, const Measure& m, const Motion& motion) {
  const Joint& joint = joints_[placed.joint];
  const double unit = scale(joint);
  for (std::size_t k = 0; k < plan_[placed.joint].size(); ++k) {
    const std::size_t r = placed.row + k;
    const double linear = linear_part(r, motion), at = unit * m.coordinate;
    double& gap = gap_[r];
    switch (kind_[r]) {
      case RowKind::held: gap = m.held[k] - linear; break;
      case RowKind::prescribed: gap = at - unit * placed.target - linear; break;
      case RowKind::low: gap = at - unit * joint.drive.low - linear; break;
      case RowKind::high: gap = unit * joint.drive.high - at - linear; break;
      case RowKind::spring: gap = factor_[r] * (at - unit * joint.drive.rest - linear); break;
      case RowKind::motor: gap = -h_ * unit * placed.speed; break;
    }
    const double open = gap + linear;
    // A motor with a limit takes what it can.
    if (kind_[r] != RowKind::motor) demand_ = std::max(demand_, lower_[r] == 0 ? -open : std::abs(open));
  }
}

double Joints::error(const Motion& motion) const {
  double worst = 0;
  for (const Placed& placed : placed_) {
    const Joint& joint = joints_[placed.joint];
    const Measure m = measure(placed, &motion);
    for (std::size_t k = 0; k < held(joint); ++k) worst = std::max(worst, std::abs(m.held[k]));
    const double unit = scale(joint);
    if (joint.drive.prescribed)
      worst = std::max(worst, unit * std::abs(m.coordinate - placed.target));
    else
      worst = std::max({worst, unit * (joint.drive.low - m.coordinate), unit * (m.coordinate - joint.drive.high)});
  }
  return worst;
}

void Joints::correct(const Motion& motion, std::span<const double> forces) {
  linearise(&motion);
  linearise_gaps(motion);
  for (std::size_t r = 0; r < gap_.size(); ++r) {
    gap_[r] += compliance_[r] * forces[r];
    lower_[r] -= forces[r];
    upper_[r] -= forces[r];
    guess_[r] = 0;
  }
}

JointArrays Joints::arrays() const {
  return {first_, second_, linear_, angular_first_, angular_second_, gap_, lower_, upper_, compliance_, guess_};
}

double Joints::work(std::span<const double> forces, const Motion& motion) const {
  double sum = 0;
  for (std::size_t r = 0; r < forces.size(); ++r) sum += forces[r] * (linear_part(r, motion) + error_before_[r]);
  return sum;
}

Joints::Load Joints::load(std::size_t k, std::span<const double> multiplier) const {
  double force = 0, torque = 0;
  for (std::size_t r = 0; r < plan_[k].size(); ++r) {
    const double f = multiplier[row_begin_[k] + r];
    if (plan_[k][r].angular)
      torque += f * f;
    else
      force += f * f;
  }
  return {std::sqrt(force), joints_[k].arm * std::sqrt(torque)};
}

bool Joints::finish(std::span<const double> forces, const Motion& motion, JointStates& states) const {
  std::ranges::fill(states.multiplier, 0.0);
  for (std::size_t r = 0; r < forces.size(); ++r) states.multiplier[state_row_[r]] = forces[r];
  bool broken = false;
  for (const Placed& placed : placed_) {
    const std::size_t k = placed.joint;
    states.coordinate[k] = measure(placed, &motion).coordinate;
    const Load now = load(k, states.multiplier);
    if (now.force <= joints_[k].break_force && now.torque <= joints_[k].break_torque) continue;
    states.broken[k] = 1;
    for (std::size_t r = row_begin_[k]; r < row_begin_[k + 1]; ++r) states.multiplier[r] = 0;
    broken = true;
  }
  return broken;
}

}  // namespace floc
