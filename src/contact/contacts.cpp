#include "contact/contacts.hpp"

#include <algorithm>

#include "core/grow.hpp"

namespace floc {

void Contacts::resize(std::size_t n) {
  for (auto* names : {&first, &second}) grow(*names, n);
  for (auto* numbers : {&multiplier, &memory, &gap, &begin_gap}) grow(*numbers, n);
  grow(normal, n * static_cast<std::size_t>(dimension));
}

void inherit(const ContactMemory& last, Contacts& now, Executor& executor) {
  const auto before = [](const ContactMemory& a, std::size_t i, const ContactMemory& b, std::size_t j) {
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
        now.memory[c] = known ? last.memory[from] : 0.0;
      }
      if (known) ++from;
    }
  });
}

}  // namespace floc
