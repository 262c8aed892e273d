#include "forces/gravity.hpp"

#include <cmath>

#include "core/error.hpp"

namespace floc {
namespace {

class Gravity final : public Force {
 public:
  explicit Gravity(const Vec3& g) : g_(g) {
    for (double c : g.c)
      if (!std::isfinite(c)) throw Error("gravity has to be finite");
  }

  void add(const Surroundings& around, const FreeMotion& free) const override {
    const int d = around.bodies.dimension;
    const Vec3 kick = around.gain * g_;
    around.executor.for_each(around.bodies.size(), [&](std::size_t i) {
      for (int k = 0; k < d; ++k) free.velocity[i * d + k] += kick[k];
    });
  }

  Vec3 uniform() const override { return g_; }

  double energy(const Surroundings& around) const override {
    const Bodies& bodies = around.bodies;
    double sum = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) sum -= bodies.mass[i] * dot(g_, embed(bodies.x(i), bodies.dimension));
    return sum;
  }

 private:
  Vec3 g_;
};

}  // namespace

void GravityParameters::declare(Table& t) {
  t.key("gravity", g, {.help = "acceleration of gravity", .example = "[0, -9.81]", .unit = "m/s²"});
}

ForcePtr GravityParameters::make(const ForceContext&) const { return norm(g) > 0 ? gravity(g) : nullptr; }

ForcePtr gravity(const Vec3& g) { return std::make_shared<Gravity>(g); }

}  // namespace floc
