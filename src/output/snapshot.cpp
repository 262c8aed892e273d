#include "output/snapshot.hpp"

#include <cmath>

namespace floc {

std::vector<double> contact_force(const Snapshot& frame) {
  const auto d = static_cast<std::size_t>(frame.bodies.dimension);
  std::vector<double> force(frame.bodies.size() * d, 0.0);
  if (!(frame.h > 0)) return force;
  const SnapshotContacts& c = frame.contacts;
  for (std::size_t i = 0; i < c.size(); ++i) {
    const double size = c.impulse[i] / frame.h;
    for (std::size_t k = 0; k < d; ++k) {
      const double f = size * c.normal[i * d + k];
      force[static_cast<std::size_t>(c.first[i]) * d + k] += f;
      if (c.second[i] >= 0) force[static_cast<std::size_t>(c.second[i]) * d + k] -= f;
    }
  }
  return force;
}

std::vector<double> contact_pressure(const Snapshot& frame) {
  std::vector<double> pressure(frame.bodies.size(), 0.0);
  if (!(frame.h > 0)) return pressure;
  const SnapshotContacts& c = frame.contacts;
  for (std::size_t i = 0; i < c.size(); ++i) {
    const double size = std::abs(c.impulse[i]) / frame.h;
    pressure[static_cast<std::size_t>(c.first[i])] += size;
    if (c.second[i] >= 0) pressure[static_cast<std::size_t>(c.second[i])] += size;
  }
  return pressure;
}

}  // namespace floc
