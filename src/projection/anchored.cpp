#include "projection/anchored.hpp"

#include <limits>

namespace floc {

void AnchoredPass::begin(std::span<const double> start, Executor& executor) {
  constexpr int few_passes = 5;
  contacts.lay_out(rows, executor);
  contacts.take_normals(rows, executor);
  anchor.begin(*work, contacts, start, aim() * allowed, executor);
  shortfall = std::numeric_limits<double>::infinity();
  since_anchor = 0;
  look_after = few_passes;
}

Anchor::Move AnchoredPass::move_to(std::span<const float> x, Executor& executor) {
  since_anchor = 0;
  return anchor.move(*work, contacts, x, executor);
}

float AnchoredPass::inverse_mass(std::size_t slot) const {
  const std::int32_t i = contacts.body(slot);
  return i < 0 ? 0 : static_cast<float>(rows.inverse_mass()[i] / anchor.mean_diagonal());
}

double AnchoredPass::bytes(double numbers_an_entry, double numbers_a_slot) const {
  const auto entries = static_cast<double>(contacts.entries()), slots = static_cast<double>(contacts.slots());
  return entries * (sizeof(std::int16_t) * static_cast<double>(rows.dimension()) + sizeof(std::int32_t)) +
         sizeof(float) * (numbers_an_entry * entries + numbers_a_slot * slots);
}

}  // namespace floc
