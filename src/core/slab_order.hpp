// An order of bodies for those who go through all of them again and again: slab by slab along an axis, a slab as
// thick as a body, and within a slab cell by cell along another. A contact then reaches a few slabs back and forth
// and no farther, so that one pass can follow close behind another while the cache still holds what that one left
// (projection/streaming_apgd.hpp). A function of where the bodies are, not of where they were.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/bodies.hpp"
#include "core/domain.hpp"

namespace floc {

class SlabOrder {
 public:
  // order[k] is the body that comes k-th. Empty for bodies so few that a cache holds them all.
  std::span<const std::int32_t> find(const Bodies& bodies, const Domain& domain);

 private:
  std::vector<std::uint32_t> cell_;  // of a body
  std::vector<std::int32_t> start_;  // where a cell begins in the order
  std::vector<std::int32_t> order_;
};

}  // namespace floc
