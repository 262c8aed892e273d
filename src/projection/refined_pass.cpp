#include "projection/refined_pass.hpp"

#include <algorithm>
#include <utility>

namespace floc {

void RefinedPass::begin_at(std::span<const double> start, DefaultInitVector<float>* whole, Executor& executor) {
  constexpr int few_passes = 5;
  contacts.lay_out(rows, executor);
  contacts.take_normals(rows, executor);
  point.begin(*work, contacts, start, target_gap() * allowed, whole, executor);
  ready = slopes_are_old_ = false;
  since_refinement = 0;
  look_after_ = few_passes;
  hope_ = few();
}

bool RefinedPass::few_lack(std::int64_t entries) {
  const double share = static_cast<double>(entries) / static_cast<double>(contacts.entries());
  if (since_refinement < look_after_ || share > hope_) return false;
  hope_ = 0.5 * share;
  ++look_after_;  // where it is not the gaps that are missing
  return true;
}

RefinementPoint::Measure RefinedPass::move_to(std::span<const float> x, Executor& executor) {
  since_refinement = 0;
  point.move(rows, contacts, x, executor);
  if (std::exchange(ready, false)) {
    rows.displace(executor, point.at(), work->passing);
    slopes_are_old_ = relax(point.at(), executor);
    // The certificate is next, and will say how far off the mean is.
    return slopes_are_old_ ? RefinementPoint::Measure{} : point.measure_displaced(*work, contacts, executor);
  }
  return point.measure(*work, contacts, executor);
}

void RefinedPass::refresh(Executor& executor) {
  if (std::exchange(slopes_are_old_, false)) point.measure(*work, contacts, executor);
}

bool RefinedPass::seems_solved(const Tests& tests) const {
  return tests.worst(residual_share()) <= allowed;
}

float RefinedPass::inverse_mass(std::size_t slot) const {
  const std::int32_t i = contacts.body(slot);
  return i < 0 ? 0 : static_cast<float>(rows.inverse_mass()[i] / point.mean_diagonal());
}

double RefinedPass::bytes(double numbers_an_entry, double numbers_a_slot) const {
  const auto entries = static_cast<double>(contacts.entries()), slots = static_cast<double>(contacts.slots());
  return entries * (sizeof(std::int16_t) * static_cast<double>(rows.dimension()) + sizeof(std::int32_t)) +
         sizeof(float) * (numbers_an_entry * entries + numbers_a_slot * slots);
}

}  // namespace floc
