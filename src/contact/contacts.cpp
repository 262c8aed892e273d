#include "contact/contacts.hpp"

#include <algorithm>

namespace floc {

void Contacts::resize(std::size_t n) {
  first.resize(n);
  second.resize(n);
  normal.resize(n * static_cast<std::size_t>(dimension));
  gap.resize(n);
  begin_gap.resize(n);
  multiplier.resize(n);
  memory.resize(n);
}

void inherit(const Contacts& last, Contacts& now, Executor& executor) {
  const auto before = [](const Contacts& a, std::size_t i, const Contacts& b, std::size_t j) {
    return a.first[i] != b.first[j] ? a.first[i] < b.first[j] : a.second[i] < b.second[j];
  };
  executor.for_blocks(now.size(), [&](std::size_t begin, std::size_t end) {
    // Where the names of this block begin among the last contacts, then one merge.
    std::size_t from = 0, count = last.size();
    while (count > 0) {
      const std::size_t half = count / 2;
      if (before(last, from + half, now, begin)) {
        from += half + 1;
        count -= half + 1;
      } else {
        count = half;
      }
    }
    // Rows may share a name: the k-th of them goes with the k-th of the last.
    std::size_t c = begin;
    while (c > 0 && !before(now, c - 1, now, begin)) --c;
    for (; c < end; ++c) {
      while (from < last.size() && before(last, from, now, c)) ++from;
      const bool known = from < last.size() && !before(now, c, last, from);
      if (c >= begin) {
        now.multiplier[c] = known ? last.multiplier[from] : 0.0;
        now.memory[c] = 0;
        if (c + 1 == now.size() || before(now, c, now, c + 1)) {
          std::size_t past = from;
          while (past < last.size() && !before(now, c, last, past)) ++past;
          if (past > 0 && !before(last, past - 1, now, c)) now.memory[c] = last.memory[past - 1];
        }
      }
      if (known) ++from;
    }
  });
}

}  // namespace floc
