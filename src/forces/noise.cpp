#include "forces/noise.hpp"

#include <cmath>
#include <utility>

#include "core/error.hpp"
#include "core/random.hpp"

namespace floc {
namespace {

constexpr std::uint32_t use_noise = 0x4e010000;

class Noise final : public Force {
 public:
  explicit Noise(NoiseParameters p) : sigma_(p.sigma), groups_(std::move(p.groups)), use_(use_noise + 2 * p.stream) {
    if (!(sigma_ >= 0 && std::isfinite(sigma_))) throw Error("the noise sigma has to be finite and not negative");
  }

  void add(const Surroundings& around, std::span<double> free_velocity) const override {
    const Bodies& bodies = around.bodies;
    const int d = bodies.dimension;
    const double kick = sigma_ * around.gain / std::sqrt(around.h);
    around.executor.for_each(bodies.size(), [&](std::size_t i) {
      if (!groups_.has(bodies.group[i])) return;
      const double s = kick / bodies.mass[i];
      double* v = &free_velocity[i * d];
      Draw draw{around.seed, static_cast<std::uint64_t>(bodies.id[i]), around.tick, use_};
      const auto first = normal_pair(draw);
      v[0] += s * first[0];
      if (d > 1) v[1] += s * first[1];
      if (d < 3) return;
      ++draw.use;
      v[2] += s * normal(draw);
    });
  }

 private:
  double sigma_;
  GroupSet groups_;
  std::uint32_t use_;
};

}  // namespace

ForcePtr noise(NoiseParameters parameters) { return std::make_shared<Noise>(std::move(parameters)); }

}  // namespace floc
