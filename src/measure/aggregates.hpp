// Aggregates: the connected components of the graph whose edges are the pairs with a gap D_ij ≤ δ.
//
// By union–find over the pairs of a cell grid, in O(N). Aggregates are numbered by their first body, so
// that the numbering is a function of the state alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "contact/contacts.hpp"
#include "core/bodies.hpp"
#include "core/domain.hpp"

namespace floc {

struct Aggregates {
  std::vector<std::int32_t> of;    // the aggregate of each body
  std::vector<std::int32_t> size;  // bodies of each aggregate

  std::size_t count() const { return size.size(); }
  double mean_size() const;      // N / count: of an aggregate picked at random; 0 without bodies
  double weighted_size() const;  // Σ s²/N: of the aggregate of a body picked at random
  std::int32_t largest() const;
};

// Joined where D_ij ≤ gap.
Aggregates find_aggregates(const Bodies& bodies, const Domain& domain, double gap);
// Joined by the contacts between bodies with D ≤ gap, of `bodies` bodies.
Aggregates find_aggregates(std::size_t bodies, const Contacts& contacts, double gap);
// Joined by the pairs of bodies in the list; what is paired with an obstacle is not joined by it.
Aggregates find_aggregates(std::size_t bodies, const PairList& pairs);

}  // namespace floc
