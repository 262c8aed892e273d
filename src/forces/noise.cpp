#include "forces/noise.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/error.hpp"
#include "core/parts.hpp"
#include "core/random.hpp"

namespace floc {
namespace {

constexpr std::uint32_t use_noise = 0x4e010000, use_bridge = 0x00020000;

// Two components of W. From the whole step down to the part: an increment W is (W ± Z)/√2 over its halves.
std::array<double, 2> increments(const Draw& draw) {
  const std::uint64_t part = part_of(draw.step);
  if (part <= 1) return normal_pair(draw);
  Draw at = draw;
  at.step = same_step(draw.step, 1);
  std::array<double, 2> w = normal_pair(at);
  at.use += use_bridge;
  for (int later = static_cast<int>(std::bit_width(part)) - 2; later >= 0; --later) {
    at.step = same_step(draw.step, part >> (later + 1));
    const std::array<double, 2> z = normal_pair(at);
    const double side = (part >> later & 1) == 0 ? 1 : -1;
    for (std::size_t k = 0; k < 2; ++k) w[k] = (w[k] + side * z[k]) * (0.5 * std::numbers::sqrt2);
  }
  return w;
}

class Noise final : public Force {
 public:
  explicit Noise(NoiseParameters p) : sigma_(p.sigma), groups_(std::move(p.groups)), use_(use_noise + 2 * p.stream) {
    if (!(sigma_ >= 0 && std::isfinite(sigma_))) throw Error("the noise sigma has to be finite and not negative");
  }

  void add(const Surroundings& around, const FreeMotion& free) const override {
    const Bodies& bodies = around.bodies;
    const int d = bodies.dimension;
    const double kick = sigma_ * around.gain / std::sqrt(around.h);
    around.executor.for_each(bodies.size(), [&](std::size_t i) {
      if (!groups_.has(bodies.group[i])) return;
      const double s = kick / bodies.mass[i];
      double* v = &free.velocity[i * d];
      Draw draw{around.seed, static_cast<std::uint64_t>(bodies.id[i]), around.tick, use_};
      const auto first = increments(draw);
      v[0] += s * first[0];
      if (d > 1) v[1] += s * first[1];
      if (d < 3) return;
      ++draw.use;
      v[2] += s * increments(draw)[0];
    });
  }

 private:
  double sigma_;
  GroupSet groups_;
  std::uint32_t use_;
};

}  // namespace

void NoiseParameters::declare(Table& t) {
  t.key("sigma", sigma,
        {.help = "intensity σ of the white noise: σ√h W of momentum per step",
         .example = "0.5",
         .unit = "N √s",
         .required = true,
         .at_least = 0});
  t.groups(groups);
}

ForcePtr NoiseParameters::make(const ForceContext& context) const {
  NoiseParameters one_of_several = *this;
  one_of_several.stream = context.number;
  return noise(std::move(one_of_several));
}

ForcePtr noise(NoiseParameters parameters) { return std::make_shared<Noise>(std::move(parameters)); }

}  // namespace floc
