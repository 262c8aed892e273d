// The bodies round each body, for forces that act at a distance.
//
// The lists hold every pair whose gap was below reach + skin when they were made; as long as no body has moved
// by more than skin/2 since, they contain every pair with a gap below the reach. Bodies that a feed adds are
// appended. They are apart from those of the contacts (neighbours.hpp), so that those stay short.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "parallel/executor.hpp"

namespace floc {

class CellGrid;

class FullNeighbourList {
 public:
  FullNeighbourList(double reach, double skin);
  ~FullNeighbourList();

  // Makes the lists valid for the present positions.
  void update(const Bodies& bodies, const Domain& domain, Executor& executor);
  void invalidate() { valid_ = false; }

  // Bodies within reach of i, of any index, ascending. Behind its end a list is filled up to a multiple of
  // `simd_width` with an index that no body has, the number of bodies.
  static constexpr std::size_t simd_width = 8;
  std::span<const std::int32_t> bodies(std::size_t i) const {
    return {around_.data() + start_[i], end_[i] - start_[i]};
  }

 private:
  // Bodies are searched in blocks, and what a block finds stays where it was found, in no order.
  static constexpr std::size_t block_size = 256;
  std::span<const std::int32_t> below(std::size_t i) const {
    const std::size_t begin = i % block_size == 0 ? 0 : found_end_[i - 1];
    return {found_[i / block_size].data() + begin, found_end_[i] - begin};
  }
  bool stale(const Bodies& bodies, Executor& executor) const;
  void rebuild(const Bodies& bodies, const Domain& domain, Executor& executor);
  void append(const Bodies& bodies, const Domain& domain);
  void list_both_ways();
  // Which body has place q, and writing it down there.
  std::size_t body_at(std::size_t q) const;
  void note_places(const Bodies& bodies, std::size_t begin);
  template <int D, bool periodic>
  void find_close(const Domain& domain, const Vec<D>& x, double r, std::size_t i, std::vector<std::int32_t>& found) const;
  template <int D, bool periodic>
  double beyond(const Domain& domain, const Vec<D>& x, double length, std::size_t q) const;
  // The bodies below i, at the end of the list of its block.
  template <int D>
  void search(const Bodies& bodies, const Domain& domain, std::size_t i);

  double reach_, skin_;
  bool valid_ = false;
  std::size_t built_ = 0;  // bodies the lists cover
  double largest_radius_ = 0;
  std::unique_ptr<CellGrid> grid_;
  // Positions at the time of the lists, number by number, and radii: in the order of the grid, then those that
  // were appended.
  std::array<std::vector<double>, 4> place_;
  std::vector<std::vector<std::int32_t>> found_;
  std::vector<std::uint32_t> found_end_;  // of a body, in its block
  std::vector<std::size_t> start_, above_, end_;
  std::vector<std::int32_t> around_;
};

}  // namespace floc
