// The pairs that a force remembers from step to step: bridges, which form at contact and live beyond it.
//
// What is joined is part of the state: it is kept in checkpoints, put back when a step is undone, and
// goes with the bodies when their indices change.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/pair_list.hpp"
#include "parallel/executor.hpp"

namespace floc {

class PairMemory : public PairList {
 public:
  const PairList& pairs() const { return *this; }
  bool has(std::size_t i, std::int32_t other) const {
    if (i + 1 >= start_.size()) return false;
    const auto at = [&](std::size_t k) { return second.begin() + static_cast<std::ptrdiff_t>(start_[k]); };
    return std::binary_search(at(i), at(i + 1), other);
  }

  // Forgets what there was and takes these.
  void restore(PairList pairs);
  // After the lists have been written to.
  void index();
  // Body i has now the index now[i], or has left where now[i] < 0: its pairs are forgotten.
  void renumber(std::span<const std::int32_t> now);

  // The pairs anew: choose(i, add) calls add(second) for each pair that body i is the first of, in any
  // order, each once. `has` answers for the pairs before until all are chosen.
  template <class Choose>
  void renew(std::size_t bodies, Executor& executor, Choose&& choose) {
    blocks_.resize((bodies + block_size - 1) / block_size);
    next_start_.resize(bodies + 1);
    next_start_[0] = 0;
    executor.for_blocks(bodies, [&](std::size_t begin, std::size_t end) {
      std::vector<std::int32_t>& seconds = blocks_[begin / block_size];
      seconds.clear();
      for (std::size_t i = begin; i < end; ++i) {
        const auto from = static_cast<std::ptrdiff_t>(seconds.size());
        choose(i, [&](std::int32_t other) { seconds.push_back(other); });
        std::sort(seconds.begin() + from, seconds.end());
        next_start_[i + 1] = seconds.size() - static_cast<std::size_t>(from);
      }
    }, block_size);
    take_blocks();
  }

 private:
  static constexpr std::size_t block_size = 256;
  void take_blocks();  // numbers of pairs in next_start_, their seconds in blocks_

  std::vector<std::size_t> start_;  // pairs with first = i are [start_[i], start_[i + 1])
  std::vector<std::size_t> next_start_;
  std::vector<std::vector<std::int32_t>> blocks_;
};

}  // namespace floc
