// Counts the allocations of the whole program. Replaces the global operator new, so exactly one source
// of an executable may include it.
#pragma once

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace floc::test {

inline std::atomic<long> allocations{0};
inline std::atomic<long> live_bytes{0};  // allocated and not freed

inline void* allocate(std::size_t size) {
  void* p = std::malloc(size);
  ++allocations;
  live_bytes += static_cast<long>(malloc_usable_size(p));
  return p;
}
inline void release(void* p) {
  live_bytes -= static_cast<long>(malloc_usable_size(p));
  std::free(p);
}

}  // namespace floc::test

void* operator new(std::size_t size) {
  if (void* p = floc::test::allocate(size)) return p;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return floc::test::allocate(size); }
void operator delete(void* p) noexcept { floc::test::release(p); }
void operator delete(void* p, std::size_t) noexcept { floc::test::release(p); }
