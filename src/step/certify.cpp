// What is known of V⁺ before it moves the bodies.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "step/free_limit.hpp"
#include "step/stepper.hpp"

namespace floc {

void Stepper::fail(StepReport& report, std::string why) {
  report.converged = false;
  report.message = std::move(why);
}

void Stepper::certify(double h, StepReport& report) {
  report.contacts = static_cast<std::int64_t>(next.size());
  report.active = result.certificate.active;
  report.complementarity = result.certificate.complementarity / length;
  report.duality_gap = std::max(report.duality_gap, result.certificate.duality_gap);
  report.compliance = projector.last_compliance();
  if (joints.any()) {
    const double error = joints.error(joint_motion(h)) / length;
    report.overlap = std::max(report.overlap, error);
    if (report.converged && error > setup.tolerance * (1 + 1e-6)) fail(report, "a joint is off by more than the tolerance after the motion");
  }
  const double overlap = (shape_rows.any() ? shape_rows.worst_overlap(scenery(), balls, motion(h))
                                           : pairs.geometry().worst_overlap(scenery(), next, {result.velocity, h})) / length;
  report.overlap = std::max(report.overlap, overlap);
  // Rounding of the positions themselves is not the solver's.
  if (report.converged && setup.law->keeps_apart() && overlap > setup.tolerance * (1 + 1e-6))
    fail(report, "the overlap after the motion is above the tolerance");
  if (report.converged && limited && goes_far(state.bodies.dimension, result.velocity, 0.5 * furthest * length / h))
    fail(report, fmt::format("a body would go further than {:.0f} mean radii in one step", 0.5 * furthest));
  if (report.converged && images_met(h)) fail(report, "bodies cross more than half a period in one step");
  if (medium && !medium_fault.message.empty()) {
    report.fatal = report.fatal || medium_fault.fatal;
    fail(report, medium_fault.message);
  }
  std::int64_t broken = 0;
  for (const double v : kept()) broken += !std::isfinite(v);
  for (const double w : spin_kept()) broken += !std::isfinite(w);
  if (broken > 0) {
    report.fatal = true;
    fail(report, "a velocity is not a finite number");
  }
}

bool Stepper::images_met(double h) const {
  if (!setup.domain.periodic() || state.bodies.size() == 0) return false;
  return with_dimension(state.bodies.dimension, [&]<int D>() {
    Vec<D> low = Vec<D>::load(result.velocity.data()), high = low;
    for (std::size_t i = 1; i < state.bodies.size(); ++i) {
      const Vec<D> v = Vec<D>::load(result.velocity.data() + i * D);
      for (int k = 0; k < D; ++k) {
        low[k] = std::min(low[k], v[k]);
        high[k] = std::max(high[k], v[k]);
      }
    }
    const double radius = largest_radius(state.bodies);
    for (int k = 0; k < D; ++k)
      if (setup.domain.periodic(k) &&
          h * (high[k] - low[k]) > 0.5 * setup.domain.period[static_cast<std::size_t>(k)] - 2 * radius)
        return true;
    return false;
  });
}

double Stepper::travel(std::span<const double> velocity, double h) {
  return h * with_dimension(state.bodies.dimension, [&]<int D>() {
    return executor.reduce(state.bodies.size(), 0.0, [&](std::size_t begin, std::size_t end) {
      double largest = 0;
      for (std::size_t i = begin; i < end; ++i)
        largest = std::max(largest, norm(Vec<D>::load(velocity.data() + i * D)) / state.bodies.radius[i]);
      return largest;
    }, [](double a, double b) { return std::max(a, b); });
  });
}

}  // namespace floc
