#include "core/random.hpp"

#include <Random123/philox.h>

#include <cmath>
#include <numbers>

namespace floc {
namespace {

// Two independent uniforms in [0, 1) from the 128 bits of one Philox block.
struct Pair {
  double a, b;
};

Pair block(const Draw& d) {
  const r123::Philox4x32 philox;
  const r123::Philox4x32::ctr_type counter{{static_cast<std::uint32_t>(d.particle),
                                            static_cast<std::uint32_t>(d.step),
                                            static_cast<std::uint32_t>(d.step >> 32), d.use}};
  // The high half of the particle number goes with the key: it is zero in practice.
  const r123::Philox4x32::key_type key{{static_cast<std::uint32_t>(d.seed),
                                        static_cast<std::uint32_t>(d.seed >> 32) ^
                                            static_cast<std::uint32_t>(d.particle >> 32)}};
  const auto bits = philox(counter, key);
  const auto to_unit = [](std::uint32_t high, std::uint32_t low) {
    const std::uint64_t word = (static_cast<std::uint64_t>(high) << 32) | low;
    return static_cast<double>(word >> 11) * 0x1.0p-53;
  };
  return {to_unit(bits[0], bits[1]), to_unit(bits[2], bits[3])};
}

}  // namespace

double uniform(const Draw& draw) { return block(draw).a; }

double normal(const Draw& draw) { return normal_pair(draw)[0]; }

std::array<double, 2> normal_pair(const Draw& draw) {
  const Pair u = block(draw);
  const double radius = std::sqrt(-2.0 * std::log1p(-u.a)), angle = 2.0 * std::numbers::pi * u.b;
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

}  // namespace floc
