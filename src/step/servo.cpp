#include "step/servo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.hpp"
#include "geometry/frame.hpp"
#include "geometry/motions.hpp"

namespace floc {

void Servo::declare(Table& t) {
  t.key("force", force,
        {.help = "the force that pushes it towards the particles: a number, or an expression of t, of its displacement "
                 "(position) and velocity along the normal, and of the force of its contacts in the last step",
         .example = "\"100*(1 - position)\"",
         .unit = "N",
         .required = true,
         .variables = variables()});
  t.key("mass", mass,
        {.help = "its mass: the larger, the slower it follows",
         .example = "10",
         .unit = "kg",
         .above = 0,
         .otherwise = "that of all particles"});
  t.key("speed_limit", speed_limit,
        {.help = "no faster than this without contacts",
         .example = "0.5",
         .unit = "m/s",
         .above = 0,
         .otherwise = "none"});
}

MotionPtr Servo::make(const MotionContext&) const { return driven(); }

Servos::Servos(std::vector<Servo> walls, int dimension) : walls_(std::move(walls)), dimension_(dimension) {
  for (const Servo& wall : walls_) {
    if (!(wall.mass.value_or(0) > 0)) throw Error("a wall that holds a force needs a mass above 0");
    force_.emplace_back(wall.force);
  }
  // The last wall is body 0, as below.
  for (std::size_t k = 0; k < walls_.size(); ++k) {
    const Vec3& n = walls_[k].normal;
    const Frame frame(n);
    const auto hold = [&](const Vec3& across) {
      slide_.first.push_back(static_cast<std::int32_t>(walls_.size() - 1 - k));
      slide_.second.push_back(-1);
      slide_.linear.insert(slide_.linear.end(), across.c.begin(), across.c.end());
    };
    if (dimension_ == 2) hold({{-n[1], n[0], 0}});
    if (dimension_ == 3) hold(frame.u), hold(frame.v);
  }
  const std::size_t rows = slide_.first.size();
  slide_.none.assign(3 * rows, 0.0);
  slide_.zero.assign(rows, 0.0);
  slide_.lower.assign(rows, -std::numeric_limits<double>::infinity());
  slide_.upper.assign(rows, std::numeric_limits<double>::infinity());
  free_.resize(walls_.size());
  moved_.resize(walls_.size());
}

void Servos::place(const WallStates& states, Obstacles& obstacles) const {
  for (std::size_t k = 0; k < walls_.size(); ++k) {
    const Vec3 there = states.position[k] * walls_[k].normal;
    obstacles.shift(k, there, there);
  }
}

void Servos::push(const WallStates& states, double t, double h) {
  for (std::size_t k = 0; k < walls_.size(); ++k) {
    const double values[]{t, states.position[k], states.velocity[k], states.force[k]};
    const double force = force_[k](values);
    if (!std::isfinite(force))
      throw Error(fmt::format("the force \"{}\" of a wall is {} at t = {:g}", walls_[k].force.text(), force, t));
    const double limit = walls_[k].speed_limit.value_or(std::numeric_limits<double>::infinity());
    free_[k] = std::clamp(states.velocity[k] + h * force / *walls_[k].mass, -limit, limit);
  }
}

// Rows are sorted by (first, second): surface s has second = −1 − s, and comes right before the bodies for the walls,
// the last wall first. So the last wall is body 0.
ProjectionProblem Servos::extended(const ProjectionProblem& problem) {
  const std::size_t count = walls_.size(), d = static_cast<std::size_t>(dimension_);
  const auto shift = static_cast<std::int32_t>(count);
  inverse_mass_.resize(count);
  free_velocity_.assign(count * d, 0.0);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t body = count - 1 - k;
    inverse_mass_[body] = 1 / *walls_[k].mass;
    for (std::size_t j = 0; j < d; ++j) free_velocity_[body * d + j] = free_[k] * walls_[k].normal.c[j];
  }
  inverse_mass_.insert(inverse_mass_.end(), problem.inverse_mass.begin(), problem.inverse_mass.end());
  free_velocity_.insert(free_velocity_.end(), problem.free_velocity.begin(), problem.free_velocity.end());
  first_.resize(problem.rows());
  second_.resize(problem.rows());
  for (std::size_t c = 0; c < problem.rows(); ++c) {
    first_[c] = problem.first[c] + shift;
    second_[c] = problem.second[c] + shift;  // below 0 for all other obstacles
  }
  ProjectionProblem all = problem;
  all.inverse_mass = inverse_mass_;
  all.free_velocity = free_velocity_;
  all.first = first_;
  all.second = second_;
  all.order = {};
  if (!problem.turning.empty()) {
    inverse_inertia_.assign(count * (d == 3 ? 6 : 1), 0.0);
    free_spin_.assign(count * (d == 3 ? 3 : 1), 0.0);
    const TurningArrays& turning = problem.turning;
    inverse_inertia_.insert(inverse_inertia_.end(), turning.inverse_inertia.begin(), turning.inverse_inertia.end());
    free_spin_.insert(free_spin_.end(), turning.free_spin.begin(), turning.free_spin.end());
    all.turning.inverse_inertia = inverse_inertia_;
    all.turning.free_spin = free_spin_;
    all.joints = {slide_.first, slide_.second, slide_.linear, slide_.none, slide_.none,
                  slide_.zero,  slide_.lower,  slide_.upper,  slide_.zero, {}};
  }
  return all;
}

void Servos::take(ProjectionResult& result) {
  const std::size_t count = walls_.size(), d = static_cast<std::size_t>(dimension_);
  std::vector<double>& velocity = result.velocity;
  for (std::size_t k = 0; k < count; ++k) {
    const double* const w = velocity.data() + (count - 1 - k) * d;
    moved_[k] = 0;
    for (std::size_t j = 0; j < d; ++j) moved_[k] += w[j] * walls_[k].normal.c[j];
  }
  velocity.erase(velocity.begin(), velocity.begin() + static_cast<std::ptrdiff_t>(count * d));
  result.joint.clear();
  if (!result.spin.empty())
    result.spin.erase(result.spin.begin(), result.spin.begin() + static_cast<std::ptrdiff_t>(count * (d == 3 ? 3 : 1)));
}

void Servos::move(double h, const WallStates& states, Obstacles& obstacles) const {
  for (std::size_t k = 0; k < walls_.size(); ++k)
    obstacles.shift(k, states.position[k] * walls_[k].normal, (states.position[k] + h * moved_[k]) * walls_[k].normal);
  obstacles.place_again();
}

Servos::Gain Servos::gain() const {
  Gain g;
  for (std::size_t k = 0; k < walls_.size(); ++k) {
    const double m = *walls_[k].mass, change = moved_[k] - free_[k];
    g.total += 0.5 * m * (moved_[k] * moved_[k] - free_[k] * free_[k]);
    g.along += m * free_[k] * change;
    g.square += 0.5 * m * change * change;
  }
  return g;
}

void Servos::reset_rows(const WallStates& states, Obstacles& obstacles, Contacts& rows) const {
  place(states, obstacles);
  obstacles.place_again();
  for (std::size_t c = 0; c < rows.size(); ++c)
    if (of_wall(rows.second[c])) rows.gap[c] = rows.begin_gap[c];
}

void Servos::advance(double h, const Contacts& rows, WallStates& states) const {
  std::fill(states.force.begin(), states.force.end(), 0.0);
  for (std::size_t c = 0; c < rows.size(); ++c)
    if (of_wall(rows.second[c])) states.force[static_cast<std::size_t>(-1 - rows.second[c])] += rows.multiplier[c];
  for (std::size_t k = 0; k < walls_.size(); ++k) {
    states.position[k] += h * moved_[k];
    states.velocity[k] = free_[k] - h * states.force[k] / *walls_[k].mass;
  }
}

}  // namespace floc
