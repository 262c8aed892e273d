#include "step/free_limit.hpp"

#include <vector>

#include "core/vec.hpp"

namespace floc {

bool goes_far(int dimension, std::span<const double> velocity, double speed) {
  return with_dimension(dimension, [&]<int D>() {
    for (std::size_t k = 0; k < velocity.size(); k += D)
      if (const auto v = Vec<D>::load(&velocity[k]); dot(v, v) > speed * speed) return true;
    return false;
  });
}

bool limit_free_velocity(const Contacts& rows, double h, double travel, std::span<double> free) {
  const double most = travel / h;
  if (!goes_far(rows.dimension, free, most)) return false;
  return with_dimension(rows.dimension, [&]<int D>() {
    const auto velocity = [&](std::int32_t i) {
      return i < 0 ? Vec<D>{} : Vec<D>::load(&free[static_cast<std::size_t>(i) * D]);
    };
    const auto too_fast = [&](std::int32_t i) { return dot(velocity(i), velocity(i)) > most * most; };
    std::vector<std::int32_t> blocked;
    for (std::size_t c = 0; c < rows.size(); ++c) {
      const std::int32_t i = rows.first[c], j = rows.second[c];
      if (!(rows.gap[c] + h * dot(Vec<D>::load(&rows.normal[c * D]), velocity(i) - velocity(j)) < -travel)) continue;
      for (const std::int32_t k : {i, j})
        if (too_fast(k)) blocked.push_back(k);
    }
    for (const std::int32_t i : blocked)
      if (too_fast(i)) (most / norm(velocity(i)) * velocity(i)).store(&free[static_cast<std::size_t>(i) * D]);
    return !blocked.empty();
  });
}

}  // namespace floc
