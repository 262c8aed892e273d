#include "contact/bonds.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "core/error.hpp"

namespace floc {

Bonds::Bonds(std::vector<Bond> bonds) : bonds_(std::move(bonds)) {
  for (Bond& b : bonds_) {
    if (b.first == b.second) throw Error("body " + std::to_string(b.first) + " is bonded to itself");
    if (b.length != Bond::no_row && !(b.length >= 0 && std::isfinite(b.length)))
      throw Error("the length of a bond has to be finite and not negative");
    if (b.first < b.second) std::swap(b.first, b.second);
  }
  const auto pair = [](const Bond& b) { return std::tie(b.first, b.second); };
  std::stable_sort(bonds_.begin(), bonds_.end(), [&](const Bond& a, const Bond& b) { return pair(a) < pair(b); });
  // From behind, so that the last of each pair stays.
  const auto same = [&](const Bond& a, const Bond& b) { return pair(a) == pair(b); };
  bonds_.erase(bonds_.begin(), std::unique(bonds_.rbegin(), bonds_.rend(), same).base());
}

void Bonds::place(const Bodies& bodies) {
  placed_.clear();
  rows_.clear();
  if (bonds_.empty()) return;
  start_.assign(bodies.size() + 1, 0);
  // Ids ascend with the index, so that what is sorted by ids is sorted by indices.
  for (const Bond& b : bonds_) {
    const auto i = bodies.find(b.first), j = bodies.find(b.second);
    if (!i || !j) continue;
    const ContactKey pair = ContactKey::of_bodies(*i, *j);
    placed_.push_back({pair.second, b.length});
    ++start_[*i + 1];
    if (b.length != Bond::no_row) rows_.push_back(pair);
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) start_[i + 1] += start_[i];
}

const Bonds::Placed* Bonds::find(std::size_t first, std::size_t second) const {
  for (std::size_t k = start_[first]; k < start_[first + 1]; ++k)
    if (placed_[k].second == static_cast<std::int32_t>(second)) return &placed_[k];
  return nullptr;
}

// f(c, k) for every row of a bond and its number in rows(): one merge, both are sorted.
template <class F>
void Bonds::for_rows(const Contacts& contacts, F&& f) const {
  auto bond = rows_.begin();
  for (std::size_t c = 0; c < contacts.size() && bond != rows_.end(); ++c) {
    const ContactKey pair = contacts.pair(c);
    while (bond != rows_.end() && *bond < pair) ++bond;
    if (bond != rows_.end() && *bond == pair) f(c, static_cast<std::size_t>(bond - rows_.begin()));
  }
}

void Bonds::bind(const Contacts& contacts, Cones& cones) const {
  if (rows_.empty()) return;
  cones.lower.resize(contacts.size(), 0.0);
  for_rows(contacts, [&](std::size_t c, std::size_t) {
    cones.lower[c] = -std::numeric_limits<double>::infinity();
    if (cones.soft()) cones.film[c] = 0;
  });
}

void Bonds::forget(Contacts& contacts) const {
  if (contacts.remembering) for_rows(contacts, [&](std::size_t c, std::size_t) { contacts.memory[c] = 0; });
}

void Bonds::guess_nothing(Contacts& contacts) const {
  for_rows(contacts, [&](std::size_t c, std::size_t) { contacts.multiplier[c] = 0; });
}

void Bonds::add_forces(std::span<const double> force, Contacts& contacts) const {
  for_rows(contacts, [&](std::size_t c, std::size_t k) { contacts.multiplier[c] += force[k]; });
}

}  // namespace floc
