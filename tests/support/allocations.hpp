// Counts the allocations of the whole program. Replaces the global operator new, so exactly one source
// of an executable may include it.
#pragma once

#include <atomic>
#include <cstdlib>
#include <new>

namespace floc::test {

inline std::atomic<long> allocations{0};

}  // namespace floc::test

void* operator new(std::size_t size) {
  ++floc::test::allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++floc::test::allocations;
  return std::malloc(size);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
