// What contacts, and the pairs that a force remembers, are known by; and lists of pairs in that order.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/array_list.hpp"

namespace floc {

// Two bodies by their indices, second < first, or a body and surface s of the obstacles, second = −1 − s. Bodies of any
// shape touch at several points, told apart by the feature that each belongs to; of spheres it is 0.
struct ContactKey {
  std::int32_t first = 0, second = 0, feature = 0;

  static constexpr ContactKey of_bodies(std::size_t first, std::size_t second) {
    return {static_cast<std::int32_t>(first), static_cast<std::int32_t>(second)};
  }
  friend auto operator<=>(const ContactKey&, const ContactKey&) = default;
};

// Pairs, sorted.
struct PairList {
  std::vector<std::int32_t> first, second;

  template <class F, class P, class... More>
  static void for_arrays(F&& f, P& p, More&... more) {
    f(ArrayInfo{"first", ArrayRole::moving}, p.first, more.first...);
    f(ArrayInfo{"second", ArrayRole::moving}, p.second, more.second...);
  }

  std::size_t size() const { return first.size(); }
  ContactKey pair(std::size_t k) const { return {first[k], second[k]}; }
  // The same as assignment, but room grows by factors: one pair more at every step allocates rarely.
  void copy(const PairList& other) {
    first.resize(other.size());
    second.resize(other.size());
    std::copy(other.first.begin(), other.first.end(), first.begin());
    std::copy(other.second.begin(), other.second.end(), second.begin());
  }
  friend bool operator==(const PairList&, const PairList&) = default;

  static PairList sorted(std::vector<ContactKey> pairs) {
    std::sort(pairs.begin(), pairs.end());
    PairList list;
    for (const ContactKey& pair : pairs) {
      list.first.push_back(pair.first);
      list.second.push_back(pair.second);
    }
    return list;
  }

  static constexpr std::int32_t surface_of(std::int32_t second) { return -1 - second; }
  static constexpr std::int32_t second_of_surface(std::size_t s) { return -1 - static_cast<std::int32_t>(s); }
};

}  // namespace floc
