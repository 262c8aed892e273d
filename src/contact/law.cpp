#include "contact/law.hpp"

#include <limits>

namespace floc {

bool is_open(const Contacts& contacts, std::size_t c, const ContactStep& step, double lower,
             std::span<const double> moved) {
  if (lower == -std::numeric_limits<double>::infinity()) return false;
  const auto d = static_cast<std::size_t>(contacts.dimension), i = static_cast<std::size_t>(contacts.first[c]);
  const bool pair = contacts.second[c] >= 0;
  const auto j = static_cast<std::size_t>(pair ? contacts.second[c] : 0);
  double approach = 0;
  for (std::size_t k = 0; k < d; ++k)
    approach += contacts.normal[c * d + k] * (moved[i * d + k] - (pair ? moved[j * d + k] : 0));
  const double square = step.h * step.h, lambda = contacts.multiplier[c];
  const double diagonal = step.inverse_mass[i] + (pair ? step.inverse_mass[j] : 0) + step.compliance / square;
  return square * diagonal * (lambda - lower) < contacts.gap[c] + step.h * approach + step.compliance * lambda;
}

}  // namespace floc
