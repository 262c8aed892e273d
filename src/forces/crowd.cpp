#include "forces/crowd.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/random.hpp"

namespace floc {
namespace {

constexpr std::uint32_t use_speed = 0xc0d00000;
constexpr double slowest = 0.1;  // of the mean

class Crowd final : public Force {
 public:
  explicit Crowd(CrowdParameters parameters) : p_(std::move(parameters)) {
    const WalkingSpeed& s = p_.speed;
    if (!p_.route) throw Error("a crowd needs a way out");
    if (!(s.a > 0 && std::isfinite(s.a))) throw Error("a walking speed has to be positive and finite");
    if (s.rule == WalkingSpeed::Rule::uniform && !(s.b >= s.a && std::isfinite(s.b)))
      throw Error("the highest walking speed must not be below the lowest");
    if (s.rule == WalkingSpeed::Rule::normal && !(s.b >= 0 && std::isfinite(s.b)))
      throw Error("the deviation of a walking speed must not be negative");
  }

  void add(const Surroundings& around, std::span<double> free_velocity) const override {
    const Bodies& bodies = around.bodies;
    if (bodies.dimension != 2) throw Error("a crowd walks in dimension 2");
    around.executor.for_each(bodies.size(), [&](std::size_t i) {
      if (!p_.groups.has(bodies.group[i])) return;
      const Vec2 u = p_.speed.of(around.seed, bodies.id[i]) * p_.route->direction(Vec2::load(bodies.x(i)));
      for (int k = 0; k < 2; ++k) free_velocity[2 * i + static_cast<std::size_t>(k)] += around.gain * u[k];
    }, 128);
  }

 private:
  CrowdParameters p_;
};

}  // namespace

double WalkingSpeed::of(std::uint64_t seed, std::int64_t id) const {
  const Draw draw{seed, static_cast<std::uint64_t>(id), 0, use_speed};
  switch (rule) {
    case Rule::uniform: return a + (b - a) * uniform(draw);
    case Rule::normal: return std::max(slowest * a, a + b * normal(draw));
    case Rule::constant: break;
  }
  return a;
}

ForcePtr crowd(CrowdParameters parameters) { return std::make_shared<Crowd>(std::move(parameters)); }

}  // namespace floc
