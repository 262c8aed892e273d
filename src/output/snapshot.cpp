#include "output/snapshot.hpp"

namespace floc {

std::vector<double> contact_force(const Snapshot& frame) {
  const auto d = static_cast<std::size_t>(frame.bodies.dimension);
  std::vector<double> force(frame.bodies.size() * d, 0.0);
  if (!(frame.h > 0)) return force;
  const SnapshotContacts& c = frame.contacts;
  for (std::size_t i = 0; i < c.size(); ++i) {
    for (std::size_t k = 0; k < d; ++k) {
      const double friction = c.tangential.empty() ? 0 : c.tangential[i * d + k];
      const double f = c.impulse[i] / frame.h * c.normal[i * d + k] + friction / frame.h;
      force[static_cast<std::size_t>(c.first[i]) * d + k] += f;
      if (c.second[i] >= 0) force[static_cast<std::size_t>(c.second[i]) * d + k] -= f;
    }
  }
  return force;
}

Quaternion orientation_of(const Bodies& bodies, std::size_t i) {
  if (bodies.dimension == 3) return Quaternion::load(&bodies.orientation[4 * i]);
  return rotation({{0, 0, bodies.orientation[i]}});
}

Vec3 spin_of(const Bodies& bodies, std::size_t i) {
  if (bodies.dimension == 3) return Vec3::load(&bodies.spin[3 * i]);
  return {{0, 0, bodies.spin[i]}};
}

std::vector<double> particle_quantity(Quantity quantity, const Snapshot& frame) {
  const SnapshotContacts& c = frame.contacts;
  return particle_quantity(
      quantity, {frame.bodies, frame.domain, {c.first, c.second, c.gap, c.normal, c.impulse, c.memory}, frame.h});
}

}  // namespace floc
