// What contacts keep, and the budget of a step.
#include <algorithm>
#include <limits>

#include "core/buffers.hpp"
#include "step/stepper.hpp"

namespace floc {

void Stepper::keep_part(double part) {
  resize_buffer(kept_velocity, free_velocity.size());
  executor.for_each(free_velocity.size(), [&](std::size_t k) {
    kept_velocity[k] = part == 1 ? result.velocity[k] : free_velocity[k] + part * (result.velocity[k] - free_velocity[k]);
  }, 8192);
  resize_buffer(kept_spin, free_spin.size());
  for (std::size_t k = 0; k < free_spin.size(); ++k) kept_spin[k] = free_spin[k] + part * (result.spin[k] - free_spin[k]);
}

double Stepper::given_work(double h) const {
  double work = joints.any() ? joints.work(result.joint, joint_motion(h)) : 0;
  const auto d = static_cast<std::size_t>(state.bodies.dimension);
  for (std::size_t c = 0; c < next.size(); ++c) {
    if (next.second[c] < 0) work += next.multiplier[c] * (next.gap_at_begin(c) - next.gap[c]);
    for (std::size_t k = c * d; !levers.slip.empty() && k < (c + 1) * d; ++k) work += next.tangential[k] * levers.slip[k];
    for (std::size_t k = 3 * c; !levers.turn.empty() && k < 3 * (c + 1); ++k) work += next.torque[k] * levers.turn[k];
    if (cones.lower_of(c) == -std::numeric_limits<double>::infinity()) work -= next.multiplier[c] * next.gap[c];
  }
  return work;
}

MotionSums Stepper::motion_sums(std::span<const double> velocity, std::span<const double> spin) const {
  MotionSums all = sum_motion(state.bodies, velocity);
  if (state.bodies.turning) all.energy += rotation.energy(state.bodies, spin);
  return all;
}

void Stepper::settle_energy(double h) {
  settled = motion_sums(result.velocity, result.spin);
  // Where no contact can pull, a short step also takes the best s: that of the dual along the ray sλ. A solve within
  // its tolerance pushes a little too much or too little; too much would be a bounce.
  const bool best = resolution < length && cones.lower.empty();
  // Joints give and take energy as they are driven and turn; where no contact pushes there is nothing to settle.
  if (joints.any() && std::ranges::none_of(next.multiplier, [](double force) { return force != 0; })) return;
  const Servos::Gain walls = servos.gain();
  if (setup.first_order || (!best && settled.energy + walls.total <= pushed.energy)) return;
  // With w = V⁺ − V*, the part s of all impulses gives s⟨V*, w⟩ + s²|w|²/2, less what obstacles and bonds do.
  double along = walls.along - given_work(h), square = walls.square;
  const auto d = static_cast<std::size_t>(state.bodies.dimension);
  for (std::size_t k = 0; k < free_velocity.size(); ++k) {
    const double w = result.velocity[k] - free_velocity[k], m = state.bodies.mass[k / d];
    along += m * free_velocity[k] * w;
    square += 0.5 * m * w * w;
  }
  if (state.bodies.turning) {
    resize_buffer(kept_spin, free_spin.size());
    for (std::size_t k = 0; k < free_spin.size(); ++k) kept_spin[k] = result.spin[k] - free_spin[k];
    const double turned = rotation.energy(state.bodies, kept_spin);
    along += rotation.energy(state.bodies, result.spin) - rotation.energy(state.bodies, free_spin) - turned;
    square += turned;
  }
  double part = -along / square;
  if (best) {
    double gaps = 0;
    for (std::size_t c = 0; c < next.size(); ++c) gaps += next.multiplier[c] * std::max(0.0, cones.targets(next)[c]);
    part = std::min(part, -0.5 * (along + gaps) / square);
  }
  if (!(part < 1)) return;
  part = std::max(part, 0.0);
  keeps_another = true;
  keep_part(part);
  // A film's λ is the change of the gap that it remembers: it goes with the motion.
  if (!cones.soft())
    for (auto* forces : {&next.multiplier, &next.tangential, &next.torque})
      for (double& force : *forces) force *= part;
  for (double& force : result.joint) force *= part;
  settled = motion_sums(kept_velocity, kept_spin);
}

void Stepper::balance(StepReport& report) const {
  const auto give = [](const MotionSums& before, const MotionSums& after, double& work, auto& impulse) {
    work += after.energy - before.energy;
    for (std::size_t k = 0; k < 3; ++k) impulse[k] += after.momentum[k] - before.momentum[k];
  };
  give(sum_motion(state.bodies, state.bodies.velocity, state.bodies.spin), pushed, report.force_work, report.force_impulse);
  give(pushed, setup.law->bounces() ? motion_sums(kept(), spin_kept()) : settled, report.contact_work, report.contact_impulse);
}

}  // namespace floc
