// Which of n things hang together, by union–find with halved paths. The first member of a set is its root, whatever the
// order in which pairs are joined.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/buffers.hpp"

namespace floc {

class DisjointSets {
 public:
  // Works in the caller's array: one that is kept from step to step allocates nothing.
  DisjointSets(std::size_t n, std::vector<std::int32_t>& parent) : parent_(parent) {
    resize_buffer(parent_, n);
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  std::int32_t root(std::int32_t i) const {
    for (;;) {
      std::int32_t& above = parent_[static_cast<std::size_t>(i)];
      if (above == i) return i;
      above = parent_[static_cast<std::size_t>(above)];
      i = above;
    }
  }
  void join(std::int32_t a, std::int32_t b) {
    a = root(a);
    b = root(b);
    parent_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
  }

 private:
  std::vector<std::int32_t>& parent_;
};

}  // namespace floc
