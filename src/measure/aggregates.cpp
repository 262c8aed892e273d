#include "measure/aggregates.hpp"

#include <algorithm>

#include "core/disjoint_sets.hpp"
#include "measure/touching.hpp"

namespace floc {
namespace {

class Union {
 public:
  explicit Union(std::size_t n) : sets_(n, parent_) {}

  void join(std::size_t a, std::size_t b) { sets_.join(static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)); }

  Aggregates components() const {
    Aggregates all;
    all.of.resize(parent_.size());
    for (std::size_t i = 0; i < parent_.size(); ++i) {
      const auto first = static_cast<std::size_t>(sets_.root(static_cast<std::int32_t>(i)));
      if (first == i) {
        all.of[i] = static_cast<std::int32_t>(all.size.size());
        all.size.push_back(0);
      } else {
        all.of[i] = all.of[first];
      }
      ++all.size[static_cast<std::size_t>(all.of[i])];
    }
    return all;
  }

 private:
  std::vector<std::int32_t> parent_;
  DisjointSets sets_;
};

}  // namespace

double Aggregates::mean_size() const {
  return size.empty() ? 0 : static_cast<double>(of.size()) / static_cast<double>(size.size());
}

double Aggregates::weighted_size() const {
  double squares = 0;
  for (const std::int32_t s : size) squares += static_cast<double>(s) * static_cast<double>(s);
  return of.empty() ? 0 : squares / static_cast<double>(of.size());
}

std::int32_t Aggregates::largest() const { return size.empty() ? 0 : *std::max_element(size.begin(), size.end()); }

Aggregates find_aggregates(const Bodies& bodies, const Domain& domain, double gap) {
  Union sets(bodies.size());
  for_touching(bodies, domain, gap, [&](std::size_t i, std::size_t j) { sets.join(i, j); });
  return sets.components();
}

Aggregates find_aggregates(std::size_t bodies, const Contacts& contacts, double gap) {
  Union sets(bodies);
  for (std::size_t c = 0; c < contacts.size(); ++c)
    if (contacts.second[c] >= 0 && contacts.gap[c] <= gap)
      sets.join(static_cast<std::size_t>(contacts.first[c]), static_cast<std::size_t>(contacts.second[c]));
  return sets.components();
}

Aggregates find_aggregates(std::size_t bodies, const PairList& pairs) {
  Union sets(bodies);
  for (std::size_t k = 0; k < pairs.size(); ++k)
    if (pairs.second[k] >= 0)
      sets.join(static_cast<std::size_t>(pairs.first[k]), static_cast<std::size_t>(pairs.second[k]));
  return sets.components();
}

Aggregates find_aggregates(std::size_t bodies, const Joins& joins) {
  Union sets(bodies);
  for (const auto& [i, j] : joins) sets.join(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
  return sets.components();
}

}  // namespace floc
