// Grids for bodies of about one size each, where sizes are so unequal that one grid will not do.
//
// Cells have to be as wide as the largest body. Where nearly all bodies are small they hold too many of them, and a
// search costs as much: N² of small ones in a large one's cell. With a grid for each class of sizes, within a factor
// of four, a body looks for those of a class in the cells of that class, as far as their largest reaches: a large one
// visits as many small ones as there are about it, and all of them together no more than all there are, as long as they
// do not overlap.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "neighbours/cell_grid.hpp"

namespace floc {

class SizeClasses {
 public:
  // For pairs with a gap below `gap`. `all` is the grid of all bodies: where its cells hold few enough, there are no
  // classes.
  void build(const Bodies& bodies, const Domain& domain, double gap, const CellGrid& all);
  bool empty() const { return used_ == 0; }

  // f(indices) for the bodies whose surface may be nearer to x than `range`; −1: one that was forgotten.
  template <int D, class F>
  void for_runs(const Vec<D>& x, double range, F&& f) const {
    for (const Class& c : std::span(classes_).first(used_))
      c.grid.for_runs(x, range + c.largest,
                      [&](std::size_t begin, std::size_t end) { f(c.grid.items().subspan(begin, end - begin)); });
  }

  template <int D>
  void forget(std::int32_t body, double radius, const Vec<D>& x) {
    for (Class& c : std::span(classes_).first(used_))
      if (radius > c.above) return c.grid.forget(body, x);
  }

 private:
  struct Class {
    double above = 0, largest = 0;  // radii
    std::vector<std::int32_t> bodies;
    CellGrid grid;
  };
  void sort_by_size(const Bodies& bodies, double smallest, double largest);

  std::vector<Class> classes_;  // the largest bodies first; those beyond the used ones keep their memory
  std::size_t used_ = 0;
};

}  // namespace floc
