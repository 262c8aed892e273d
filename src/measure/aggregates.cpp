#include "measure/aggregates.hpp"

#include <algorithm>
#include <numeric>

#include "neighbours/cell_grid.hpp"

namespace floc {
namespace {

// The root of a component is its smallest member.
class Union {
 public:
  explicit Union(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }

  void join(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = static_cast<std::int32_t>(std::min(a, b));
  }

  Aggregates components() {
    Aggregates all;
    all.of.resize(parent_.size());
    for (std::size_t i = 0; i < parent_.size(); ++i) {
      const std::size_t first = root(i);
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
  std::size_t root(std::size_t i) {
    while (parent_[i] != static_cast<std::int32_t>(i)) {
      const auto up = static_cast<std::size_t>(parent_[i]);
      parent_[i] = parent_[up];  // halves the path
      i = up;
    }
    return i;
  }

  std::vector<std::int32_t> parent_;
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
  const double largest = largest_radius(bodies);
  CellGrid grid;
  grid.build(bodies, domain, 2 * largest + gap);
  with_dimension(bodies.dimension, [&]<int D>() {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Vec<D> x = Vec<D>::load(bodies.x(i));
      grid.for_near(x, bodies.radius[i] + largest + gap, [&](std::size_t j) {
        if (j < i &&
            norm(domain.nearest_image(x - Vec<D>::load(bodies.x(j)))) <= bodies.radius[i] + bodies.radius[j] + gap)
          sets.join(i, j);
      });
    }
  });
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

}  // namespace floc
