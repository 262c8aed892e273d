// Pairs by name, sorted.
//
// A pair is named (first, second): two bodies with second < first, or a body and surface s of the
// obstacles, second = −1 − s. Contacts, and the pairs that a force remembers, go by these names.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/array_list.hpp"

namespace floc {

struct PairList {
  using Name = std::pair<std::int32_t, std::int32_t>;
  std::vector<std::int32_t> first, second;

  template <class F, class P, class... More>
  static void for_arrays(F&& f, P& p, More&... more) {
    f(ArrayInfo{"first", ArrayRole::moving}, p.first, more.first...);
    f(ArrayInfo{"second", ArrayRole::moving}, p.second, more.second...);
  }

  std::size_t size() const { return first.size(); }
  // The same as assignment, but room grows by factors: one pair more at every step allocates rarely.
  void copy(const PairList& other) {
    first.resize(other.size());
    second.resize(other.size());
    std::copy(other.first.begin(), other.first.end(), first.begin());
    std::copy(other.second.begin(), other.second.end(), second.begin());
  }
  friend bool operator==(const PairList&, const PairList&) = default;

  static PairList sorted(std::vector<Name> names) {
    std::sort(names.begin(), names.end());
    PairList list;
    for (const auto& [first, second] : names) {
      list.first.push_back(first);
      list.second.push_back(second);
    }
    return list;
  }

  static constexpr std::int32_t surface_of(std::int32_t second) { return -1 - second; }
  static constexpr std::int32_t name_of_surface(std::size_t s) { return -1 - static_cast<std::int32_t>(s); }
};

}  // namespace floc
