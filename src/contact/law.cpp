#include "contact/law.hpp"

#include <cmath>
#include <limits>

namespace floc {

double gap_to_close(const Contacts& contacts, std::size_t c, const ContactStep& step, const LeftAlone& left) {
  const double gap = contacts.gap_at_begin(c), part = gap > 0 ? left.open : left.overlap;
  return std::copysign(std::max(0.0, std::abs(gap) - part * step.tolerance), gap) + (contacts.gap[c] - gap);
}

bool is_open(const Contacts& contacts, const Cones& cones, std::size_t c, const ContactStep& step,
             std::span<const double> moved) {
  const double lower = cones.lower_of(c);
  if (lower == -std::numeric_limits<double>::infinity()) return false;
  double a = step.inverse_mass[static_cast<std::size_t>(contacts.first[c])];
  if (contacts.second[c] >= 0) a += step.inverse_mass[static_cast<std::size_t>(contacts.second[c])];
  const double lambda = contacts.multiplier[c];
  return (step.h * step.h * a + step.compliance) * (lambda - lower) <
         gap_after(contacts, cones, c, step, moved) + step.compliance * lambda;
}

}  // namespace floc
