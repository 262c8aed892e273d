#include "forces/pair_memory.hpp"

#include <utility>

namespace floc {

void PairMemory::index() {
  const std::size_t bodies = size() == 0 ? 0 : static_cast<std::size_t>(first.back()) + 1;
  start_.assign(bodies + 1, 0);
  for (const std::int32_t i : first) ++start_[static_cast<std::size_t>(i) + 1];
  for (std::size_t i = 0; i < bodies; ++i) start_[i + 1] += start_[i];
}

void PairMemory::restore(PairList pairs) {
  static_cast<PairList&>(*this) = std::move(pairs);
  index();
}

void PairMemory::renumber(std::span<const std::int32_t> now) {
  std::vector<ContactKey> pairs;
  for (std::size_t k = 0; k < size(); ++k) {
    const std::int32_t a = now[static_cast<std::size_t>(first[k])], other = second[k];
    const std::int32_t b = other < 0 ? other : now[static_cast<std::size_t>(other)];
    if (a < 0 || (other >= 0 && b < 0)) continue;
    pairs.push_back({std::max(a, b), std::min(a, b)});
  }
  restore(PairList::sorted(std::move(pairs)));
}

void PairMemory::take_blocks() {
  const std::size_t bodies = next_start_.size() - 1;
  for (std::size_t i = 0; i < bodies; ++i) next_start_[i + 1] += next_start_[i];
  start_.swap(next_start_);
  first.resize(start_[bodies]);
  second.resize(start_[bodies]);
  auto to = second.begin();
  for (const std::vector<std::int32_t>& block : blocks_) to = std::copy(block.begin(), block.end(), to);
  for (std::size_t i = 0; i < bodies; ++i)
    std::fill(first.begin() + static_cast<std::ptrdiff_t>(start_[i]),
              first.begin() + static_cast<std::ptrdiff_t>(start_[i + 1]), static_cast<std::int32_t>(i));
}

}  // namespace floc
