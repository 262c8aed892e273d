#include "forces/pair_sums.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "core/buffers.hpp"
#include "neighbours/scenery.hpp"

namespace floc {

bool PairSums::take_places(const Scenery& s) {
  const Bodies& bodies = s.bodies;
  const auto d = static_cast<std::size_t>(bodies.dimension);
  const std::size_t n = bodies.size(), size = stride * (n + 1);
  const bool anew = place.size() != size;
  if (anew) {
    resize_buffer(place, size);
    resize_buffer(force, n * d);
    std::fill_n(&place[n * stride], stride, std::numeric_limits<double>::quiet_NaN());
  }
  const bool moved = s.executor.reduce(
      n, false,
      [&](std::size_t begin, std::size_t end) {
        bool different = false;
        for (std::size_t i = begin; i < end; ++i) {
          std::array<double, stride> now{};
          std::copy_n(&bodies.position[i * d], d, now.begin());
          now.back() = bodies.radius[i];
          double* const before = &place[i * stride];
          for (std::size_t k = 0; k < stride; ++k) {
            different |= !(before[k] == now[k]);
            before[k] = now[k];
          }
        }
        return different;
      },
      [](bool a, bool b) { return a || b; });
  return anew || moved;
}

}  // namespace floc
