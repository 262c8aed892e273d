// Close pairs, kept with a skin.
//
// The lists hold every pair of bodies, and every body with a fixed surface, whose gap was below
// cutoff + skin when they were built. As long as no body has moved by more than skin/2 since, they
// contain every pair with a gap below the cutoff. Bodies that a feed adds are appended.
//
// Forces may act further than contacts: pairs within their reach have lists of their own, so that those
// of the contacts stay short.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "geometry/obstacle.hpp"
#include "neighbours/cell_grid.hpp"
#include "parallel/executor.hpp"

namespace floc {

class Neighbours {
 public:
  Neighbours(double cutoff, double skin, double reach = 0) : cutoff_(cutoff), skin_(skin), reach_(reach) {}

  // Makes the lists valid for the present positions; obstacles are placed.
  void update(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles, Executor& executor);
  void invalidate() { built_ = 0; valid_ = false; }

  // Bodies j < i within the cutoff of i, ascending; fixed surfaces within cutoff and reach of i, descending.
  std::span<const std::int32_t> bodies_near(std::size_t i) const { return list<&Block::pairs>(pair_end_, i); }
  std::span<const std::int32_t> surfaces_near(std::size_t i) const { return list<&Block::surfaces>(surface_end_, i); }
  // Bodies within reach of i, of any index, ascending; only with a reach. Behind its end a list is filled up to a
  // multiple of `lanes` with an index that no body has, the number of bodies.
  static constexpr std::size_t lanes = 8;
  std::span<const std::int32_t> bodies_around(std::size_t i) const {
    return {around_.data() + around_start_[i], around_end_[i] - around_start_[i]};
  }

  const CellGrid& grid() const { return grid_; }  // of the last rebuild

  // f(j) for every body j (any index) whose centre may be within `range` of x now, in the cells of the
  // grid with wanted(cell); bodies that came after the grid are always visited.
  template <int D, class Wanted, class F>
  void for_near(const Vec<D>& x, double range, Wanted&& wanted, F&& f) const {
    grid_.for_near(x, range + 0.5 * skin_, wanted, f);
    for (std::size_t j = grid_.bodies(); j < built_; ++j) f(j);  // appended since the grid was built
  }

  std::size_t rebuilds() const { return rebuilds_; }

 private:
  // Bodies are searched in blocks, and the lists of a block stay where they were found.
  static constexpr std::size_t block_size = 256;
  struct Block {
    std::vector<std::int32_t> pairs, within_reach, surfaces;  // those within reach in no order
  };
  template <auto array>
  std::span<const std::int32_t> list(const std::vector<std::uint32_t>& end, std::size_t i) const {
    const std::size_t begin = i % block_size == 0 ? 0 : end[i - 1];
    return {(blocks_[i / block_size].*array).data() + begin, end[i] - begin};
  }
  bool stale(const Bodies& bodies, Executor& executor) const;
  void rebuild(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles, Executor& executor);
  void list_around();
  void append(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles);
  // Which body has place q, and writing it down there.
  std::size_t body_at(std::size_t q) const {
    return q < grid_.bodies() ? static_cast<std::size_t>(grid_.items()[q]) : q;
  }
  void note_places(const Bodies& bodies, std::size_t begin);
  template <int D, bool periodic, class Take>
  void find_close(const Domain& domain, const Vec<D>& x, double r, std::size_t i, double gap, Take&& take) const;
  template <int D, bool periodic>
  double beyond(const Domain& domain, const Vec<D>& x, double length, std::size_t q) const;
  // The lists of body i, at the end of its block.
  template <int D>
  void search(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles, std::size_t i);

  double cutoff_, skin_, reach_;
  bool valid_ = false;
  std::size_t built_ = 0;     // bodies the lists cover
  std::size_t rebuilds_ = 0;
  double largest_radius_ = 0;
  CellGrid grid_;
  // Positions at the time of the lists, number by number, and radii: in the order of grid_.items(), then those that
  // were appended.
  std::array<std::vector<double>, 4> place_;
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> pair_end_, reach_end_, surface_end_;  // of the list of a body, in its block
  std::vector<std::size_t> around_start_, above_start_, around_end_;
  std::vector<std::int32_t> around_;
};

}  // namespace floc
