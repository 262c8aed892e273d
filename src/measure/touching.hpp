// The pairs of bodies with a small gap.
#pragma once

#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "neighbours/cell_grid.hpp"

namespace floc {

// f(i, j) for all j < i with D_ij ≤ gap, in an order that is a function of the state alone.
template <class F>
void for_touching(const Bodies& bodies, const Domain& domain, double gap, F&& f) {
  const double largest = largest_radius(bodies);
  CellGrid grid;
  grid.build(bodies, domain, 2 * largest + gap);
  with_dimension(bodies.dimension, [&]<int D>() {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Vec<D> x = Vec<D>::load(bodies.x(i));
      grid.for_near(x, bodies.radius[i] + largest + gap, [&](std::size_t j) {
        if (j < i &&
            norm(domain.nearest_image(x - Vec<D>::load(bodies.x(j)))) <= bodies.radius[i] + bodies.radius[j] + gap)
          f(i, j);
      });
    }
  });
}

}  // namespace floc
