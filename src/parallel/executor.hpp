// The one place that knows about threads.
//
// Work on n items is cut into blocks whose size does not depend on the number of threads; a thread
// takes whole blocks. Reductions keep one partial result a block and combine them in the order of
// the blocks. Every result is therefore the same to the last bit for any number of threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace floc {

class Executor {
 public:
  explicit Executor(int threads = 1);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  int threads() const { return count_; }

  static constexpr std::size_t default_block = 1024;

  // f(begin, end) for every block of [0, n).
  template <class F>
  void for_blocks(std::size_t n, F&& f, std::size_t block = default_block) {
    const std::size_t blocks = (n + block - 1) / block;
    run(blocks, [&](std::size_t b) { f(b * block, std::min(n, (b + 1) * block)); });
  }

  // f(i) for every i of [0, n).
  template <class F>
  void for_each(std::size_t n, F&& f, std::size_t block = default_block) {
    for_blocks(n, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) f(i);
    }, block);
  }

  // T(begin, end) for every block, combined from left to right: total = combine(total, part).
  // Partial results live in a buffer of the executor: nothing is allocated after the first calls.
  template <class T, class F, class Combine>
  T reduce(std::size_t n, T initial, F&& f, Combine&& combine, std::size_t block = default_block) {
    const std::size_t blocks = (n + block - 1) / block;
    if (blocks == 0) return initial;
    if (blocks == 1) return combine(initial, f(std::size_t{0}, n));
    T* parts = scratch<T>(blocks);
    run(blocks, [&](std::size_t b) { parts[b] = f(b * block, std::min(n, (b + 1) * block)); });
    T total = initial;
    for (std::size_t b = 0; b < blocks; ++b) total = combine(total, parts[b]);
    return total;
  }

 private:
  static constexpr std::size_t worth_waking = 4;  // blocks; fewer are done before a thread is awake
  static constexpr std::size_t most_blocks = std::size_t{1} << 24;  // a job; no loop here comes near

  // A reference to a callable, without the allocation of std::function.
  struct Task {
    void (*call)(void*, std::size_t);
    void* object;
  };

  template <class F>
  void run(std::size_t blocks, F&& f) {
    if (blocks < 2 || blocks >= most_blocks || threads() == 1) {
      for (std::size_t b = 0; b < blocks; ++b) f(b);
      return;
    }
    run_on_pool(blocks, Task{[](void* o, std::size_t b) { (*static_cast<std::remove_reference_t<F>*>(o))(b); },
                             const_cast<void*>(static_cast<const void*>(std::addressof(f)))});
  }

  template <class T>
  T* scratch(std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(std::max_align_t));
    const std::size_t words = (count * sizeof(T) + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t);
    if (scratch_.size() < words) scratch_.resize(words);
    return reinterpret_cast<T*>(scratch_.data());
  }

  void run_on_pool(std::size_t blocks, Task task);

  struct Pool;
  std::unique_ptr<Pool> pool_;
  int count_ = 1;
  std::vector<std::max_align_t> scratch_;
};

}  // namespace floc
