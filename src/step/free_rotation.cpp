#include "step/free_rotation.hpp"

#include <algorithm>
#include <cmath>

#include "core/buffers.hpp"
#include "core/quaternion.hpp"

namespace floc {
namespace {

constexpr int most_rounds = 30;

bool is_round(const double* moments) { return moments[0] == moments[1] && moments[0] == moments[2]; }

// diag(moments) in the world's frame times v; or its inverse.
Vec3 times_inertia(const Quaternion& q, const double* moments, const Vec3& v) {
  const Vec3 own = to_body(q, v);
  return to_world(q, {{moments[0] * own[0], moments[1] * own[1], moments[2] * own[2]}});
}
Vec3 over_inertia(const Quaternion& q, const double* moments, const Vec3& v) {
  const Vec3 own = to_body(q, v);
  return to_world(q, {{own[0] / moments[0], own[1] / moments[1], own[2] / moments[2]}});
}

struct Half {
  Vec3 spin;
  Quaternion orientation;
};

Half half_way(const Quaternion& q, const double* moments, const Vec3& spin, double h) {
  const Vec3 momentum = times_inertia(q, moments, spin);
  Half half{spin, q};
  const double size = norm(spin);
  for (int round = 0; round < most_rounds; ++round) {
    half.orientation = turned(q, 0.5 * h * half.spin);
    const Vec3 next = over_inertia(half.orientation, moments, momentum);
    const double change = norm(next - half.spin);
    half.spin = next;
    if (change <= 1e-15 * size) return half;
  }
  const double energy = dot(spin, momentum), now = dot(half.spin, momentum);
  if (now > energy) half.spin *= energy / now;
  return half;
}

void put_inverse(const Quaternion& q, const double* moments, double* to) {
  std::fill_n(to, 6, 0.0);
  for (int k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    axis = to_world(q, axis);
    const double inverse = 1 / moments[k];
    for (int n = 0; n < 3; ++n) to[n] += inverse * axis[n] * axis[n];
    to[3] += inverse * axis[0] * axis[1];
    to[4] += inverse * axis[0] * axis[2];
    to[5] += inverse * axis[1] * axis[2];
  }
}

}  // namespace

void FreeRotation::take(const Bodies& b, double h, std::vector<double>& spin, Executor& executor) {
  resize_buffer(spin, b.spin.size());
  std::ranges::copy(b.spin, spin.begin());
  if (b.dimension != 3) {
    resize_buffer(inverse_, b.size());
    executor.for_each(b.size(), [&](std::size_t i) { inverse_[i] = 1 / b.inertia[i]; });
    return;
  }
  resize_buffer(inverse_, 6 * b.size());
  resize_buffer(half_, b.orientation.size());
  executor.for_each(b.size(), [&](std::size_t i) {
    const double* const moments = &b.inertia[3 * i];
    Quaternion q = Quaternion::load(&b.orientation[4 * i]);
    double* const to = &inverse_[6 * i];
    if (is_round(moments)) {
      std::fill_n(to, 3, 1 / moments[0]);
      std::fill_n(to + 3, 3, 0.0);
    } else {
      const Half half = half_way(q, moments, Vec3::load(&b.spin[3 * i]), h);
      half.spin.store(&spin[3 * i]);
      q = half.orientation;
      put_inverse(q, moments, to);
    }
    q.store(&half_[4 * i]);
  });
}

double FreeRotation::energy(const Bodies& b, std::span<const double> spin) const {
  double energy = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b.dimension != 3) {
      energy += 0.5 * b.inertia[i] * spin[i] * spin[i];
      continue;
    }
    const Vec3 w = Vec3::load(&spin[3 * i]);
    const double* const moments = &b.inertia[3 * i];
    energy += 0.5 * (is_round(moments) ? moments[0] * dot(w, w)
                                       : dot(w, times_inertia(Quaternion::load(&half_[4 * i]), moments, w)));
  }
  return energy;
}

void FreeRotation::finish(Bodies& b, double h, std::span<const double> moved, std::vector<double>& kept) const {
  turn(b, moved, h);
  for (std::size_t i = 0; b.dimension == 3 && i < b.size(); ++i) {
    const double* const moments = &b.inertia[3 * i];
    if (is_round(moments)) continue;
    const Vec3 momentum = times_inertia(Quaternion::load(&half_[4 * i]), moments, Vec3::load(&kept[3 * i]));
    over_inertia(Quaternion::load(&b.orientation[4 * i]), moments, momentum).store(&kept[3 * i]);
  }
  b.spin.swap(kept);
}

}  // namespace floc
