#include "forces/pair_memory.hpp"

#include <utility>

namespace floc {

void PairMemory::index(std::size_t bodies) {
  start_.assign(bodies + 1, 0);
  for (const std::int32_t i : pairs_.first) ++start_[static_cast<std::size_t>(i) + 1];
  for (std::size_t i = 0; i < bodies; ++i) start_[i + 1] += start_[i];
}

void PairMemory::restore(PairList pairs) {
  pairs_ = std::move(pairs);
  index(pairs_.size() == 0 ? 0 : static_cast<std::size_t>(pairs_.first.back()) + 1);
}

void PairMemory::rename(std::span<const std::int32_t> now) {
  std::vector<PairList::Name> names;
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const std::int32_t a = now[static_cast<std::size_t>(pairs_.first[k])], second = pairs_.second[k];
    const std::int32_t b = second < 0 ? second : now[static_cast<std::size_t>(second)];
    if (a < 0 || (second >= 0 && b < 0)) continue;
    names.emplace_back(std::max(a, b), std::min(a, b));
  }
  restore(PairList::sorted(std::move(names)));
}

void PairMemory::take_blocks() {
  const std::size_t bodies = next_start_.size() - 1;
  for (std::size_t i = 0; i < bodies; ++i) next_start_[i + 1] += next_start_[i];
  start_.swap(next_start_);
  pairs_.first.resize(start_[bodies]);
  pairs_.second.resize(start_[bodies]);
  auto second = pairs_.second.begin();
  for (const std::vector<std::int32_t>& block : blocks_) second = std::copy(block.begin(), block.end(), second);
  for (std::size_t i = 0; i < bodies; ++i)
    std::fill(pairs_.first.begin() + static_cast<std::ptrdiff_t>(start_[i]),
              pairs_.first.begin() + static_cast<std::ptrdiff_t>(start_[i + 1]), static_cast<std::int32_t>(i));
}

}  // namespace floc
