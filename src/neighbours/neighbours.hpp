// Close pairs, kept with a skin.
//
// Every body has a place of reference, where it was when it was last listed. The lists hold every pair of
// bodies, and every body with a fixed surface, whose gap between places of reference is below cutoff + skin, and a few
// more (quantized_positions.hpp).
// As long as no body is further than skin/2 from its own, they contain every pair with a gap below the cutoff.
//
// Bodies that a feed adds are appended. In a bed at rest somebody is always on the way somewhere: few that
// have gone further are listed anew by themselves (strays), and the lists of all are built anew only for many.
//
// Forces may act further than contacts: bodies within their reach have lists of their own (full_neighbour_list.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "core/pair_list.hpp"
#include "geometry/obstacle.hpp"
#include "neighbours/full_neighbour_list.hpp"
#include "parallel/executor.hpp"

namespace floc {

class CellGrid;

class Neighbours {
 public:
  // `reach`: of the forces; 0: none. Their lists have a wider skin, since one stray has them all made anew.
  Neighbours(double cutoff, double skin, double reach = 0);
  ~Neighbours();

  // From the next update on. Lists with a larger one will do until they are made anew.
  void set_cutoff(double cutoff) {
    wanted_cutoff_ = cutoff;
    valid_ = valid_ && cutoff <= cutoff_;
  }

  // Makes the lists valid for the present positions; obstacles are placed.
  void update(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles, Executor& executor);
  void invalidate() {
    valid_ = false;
    full_list_.invalidate();
  }

  // What is near body i by its index (core/pair_list.hpp), ascending: fixed surfaces within cutoff and reach, and
  // bodies j < i within the cutoff.
  [[gnu::always_inline]] std::span<const std::int32_t> bodies_near(std::size_t i) const {
    return indices(i).subspan(surfaces(i));
  }
  [[gnu::always_inline]] std::span<const std::int32_t> surfaces_near(std::size_t i) const {
    return indices(i).first(surfaces(i));
  }
  // Bodies of any index within reach of i (full_neighbour_list.hpp); only with a reach.
  std::span<const std::int32_t> bodies_around(std::size_t i) const { return full_list_.bodies(i); }

  double widest() const { return largest_radius_; }  // the largest radius
  const CellGrid& grid() const;  // of the last rebuild

  // f(j) for every body j (any index) whose centre may be within `range` of x now, in the cells of the
  // grid with wanted(cell, d), which are at least d away; bodies that came or strayed after the grid was built are
  // always visited. In search.hpp.
  template <int D, class Wanted, class F>
  void for_near(const Vec<D>& x, double range, Wanted&& wanted, F&& f) const;

  std::size_t rebuilds() const { return rebuilds_; }

 private:
  // Bodies are searched in blocks, and the lists of a block stay where they were found.
  static constexpr std::size_t block_size = 256;
  using Indices = std::vector<std::int32_t>;
  std::size_t begin_of(std::size_t i) const { return i % block_size == 0 ? 0 : end_[i - 1]; }
  [[gnu::always_inline]] std::span<const std::int32_t> indices(std::size_t i) const {
    return {blocks_[i / block_size].data() + begin_of(i), end_[i] - begin_of(i)};
  }
  [[gnu::always_inline]] std::size_t surfaces(std::size_t i) const {
    const auto all = indices(i);
    std::size_t count = 0;
    while (count < all.size() && all[count] < 0) ++count;
    return count;
  }
  // What the lists are of.
  struct Space {
    const Bodies& bodies;
    const Domain& domain;
    const Obstacles& obstacles;
  };
  template <int D>
  Vec<D> reference(std::size_t i) const {
    return Vec<D>::load(position_.data() + i * D);
  }
  // Half of the distance below which two bodies are listed.
  double extent(const Bodies& bodies, std::size_t i) const { return bodies.radius[i] + 0.5 * (cutoff_ + skin_); }
  template <int D, class Wanted, class Take>
  void find_close(const Space& space, std::size_t i, Wanted&& wanted, Take&& take) const;

  bool far(const Bodies& bodies, std::size_t i) const;
  bool anyone_far(const Bodies& bodies, Executor& executor) const;
  void rebuild(const Space& space, Executor& executor);
  void append(const Space& space);
  // Lists the bodies anew that are far from their places of reference. False where they are many.
  bool list_strays(const Space& space);
  template <int D>
  void list_anew(const Space& space, std::size_t i);
  // The list of body i, at the end of this.
  template <int D>
  void search(const Space& space, std::size_t i, Indices& list) const;
  // In the list of body i: the entries [from, to) of its block become `with`.
  void splice(std::size_t i, std::size_t from, std::size_t to, std::span<const std::int32_t> with);

  double cutoff_, wanted_cutoff_, skin_, reach_;
  bool valid_ = false;
  std::size_t built_ = 0;     // bodies the lists cover
  std::size_t rebuilds_ = 0;
  double largest_radius_ = 0;
  struct Search;
  std::unique_ptr<Search> search_;
  std::vector<double> position_;       // places of reference
  std::vector<std::int32_t> strays_;   // listed anew since the grid was built, of which they are no longer
  std::vector<std::int32_t> moved_;    // about to be
  Indices found_;                        // the list of one of them
  std::vector<Indices> blocks_;
  std::vector<std::uint32_t> end_;     // of the list of a body, in its block
  FullNeighbourList full_list_;
};

}  // namespace floc
