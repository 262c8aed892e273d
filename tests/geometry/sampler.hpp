// Random points that are the same in every run.
#pragma once

#include <cstdint>

#include "core/random.hpp"
#include "geometry/frame.hpp"
#include "geometry/pose.hpp"

namespace floc::test {

class Sampler {
 public:
  explicit Sampler(std::uint64_t seed) : draw_{seed, 0, 0, 0} {}

  double between(double low, double high) {
    ++draw_.step;
    return low + (high - low) * uniform(draw_);
  }
  // In the cube [−size, size]^d.
  Vec3 point(int dimension, double size) {
    Vec3 q;
    for (int k = 0; k < dimension; ++k) q[k] = between(-size, size);
    return q;
  }
  Vec3 unit(int dimension) {
    for (;;) {
      const Vec3 q = point(dimension, 1);
      if (const double n = norm(q); n > 0.1 && n <= 1) return direction(q, {}).unit;
    }
  }
  // A turn by up to `angle` (in 2D: about z) and a shift by up to `size`.
  Pose pose(int dimension, double size, double angle) {
    const Vec3 axis = dimension == 3 ? unit(3) : Vec3{{0, 0, 1}};
    Pose pose = Pose::rotation_about(point(dimension, size), axis, dimension == 1 ? 0 : between(-angle, angle));
    pose.position += point(dimension, size);
    return pose;
  }

 private:
  Draw draw_;
};

}  // namespace floc::test
