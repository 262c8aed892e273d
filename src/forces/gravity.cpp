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

  void add(const Bodies& bodies, double, double h, Executor& executor,
           std::span<double> free_velocity) const override {
    const int d = bodies.dimension;
    const Vec3 kick = h * g_;
    executor.for_each(bodies.size(), [&](std::size_t i) {
      for (int k = 0; k < d; ++k) free_velocity[i * d + k] += kick[k];
    });
  }

 private:
  Vec3 g_;
};

}  // namespace

ForcePtr gravity(const Vec3& g) { return std::make_shared<Gravity>(g); }

}  // namespace floc
