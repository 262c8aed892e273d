// A bit each for many things in a row.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace floc {

class Marks {
 public:
  // So many, none of them set.
  void clear(std::size_t size) { words_.assign(size / in_a_word + 2, 0); }
  void set(std::size_t k) { words_[k / in_a_word] |= std::uint64_t{1} << k % in_a_word; }

  // f(k) for those with begin + k set, k < count, ascending.
  template <class F>
  void for_set(std::size_t begin, std::size_t count, F&& f) const {
    for (std::size_t from = 0; from < count; from += in_a_word) {
      std::uint64_t some = from_here(begin + from);
      if (count - from < in_a_word) some &= (std::uint64_t{1} << (count - from)) - 1;
      for (; some != 0; some &= some - 1) f(from + static_cast<std::size_t>(std::countr_zero(some)));
    }
  }

 private:
  static constexpr std::size_t in_a_word = 64;

  // The bits k … k + 63.
  std::uint64_t from_here(std::size_t k) const {
    const std::size_t word = k / in_a_word, shift = k % in_a_word;
    return shift == 0 ? words_[word] : words_[word] >> shift | words_[word + 1] << (in_a_word - shift);
  }

  std::vector<std::uint64_t> words_;
};

}  // namespace floc
