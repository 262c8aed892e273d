// resize() for the large arrays of a step. A vector that grows by one doubles, and half of it may
// stay empty for good; here the first size is exact, and later ones leave a little to spare: numbers of contacts
// vary like the square root of how many there are.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace floc {

template <class T>
void grow(std::vector<T>& values, std::size_t size) {
  const auto spare = [size] { return size / 64 + static_cast<std::size_t>(4 * std::sqrt(static_cast<double>(size))); };
  if (size > values.capacity()) values.reserve(values.capacity() == 0 ? size : size + spare());
  values.resize(size);
}

// Gives the memory back, which `values = {}` keeps.
template <class T>
void release(std::vector<T>& values) {
  std::vector<T>().swap(values);
}

}  // namespace floc
