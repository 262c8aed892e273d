#include "step/cutoff.hpp"

#include <algorithm>
#include <functional>

namespace floc {

Cutoff::Cutoff(double asked, double length, double film) {
  constexpr double narrow = 0.5, wide = 1, far = 0.1;  // in r̄; the last in a step, as the root of the mean square
  least_ = std::max((asked > 0 ? asked : narrow) * length, film);
  wide_ = asked > 0 ? least_ : std::max(wide * length, least_);
  far_ = far * length;
}

double Cutoff::of_step(const Bodies& bodies, double h, Executor& executor) const {
  if (wide_ == least_) return least_;
  const double squares = executor.reduce(bodies.velocity.size(), 0.0, [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t k = begin; k < end; ++k) sum += bodies.velocity[k] * bodies.velocity[k];
    return sum;
  }, std::plus<>(), 8192);
  return h * h * squares > far_ * far_ * static_cast<double>(bodies.size()) ? wide_ : least_;
}

}  // namespace floc
