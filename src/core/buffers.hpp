// resize() for the large arrays of a step. A vector that grows by one doubles, and half of it may
// stay empty for good; here the first size is exact, and later ones leave a little to spare: much of a small array, which
// costs nothing and varies by much, little of a large one (numbers of contacts vary like the square root of how many
// there are; this is three times that and more).
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace floc {

template <class T, class Allocator>
void resize_buffer(std::vector<T, Allocator>& values, std::size_t size) {
  const std::size_t spare = 500 + size / 256;
  if (size > values.capacity()) values.reserve(values.capacity() == 0 ? size : size + spare);
  values.resize(size);
}

// The same where what is in it is not wanted any more: nothing is copied, and of a large array that is an eighth too large
// all is given back. (A bed at rest has fewer contacts than it had when it fell.)
template <class T, class Allocator>
void renew_buffer(std::vector<T, Allocator>& values, std::size_t size) {
  constexpr std::size_t large = 1 << 15;
  const std::size_t capacity = values.capacity();
  if (size > capacity) values.clear();
  else if (capacity > large && size < capacity - capacity / 8) std::vector<T, Allocator>().swap(values);
  resize_buffer(values, size);
}

// Leaves new numbers as they are: memory is then first touched, and placed near the processor, by the thread that
// writes it, and not by the one that called resize(). Begins with a line of the cache, which vectors then do not straddle.
template <class T>
struct DefaultInitAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = DefaultInitAllocator<U>;
  };
  static constexpr std::align_val_t line{64};
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), line)); }
  void deallocate(T* values, std::size_t) { ::operator delete(values, line); }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) const {
    if constexpr (sizeof...(Arguments) > 0) ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
    else ::new (static_cast<void*>(place)) U;
  }
};
template <class T>
using DefaultInitVector = std::vector<T, DefaultInitAllocator<T>>;

// Gives the memory back, which `values = {}` keeps.
template <class T>
void release(std::vector<T>& values) {
  std::vector<T>().swap(values);
}

}  // namespace floc
