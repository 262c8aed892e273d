#include "output/contact_table.hpp"

namespace floc {

std::vector<std::int64_t> surface_owners(std::span<const Obstacle> obstacles) {
  std::vector<std::int64_t> owners;
  for (std::size_t o = 0; o < obstacles.size(); ++o)
    owners.insert(owners.end(), obstacles[o].surfaces.size(), static_cast<std::int64_t>(o));
  return owners;
}

ContactTable contact_table(const Snapshot& frame, std::span<const std::int64_t> owners) {
  const Bodies& b = frame.bodies;
  const SnapshotContacts& c = frame.contacts;
  const auto id = [&](std::int32_t body) { return b.id[static_cast<std::size_t>(body)]; };
  const double rate = frame.h > 0 ? 1 / frame.h : 0;
  ContactTable t;
  t.dimension = static_cast<std::size_t>(b.dimension);
  t.turning = b.turning;
  for (std::size_t k = 0; k < c.size(); ++k) {
    const bool body = c.second[k] >= 0;
    const auto surface = body ? 0 : static_cast<std::size_t>(PairList::surface_of(c.second[k]));
    t.first.push_back(id(c.first[k]));
    t.second.push_back(body ? id(c.second[k]) : -1);
    t.obstacle.push_back(!body && surface < owners.size() ? owners[surface] : -1);
    t.force.push_back(rate * c.impulse[k]);
  }
  t.gap = c.gap;
  t.memory = c.memory;
  t.normal = c.normal;
  if (!t.turning) return t;
  t.tangential.assign(c.size() * t.dimension, 0);
  for (std::size_t k = 0; k < c.tangential.size(); ++k) t.tangential[k] = rate * c.tangential[k];
  return t;
}

}  // namespace floc
